internal import FlowModel
internal import JSON

/// The runs of a flow in Amazon States Language (ASL, with JSONPath): one state machine that holds
/// every flow that a run can come to.
///
/// A step is a few states that begin with its id, and waits with a task token; a row is a state
/// with its id. The stack for calls, Back and Resume is `{kind, step, rest}` in the data.
public struct StateLanguage: Sendable {
  let model: ExportModel
  private let facts: [Int: String]
  var states: [(name: String, state: JSONValue)] = []
  var names = StateNames()
  /// The names of the ends that are there already.
  var ends: Set<String> = []

  /// The ending of the file's name.
  public static let fileEnding = "asl.json"

  /// The machine of the runs that begin with a flow.
  public init(_ model: ExportModel) {
    self.model = model
    var names = ExportNames(other: "_") { $0 == "_" }
    var facts: [Int: String] = [:]
    for fact in model.facts { facts[fact.number] = "$.facts.\(names.name(fact.name))" }
    self.facts = facts
  }

  /// What the machine cannot carry.
  public var notes: [ExportNote] {
    var notes = model.commonNotes
    for place in model.places {
      let timed = StateLanguage.timer(of: place)
      for row in place.rows where row.after != nil {
        if row.row != timed?.row {
          notes.append(
            ExportNote(
              row.row.qualified,
              """
              its timer is not in the file: a state has one, in whole seconds and without \
              conditions; the host answers with the row's id at that time
              """
            ))
        } else if !row.row.restarts {
          notes.append(
            ExportNote(
              row.row.qualified,
              """
              its timer begins again when a suspended run is resumed; in the flow, the time goes \
              on meanwhile
              """
            ))
        }
      }
    }
    return notes.unique
  }

  /// The row of a step whose timer a state can have: the earliest of the step.
  static func timer(of place: ExportPlace) -> ExportRow? {
    let timed = place.rows.filter { $0.after != nil && !$0.hasLongTimer(at: place) }
    guard place.callee == nil, let first = timed.min(by: { ($0.after ?? 0) < ($1.after ?? 0) }),
      let after = first.after, after % 1_000 == 0, after > 0, first.guards.isEmpty
    else { return nil }
    return first
  }

  /// The machine as JSON, a state on each line.
  public var json: String {
    var machine = self
    machine.addAll()
    let states = machine.states.map { "    \(JSONValue.quoted($0.name)): \($0.state.text)" }
    return """
      {
        "Comment": \(JSONValue.quoted(explanation)),
        "StartAt": "begin",
        "States": {
      \(states.joined(separator: ",\n"))
        }
      }

      """
  }

  private var explanation: String {
    let facts = model.facts.map {
      "\(variable($0).dropFirst(8)): \($0.values.joined(separator: ", "))"
    }
    var text = """
      \(model.flow.id) \(model.flow.title), as \(model.reading.rawValue). The input names two SQS \
      queues: people and actions. It may have start (a step, such as UC1:1.1), byHand (1: calls \
      and steps that nobody decides ask as well), and facts: \(facts.joined(separator: "; ")). A \
      message has the task token, the step and the action. Answer with SendTaskSuccess: the id of \
      a row, the outcome of an action, or suspend FLOW, as a JSON string; or with SendTaskFailure \
      and the name of an error. The output says how the run ended.
      """
    let notes = self.notes
    if !notes.isEmpty {
      text +=
        "\nNot in this file:\n" + notes.map { "\($0.place): \($0.text)" }.joined(separator: "\n")
    }
    return text
  }

  // MARK: States

  mutating func add(_ name: String, _ state: KeyValuePairs<String, JSONValue?>) {
    states.append((name, .object(state)))
  }

  /// A state that sets a part of the data.
  mutating func set(_ name: String, _ path: String, to value: JSONValue, next: String) {
    add(
      name,
      [
        "Type": .string("Pass"), "Result": value, "ResultPath": .string(path),
        "Next": .string(next),
      ])
  }

  /// A state that copies a part of the data.
  mutating func copy(_ name: String, _ source: String, to path: String, next: String) {
    add(
      name,
      [
        "Type": .string("Pass"), "InputPath": .string(source), "ResultPath": .string(path),
        "Next": .string(next),
      ])
  }

  mutating func choose(
    _ name: String, _ choices: [(rule: JSONValue, next: String)], otherwise: String?
  ) {
    let rules = choices.map { choice -> JSONValue in
      guard case .object(let members) = choice.rule else { return choice.rule }
      return .object(members + [.init(key: "Next", value: .string(choice.next))])
    }
    add(
      name,
      [
        "Type": .string("Choice"), "Choices": .array(rules),
        "Default": otherwise.map { .string($0) },
      ])
  }

  mutating func push(_ name: String, _ kind: String, next: String) {
    add(
      name,
      [
        "Type": .string("Pass"),
        "Parameters": .object([
          "kind": .string(kind), "step.$": .string("$.at"), "rest.$": .string("$.stack"),
        ]), "ResultPath": .string("$.stack"), "Next": .string(next),
      ])
  }

  mutating func pop(_ name: String, next: String) {
    copy(name, "$.stack.rest", to: "$.stack", next: next)
  }

  // MARK: Rules

  func equals(_ path: String, _ text: String) -> JSONValue {
    .object(["Variable": .string(path), "StringEquals": .string(text)])
  }

  func all(_ rules: [JSONValue]) -> JSONValue {
    rules.count == 1 ? rules[0] : .object(["And": .array(rules)])
  }

  func any(_ rules: [JSONValue]) -> JSONValue {
    rules.count == 1 ? rules[0] : .object(["Or": .array(rules)])
  }

  func holds(_ condition: ExportGuard) -> JSONValue {
    guard let fact = model.fact(condition.fact), !condition.values.isEmpty else {
      return equals("$.at", "")
    }
    return any(condition.values.map { isValue($0, of: fact) })
  }

  func isValue(_ index: Int, of fact: ExportFact) -> JSONValue {
    let path = JSONValue.string(variable(fact))
    return fact.isCounter
      ? .object(["Variable": path, "NumericEquals": .number(fact.values[index])])
      : .object(["Variable": path, "StringEquals": .string(fact.values[index])])
  }

  func variable(_ fact: ExportFact) -> String { facts[fact.number] ?? "" }

  func literal(_ index: Int, of fact: ExportFact) -> JSONValue {
    fact.isCounter ? .number(fact.values[index]) : .string(fact.values[index])
  }
}

/// Names of states, which have at most 80 characters.
struct StateNames: Sendable {
  private var names: [String: String] = [:]
  private var taken: Set<String> = []

  mutating func name(_ text: String) -> String {
    if let name = names[text] { return name }
    var name = text.count > 80 ? String(text.prefix(74)) : text
    var count = 1
    while !taken.insert(name).inserted {
      count += 1
      name = "\(text.prefix(74)) #\(count)"
    }
    names[text] = name
    return name
  }
}
