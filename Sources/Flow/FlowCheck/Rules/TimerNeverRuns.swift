internal import FlowModel

extension Check {
  static let timerNeverRuns = Check(
    "timer-never-runs", "a timer at a step that does not wait, because it calls another flow"
  ) { context, findings in
    for row in context.rows where row.after != nil {
      let step = context.graph.step(of: row)
      guard context.graph.callee(of: step) != nil else { continue }
      findings.add(
        at: .row(row),
        "the timer of `\(row.reference)` never runs out: step `\(step.id)` calls "
          + "`\(step.subject)` and does not wait itself",
        help: "put it at the step that waits")
    }
  }
}
