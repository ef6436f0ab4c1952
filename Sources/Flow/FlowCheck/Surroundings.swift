internal import FlowModel

/// All that the check of a flow may see of the other flows. If that and the flow are as they were, so are
/// the findings.
///
/// A rule that looks at something new of another flow adds it here; `KeptCheckTests` compares with a check
/// of all flows.
struct Surroundings: Hashable, Sendable {
  private var numbers: [Int] = []
  private var names: [String] = []

  init(of place: Int, in catalogue: CheckedCatalogue) {
    let graph = catalogue.graph.graphs[place]
    let flow = graph.flow
    let steps = catalogue.reached[place].steps
    note(steps.map(\.index))
    note(steps.filter(catalogue.afterScreen.contains).map(\.index))
    note(catalogue.graph.entries(of: flow).map(\.index))
    note(catalogue.arrivalSteps(at: flow).map(\.index))
    for row in catalogue.graph.arrivals(at: flow) { names.append(row.flow.id) }
    note(catalogue.graph.failures(at: flow).isEmpty ? 0 : 1)
    for caller in catalogue.graph.callers(of: flow) {
      names.append(caller.qualified)
      note(caller.values)
    }
    for step in flow.steps {
      if let callee = graph.callee(of: step) { note(called: callee, in: catalogue) }
      guard let action = step.action else { continue }
      for (outcome, row) in (catalogue.answers[action] ?? [:]).sorted(by: { $0.key < $1.key }) {
        names += [outcome, row.qualified]
      }
    }
    for row in graph.leavings {
      note(successor: graph.successor(of: row), in: catalogue)
      numbers.append(catalogue.circling[row] == nil ? 0 : 1)
    }
    note(catalogue.returned[flow])
    note(catalogue.errors[flow])
    for fact in flow.facts where catalogue.resetFacts.contains(fact.name) {
      names.append(fact.name)
    }
    note(catalogue.secretNames)
  }

  private mutating func note(called callee: Flow, in catalogue: CheckedCatalogue) {
    names.append(callee.id)
    numbers.append(callee.isOutline ? 1 : 0)
    note(callee.parameters)
    note(catalogue.returnedToCallers[callee])
    note(catalogue.asked[callee])
    note(catalogue.used[callee])
    note(silent: callee, in: catalogue)
  }

  private mutating func note(successor: FlowGraph.Successor?, in catalogue: CheckedCatalogue) {
    switch successor {
    case .step: numbers.append(0)
    case .flow(let step): note([1, catalogue.places[step.flow] ?? -1, step.index])
    case .error(let step):
      note([2, catalogue.places[step.flow] ?? -1])
      note(silent: step.flow, in: catalogue)
    case .outline(let name): names.append(name)
    case .exit: numbers.append(3)
    case .missing: numbers.append(4)
    case nil: numbers.append(5)
    }
  }

  private mutating func note(silent flow: Flow, in catalogue: CheckedCatalogue) {
    note(catalogue.silentResults[flow])
    numbers.append(catalogue.leaving.ends.contains(flow) ? 1 : 0)
    numbers.append(catalogue.leaving.back.contains(flow) ? 1 : 0)
  }

  // Each list begins with its length, so that what stands in one list cannot be read as part of another.

  private mutating func note(_ number: Int) { numbers.append(number) }

  private mutating func note(_ list: [Int]) {
    numbers.append(list.count)
    numbers += list
  }

  private mutating func note(_ list: [String]) {
    numbers.append(list.count)
    names += list
  }

  private mutating func note(_ set: Set<String>?) { note((set ?? []).sorted()) }
}
