import FlowModel
import FlowRuntime

/// What runs of a program do by themselves from a step on, with nothing on the stack at first: on
/// the machine, row by row, whatever the facts are. Knows nothing of the check.
struct SilentRuns {
  private struct Key: Hashable {
    let block: Int32
    let returned: Int32
    let history: [HistoryEntry]
    let crossed: Bool
  }

  private static let depth = 6
  /// The steps to which runs come by a row or a call, without anybody acting.
  private(set) var steps: Set<Step> = []
  /// Whether a run comes back to the step in which it began: with the same callers as before, or by
  /// a row into another flow. Calls that only nest do not go round: a run refuses the 65th.
  private(set) var circles = false

  /// - Parameter first: the row to begin with. Nil for any.
  init(_ program: Program, from start: Step, taking first: Row? = nil) {
    guard Self.isSystems(start), let machine = program.start(at: start) else { return }
    var seen: Set<Key> = []
    var waiting: [(machine: Machine, crossed: Bool)] = []
    func visit(_ machine: Machine, by row: Row?, _ crossed: Bool) {
      guard machine.end == nil, machine.history.endIndex <= Self.depth else { return }
      if machine.returned < 0 { steps.insert(machine.step) }
      // Until the result is dealt with, the run is not at the calling step again.
      let crossed =
        crossed || row?.target(program.reading)?.kind == .goto && row?.flow != machine.step.flow
      if machine.returned < 0, machine.step == start, crossed || machine.history.isEmpty {
        circles = true
      }
      let key = Key(
        block: machine.block, returned: machine.returned, history: Array(machine.history),
        crossed: crossed)
      if seen.insert(key).inserted { waiting.append((machine, crossed)) }
    }
    var isFirst = true
    waiting.append((machine, false))
    while let (machine, crossed) = waiting.popLast() {
      defer { isFirst = false }
      guard Self.isSystems(machine.step) else { continue }
      let isResult = machine.returned >= 0
      for (position, row) in machine.rows.enumerated() {
        guard Self.isSystems(row), first == nil || !isFirst || row == first
        else { continue }
        // A calling step's rows wait for the result of the flow, its first is taken if it is
        // skipped.
        var next = machine
        if machine.step.activity == .call {
          if isResult {
            guard row.expectedOutcome == machine.result else { continue }
            if (try? next.take(position)) != nil { visit(next, by: row, crossed) }
          }
        } else if (try? next.take(position)) != nil {
          visit(next, by: row, crossed)
        }
      }
      // A skipped call takes its first row.
      var passing = machine
      if !isResult, machine.step.activity == .call, !machine.step.unless.isEmpty,
        let row = machine.rows.first, Self.isSystems(row), first == nil || !isFirst || row == first,
        (try? passing.passOver()) != nil
      {
        visit(passing, by: row, crossed)
      }
      var inside = machine
      if !isResult, (try? inside.enterCall()) != nil { visit(inside, by: nil, crossed) }
    }
  }

  /// Whether nobody but the system acts at a step.
  private static func isSystems(_ step: Step) -> Bool {
    switch step.activity {
    case .screen, .prompt, .notice, .await, .user, .outside: false
    default: step.inputs.isEmpty && step.buttons.isEmpty
    }
  }

  /// Whether a row is taken without a user, a timer, a counter, or anything that is shown.
  private static func isSystems(_ row: Row) -> Bool {
    row.kind != .user && row.after == nil && row.does == nil && row.message == nil
      && !row.conditions.contains { $0.fact.isCounter }
  }
}
