internal import FlowModel

extension Check {
  static let rowNeverTaken = Check(
    "row-never-taken", "a row that no run takes, since its facts never have the values for it"
  ) { context, findings in
    // What is known of all flows does not change with one `meant`.
    guard context.graph.exception == nil else { return }
    for obstacle in context.catalogue.factReach.obstacles[context.place] {
      let row = obstacle.row
      guard !isUnanswered(row, at: context.graph.step(of: row)) else { continue }
      let name = obstacle.fact.name
      let wanted = Words.alternatives(obstacle.fact.values(obstacle.wanted))
      let step = context.graph.step(of: row).id
      let why =
        obstacle.possible == 0
        ? "step `\(step)` is always passed over, since `\(name)` is never \(wanted)"
        : "`\(name)` is never \(wanted) there"
      findings.add(
        at: .row(row), "no run takes row `\(row.reference)`: \(why)",
        help: "let a row set `\(name)` or a step count it, or give the row another `if`")
    }
  }

  /// Whether a row is for an answer that its step never gets: a `case` without `on` where an action
  /// or a called flow answers.
  static func isUnanswered(_ row: Row, at step: Step) -> Bool {
    row.kind == .case && row.outcome == nil && row.after == nil
      && (step.action != nil || step.activity == .call)
  }
}
