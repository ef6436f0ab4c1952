internal import FlowModel

extension Check {
  static let counterNeverReset = Check(
    "counter-never-reset",
    "a counter that rows decide on, and that no flow ever resets"
  ) { context, findings in
    let flow = context.flow
    for counter in flow.facts where counter.isCounter {
      let name = counter.name
      guard !context.catalogue.resetFacts.contains(name),
        context.steps(.counts).contains(where: { goesUp(counter, at: $0, context) }),
        context.rows(.conditions).contains(where: { $0.conditions.contains { $0.fact == counter } })
          || context.steps(.unless).contains(where: { $0.unless.contains { $0.fact == counter } })
      else { continue }
      findings.add(
        at: .flow(flow), key: name, span: counter.span,
        "`\(name)` goes up and is never reset, so one run's failures count in the next",
        help: "add `reset: \(name)` to the rows where the count ends")
    }
  }

  /// Whether a row of the step is for an outcome that counts.
  private static func goesUp(_ counter: Fact, at step: Step, _ context: CheckContext) -> Bool {
    step.counts.contains { count in
      count.fact == counter
        && context.graph.rows(of: step).contains { $0.expectedOutcome == count.outcome }
    }
  }
}
