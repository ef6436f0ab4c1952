internal import FlowModel

extension Check {
  static let secretAlive = Check(
    "secret-alive", "a secret that is entered, and a way out on which nothing uses it"
  ) { context, findings in
    let graph = context.graph
    var users: [String: StepSet] = [:]
    var budget = SearchBudget(context)
    for entry in context.secretEntries where context.reached.contains(entry.step) {
      let (row, name) = (entry.row, entry.name)
      guard budget.allowsSearch() else { return }
      let using = users[name] ?? steps(using: name, context)
      users[name] = using
      let step = graph.step(of: row)
      // A user who comes back to the step enters the secret again.
      let staysThere = graph.next(ofRow: row.index) == entry.step
      var ending = using
      if !staysThere { ending.insert(step) }
      let exit = graph.firstExit(from: row, stoppingAt: ending) { next in
        let from = graph.step(of: next)
        return (staysThere || from != step)
          && (!using.contains(from) || isSkipped(next, from, afterEntering: step, context))
      }
      guard let exit else { continue }
      findings.add(
        at: .row(row), key: name, span: entry.span,
        "`\(name)` is entered here, but row `\(exit.reference)` leaves the flow "
          + "before anything has used it",
        help: "pass it to the action that uses it: `with: { \(name): \(name) }`")
    }
  }

  /// The steps that give an input to an action, or to a flow that does something with it.
  private static func steps(using name: String, _ context: CheckContext) -> StepSet {
    var using = StepSet(of: context.flow)
    for index in context.traits.steps.indices
    where context.traits.steps[index].contains(.arguments) {
      let step = context.flow.step(at: index)
      let isUsing = step.arguments.contains { parameter, value in
        guard value == name else { return false }
        guard let callee = context.graph.callee(of: step), !callee.isOutline else { return true }
        return context.catalogue.used(by: callee).contains(parameter)
      }
      if isUsing { using.insert(index) }
    }
    return using
  }

  /// Whether a row is taken when its step is skipped, for another reason than one for which the step that
  /// asks for the secret is skipped too.
  private static func isSkipped(
    _ row: Row, _ step: Step, afterEntering asking: Step, _ context: CheckContext
  ) -> Bool {
    guard context.traits.steps[step.index].contains(.unless),
      row == context.graph.rows(of: step).first
    else { return false }
    let known = asking.unless.map(\.fact.name)
    return step.unless.contains { !known.contains($0.fact.name) }
  }
}
