package import Diagnostics
internal import FlowLoader
package import FlowModel

/// Where screens, buttons and fields are found in an app, by tool: `Flows/tests/screens.yaml`.
package struct ScreenTable: Sendable {
  /// How a tool finds something.
  package enum Selector: Hashable, Sendable {
    /// By an id that was given to it for tests.
    case id(String)
    /// In the own language of the tool.
    case own(String)
  }

  /// Something on a screen.
  package enum Part: Hashable, Sendable {
    /// The screen itself.
    case screen
    /// A button, by its text.
    case button(String)
    /// A field, by its name.
    case input(String)

    /// The kind, in tables for people.
    package var kind: String {
      switch self {
      case .screen: "screen"
      case .button: "button"
      case .input: "input"
      }
    }

    /// The name. Empty for the screen itself.
    package var name: String {
      switch self {
      case .screen: ""
      case .button(let name), .input(let name): name
      }
    }
  }

  /// The selectors of one screen, by part and tool. An empty tool stands for all.
  private var selectors: [String: [Part: [String: String]]] = [:]

  /// A table without selectors.
  package init() {}

  /// How a tool finds a part of a step. Nil if the table does not say. A step's id is preferred to
  /// its title.
  package func selector(_ part: Part, at step: Step, for tool: TestTool) -> Selector? {
    for screen in [step.qualified, step.subject] {
      guard let found = selectors[screen]?[part] else { continue }
      if let own = found[tool.rawValue] { return .own(own) }
      if let id = found[""] { return .id(id) }
    }
    return nil
  }

  // MARK: Reading

  /// Reads a table, and compares its names with the flows.
  package static func read(
    _ file: SourceFile, for catalogue: Catalogue
  ) -> (table: ScreenTable, diagnostics: [Diagnostic]) {
    let (mapping, diagnostics) = TextMapping.read(file)
    var reading = ScreenReading(file, diagnostics, steps: catalogue.shownSteps)
    var table = ScreenTable()
    for entry in mapping.entries {
      table.selectors[entry.key] = reading.parts(of: entry)
    }
    return (table, reading.diagnostics)
  }
}

/// Reads the screens of a table and collects the mistakes.
private struct ScreenReading {
  private(set) var diagnostics: [Diagnostic]
  private let path: String
  private var steps: [String: [Step]] = [:]

  init(_ file: SourceFile, _ diagnostics: [Diagnostic], steps: [Step]) {
    (path, self.diagnostics) = (file.path, diagnostics)
    for step in steps {
      self.steps[step.qualified, default: []].append(step)
      self.steps[step.subject, default: []].append(step)
    }
  }

  /// The selectors of a screen.
  mutating func parts(of screen: TextMapping.Entry) -> [ScreenTable.Part: [String: String]] {
    guard let steps = steps[screen.key] else {
      let near = DidYouMean.question(for: screen.key, in: steps.keys.sorted())
      refuse(
        .unknownScreen, at: screen.span, "no step shows a screen `\(screen.key)`",
        near ?? "write the title of a screen, or the id of its step such as `UC1:1.1`")
      return [:]
    }
    guard case .mapping(let parts) = screen.value else {
      return [.screen: tools(screen)]
    }
    var found: [ScreenTable.Part: [String: String]] = [:]
    for part in parts.entries {
      switch (part.key, part.value) {
      case ("screen", _): found[.screen] = tools(part)
      case ("buttons", .mapping(let buttons)):
        for entry in known(buttons, "button", steps.flatMap(\.buttons), screen.key) {
          found[.button(entry.key)] = tools(entry)
        }
      case ("inputs", .mapping(let inputs)):
        for entry in known(inputs, "input", steps.flatMap(\.inputs).map(\.name), screen.key) {
          found[.input(entry.key)] = tools(entry)
        }
      case ("buttons", .text), ("inputs", .text):
        refuse(
          .wrongKind, at: part.valueSpan, "`\(part.key)` must be a mapping, not a text",
          "write `\(part.key): { NAME: SELECTOR }`")
      default:
        let keys = ["screen", "buttons", "inputs"]
        refuse(
          .unknownKey, at: part.span, "a screen has no key `\(part.key)`",
          DidYouMean.question(for: part.key, in: keys)
            ?? "a screen may have: \(keys.joined(separator: ", "))")
      }
    }
    return found
  }

  /// The entries whose names the screen has.
  private mutating func known(
    _ mapping: TextMapping, _ what: String, _ names: [String], _ screen: String
  ) -> [TextMapping.Entry] {
    mapping.entries.filter { entry in
      if names.contains(entry.key) { return true }
      let have = names.isEmpty ? "it has none" : "it has: \(names.joined(separator: ", "))"
      refuse(
        .unknownScreenPart, at: entry.span, "`\(screen)` has no \(what) `\(entry.key)`",
        DidYouMean.question(for: entry.key, in: names) ?? have)
      return false
    }
  }

  /// The selectors of a part by tool.
  private mutating func tools(_ part: TextMapping.Entry) -> [String: String] {
    switch part.value {
    case .text(let id): return ["": id]
    case .list: return [:]
    case .mapping(let mapping):
      let tools = TestTool.allCases.filter(\.hasSelectors).map(\.rawValue)
      var found: [String: String] = [:]
      for entry in mapping.entries {
        guard tools.contains(entry.key) else {
          refuse(
            .unknownKey, at: entry.span, "there is no tool `\(entry.key)`",
            DidYouMean.question(for: entry.key, in: tools)
              ?? "the tools are: \(tools.joined(separator: ", "))")
          continue
        }
        guard case .text(let text) = entry.value else {
          refuse(
            .wrongKind, at: entry.valueSpan, "a selector must be a text, not a mapping",
            "write `\(entry.key): SELECTOR`")
          continue
        }
        found[entry.key] = text
      }
      return found
    }
  }

  private mutating func refuse(_ rule: Rule, at span: Span, _ message: String, _ help: String) {
    diagnostics.append(Diagnostic(rule, path: path, span: span, message, help: help))
  }
}

extension Catalogue {
  /// The steps of all flows that show something.
  fileprivate var shownSteps: [Step] {
    flows.flatMap(\.steps).filter { $0.activity.isShown }
  }
}

extension Rule {
  /// A table of screens names a screen that no step shows.
  package static let unknownScreen = Rule("unknown-screen")
  /// A table of screens names a button or a field that the screen does not have.
  package static let unknownScreenPart = Rule("unknown-screen-part")
}
