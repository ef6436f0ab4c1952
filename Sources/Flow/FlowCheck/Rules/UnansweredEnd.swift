internal import FlowModel

extension Check {
  static let unansweredEnd = Check(
    "unanswered-end", "an end without an answer, where every other end gives one"
  ) { context, findings in
    let graph = context.graph
    let answering = context.rows.filter { $0.answer != nil }
    guard !answering.isEmpty else { return }
    let tree = DominatorTree(graph, from: context.entries)
    // All answers are given after this step, so a run that comes past it owes one.
    guard let owing = tree.common(answering.map { graph.step(of: $0) }) else { return }
    let unanswered = graph.reachable(from: [owing]) { $0.answer == nil }
    for row in context.rows where row.answer == nil && graph.target(of: row)?.kind == .end {
      let step = graph.step(of: row)
      guard unanswered.contains(step), tree.dominates(owing, step) else { continue }
      findings.add(
        at: .row(row), span: context.targetSpan(row),
        "the run ends at `\(row.reference)` without an `answer`, so whoever started it "
          + "waits; every other end after step `\(owing.id)` gives one",
        help: "add the step that answers")
    }
  }
}
