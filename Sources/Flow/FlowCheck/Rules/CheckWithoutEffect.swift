internal import FlowModel

extension Check {
  static let checkWithoutEffect = Check(
    "check-without-effect", "a validation that leads to the same step whether it passes or not"
  ) { context, findings in
    let graph = context.graph
    for step in context.steps(.validate) {
      let rows = graph.rows(of: step)
      guard let first = rows.first, let good = graph.next(first), good != step else { continue }
      for row in rows.dropFirst() {
        let last = lastOnTheWay(from: row, to: good, graph)
        guard graph.next(last) == good else { continue }
        let name = row.reference
        let way = last == row ? "" : " by way of `\(last.reference)`"
        findings.add(
          at: .row(last), key: name, span: context.targetSpan(last),
          "a value that step `\(step.id)` refuses is used even so: "
            + "`\(name)` leads to `\(good.id)`\(way), like `\(first.reference)`",
          help: "lead back to the step where the value can be changed")
      }
    }
  }

  /// Follows screens and prompts with a single way on, and returns the last row.
  private static func lastOnTheWay(from row: Row, to good: Step, _ graph: FlowGraph) -> Row {
    var row = row
    for _ in 0..<4 {
      guard let step = graph.next(row), step != good, step.activity.isShown, step.inputs.isEmpty
      else { return row }
      let rows = graph.rows(of: step)
      guard let only = rows.first, rows.count == 1 else { return row }
      row = only
    }
    return row
  }
}
