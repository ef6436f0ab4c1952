internal import FlowModel
internal import FlowText

extension Check {
  static let checkWithoutEffect = Check(
    "check-without-effect", "a validation that leads to the same step whether it passes or not"
  ) { subject, findings in
    for step in subject.steps where subject.tables.steps[step].activity == .validate {
      let rows = subject.graph.rows(of: step)
      guard let first = rows.first, let good = subject.graph.next(first), good != step else {
        continue
      }
      for row in rows.dropFirst() {
        let last = lastOnTheWay(from: row, to: good, subject)
        guard subject.graph.next(last) == good else { continue }
        let names = (subject.graph.reference(first), subject.graph.reference(row))
        let way = last == row ? "" : " by way of `\(subject.graph.reference(last))`"
        findings.add(
          at: .row(last), key: names.1, span: subject.graph.targetSpan(last),
          "what step `\(subject.graph.id(ofStep: step))` refuses goes on all the same: "
            + "`\(names.1)` leads to `\(subject.graph.id(ofStep: good))`\(way), as `\(names.0)` does",
          help: "lead back to where the entry can be changed")
      }
    }
  }

  /// The row at the end of what only informs: screens and prompts with one way on.
  private static func lastOnTheWay(from row: Int, to good: Int, _ subject: Subject) -> Int {
    var row = row
    for _ in 0..<4 {
      guard let step = subject.graph.next(row), step != good,
        subject.tables.steps[step].activity.isShown,
        subject.tables.steps[step].inputs.isEmpty, subject.graph.rowCount(of: step) == 1,
        let only = subject.graph.rows(of: step).first
      else { return row }
      row = only
    }
    return row
  }
}
