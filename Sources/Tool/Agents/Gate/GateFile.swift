package import Diagnostics
internal import FlowLoader
package import FlowModel
internal import LoopbackHTTP

/// What people have decided before an assistant starts: which flows it may start, what performs the
/// actions, and who may take which rows (docs/agents.md).
package struct GateFile: Sendable {
  /// The name of the file.
  package static let name = "gate.yaml"

  /// What performs an action.
  struct Handler: Sendable {
    enum Kind: Sendable {
      /// A program and its arguments.
      case command([String])
      /// A tool of another server of the Model Context Protocol, which is started for each call.
      case server([String], tool: String)
      /// A program that runs already, such as one in Swift: an address on this machine.
      case host(HTTPClient.Host, path: String)
    }

    var kind: Kind
    /// Whether it changes the world, so that a person decides before it.
    var changes = true
  }

  /// The folder or the compiled file of the flows, relative to the file. Nil for the folder beside.
  package private(set) var flows: String?
  private(set) var reading = Reading.written
  /// The flows that may be started, each with the first values of facts.
  private(set) var starts: [String: [String: String]] = [:]
  private(set) var handlers: [String: Handler] = [:]
  /// Who may take a row, in place of what follows from the actions.
  package private(set) var rows: [String: Taker] = [:]
  /// Where handlers find secrets, by the names of inputs.
  private(set) var vault: [String: String] = [:]
  private var spans: [String: Span] = [:]
  private let path: String

  /// Reads the file, and everything that is wrong with it.
  package static func read(_ file: SourceFile) -> (gate: GateFile, diagnostics: [Diagnostic]) {
    var (mapping, diagnostics) = TextMapping.read(file)
    var gate = GateFile(path: file.path)
    for entry in mapping.entries {
      gate.read(entry, &diagnostics)
    }
    mapping = TextMapping()
    return (gate, diagnostics)
  }

  private init(path: String) { self.path = path }

  private static let keys = ["flows", "as", "start", "actions", "rows", "vault"]

  private mutating func read(_ entry: TextMapping.Entry, _ diagnostics: inout [Diagnostic]) {
    func refuse(_ words: String, help: String, _ span: Span? = nil) {
      diagnostics.append(
        Diagnostic(.wrongValue, path: path, span: span ?? entry.valueSpan, words, help: help))
    }
    switch (entry.key, entry.value) {
    case ("flows", .text(let text)): flows = text
    case ("as", .text(let text)):
      guard let reading = Reading(rawValue: text) else {
        return refuse("`\(text)` is not a reading", help: "write `written` or `meant`")
      }
      self.reading = reading
    case ("start", .mapping(let flows)):
      for flow in flows.entries {
        spans["start \(flow.key)"] = flow.span
        guard case .mapping(let facts) = flow.value else {
          // `UC1: yes` begins with the first values of all facts.
          starts[flow.key] = [:]
          continue
        }
        starts[flow.key] = Dictionary(facts.texts.map { ($0.key, $0.text) }) { first, _ in first }
      }
    case ("actions", .mapping(let actions)):
      for action in actions.entries {
        spans["action \(action.key)"] = action.span
        do throws(GateFileProblem) {
          handlers[action.key] = try Handler(action.value)
        } catch {
          refuse("`\(action.key)` \(error.words)", help: error.help, error.span ?? action.span)
        }
      }
    case ("rows", .mapping(let rows)):
      for row in rows.texts {
        guard let taker = Taker(rawValue: row.text) else {
          refuse("`\(row.text)` takes no rows", help: "write `agent` or `person`", row.span)
          continue
        }
        spans["row \(row.key)"] = row.span
        self.rows[row.key] = taker
      }
    case ("vault", .mapping(let secrets)):
      vault = Dictionary(secrets.texts.map { ($0.key, $0.text) }) { first, _ in first }
    default:
      let known = GateFile.keys.contains(entry.key)
      diagnostics.append(
        Diagnostic(
          known ? .wrongKind : .unknownKey, path: path, span: entry.span,
          known ? "`\(entry.key)` is of another kind" : "the gate has no key `\(entry.key)`",
          help: DidYouMean.question(for: entry.key, in: GateFile.keys)
            ?? "it may have: \(GateFile.keys.joined(separator: ", "))"))
    }
  }

  /// What the file names and the flows do not have.
  package func problems(in catalogue: Catalogue) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    func add(_ key: String, _ words: String, _ name: String, among names: [String]) {
      problems.append(
        Diagnostic(
          .wrongValue, path: path, span: spans[key] ?? .top, words,
          help: DidYouMean.question(for: name, in: names) ?? "see `flowrun list`"))
    }
    for flow in starts.keys.sorted() where catalogue.flow(named: flow)?.firstStep == nil {
      add("start \(flow)", "there is no flow `\(flow)`", flow, among: catalogue.flows.map(\.id))
    }
    let actions = Set(catalogue.flows.flatMap { $0.steps.compactMap(\.action) })
    for action in handlers.keys.sorted() where !actions.contains(action) {
      add(
        "action \(action)", "no step has the action `\(action)`", action, among: actions.sorted())
    }
    let rows = Set(catalogue.flows.flatMap { $0.rows.map(\.qualified) })
    for row in self.rows.keys.sorted() where !rows.contains(row) {
      add("row \(row)", "no flow has the row `\(row)`", row, among: rows.sorted())
    }
    for row in catalogue.flows.flatMap(\.rows)
    where row.taker == .person && self.rows[row.qualified] == .agent {
      problems.append(
        Diagnostic(
          .wrongValue, path: path, span: spans["row \(row.qualified)"] ?? .top,
          "the table keeps `\(row.qualified)` for a person",
          help: "remove this line, or `by: person` in the table"))
    }
    return problems
  }
}

extension TextMapping {
  /// The entries that are texts.
  fileprivate var texts: [(key: String, text: String, span: Span)] {
    entries.compactMap { entry in
      if case .text(let text) = entry.value { (entry.key, text, entry.span) } else { nil }
    }
  }
}
