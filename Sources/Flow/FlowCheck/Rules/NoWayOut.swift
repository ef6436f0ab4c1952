internal import FlowModel

extension Check {
  static let noWayOut = Check("no-way-out", "steps from which no row ever leaves the flow") {
    context, findings in
    let graph = context.graph
    let leaving = context.steps.filter { step in
      let rows = graph.rows(of: step)
      return rows.isEmpty || leavesByCall(step, context)
        || rows.contains { graph.next($0) == nil }
    }
    var told = graph.leading(to: leaving)
    for step in context.steps where !told.contains(step) {
      told.formUnion(graph.reachable(from: [step]))
      findings.add(
        at: .step(step),
        "there is no way out of step `\(step.id)`: no row from here ever leaves the flow",
        help: "add a row that goes on, back or to the end")
    }
  }

  /// Whether the called flow may leave for good, or is not known: an outline, or missing.
  private static func leavesByCall(_ step: Step, _ context: CheckContext) -> Bool {
    guard let callee = context.graph.callee(of: step) else { return step.activity == .call }
    return callee.isOutline
      || callee.rows.contains { row in
        let destination = row.target(context.graph.reading)?.kind.destination
        return destination == .flow || destination == .run
      }
  }
}
