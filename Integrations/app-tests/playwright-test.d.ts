// The part of @playwright/test 1.5x that generated tests and their hooks use, for checking their types where the package cannot be installed.
declare module '@playwright/test' {
  export interface Locator {
    click(): Promise<void>;
    fill(text: string): Promise<void>;
    first(): Locator;
  }
  export interface Page {
    clock: { install(): Promise<void>; fastForward(milliseconds: number): Promise<void> };
    goto(address: string): Promise<unknown>;
    evaluate<Argument>(work: (argument: Argument) => unknown, argument: Argument): Promise<unknown>;
    getByLabel(text: string, options: { exact: boolean }): Locator;
    getByRole(role: 'button' | 'heading', options: { name: string; exact: boolean }): Locator;
    getByTestId(id: string): Locator;
    getByText(text: string | RegExp, options?: { exact: boolean }): Locator;
    locator(selector: string): Locator;
    waitForFunction(code: string, argument: undefined, options: { timeout: number }): Promise<unknown>;
  }
  type Body = (fixtures: { page: Page }) => Promise<void>;
  export const test: {
    (name: string, details: { tag: string[] }, body: Body): void;
    step(name: string, body: () => Promise<void>): Promise<void>;
  };
  export function expect(locator: Locator, message: string): { toBeVisible(): Promise<void>; toBeHidden(): Promise<void> };
}
declare const process: { env: Record<string, string | undefined> };
