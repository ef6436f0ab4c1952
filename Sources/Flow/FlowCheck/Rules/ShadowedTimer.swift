internal import FlowModel

extension Check {
  static let shadowedTimer = Check(
    "shadowed-timer", "a timer that never runs out, since a shorter one always comes first"
  ) { context, findings in
    for step in context.steps(withRows: .timer) {
      for (row, others) in shadowedTimers(at: step, context.graph) {
        let names = others.map(\.reference)
        findings.add(
          at: .row(row), key: row.isAnywhere ? "" : names.joined(separator: ", "),
          "the timer of `\(row.reference)` never runs out at step `\(step.id)`: "
            + (names.count == 1 ? "that" : "one") + " of \(Words.list(names)) comes first",
          help: "make it shorter, or remove the row")
      }
    }
  }

  /// The timers of a step before which others always run out, with these others: one without
  /// conditions, or all that come first under some conditions, if together they leave no
  /// combination of facts.
  static func shadowedTimers(at step: Step, _ graph: FlowGraph) -> [(row: Row, others: [Row])] {
    let timers = graph.rows(of: step).filter { $0.after != nil }
    guard timers.count > 1 else { return [] }
    // Those that lead on inside of their flow or section may end others. Which run out at all, is
    // known step by step; after some rounds, all may.
    var firing: [Row] = []
    var round = 0
    while true {
      let shadowed = shadowed(timers, firing, graph)
      let never = Set(shadowed.map(\.row))
      let staying = timers.filter { row in
        row.scope != .step && (round > mostRounds || !never.contains(row)) && !leaves(row, graph)
      }
      if staying.count == firing.count { return shadowed }
      firing = staying
      round += 1
    }
  }

  private static let mostRounds = 3

  /// - Parameter firing: the timers that may run out and lead on inside of their flow or section.
  private static func shadowed(
    _ timers: [Row], _ firing: [Row], _ graph: FlowGraph
  ) -> [(row: Row, others: [Row])] {
    let lasting = timers.filter { row in !firing.contains { mayBeOver(row, after: $0, graph) } }
    return timers.compactMap { row in
      let others = lasting.filter { comesFirst($0, before: row, graph) }
      if let one = others.first(where: { $0.conditions.isEmpty }) { return (row, [one]) }
      return !others.isEmpty && covers(others, row) ? (row, others) : nil
    }
  }

  /// Whether a timer always runs out before another one of the same step if its conditions hold,
  /// and then ends what the other one is about.
  private static func comesFirst(_ row: Row, before other: Row, _ graph: FlowGraph) -> Bool {
    guard row != other, row.scope.rawValue >= other.scope.rawValue,
      let first = row.after, let second = other.after, first <= second,
      !row.restarts || other.restarts
    else { return false }
    if first == second {
      // Of two that run out together the one that is written first is taken, and then both are
      // over.
      guard row.index < other.index else { return false }
      if row.scope == other.scope { return true }
    }
    switch row.scope {
    case .step: return true
    case .section, .flow: return leaves(row, graph)
    }
  }

  /// Whether another timer of the same section or flow, which leads on inside, may run out before
  /// this one. Then all that are not longer are over, since each runs out once.
  private static func mayBeOver(_ row: Row, after other: Row, _ graph: FlowGraph) -> Bool {
    guard row != other, row.scope == other.scope,
      let own = row.after, let time = other.after
    else { return false }
    if time == own, other.index < row.index { return true }
    return time >= own && !covers([row], other)
  }

  /// Whether the conditions of one of some rows hold whenever those of another row do.
  private static func covers(_ rows: [Row], _ other: Row) -> Bool {
    let conditions = rows.map(\.conditions)
    if conditions.contains(where: \.isEmpty) { return true }
    let asked = Set((conditions.joined() + other.conditions).map(\.fact))
    let facts = asked.sorted { $0.index < $1.index }
    let all = FactBox(masks: facts.map(\.domain)).holding(other.conditions, on: facts)
    return all.uncovered(by: conditions.map { all.holding($0, on: facts) }).isEmpty
  }

  /// Whether a row that holds anywhere leads out of its section or flow, or into it anew. Back and
  /// an error flow may return.
  private static func leaves(_ row: Row, _ graph: FlowGraph) -> Bool {
    switch graph.way(of: row) {
    case .step(let next):
      row.scope == .section && next.section.index != graph.step(of: row).section.index
    case .exit(let kind): kind != .back
    case .flow, .outline, .missing: true
    case .error, nil: false
    }
  }
}
