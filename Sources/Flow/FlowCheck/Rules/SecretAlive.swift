internal import FlowModel

extension Check {
  static let secretAlive = Check(
    "secret-alive", "a secret that is entered, and a way out on which nothing uses it"
  ) { context, findings in
    let graph = context.graph
    var users: [String: StepSet] = [:]
    var budget = SearchBudget(context)
    for row in context.rows where row.hasEntries {
      let step = graph.step(of: row)
      let inputs = step.inputs
      // A user who comes back to the step enters the secret again.
      let staysThere = graph.next(row) == step
      for (name, span) in zip(row.enters, row.enterSpans)
      where inputs.contains(where: { $0.isSecret && $0.name == name }) {
        guard budget.allowsSearch() else { return }
        let using = users[name] ?? StepSet(of: context.flow, where: { uses($0, name, context) })
        users[name] = using
        var ending = using
        if !staysThere { ending.insert(step) }
        let exit = graph.firstExit(from: row, stoppingAt: ending) { next in
          let from = graph.step(of: next)
          return (staysThere || from != step)
            && (!using.contains(from) || isSkipped(next, from, afterEntering: step, context))
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

  /// Whether a step gives an input to an action, or to a flow that does something with it.
  private static func uses(_ step: Step, _ name: String, _ context: CheckContext) -> Bool {
    step.arguments.contains { parameter, value in
      guard value == name else { return false }
      guard let callee = context.graph.callee(of: step), !callee.isOutline else { return true }
      return context.catalogue.used(by: callee).contains(parameter)
    }
  }

  /// Whether a row is taken when its step is skipped, for another reason than one for which the step that
  /// asks for the secret is skipped too.
  private static func isSkipped(
    _ row: Row, _ step: Step, afterEntering asking: Step, _ context: CheckContext
  ) -> Bool {
    guard !step.unless.isEmpty, row == context.graph.rows(of: step).first else { return false }
    let known = asking.unless.map(\.fact.name)
    return step.unless.contains { !known.contains($0.fact.name) }
  }
}
