internal import FlowModel

extension Check {
  static let timerNeverRuns = Check(
    "timer-never-runs", "a timer at a step that does not wait, because it calls another flow"
  ) { subject, findings in
    subject.forEachRow { step, row in
      guard subject.tables.rareFields(ofRow: row).after > 0, subject.graph.callee(step) != nil
      else {
        return
      }
      let name = subject.graph.reference(row)
      let id = subject.graph.id(ofStep: step)
      findings.add(
        at: .row(row), span: subject.tables.rows[row].span,
        "the timer of `\(name)` never runs out: step `\(id)` calls "
          + "`\(subject.graph.subject(step))` and does not wait itself",
        help: "put it at the step that waits")
    }
  }
}
