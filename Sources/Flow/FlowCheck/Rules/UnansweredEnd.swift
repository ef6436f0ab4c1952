internal import FlowModel

extension Check {
  static let unansweredEnd = Check(
    "unanswered-end", "an end without an answer, where every other end gives one"
  ) { context, findings in
    let graph = context.graph
    let answering = Set(context.rows(.answer).map { graph.step(of: $0) })
    // All answers are given after this step, so a run that comes past it owes one.
    guard !answering.isEmpty, let owing = lastBefore(answering, context) else { return }
    let unanswered = graph.reachable(from: [owing]) { $0.answer == nil }
    let others = context.entries.filter { $0 != owing }
    let around = graph.reachable(from: others) { graph.next($0) != owing }
    for row in context.rows(leading: .end) where row.answer == nil {
      let step = graph.step(of: row)
      guard unanswered.contains(step), !around.contains(step) else { continue }
      findings.add(
        at: .row(row), span: context.targetSpan(row),
        "the run ends at `\(row.reference)` without an `answer`, so whoever started it "
          + "waits; every other end after step `\(owing.id)` gives one",
        help: "add the step that answers")
    }
  }

  /// The last step that every path to one of these steps passes. Nil if there is none.
  ///
  /// Follows one path, and finds out how far along it the rows beside it lead. A step that none of
  /// them leads past is on all paths.
  private static func lastBefore(_ goals: Set<Step>, _ context: CheckContext) -> Step? {
    let graph = context.graph
    let path = path(to: goals, context)
    let places = Dictionary(uniqueKeysWithValues: path.enumerated().map { ($1, $0) })
    var seen = StepSet(of: context.flow)
    var furthest = 0
    var last: Step?
    var waiting = context.entries
    for (place, step) in path.enumerated() {
      while let beside = waiting.popLast() {
        if let place = places[beside] {
          furthest = max(furthest, place)
        } else if seen.insert(beside) {
          if goals.contains(beside) { return last }
          waiting += graph.rows(of: beside).compactMap(graph.next)
        }
      }
      if furthest == place { last = step }
      waiting = graph.rows(of: step).compactMap(graph.next)
    }
    return last
  }

  /// A shortest path from an entry to one of these steps.
  private static func path(to goals: Set<Step>, _ context: CheckContext) -> [Step] {
    var before = Dictionary(context.entries.map { ($0, $0) }) { first, _ in first }
    var waiting = context.entries
    var next = 0
    while next < waiting.count, !goals.contains(waiting[next]) {
      for step in context.graph.rows(of: waiting[next]).compactMap(context.graph.next)
      where before[step] == nil {
        before[step] = waiting[next]
        waiting.append(step)
      }
      next += 1
    }
    var path = waiting[next...].prefix(1).map { $0 }
    while let step = path.last, let previous = before[step], previous != step {
      path.append(previous)
    }
    return path.reversed()
  }
}
