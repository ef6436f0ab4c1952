internal import Diagnostics
internal import FlowModel

extension Check {
  static let deadEnd = Check(
    "dead-end", severity: .error, "a step without a row: a run stops there"
  ) { context, findings in
    for step in context.steps where context.graph.rows(of: step).isEmpty {
      findings.add(
        at: .step(step), "step `\(step.id)` has no row, so a run can only stop there",
        help: "add a row, or end the flow before it")
    }
  }
}
