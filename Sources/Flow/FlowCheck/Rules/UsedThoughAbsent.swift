internal import FlowModel

extension Check {
  static let usedThoughAbsent = Check(
    "used-though-absent", "a case that says something is not there, and a next step that uses it"
  ) { subject, findings in
    for step in subject.steps where subject.tables.steps[step].activity == .determine {
      guard let topic = noun(step, subject) else { continue }
      for row in subject.graph.rows(of: step) {
        guard let next = subject.graph.next(row), next != step,
          noun(next, subject) == topic, let action = subject.graph.action(next),
          isAbsence(row, subject)
        else { continue }
        findings.add(
          at: .row(row), span: subject.graph.targetSpan(row),
          "row `\(subject.graph.reference(row))` says `\(subject.graph.label(row))`, and leads to "
            + "`\(subject.graph.id(ofStep: next))`, which does `\(action)`",
          help: "lead past what is not there")
      }
    }
  }

  private static func isAbsence(_ row: Int, _ subject: Subject) -> Bool {
    if let outcome = subject.graph.outcome(row), Words.absences.contains(outcome) { return true }
    return Words.denies(subject.graph.label(row))
  }

  /// What an action is about: `biometrics` of `biometrics.scan`.
  private static func noun(_ step: Int, _ subject: Subject) -> Substring? {
    subject.graph.action(step)?.split(separator: ".").first
  }
}
