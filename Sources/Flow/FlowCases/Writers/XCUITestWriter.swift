internal import FlowModel
internal import JSON

/// A case as a test of XCTest, in Swift.
struct XCUITestWriter {
  private let screens: ScreenTable
  private(set) var text: String

  init(_ head: CaseHead, _ plan: CasePlan, _ screens: ScreenTable) {
    self.screens = screens
    let name = TestData.identifier(head.test.name)
    text = "// \(head.line)\n// \(head.tags.joined(separator: ", "))\n"
    if let about = head.about { text += "// \(about)\n" }
    text += "import XCTest\n\nfinal class \(name)_Tests: XCTestCase {\n"
    text += "  @MainActor func test_\(name)() throws {\n"
    text += "    continueAfterFailure = false\n    let app = FlowApp()\n"
    var isOpen = false
    var wait: Int64 = 0
    for action in plan.actions {
      switch action {
      case .group(let sentence):
        if isOpen { text += "    }\n" }
        text += "    try XCTContext.runActivity(named: \(Self.quoted(sentence))) { _ in\n"
        isOpen = true
      case .pass(let time, _, _): wait += time
      case .see, .gone:
        text += "\(isOpen ? "      " : "    ")\(line(action, wait: wait))\n"
        wait = 0
      case .hook, .fill, .press, .follows:
        text += "\(isOpen ? "      " : "    ")\(line(action, wait: wait))\n"
      }
    }
    if isOpen { text += "    }\n" }
    text += "  }\n}\n"
  }

  private func line(_ action: CasePlan.Action, wait: Int64) -> String {
    switch action {
    case .group, .pass: return ""
    case .follows(let move): return "// \(move.sentence)"
    case .hook(let hook, let value):
      let value = value.map(Self.quoted) ?? ""
      return "try app.\(Self.function(hook))(\(value))"
    case .fill(let input, let step, let value):
      let typed =
        switch value {
        case .text(let text): Self.quoted(text)
        case .variable(let name): "try app.secret(\(Self.quoted(name)))"
        }
      return "app.fill(\(Self.quoted(id(.input(input.name), step) ?? input.name)), with: \(typed))"
    case .press(let button, let step):
      return "app.press(\(Self.quoted(id(.button(button), step) ?? button)))"
    case .see(let seen, let after):
      let after = Self.quoted("\(after): \(seen.words)")
      let time = wait > 0 ? ", within: \(wait / 1_000 + 10)" : ""
      switch seen {
      case .screen(let step): return "app.sees(\(screen(step)), \(after)\(time))"
      case .text(let pattern):
        return "app.sees(like: \(Self.quoted(pattern.expression)), \(after)\(time))"
      case .button(let text, let step):
        return "app.sees(\(Self.quoted(id(.button(text), step) ?? text)), \(after)\(time))"
      }
    case .gone(let screen, let after):
      let words = CasePlan.Seen.screen(screen.step).words
      return "app.left(\(self.screen(screen.step)), \(Self.quoted("\(after): \(words) is left")))"
    }
  }

  private func screen(_ step: Step) -> String {
    if let id = id(.screen, step) { return Self.quoted(id) }
    let title = ShownPattern(step.subject) { _ in nil }
    return title.literal.map(Self.quoted) ?? "like: \(Self.quoted(title.expression))"
  }

  private func id(_ part: ScreenTable.Part, _ step: Step) -> String? {
    screens.selector(part, at: step, for: .xcuitest).map { selector in
      switch selector {
      case .id(let id), .own(let id): id
      }
    }
  }

  /// A text as a literal of Swift.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.value < 0x20: result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func function(_ hook: CasePlan.Hook) -> String {
    "hook_" + TestData.identifier(hook.key).drop { $0 == "_" }
  }

  /// What all tests use, and the file of what is written by hand.
  static func hooks(_ hooks: [CasePlan.Hook]) -> [TestFile] {
    let begin = """
      // What `flowrun tests` cannot know of the app. Written by hand: what is here stays when the
      // tests are made again; hooks that are missing are added at the end.
      import XCTest

      struct HookMissing: Error { let words: String }

      """
    let stubs = hooks.map { hook in
      let isStart = hook.key.hasPrefix("start ")
      let name = function(hook)
      let value = hook.key.hasPrefix("fact ") ? "_ value: String" : ""
      let body = isStart ? "app.launch()" : "throw HookMissing(words: \(quoted(hook.words)))"
      return TestFile.Stub(
        marker: "func \(name)(",
        text: "\n// \(hook.words)\nextension FlowApp {\n  func \(name)(\(value)) throws {\n"
          + "    \(body)\n  }\n}\n")
    }
    return [
      TestFile(path: "FlowApp.swift", text: app),
      TestFile(path: "Hooks.swift", text: begin, stubs: stubs),
    ]
  }

  private static let app = """
    // \(TestFile.mark) --for xcuitest`; changes of this file are lost.
    import XCTest

    /// The app under test, with the words that the tests use. Things are found by their
    /// accessibility identifier or label.
    @MainActor struct FlowApp {
      let app = XCUIApplication()

      func launch() { app.launch() }

      private func element(_ name: String) -> XCUIElement {
        app.descendants(matching: .any)
          .matching(NSPredicate(format: "identifier == %@ OR label == %@", name, name)).firstMatch
      }

      private func element(like pattern: String) -> XCUIElement {
        app.descendants(matching: .any)
          .matching(NSPredicate(format: "label MATCHES %@", pattern)).firstMatch
      }

      func press(_ name: String) { element(name).tap() }

      func fill(_ name: String, with text: String) {
        element(name).tap()
        element(name).typeText(text)
      }

      func sees(_ name: String, _ after: String, within seconds: Double = 10) {
        XCTAssertTrue(element(name).waitForExistence(timeout: seconds), after)
      }

      func sees(like pattern: String, _ after: String, within seconds: Double = 10) {
        XCTAssertTrue(element(like: pattern).waitForExistence(timeout: seconds), after)
      }

      func left(_ name: String, _ after: String) {
        XCTAssertTrue(element(name).waitForNonExistence(timeout: 10), after)
      }

      func left(like pattern: String, _ after: String) {
        XCTAssertTrue(element(like: pattern).waitForNonExistence(timeout: 10), after)
      }

      func secret(_ name: String) throws -> String {
        guard let value = ProcessInfo.processInfo.environment[name] else {
          throw HookMissing(words: "the variable \\(name) is not set")
        }
        return value
      }
    }

    """
}
