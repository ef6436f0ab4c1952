#if !hasFeature(Embedded)
  internal import FlowModel
  package import JSON

  /// Where a run stands, as a full trace tells it: what is shown, which rows the facts allow, the
  /// facts, and the stack for Back, calls and Resume.
  ///
  /// Texts keep the places of their values (`{surname}`), and nothing that was entered is in it, so
  /// it has no secrets.
  public struct TraceState: Hashable, Sendable {
    /// A line of a full trace.
    public struct Field: Hashable, Sendable {
      /// What it tells: `screen`, `message`, `facts` ...
      public let name: String
      /// The value, on one line.
      public let value: String

      /// The field as it stands in a trace.
      public var text: String { "\(TraceState.indent)\(name): \(value)\n" }
    }

    /// What stands before every field, and before no other line of a trace.
    package static let indent = String(repeating: " ", count: 12)

    private let program: Program
    private let block: Int32
    private let hasEnded: Bool
    /// The positions of the rows that the facts allow. Nil if no row of the step has conditions.
    private let allowed: [Int]?
    private let values: [UInt8]
    private let history: [HistoryEntry]

    /// The state of a machine.
    public init(_ machine: Machine) {
      program = machine.program
      block = machine.block
      hasEnded = machine.hasEnded
      let rows = hasEnded ? [] : machine.rows
      allowed =
        rows.allSatisfy { $0.conditions.isEmpty } ? nil : rows.indices.filter(machine.allows)
      values = machine.factValues
      history = hasEnded ? [] : Array(machine.history)
    }

    /// Equal if nothing in a trace tells them apart. States of two programs never are.
    public static func == (a: TraceState, b: TraceState) -> Bool {
      a.program === b.program && a.block == b.block && a.hasEnded == b.hasEnded
        && a.allowed == b.allowed && a.values == b.values && a.history == b.history
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(block)
      hasher.combine(values)
      hasher.combine(history)
    }

    /// The steps where the run stands and that it has on the stack, by their names.
    package var places: [String] {
      ([block] + history.map(\.block)).map { program.step(at: $0).qualified }
    }

    // MARK: What it tells

    /// The facts with their values, in the order of the program.
    public var facts: [(name: String, value: String)] {
      zip(program.facts, values).map { ($0.name, $0.values[Int($1)]) }
    }

    /// The entries of the stack, the oldest first: `UC2.3:1.3` for a screen, `call UC1.2:4.2` for a
    /// call.
    public var stack: [String] {
      history.map { entry in
        let place = program.step(at: entry.block).qualified
        return switch entry.kind {
        case .screen: place
        case .call: "call \(place)"
        case .failure: "failed \(place)"
        case .departure: "left \(place)"
        case .suspension: "suspended \(place)"
        }
      }
    }

    /// The rows that the facts allow, if some row of the step has conditions. Otherwise nil.
    public var rows: [String]? {
      guard let allowed else { return nil }
      let rows = program.step(at: block).rows(program.reading)
      return allowed.map { rows[$0].reference }
    }

    /// What the step shows and does. Empty at the end.
    private var shown: [(name: String, value: JSONValue)] {
      guard !hasEnded else { return [] }
      let step = program.step(at: block).source
      let title = step.activity.isShown ? ShownText.read(step.subject) : step.text
      var shown: [(name: String, value: JSONValue)] = [(step.activity.key, .string(title))]
      func add(_ name: String, _ text: String?) {
        if let text { shown.append((name, .string(ShownText.read(text)))) }
      }
      func add(_ name: String, _ texts: [String]) {
        if !texts.isEmpty { shown.append((name, .strings(texts))) }
      }
      add("message", step.message)
      add("loading", step.loading)
      add("items", step.items.map(ShownText.read))
      add(
        "input",
        step.inputs.map { "\($0.name): \($0.requirement)\($0.isSecret ? ", secret" : "")" })
      add("buttons", step.buttons)
      add("takes", step.takes.map { "\($0.lowerBound)-\($0.upperBound) ms" })
      add("cancelable", step.isCancelable.map { $0 ? "yes" : "no" })
      add("action", step.action)
      add("with", step.arguments.map { "\($0.parameter): \($0.value)" })
      return shown
    }

    /// The lines of a full trace. Facts and the stack are told where they have changed.
    public func fields(after previous: TraceState?) -> [Field] {
      var fields = shown.map { Field(name: $0.name, value: $0.value.text) }
      if let rows { fields.append(Field(name: "rows", value: rows.joined(separator: ", "))) }
      let changed = values.indices.filter { values[$0] != previous?.values[$0] ?? 0 }
      if !changed.isEmpty {
        let facts = facts
        let texts = changed.map { "\(facts[$0].name) \(facts[$0].value)" }
        fields.append(Field(name: "facts", value: texts.joined(separator: ", ")))
      }
      if !hasEnded, history != previous?.history ?? [] {
        fields.append(
          Field(name: "stack", value: history.isEmpty ? "empty" : stack.joined(separator: ", ")))
      }
      return fields
    }

    /// The members that an object of a trace in JSON has besides those of its row.
    package var members: [(String, JSONValue)] {
      let shown = shown
      var members: [(String, JSONValue)] = []
      if !shown.isEmpty {
        members.append(("shown", .object(members: shown.map { ($0.name, $0.value) })))
      }
      if let rows { members.append(("rows", .strings(rows))) }
      members.append(("facts", .object(members: facts.map { ($0.name, .string($0.value)) })))
      if !hasEnded { members.append(("stack", .strings(stack))) }
      return members
    }
  }

  extension TraceEntry {
    /// The lines of a full trace: where the run stood, the row, and what the row does besides
    /// leading on.
    ///
    /// - Parameter previous: the state of the entry before.
    public func fullText(after previous: TraceState?) -> String {
      let before = state?.fields(after: previous) ?? []
      let after = rowMembers.map { TraceState.Field(name: $0.0, value: $0.1.text) }
      return before.map(\.text).joined() + text + "\n" + after.map(\.text).joined()
    }

    private var rowMembers: [(String, JSONValue)] {
      var members: [(String, JSONValue)] = []
      if let outcome = row.outcome, outcome != row.label {
        members.append(("on", .string(outcome)))
      }
      if !row.enters.isEmpty { members.append(("enters", .strings(row.enters))) }
      if let does = row.does { members.append(("does", .string(does))) }
      if let message = row.message {
        members.append(("tells", .string(ShownText.read(message))))
      }
      return members
    }

    /// The entry as a JSON object on one line, with where the run stood.
    public var fullJSON: String { fullJSON(name: nil) }

    /// The same with the name of the row in code.
    package func fullJSON(name: String?) -> String {
      JSONValue.object(members: members(name: name) + rowMembers + (state?.members ?? [])).text
    }

    /// The entry as a JSON object on one line, with the name of the row in code.
    package func json(name: String?) -> String {
      JSONValue.object(members: members(name: name)).text
    }

    private func members(name: String?) -> [(String, JSONValue)] {
      var members = members
      if let name { members.insert(("name", .string(name)), at: 1) }
      return members
    }
  }
#endif
