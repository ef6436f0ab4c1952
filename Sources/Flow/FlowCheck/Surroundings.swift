internal import FlowModel

/// All that the check of a flow may see of the other flows. If that and the flow are as they were, so are
/// the findings. Flows are told apart by their places, so the catalogues must have the same ones.
///
/// A rule that looks at something new of another flow adds it here; `KeptCheckTests` compares with a check
/// of all flows.
struct Surroundings: Equatable, Sendable {
  private let reached: StepSet
  private let afterScreen: StepSet
  private var ways: [FlowGraph.Way?] = []
  private var numbers: [Int] = []
  private var names: [String] = []
  private var sets: [Set<String>] = []
  private var answers: [Answers] = []

  init(of place: Int, in catalogue: CheckedCatalogue) {
    let graph = catalogue.graph.graphs[place]
    let flow = graph.flow
    reached = catalogue.reached[place]
    afterScreen = catalogue.afterScreen[place]
    note(catalogue.graph.laterEntries(ofPlace: place).map(\.index))
    note(catalogue.arrivalSteps(at: flow).map(\.index))
    for row in catalogue.graph.arrivals(atPlace: place) { note(row.flow, in: catalogue) }
    numbers.append(catalogue.graph.failures(at: flow).isEmpty ? 0 : 1)
    numbers.append(catalogue.isUnled[place] ? 1 : 0)
    for caller in catalogue.graph.callers(ofPlace: place) {
      note(caller.flow, in: catalogue)
      names.append(caller.id)
      numbers.append(catalogue.isReached(caller) ? 1 : 0)
      note(caller.values)
    }
    for (_, callee) in catalogue.graph.crossings[place].calls {
      note(called: callee, in: catalogue)
    }
    for step in flow.steps {
      if let action = step.action {
        answers.append(catalogue.answers[action] ?? Answers())
      }
    }
    for row in graph.leavings {
      let way = graph.way(of: row)
      ways.append(way)
      if case .error(let place, _) = way { note(silent: place, in: catalogue) }
      if let next = catalogue.circling[row] { names.append(next.id) }
      numbers.append(catalogue.circling[row] == nil ? 0 : 1)
    }
    sets += [catalogue.facts[place].value.returned, catalogue.errors[place], catalogue.secretNames]
    for fact in flow.facts where catalogue.resetFacts.contains(fact.name) {
      names.append(fact.name)
    }
  }

  private mutating func note(called callee: Int, in catalogue: CheckedCatalogue) {
    let flow = catalogue.graph.graphs[callee].flow
    numbers += [callee, flow.isOutline ? 1 : 0]
    note(flow.parameters)
    sets += [
      catalogue.facts[callee].value.returnedToCallers, catalogue.asked[callee],
      catalogue.used[callee],
    ]
    note(silent: callee, in: catalogue)
  }

  private mutating func note(silent place: Int, in catalogue: CheckedCatalogue) {
    sets.append(catalogue.silentResults[place])
    numbers += [catalogue.ends[place] ? 1 : 0, catalogue.goesBack[place] ? 1 : 0]
  }

  private mutating func note(_ flow: Flow, in catalogue: CheckedCatalogue) {
    numbers.append(catalogue.graph.places[flow] ?? -1)
  }

  // Each list begins with its length, so that what stands in one list cannot be read as part of another.

  private mutating func note(_ list: [Int]) {
    numbers.append(list.count)
    numbers += list
  }

  private mutating func note(_ list: [String]) {
    numbers.append(list.count)
    names += list
  }
}
