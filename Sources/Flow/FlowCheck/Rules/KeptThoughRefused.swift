internal import FlowModel

extension Check {
  static let keptThoughRefused = Check(
    "kept-though-refused", "a saved value that is refused, and that is not asked for again"
  ) { context, findings in
    let tables = context.tables
    var saved: [String: (fact: Int32, step: Int)] = [:]
    for step in context.steps {
      for index in tables.rareFields(ofStep: step).unless.range {
        let fact = tables.conditions[index].fact
        saved[tables.string(tables.facts[Int(fact)].name).uppercased()] = (fact, step)
      }
    }
    guard !saved.isEmpty else { return }
    context.forEachRow { _, row in
      switch tables.rows[row].kind {
      case .case, .error, .extension: break
      case .own, .user, .result, .event: return
      }
      let label = context.graph.label(row)
      guard Words.denies(label) else { return }
      for word in Words.of(label) {
        guard let (fact, step) = saved[String(word)],
          let exit = firstExit(from: row, unchanged: fact, context)
        else { continue }
        let name = tables.string(tables.facts[Int(fact)].name)
        findings.add(
          at: .row(row), key: name, span: tables.rows[row].span,
          "`\(name)` is refused here and kept: row `\(context.graph.reference(exit))` leaves, and "
            + "step `\(context.graph.id(ofStep: step))` will not ask for it again",
          help: "delete it on the way, and `set` the fact `\(name)`")
        return
      }
    }
  }

  /// The first row that leaves the flow without a change of the fact.
  private static func firstExit(
    from row: Int, unchanged fact: Int32, _ context: CheckContext
  ) -> Int? {
    let graph = context.graph
    func changes(_ row: Int) -> Bool {
      context.tables.rows[row].changes.range.contains { context.tables.changes[$0].fact == fact }
    }
    guard !changes(row) else { return nil }
    guard let first = graph.next(row) else { return row }
    var seen: Set<Int> = [first]
    var waiting = [first]
    while let step = waiting.popLast() {
      for row in graph.rows(of: step) where !changes(row) {
        guard let next = graph.next(row) else { return row }
        if seen.insert(next).inserted { waiting.append(next) }
      }
    }
    return nil
  }
}
