internal import FlowModel

extension Check {
  static let secretAlive = Check(
    "secret-alive", "a secret that is entered, and a way out on which nothing uses it"
  ) { context, findings in
    let entries = context.secretEntries.filter { context.reached.contains($0.step) }
    guard !entries.isEmpty else { return }
    let flowWays = FlowWays(context)
    var users: [String: StepSet] = [:]
    var budget = SearchBudget(context)
    for entry in entries {
      guard budget.allowsSearch() else { return }
      let using = users[entry.name] ?? steps(using: entry.name, context)
      users[entry.name] = using
      let ways = SecretWays(entry.row, flowWays, using, context)
      guard ways.isLeft else { continue }
      findings.add(
        at: .row(entry.row), key: entry.name, span: entry.span,
        "`\(entry.name)` is entered here, but \(ways.exit()) before anything has used it",
        help: "pass it to the action that uses it: `with: { \(entry.name): \(entry.name) }`")
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
}
