internal import FlowModel

extension Check {
  static let checkWithoutEffect = Check(
    "check-without-effect", "a validation that leads to the same step whether it passes or not"
  ) { context, findings in
    for step in context.steps where context.tables.steps[step].activity == .validate {
      let rows = context.graph.rows(of: step)
      guard let first = rows.first, let good = context.graph.next(first), good != step else {
        continue
      }
      for row in rows.dropFirst() {
        let last = lastOnTheWay(from: row, to: good, context)
        guard context.graph.next(last) == good else { continue }
        let names = (context.graph.reference(first), context.graph.reference(row))
        let way = last == row ? "" : " by way of `\(context.graph.reference(last))`"
        findings.add(
          at: .row(last), key: names.1, span: context.graph.targetSpan(last),
          "what step `\(context.graph.id(ofStep: step))` refuses goes on all the same: "
            + "`\(names.1)` leads to `\(context.graph.id(ofStep: good))`\(way), as `\(names.0)` does",
          help: "lead back to where the entry can be changed")
      }
    }
  }

  /// The row at the end of what only informs: screens and prompts with one way on.
  private static func lastOnTheWay(from row: Int, to good: Int, _ context: CheckContext) -> Int {
    var row = row
    for _ in 0..<4 {
      guard let step = context.graph.next(row), step != good,
        context.tables.steps[step].activity.isShown,
        context.tables.steps[step].inputs.isEmpty, context.graph.rowCount(of: step) == 1,
        let only = context.graph.rows(of: step).first
      else { return row }
      row = only
    }
    return row
  }
}
