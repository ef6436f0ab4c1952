internal import FlowModel

extension Check {
  static let secretAlive = Check(
    "secret-alive", "a secret that is entered, and a way out on which nothing uses it"
  ) { context, findings in
    let graph = context.graph
    for row in context.rows {
      let step = graph.step(of: row)
      let inputs = step.inputs
      // A user who comes back to the step enters the secret again.
      let staysThere = graph.next(row) == step
      for (name, span) in zip(row.enters, row.enterSpans)
      where inputs.contains(where: { $0.isSecret && $0.name == name }) {
        let exit = graph.firstExit(from: row) { next in
          let from = graph.step(of: next)
          return next == row
            || (staysThere || from != step) && !from.arguments.contains { $0.value == name }
        }
        guard let exit else { continue }
        findings.add(
          at: .row(row), key: name, span: span,
          "`\(name)` is entered here, but row `\(exit.reference)` leaves the flow "
            + "before anything has used it",
          help: "pass it to the action that uses it: `with: { \(name): \(name) }`")
      }
    }
  }
}
