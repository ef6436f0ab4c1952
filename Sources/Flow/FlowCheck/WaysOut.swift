internal import FlowModel

/// The steps of a flow from which a run can leave it: to the end, to another flow, to its caller, or by
/// Back past its first screen.
///
/// Back leads to the screen before, which may be one of the flow itself. So a screen that leads out makes
/// ways out of the steps that go back to it.
struct WaysOut {
  private let context: CheckContext
  /// The steps from which there is a way out.
  private(set) var steps: StepSet

  init(_ context: CheckContext) {
    self.context = context
    steps = StepSet(of: context.flow)
    var before = [[Step]](repeating: [], count: context.flow.steps.count)
    for step in context.steps {
      for next in context.graph.rows(of: step).compactMap(context.graph.nextInFlow) {
        before[next.index].append(step)
      }
    }
    var waiting = context.steps.filter { leaves($0) } + goingBack(from: context.entries)
    while let step = waiting.popLast() {
      guard steps.insert(step) else { continue }
      waiting += before[step.index]
      if step.activity == .screen {
        let following = context.graph.rows(of: step).compactMap(context.graph.nextInFlow)
        waiting += goingBack(from: following.filter { $0 != step })
      }
    }
  }

  /// Whether some row leaves the flow at once, or the step calls something that does. Without rows, a run
  /// waits there for ever; that is a matter of another rule.
  private func leaves(_ step: Step) -> Bool {
    let graph = context.graph
    let rows = graph.rows(of: step)
    if rows.isEmpty { return true }
    if step.activity == .call {
      guard let callee = graph.callee(of: step), !callee.isOutline else { return true }
      if context.catalogue.leaving.ends.contains(callee) { return true }
    }
    return rows.contains { row in
      switch graph.successor(of: row) {
      case .flow(let next): next.flow != context.flow
      case .error(let first): context.catalogue.leaving.ends.contains(first.flow)
      case .exit(let target): target.kind != .back
      case .outline, .missing: true
      case .step, nil: false
      }
    }
  }

  /// The steps that go back, from these on up to the next screens: with nothing else shown since.
  private func goingBack(from first: [Step]) -> [Step] {
    var found: [Step] = []
    var seen = StepSet(of: context.flow)
    var waiting = first.filter { seen.insert($0) }
    while let step = waiting.popLast() {
      if goesBack(step) { found.append(step) }
      guard step.activity != .screen else { continue }
      for next in context.graph.rows(of: step).compactMap(context.graph.nextInFlow)
      where seen.insert(next) {
        waiting.append(next)
      }
    }
    return found
  }

  private func goesBack(_ step: Step) -> Bool {
    let graph = context.graph
    let leaving = context.catalogue.leaving
    if let callee = graph.callee(of: step), leaving.back.contains(callee) { return true }
    return graph.rows(of: step).contains { row in
      switch graph.successor(of: row) {
      case .exit(let target): target.kind == .back
      case .error(let first): leaving.back.contains(first.flow)
      case .step, .flow, .outline, .missing, nil: false
      }
    }
  }
}

extension CheckedCatalogue {
  /// The flows that, once they are called, may leave their caller for good, and those that may go back to
  /// a screen of their caller.
  static func leaving(
    _ graph: CatalogueGraph, _ reached: [StepSet]
  ) -> (ends: Set<Flow>, back: Set<Flow>) {
    var ends: Set<Flow> = []
    var back: Set<Flow> = []
    var users: [Flow: [Flow]] = [:]
    for (graph, reached) in zip(graph.graphs, reached) {
      let flow = graph.flow
      for step in reached.steps {
        if step.activity == .call {
          if let callee = graph.callee(of: step), !callee.isOutline {
            users[callee, default: []].append(flow)
          } else {
            ends.insert(flow)
          }
        }
        for row in graph.rows(of: step) {
          switch graph.successor(of: row) {
          case .exit(let target):
            if target.kind == .back { back.insert(flow) }
            if target.kind == .end || target.kind == .resume { ends.insert(flow) }
          case .flow, .outline, .missing: ends.insert(flow)
          case .error(let first): users[first.flow, default: []].append(flow)
          case .step, nil: break
          }
        }
      }
    }
    func spread(_ flows: inout Set<Flow>) {
      var waiting = Array(flows)
      while let flow = waiting.popLast() {
        for user in users[flow] ?? [] where flows.insert(user).inserted { waiting.append(user) }
      }
    }
    spread(&ends)
    spread(&back)
    return (ends, back)
  }
}
