internal import FlowModel

extension Check {
  static let shadowedTimer = Check(
    "shadowed-timer", "a timer that never runs out, since a shorter one always comes first"
  ) { context, findings in
    for step in context.steps(withRows: .timer) {
      let timers = context.graph.rows(of: step).filter { $0.after != nil }
      for row in timers {
        guard let other = timers.first(where: { shadows($0, row, context.graph) }) else { continue }
        findings.add(
          at: .row(row), key: row.isAnywhere ? "" : other.reference,
          "the timer of `\(row.reference)` never runs out at step `\(step.id)`: "
            + "that of `\(other.reference)` comes first",
          help: "make it shorter, or remove the row")
      }
    }
  }

  /// Whether a timer always runs out before another one of the same step, and then ends what the
  /// other one is about.
  private static func shadows(_ row: Row, _ other: Row, _ graph: FlowGraph) -> Bool {
    guard row != other, row.conditions.isEmpty, row.scope.rawValue >= other.scope.rawValue,
      let first = row.after, let second = other.after, first <= second,
      !row.restarts || other.restarts
    else { return false }
    if first == second, row.scope == other.scope { return row.index < other.index }
    let next = graph.next(row)
    switch row.scope {
    case .step: return true
    case .section: return next?.section.index != graph.step(of: row).section.index
    case .flow: return next == nil
    }
  }
}
