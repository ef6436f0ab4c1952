internal import FlowModel

// Which steps have an earlier screen to go back to.
extension CheckedCatalogue {
  /// What may have been shown last when a step is entered.
  private struct Shown {
    /// At most two screens: with two, one of them is not the step itself.
    var screens: [Step] = []
    /// Whether a call, an error flow or a `goto` out of a call lies between, so that even the step
    /// itself is an earlier screen.
    var isBelowEntry = false
  }

  /// The steps from which Back finds a screen other than the one that is shown. Every step remembers at
  /// most three things, so the work is linear in the number of rows.
  static func afterScreen(_ graph: CatalogueGraph, _ reached: [StepSet]) -> Set<Step> {
    let graphs = Dictionary(uniqueKeysWithValues: graph.graphs.map { ($0.flow, $0) })
    let called = calledFlows(graph, reached)
    var found: Set<Step> = []
    var shown: [Step: Shown] = [:]
    var waiting = reached.flatMap(\.steps).filter { $0.activity == .screen }.map {
      (step: $0, screen: $0, isBelowEntry: false)
    }
    while let (step, screen, isBelow) = waiting.popLast() {
      guard let own = graphs[step.flow] else { continue }
      let isInCall = called.contains(step.flow)
      var following: [(step: Step, isBelowEntry: Bool)] = []
      if let first = own.callee(of: step)?.firstStep { following.append((first, true)) }
      for row in own.rows(of: step) {
        switch own.successor(of: row) {
        case .step(let next): following.append((next, isBelow))
        case .flow(let next): following.append((next, isBelow || isInCall))
        case .error(let next): following.append((next, true))
        case .outline, .exit, .missing, nil: break
        }
      }
      for (next, isBelow) in following {
        var known = shown[next] ?? Shown()
        if isBelow {
          guard !known.isBelowEntry else { continue }
          known.isBelowEntry = true
        } else {
          guard known.screens.count < 2, !known.screens.contains(screen) else { continue }
          known.screens.append(screen)
        }
        shown[next] = known
        if next.activity != .screen { waiting.append((next, screen, isBelow)) }
        if next.activity != .screen || isBelow || next != screen { found.insert(next) }
      }
    }
    return found
  }

  /// The flows that some run calls, as a called flow or as an error flow.
  private static func calledFlows(_ graph: CatalogueGraph, _ reached: [StepSet]) -> Set<Flow> {
    var called: Set<Flow> = []
    for (graph, reached) in zip(graph.graphs, reached) {
      for step in reached.steps {
        if let callee = graph.callee(of: step) { called.insert(callee) }
        for row in graph.rows(of: step) {
          if case .error(let first) = graph.successor(of: row) { called.insert(first.flow) }
        }
      }
    }
    return called
  }
}
