import FlowRuntime
import JSON
import TestSupport
import Testing

@testable import Agents

/// A refund desk: a folder with a flow, a gate and the commands of its actions.
struct GateDesk {
  let folder: Folder

  static let flow = """
    flow: A
    title: A refund
    steps:
      - step: '1'
        determine: how much was paid
        action: order.amount
        rows:
          a: { case: At most 100 euro, 'on': small, next: '2' }
          b: { case: Over 100 euro, 'on': large, next: '3' }
      - step: '2'
        screen: A small refund
        rows:
          a: { user: refunds it, by: agent, next: '4' }
          b: { user: declines it, next: end }
      - step: '3'
        screen: A large refund
        input: { draft: { length: 1..40 }, code: { secret: yes, digits: 6 } }
        rows:
          a: { user: approves it, enters: [draft, code], next: '4' }
          b: { user: declines it, next: end }
          c: { event: Nobody has answered, after: 24 h, next: end }
          d: { user: waits, by: person, next: stay }
      - step: '4'
        execute: the refund
        action: order.refund
        with: { words: draft, code: code }
        rows:
          a: { case: It is paid, 'on': paid, next: end }
          b: { error: Bank, 'on': bank, next: '3' }
    """

  static let gate = """
    start:
      A: yes
    actions:
      order.amount: { run: sh FOLDER/amount, changes: no }
      order.refund: { run: sh FOLDER/refund }
    vault:
      code: file:code.txt
    """

  /// - Parameters:
  ///   - amount: what the first action answers.
  ///   - refund: the script of the refund.
  init(
    flow: String = GateDesk.flow, gate: String = GateDesk.gate, amount: String = "large",
    refund: String = "cat >> FOLDER/asked; echo paid"
  ) throws {
    folder = try Folder(["Flows/A.yaml": flow, "amount": "echo \(amount)\n"])
    try folder.write(gate.replacing("FOLDER", with: folder.path), to: "gate.yaml")
    try folder.write(refund.replacing("FOLDER", with: folder.path), to: "refund")
  }

  /// The gate, as a host opens it.
  func open(_ clock: (any RunClock)? = nil) throws -> Agents.Gate {
    let gate = try Agents.Gate.open(folder.path("gate.yaml"), flows: folder.path("Flows"))
    return clock.map { Agents.Gate(gate.file, gate.catalogue, gate.store, clock: $0) } ?? gate
  }

  /// How often the refund was made.
  var refunds: Int { folder.text("asked").split(separator: "\n").count }

  /// Agrees to what an assistant asks, or refuses it.
  func decide(_ decision: GateQuestions.Decision, in gate: Agents.Gate) throws {
    for question in gate.questions.open { try gate.questions.decide(question.id, decision) }
  }
}

extension AgentAnswer {
  var handle: String { data?["handle"]?.string ?? "" }
  var step: String { data?["step"]?.string ?? "" }
  var took: [String] { data?["took"]?.array?.compactMap(\.string) ?? [] }
  var needsPerson: Bool { data?["needs"]?.string == "person" }
}

/// The reason of a refusal. Nil if nothing was refused.
func refusal(_ work: () async throws -> AgentAnswer) async -> String? {
  do { _ = try await work() } catch { return (error as? AgentRefusal)?.reason ?? "\(error)" }
  return nil
}
