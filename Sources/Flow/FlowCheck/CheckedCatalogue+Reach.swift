internal import FlowModel

// Which steps runs come to. A run may start at the first step of any flow, so a flow that nothing
// leads to is a matter of a rule of its own.
extension CheckedCatalogue {
  /// For every flow, the steps that runs come to. A `goto` into the middle of a flow counts only if runs
  /// come to its row.
  static func reached(_ graph: CatalogueGraph) -> [StepSet] {
    var reached = graph.graphs.map { $0.reachable(from: $0.flow.firstStep.map { [$0] } ?? []) }
    var places: [Flow: Int] = [:]
    var jumps: [(from: Int, step: Step, to: Step)] = []
    for (place, graph) in graph.graphs.enumerated() {
      places[graph.flow] = place
      for row in graph.leavings {
        if case .flow(let step) = graph.successor(of: row), step.index > 0 {
          jumps.append((place, graph.step(of: row), step))
        }
      }
    }
    var isNew = true
    while isNew {
      isNew = false
      jumps.removeAll { from, step, target in
        guard reached[from].contains(step), let place = places[target.flow] else { return false }
        graph.graphs[place].reach([target], &reached[place])
        isNew = true
        return true
      }
    }
    return reached
  }

  /// The steps at which runs come to a flow from others with `goto`.
  func arrivalSteps(at flow: Flow) -> [Step] {
    graph.arrivals(at: flow).compactMap { row -> Step? in
      guard row.flow != flow, let place = places[row.flow],
        let link = graph.graphs[place].successor(of: row), case .flow(let step) = link
      else { return nil }
      return reached[place].contains(graph.graphs[place].step(of: row)) ? step : nil
    }
  }

  /// The steps of one flow that runs come to, as a graph with an exception has it.
  func reached(in graph: FlowGraph) -> StepSet {
    let flow = graph.flow
    // From other flows it is entered as before.
    let first = flow.firstStep.map { [$0] } ?? []
    var found = graph.reachable(from: first + arrivalSteps(at: flow))
    let own = graph.leavings.compactMap { row -> (Step, Step)? in
      guard case .flow(let step) = graph.successor(of: row), step.flow == flow else { return nil }
      return (graph.step(of: row), step)
    }
    var isNew = !own.isEmpty
    while isNew {
      isNew = false
      for (step, target) in own where found.contains(step) && !found.contains(target) {
        graph.reach([target], &found)
        isNew = true
      }
    }
    return found
  }
}
