internal import FlowModel

extension Check {
  static let usedThoughAbsent = Check(
    "used-though-absent", "a case that says something is absent, and leads to a step that uses it"
  ) { context, findings in
    for step in context.steps(.determine) {
      guard let topic = noun(step) else { continue }
      for row in context.graph.rows(of: step) {
        let index = context.graph.next(ofRow: row.index)
        guard index >= 0, context.traits.steps[index].contains(.action),
          let next = context.graph.next(row), next != step, let action = next.action,
          noun(next) == topic, isAbsence(row)
        else { continue }
        findings.add(
          at: .row(row), span: context.targetSpan(row),
          "row `\(row.reference)` says `\(row.label)`, and leads to `\(next.id)`, which does "
            + "`\(action)`",
          help: "lead past the step that needs it")
      }
    }
  }

  private static func isAbsence(_ row: Row) -> Bool {
    row.expectedOutcome.map(Words.absences.contains) ?? false || Words.denies(row.label)
  }

  /// The thing that an action is about: `biometrics` in `biometrics.scan`.
  private static func noun(_ step: Step) -> Substring? {
    guard let action = step.action else { return nil }
    let bytes = action.utf8.drop { $0 == UInt8(ascii: ".") }.prefix { $0 != UInt8(ascii: ".") }
    return bytes.isEmpty ? nil : Substring(bytes)
  }
}
