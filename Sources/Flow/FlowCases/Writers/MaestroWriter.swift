internal import FlowModel
internal import JSON

/// A case as a flow of Maestro, in YAML.
struct MaestroWriter {
  private let screens: ScreenTable
  private(set) var text: String

  init(_ head: CaseHead, _ plan: CasePlan, _ screens: ScreenTable) {
    self.screens = screens
    text = "# \(head.line)\n"
    if let about = head.about { text += "# \(about)\n" }
    text += "appId: ${APP_ID}\n"
    text += "name: \(Self.quoted(head.test.name))\ntags:\n"
    for tag in head.tags { text += "  - \(Self.quoted(tag))\n" }
    text += "---\n"
    var wait: Int64 = 0
    for action in plan.actions {
      if case .pass(let time, _, _) = action {
        // What is looked for next may take so long.
        wait += time
        continue
      }
      text += command(action, wait: wait)
      switch action {
      case .see, .gone: wait = 0
      case .group, .hook, .fill, .press, .pass, .follows: break
      }
    }
  }

  private func command(_ action: CasePlan.Action, wait: Int64) -> String {
    switch action {
    case .group(let sentence): return "# \(sentence)\n"
    case .pass: return ""
    case .follows(let move): return "# \(move.sentence)\n"
    case .hook(let hook, let value):
      var text = "- runFlow:\n    file: ../\(Self.file(hook))\n"
      if let value { text += "    env:\n      VALUE: \(Self.quoted(value))\n" }
      return text + "    label: \(Self.quoted(hook.words))\n"
    case .fill(let input, let step, let value):
      let field = selector(.input(input.name), step) ?? ("text", ShownPattern.escaped(input.name))
      let typed =
        switch value {
        case .text(let text): Self.quoted(text.replacing("${", with: "\\${"))
        case .variable(let name): "${\(name)}"
        }
      return Self.mapping("tapOn", [field]) + "- inputText: \(typed)\n"
    case .press(let button, let step):
      return Self.mapping("tapOn", [self.button(button, step)])
    case .see(let seen, let after):
      let what =
        switch seen {
        case .screen(let step): screen(step)
        case .text(let pattern): ("text", pattern.expression)
        case .button(let text, let step): button(text, step)
        }
      return Self.look("visible", what, "\(after): \(seen.words)", wait)
    case .gone(let screen, let after):
      let words = CasePlan.Seen.screen(screen.step).words
      return Self.look(
        "notVisible", self.screen(screen.step), "\(after): \(words) is left", wait)
    }
  }

  private static func look(
    _ how: String, _ what: (String, String), _ label: String, _ wait: Int64
  ) -> String {
    guard wait > 0 else {
      return mapping(
        how == "visible" ? "assertVisible" : "assertNotVisible", [what, ("label", label)])
    }
    return "- extendedWaitUntil:\n    \(how):\n      \(what.0): \(quoted(what.1))\n"
      + "    timeout: \(wait + 10_000)\n    label: \(quoted(label))\n"
  }

  private static func mapping(_ command: String, _ fields: [(String, String)]) -> String {
    "- \(command):\n" + fields.map { "    \($0): \(quoted($1))\n" }.joined()
  }

  private func screen(_ step: Step) -> (String, String) {
    selector(.screen, step) ?? ("text", ShownPattern(step.subject) { _ in nil }.expression)
  }

  private func button(_ text: String, _ step: Step) -> (String, String) {
    selector(.button(text), step) ?? ("text", ShownPattern.escaped(text))
  }

  private func selector(_ part: ScreenTable.Part, _ step: Step) -> (String, String)? {
    screens.selector(part, at: step, for: .maestro).map { selector in
      switch selector {
      case .id(let id): ("id", ShownPattern.escaped(id))
      case .own(let id): ("id", id)
      }
    }
  }

  private static func quoted(_ text: String) -> String { JSONValue.quoted(text) }

  private static func file(_ hook: CasePlan.Hook) -> String {
    "hooks/\(CaseFiles.plain(hook.key)).yaml"
  }

  /// The files of what is written by hand, one for each hook.
  static func hooks(_ hooks: [CasePlan.Hook]) -> [TestFile] {
    hooks.map { hook in
      let body =
        hook.key.hasPrefix("start ")
        ? "- launchApp:\n    clearState: true\n"
        : "- assertTrue:\n    condition: ${false}\n    label: \(quoted("write \(file(hook))"))\n"
      let text =
        "# \(hook.words)\n# Written by hand: this file stays when the tests are made again.\n"
        + "appId: ${APP_ID}\n---\n" + body
      return TestFile(path: file(hook), text: text, stubs: [])
    }
  }
}
