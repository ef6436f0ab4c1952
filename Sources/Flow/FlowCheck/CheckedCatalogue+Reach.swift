internal import FlowModel

// Which steps runs come to. A run may start at the first step of any flow, so a flow that nothing
// leads to is a matter of a rule of its own.
extension CheckedCatalogue {
  /// For every flow, the steps that runs come to. A `goto` into the middle of a flow counts only if
  /// runs come to its row.
  static func reached(_ graph: CatalogueGraph) -> [StepSet] {
    var reached = graph.graphs.map { own in
      own.reachable(from: own.flow.firstStep.map { [$0] } ?? [])
    }
    var jumps: [(from: Int, step: Step, flow: Int, to: Int)] = []
    for (place, crossings) in graph.crossings.enumerated() {
      for (row, flow, step) in crossings.gotos where step > 0 {
        jumps.append((place, graph.graphs[place].step(of: row), flow, step))
      }
    }
    var isNew = true
    while isNew {
      isNew = false
      jumps.removeAll { from, step, flow, target in
        guard reached[from].contains(step) else { return false }
        let to = graph.graphs[flow].flow.step(at: target)
        graph.graphs[flow].reach([to], &reached[flow])
        isNew = true
        return true
      }
    }
    return reached
  }

  /// The steps at which runs come to a flow from others with `goto`.
  func arrivalSteps(at flow: Flow) -> [Step] {
    guard let own = graph.places[flow] else { return [] }
    return graph.arrivals(atPlace: own).compactMap { row -> Step? in
      guard row.flow != flow, let place = graph.places[row.flow],
        case .flow(let step) = graph.graphs[place].successor(of: row)
      else { return nil }
      return reached[place].contains(graph.graphs[place].step(of: row)) ? step : nil
    }
  }

  /// The steps at which runs come to a flow from outside: its first, and those of
  /// ``arrivalSteps(at:)``.
  func outerEntries(of place: Int) -> [Step] {
    let flow = graph.graphs[place].flow
    return (flow.firstStep.map { [$0] } ?? []) + arrivalSteps(at: flow)
  }

  /// The steps of one flow that runs come to, as a graph with an exception has it.
  ///
  /// - Parameter arrivals: the steps at which runs come to it from other flows.
  static func reached(in graph: FlowGraph, _ arrivals: [Step]) -> StepSet {
    let flow = graph.flow
    // From other flows it is entered as before.
    let first = flow.firstStep.map { [$0] } ?? []
    var found = graph.reachable(from: first + arrivals)
    let own = graph.leavings(to: .goto).compactMap { row -> (Step, Step)? in
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
