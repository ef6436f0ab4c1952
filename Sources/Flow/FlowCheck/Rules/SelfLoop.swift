internal import FlowModel

extension Check {
  static let selfLoop = Check("self-loop", "a row of a screen or prompt that leads to itself") {
    subject, findings in
    subject.forEachRow { step, row in
      guard let target = subject.graph.target(row), target.kind != .stay,
        subject.graph.next(row) == step, subject.tables.steps[step].activity.isShown
      else { return }
      let name = subject.graph.reference(row)
      findings.add(
        at: .row(row), span: subject.graph.targetSpan(row),
        "row `\(name)` leads back to its own step `\(subject.graph.id(ofStep: step))`",
        help: "lead to where it goes on; if nothing is to happen, write `next: stay`")
    }
  }
}
