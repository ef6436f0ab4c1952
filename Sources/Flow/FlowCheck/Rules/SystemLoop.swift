internal import FlowModel

extension Check {
  static let systemLoop = Check(
    "system-loop", "steps of the system that go round without anybody acting"
  ) { context, findings in
    // A row that leads back to a step on the current path of the walk closes a loop.
    var seen = StepSet(of: context.flow)
    var open = Set<Step>()
    for first in context.steps where isSystems(first) && seen.insert(first) {
      var way = [(step: first, rows: context.graph.rows(of: first)[...])]
      open.insert(first)
      while let (step, rows) = way.last {
        guard let row = rows.first else {
          open.remove(step)
          way.removeLast()
          continue
        }
        way[way.count - 1].rows = rows.dropFirst()
        guard runsOn(row), let next = context.graph.next(row), isSystems(next) else { continue }
        if open.contains(next) {
          findings.add(
            at: .row(row), span: context.targetSpan(row),
            "row `\(row.reference)` leads back to `\(next.id)`, and nobody acts on the way",
            help: "let the user try again, count the tries, or wait with `after`")
        } else if seen.insert(next) {
          open.insert(next)
          way.append((next, context.graph.rows(of: next)[...]))
        }
      }
    }
  }

  private static func isSystems(_ step: Step) -> Bool {
    switch step.activity {
    case .determine, .validate, .execute, .system, .os:
      step.inputs.isEmpty && step.buttons.isEmpty
    case .screen, .prompt, .notice, .call, .await, .user, .outside: false
    }
  }

  /// Whether a row is taken without showing anything to anybody and without a limit by a counter.
  private static func runsOn(_ row: Row) -> Bool {
    row.kind != .user && row.after == nil && row.does == nil && row.message == nil
      && !row.conditions.contains { $0.fact.isCounter }
  }
}
