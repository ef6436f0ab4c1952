internal import FlowModel

extension Check {
  static let usedThoughAbsent = Check(
    "used-though-absent", "a case that says something is not there, and a next step that uses it"
  ) { context, findings in
    for step in context.steps where context.tables.steps[step].activity == .determine {
      guard let topic = noun(step, context) else { continue }
      for row in context.graph.rows(of: step) {
        guard let next = context.graph.next(row), next != step,
          noun(next, context) == topic, let action = context.graph.action(next),
          isAbsence(row, context)
        else { continue }
        findings.add(
          at: .row(row), span: context.graph.targetSpan(row),
          "row `\(context.graph.reference(row))` says `\(context.graph.label(row))`, and leads to "
            + "`\(context.graph.id(ofStep: next))`, which does `\(action)`",
          help: "lead past what is not there")
      }
    }
  }

  private static func isAbsence(_ row: Int, _ context: CheckContext) -> Bool {
    if let outcome = context.graph.outcome(row), Words.absences.contains(outcome) { return true }
    return Words.denies(context.graph.label(row))
  }

  /// What an action is about: `biometrics` of `biometrics.scan`.
  private static func noun(_ step: Int, _ context: CheckContext) -> Substring? {
    context.graph.action(step)?.split(separator: ".").first
  }
}
