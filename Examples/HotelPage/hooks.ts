// The hooks of the hotel's page: what the system will decide is arranged in `window.server`.
import type { Page } from '@playwright/test';

type Hook = (page: Page, value: string) => Promise<void>;
const hooks: Record<string, Hook> = {};

/** Does what only this app knows how to do. */
export async function hook(name: string, page: Page, value = ''): Promise<void> {
  const found = hooks[name];
  if (!found) throw new Error(`there is no hook '${name}'`);
  await found(page, value);
}

/** The value of a secret, from the environment. */
export function secret(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`the variable ${name} is not set`);
  return value;
}

hooks["start UC1"] = async (page) => {
  await page.goto(process.env.APP_URL ?? 'http://localhost:8080/');
  // The page has its engine, and has drawn the first screen.
  await page.waitForFunction('window.server', undefined, { timeout: 60_000 });
};

const decides = (row: string) => async (page: Page) => {
  await page.evaluate((name) => (globalThis as any).server.push(name), row);
};
hooks["UC1:1.2a"] = decides('UC1:1.2a');
hooks["UC1:1.2b"] = decides('UC1:1.2b');
hooks["UC1:2.2a"] = decides('UC1:2.2a');
hooks["UC1:2.2b"] = decides('UC1:2.2b');
