internal import FlowModel

extension Check {
  static let timerAtCall = Check(
    "timer-at-call",
    "a timer at a step that calls another flow, beside a step that waits without one"
  ) { context, findings in
    let graph = context.graph
    let waiting = context.steps(.await).first { step in
      !graph.rows(of: step).contains { $0.after != nil }
    }
    guard let waiting else { return }
    for row in context.rows(.timer) where !row.isAnywhere {
      let step = graph.step(of: row)
      guard graph.callee(of: step) != nil else { continue }
      findings.add(
        at: .row(row),
        "the timer of `\(row.reference)` runs while step `\(step.id)` calls `\(step.subject)`, and "
          + "step `\(waiting.id)`, which waits, has none",
        help: "put it at the step that waits")
    }
  }
}
