internal import FlowModel
internal import JSON

/// A case as a test of Playwright Test, in TypeScript.
struct PlaywrightWriter {
  private let screens: ScreenTable
  private(set) var text: String

  init(_ head: CaseHead, _ plan: CasePlan, _ screens: ScreenTable) {
    self.screens = screens
    let tags = head.tags.map { Self.quoted("@\($0)") }.joined(separator: ", ")
    text = "// \(head.line)\n"
    if let about = head.about { text += "// \(about)\n" }
    text += "import { expect, test } from '@playwright/test';\n"
    let isSecret = plan.actions.contains { action in
      if case .fill(_, _, .variable) = action { true } else { false }
    }
    text += "import { hook\(isSecret ? ", secret" : "") } from '../hooks';\n\n"
    text += "test(\(Self.quoted(head.test.name)), { tag: [\(tags)] }, async ({ page }) => {\n"
    if plan.isTimed { text += "  await page.clock.install();\n" }
    var isOpen = false
    for action in plan.actions {
      if case .group(let sentence) = action {
        if isOpen { text += "  });\n" }
        text += "  await test.step(\(Self.quoted(sentence)), async () => {\n"
        isOpen = true
      } else {
        text += "\(isOpen ? "    " : "  ")\(line(action))\n"
      }
    }
    if isOpen { text += "  });\n" }
    text += "});\n"
  }

  private func line(_ action: CasePlan.Action) -> String {
    switch action {
    case .group: return ""
    case .hook(let hook, let value):
      let value = value.map { ", \(Self.quoted($0))" } ?? ""
      return "await hook(\(Self.quoted(hook.key)), page\(value));"
    case .fill(let input, let step, let value):
      let field =
        found(.input(input.name), step)
        ?? "page.getByLabel(\(Self.quoted(input.name)), { exact: true })"
      let typed =
        switch value {
        case .text(let text): Self.quoted(text)
        case .variable(let name): "secret(\(Self.quoted(name)))"
        }
      return "await \(field).fill(\(typed));"
    case .press(let button, let step): return "await \(self.button(button, step)).click();"
    case .pass(let time, let step, let before):
      // What comes too early is seen, but not on a machine that is only slow.
      let rest = max(time / 20, 5_000)
      guard let step, rest * 2 <= time else { return Self.pass(time) }
      let seen = CasePlan.Seen.screen(step)
      return [Self.pass(time - rest), line(.see(seen, after: before)), Self.pass(rest)]
        .joined(separator: "\n    ")
    case .follows(let move): return "// \(move.sentence)"
    case .see(let seen, let after):
      let what =
        switch seen {
        case .screen(let step): screen(step)
        case .text(let pattern): Self.text(pattern)
        case .button(let text, let step): self.button(text, step)
        }
      return "await expect(\(what), \(Self.quoted("\(after): \(seen.words)"))).toBeVisible();"
    case .gone(let screen, let after):
      let words = CasePlan.Seen.screen(screen.step).words
      return "await expect(\(self.screen(screen.step)), "
        + "\(Self.quoted("\(after): \(words) is left"))).toBeHidden();"
    }
  }

  private static func pass(_ time: Int64) -> String { "await page.clock.fastForward(\(time));" }

  private func screen(_ step: Step) -> String {
    if let own = found(.screen, step) { return own }
    let title = ShownPattern(step.subject) { _ in nil }
    guard step.activity == .screen, let literal = title.literal else { return Self.text(title) }
    return "page.getByRole('heading', { name: \(Self.quoted(literal)), exact: true })"
  }

  private func button(_ text: String, _ step: Step) -> String {
    found(.button(text), step)
      ?? "page.getByRole('button', { name: \(Self.quoted(text)), exact: true })"
  }

  private func found(_ part: ScreenTable.Part, _ step: Step) -> String? {
    screens.selector(part, at: step, for: .playwright).map { selector in
      switch selector {
      case .id(let id): "page.getByTestId(\(Self.quoted(id)))"
      case .own(let css): "page.locator(\(Self.quoted(css)))"
      }
    }
  }

  private static func text(_ pattern: ShownPattern) -> String {
    if let literal = pattern.literal {
      return "page.getByText(\(quoted(literal)), { exact: true }).first()"
    }
    return "page.getByText(new RegExp(\(quoted("^\(pattern.expression)$")))).first()"
  }

  /// A text as a literal of TypeScript.
  private static func quoted(_ text: String) -> String { JSONValue.quoted(text) }

  /// The file of what is written by hand.
  static func hooks(_ hooks: [CasePlan.Hook]) -> TestFile {
    let begin = """
      // What `flowrun tests` cannot know of the app. Written by hand: what is here stays when the
      // tests are made again; hooks that are missing are added at the end.
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

      """
    let stubs = hooks.map { hook in
      let body =
        hook.key.hasPrefix("start ")
        ? "await page.goto(process.env.APP_URL ?? 'http://localhost:8080/');"
        : "throw new Error('write this hook');"
      let page = hook.key.hasPrefix("start ") ? "page" : ""
      return TestFile.Stub(
        marker: "hooks[\(quoted(hook.key))]",
        text: "\n// \(hook.words)\nhooks[\(quoted(hook.key))] = async (\(page)) => {\n"
          + "  \(body)\n};\n")
    }
    return TestFile(path: "hooks.ts", text: begin, stubs: stubs)
  }
}
