internal import FlowModel

extension Check {
  static let keptThoughRefused = Check(
    "kept-though-refused", "a saved value that is refused, and that is not asked for again"
  ) { context, findings in
    var saved: [String: (fact: Fact, step: Step)] = [:]
    for step in context.steps(.unless) {
      for condition in step.unless {
        saved[condition.fact.name.uppercased()] = (condition.fact, step)
      }
    }
    guard !saved.isEmpty else { return }
    var budget = SearchBudget(context)
    for row in context.rows {
      switch row.kind {
      case .case, .error, .extension: break
      case .own, .user, .result, .event: continue
      }
      let label = row.label
      guard Words.denies(label) else { continue }
      for word in Words.withoutSmallLetters(row.labelBytes) {
        guard let (fact, step) = saved[word], budget.allowsSearch(),
          let exit = firstExit(from: row, unchanged: fact, context.graph)
        else { continue }
        findings.add(
          at: .row(row), key: fact.name,
          "`\(fact.name)` is refused here and kept: row `\(exit.reference)` leaves, and "
            + "step `\(step.id)` will not ask for it again",
          help: "delete it on the way, and `set` the fact `\(fact.name)`")
        break
      }
    }
  }

  /// The first row that leaves the flow while the fact is unchanged.
  private static func firstExit(
    from row: Row, unchanged fact: Fact, _ graph: FlowGraph
  ) -> Row? {
    graph.firstExit(from: row) { row in !row.changes.contains { $0.fact == fact } }
  }
}
