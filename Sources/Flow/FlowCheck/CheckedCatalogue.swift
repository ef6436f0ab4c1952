internal import FlowModel

/// All flows in one reading, with the facts about other flows that the check of a flow needs.
struct CheckedCatalogue: Sendable {
  let graph: CatalogueGraph
  /// What every action that has a handler may answer. Nil if the handlers are not known.
  let bindings: [String: BoundAction]?
  /// For every flow, the steps that can be reached from its entries.
  let reached: [StepSet]
  /// The index of every flow.
  let places: [Flow: Int]
  /// The results that every flow can return without anybody acting.
  let silentResults: [Flow: Set<String>]
  /// The rows into other flows that are part of a circle in which nobody acts.
  let circling: [Row: Step]
  /// The parameters and inputs that every flow gives to an action, itself or in a flow that it calls.
  let used: [Flow: Set<String>]
  /// The flows that may leave their caller for good, and those that may go back into it.
  let leaving: (ends: Set<Flow>, back: Set<Flow>)
  /// The results that every flow returns.
  private(set) var returned: [Flow: Set<String>] = [:]
  /// The results with which a call of every flow ends. After a `goto`, a result does not return.
  private(set) var returnedToCallers: [Flow: Set<String>] = [:]
  /// The secrets that every flow asks for, itself or in the flows it calls.
  private(set) var asked: [Flow: Set<String>] = [:]
  /// The error flows to which rows of a flow, or of the flows it calls, lead.
  private(set) var errors: [Flow: Set<String>] = [:]
  /// The known outcomes of every action, each with a row for it.
  private(set) var answers: [String: [String: Row]] = [:]
  /// The facts that some row sets or resets.
  private(set) var resetFacts: Set<String> = []
  /// The names of all secret inputs.
  private(set) var secretNames: Set<String> = []
  /// The steps from which Back finds a screen.
  let afterScreen: Set<Step>

  /// - Parameter before: a catalogue of which most flows are the same.
  init(
    _ catalogue: Catalogue, as reading: Reading, bindings: [String: BoundAction]?,
    before: CheckedCatalogue? = nil
  ) {
    let graph = CatalogueGraph(catalogue, as: reading, before: before?.graph)
    self.graph = graph
    self.bindings = bindings
    places = Dictionary(uniqueKeysWithValues: graph.graphs.enumerated().map { ($1.flow, $0) })
    let reached = CheckedCatalogue.reached(graph)
    self.reached = reached
    let silentResults = CheckedCatalogue.silentResults(graph)
    self.silentResults = silentResults
    circling = SilentCircles(graph, reached, silentResults).rows
    used = CheckedCatalogue.usedParameters(graph, reached)
    leaving = CheckedCatalogue.leaving(graph, reached)
    afterScreen = CheckedCatalogue.afterScreen(graph, reached)
    for (graph, reached) in zip(graph.graphs, reached) { collectNames(of: graph, reached) }
    spread(&asked)
    spread(&errors)
  }

  /// A catalogue as meant. If nothing is meant in any of its flows, it is the catalogue as written, which
  /// halves the time of a check.
  init(
    meant catalogue: Catalogue, written: CheckedCatalogue, before: CheckedCatalogue? = nil
  ) {
    if catalogue.flows.allSatisfy(\.hasOneReading) {
      self = written
    } else {
      let isMeant = before?.graph.reading == .meant
      self.init(
        catalogue, as: .meant, bindings: written.bindings, before: isMeant ? before : nil)
    }
  }

  private mutating func collectNames(of graph: FlowGraph, _ reached: StepSet) {
    let flow = graph.flow
    for step in flow.steps {
      let secrets = step.inputs.filter(\.isSecret).map(\.name)
      guard !secrets.isEmpty else { continue }
      secretNames.formUnion(secrets)
      asked[flow, default: []].formUnion(secrets)
    }
    let called = calledSteps(graph, reached)
    for step in reached.steps {
      let action = step.action
      for row in graph.rows(of: step) {
        resetFacts.formUnion(row.changes.map(\.fact.name))
        if let target = graph.target(of: row) {
          if target.kind == .result {
            returned[flow, default: []].insert(target.name)
            if called.contains(step) {
              returnedToCallers[flow, default: []].insert(target.name)
            }
          }
          if target.kind == .error { errors[flow, default: []].insert(target.name) }
        }
        // A row that holds anywhere does not say which actions have its outcome.
        guard let action, !row.isAnywhere, let outcome = row.expectedOutcome else { continue }
        if answers[action]?[outcome] == nil { answers[action, default: [:]][outcome] = row }
      }
    }
  }

  /// The steps that runs come to in a call of a flow.
  private func calledSteps(_ graph: FlowGraph, _ reached: StepSet) -> StepSet {
    guard !self.graph.arrivals(at: graph.flow).isEmpty, let first = graph.flow.firstStep else {
      return reached
    }
    return graph.reachable(from: [first])
  }

  /// Adds to every caller the names of the flows it calls, until nothing changes.
  private func spread(_ names: inout [Flow: Set<String>]) {
    var waiting = Array(names.keys)
    while let flow = waiting.popLast() {
      guard let own = names[flow] else { continue }
      for caller in graph.callers(of: flow).map(\.flow)
      where !own.isSubset(of: names[caller] ?? []) {
        names[caller, default: []].formUnion(own)
        waiting.append(caller)
      }
    }
  }
}

extension Flow {
  /// Whether the flow is the same as written and as meant. One with extensions is not: their numbers are
  /// those of the document only as written.
  fileprivate var hasOneReading: Bool {
    sections.allSatisfy { $0.extensionRow == nil }
      && steps.allSatisfy { $0.meantCallSpan == nil }
      && rowsOfSteps.allSatisfy { row in
        !row.isProposed && row.meantSpan == nil && row.step == row.step(.meant)
      }
  }
}
