internal import FlowModel

extension Check {
  static let secretAlive = Check(
    "secret-alive", "a secret that is entered, and a way out on which nothing uses it up"
  ) { context, findings in
    context.forEachRow { step, row in
      for text in context.tables.rareFields(ofRow: row).enters.range.map({
        context.tables.texts[$0]
      }) {
        let name = context.tables.string(text)
        guard isSecret(name, step, context),
          let exit = firstExit(from: row, with: name, context)
        else { continue }
        findings.add(
          at: .row(row), key: name, span: text.span,
          "`\(name)` is entered here, and row `\(context.graph.reference(exit))` leaves the flow "
            + "without anything having used it",
          help: "hand it to the action that uses it up: `with: { \(name): \(name) }`")
      }
    }
  }

  private static func isSecret(_ name: String, _ step: Int, _ context: CheckContext) -> Bool {
    context.tables.steps[step].inputs.range.contains {
      context.tables.inputs[$0].isSecret
        && context.tables.string(context.tables.inputs[$0].name) == name
    }
  }

  /// The first row that leaves the flow with the secret still there.
  private static func firstExit(
    from row: Int, with name: String, _ context: CheckContext
  ) -> Int? {
    let graph = context.graph
    guard let first = graph.next(row) else { return row }
    var seen: Set<Int> = [first, graph.step(of: row)]
    var waiting = [first]
    while let step = waiting.popLast() {
      let usesIt = context.tables.rareFields(ofStep: step).arguments.range.contains {
        context.tables.string(context.tables.arguments[$0].value) == name
      }
      if usesIt { continue }
      for row in graph.rows(of: step) {
        guard let next = graph.next(row) else { return row }
        if seen.insert(next).inserted { waiting.append(next) }
      }
    }
    return nil
  }
}
