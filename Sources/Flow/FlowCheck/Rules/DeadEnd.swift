internal import Diagnostics
internal import FlowModel

extension Check {
  static let deadEnd = Check(
    "dead-end", severity: .error, "a step without a row: a run stops there"
  ) {
    subject, findings in
    for step in subject.steps where subject.graph.rowCount(of: step) == 0 {
      let id = subject.graph.id(ofStep: step)
      findings.add(
        at: .step(step), span: subject.tables.steps[step].id.span,
        "step `\(id)` has no row, so a run can only stop there",
        help: "add a row, or end the flow before it")
    }
  }
}
