internal import FlowModel

/// All flows in one reading, with the facts about other flows that the check of a flow needs.
struct CheckedCatalogue: Sendable {
  let graph: CatalogueGraph
  /// The outcomes of every action that has a handler. Nil if the handlers are not known.
  let bindings: [String: Set<String>]?
  /// For every flow, the steps that can be reached from its entries.
  let reached: [StepSet]
  /// The results that every flow returns.
  private(set) var returned: [Flow: Set<String>] = [:]
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
  private(set) var afterScreen: Set<Step> = []

  init(_ catalogue: Catalogue, as reading: Reading, bindings: [String: Set<String>]?) {
    let graph = CatalogueGraph(catalogue, as: reading)
    self.graph = graph
    self.bindings = bindings
    reached = graph.graphs.map { $0.reachable(from: graph.entries(of: $0.flow)) }
    for (graph, reached) in zip(graph.graphs, reached) { collectNames(of: graph, reached) }
    spread(&asked)
    spread(&errors)
    findScreens()
  }

  private mutating func collectNames(of graph: FlowGraph, _ reached: StepSet) {
    let flow = graph.flow
    for step in flow.steps {
      let secrets = step.inputs.filter(\.isSecret).map(\.name)
      guard !secrets.isEmpty else { continue }
      secretNames.formUnion(secrets)
      asked[flow, default: []].formUnion(secrets)
    }
    for row in flow.rows { resetFacts.formUnion(row.changes.map(\.fact.name)) }
    for step in reached.steps {
      let action = step.action
      for row in graph.rows(of: step) {
        if let target = graph.target(of: row) {
          if target.kind == .result { returned[flow, default: []].insert(target.name) }
          if target.kind == .error { errors[flow, default: []].insert(target.name) }
        }
        // A row that holds anywhere does not say which actions have its outcome.
        guard let action, !row.isAnywhere, let outcome = row.expectedOutcome else { continue }
        if answers[action]?[outcome] == nil { answers[action, default: [:]][outcome] = row }
      }
    }
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

  /// Propagates "a screen was shown before" along rows, go-tos, calls and error flows until nothing
  /// changes. Every step changes at most once, so the work is linear in the number of rows.
  private mutating func findScreens() {
    let graphs = Dictionary(uniqueKeysWithValues: graph.graphs.map { ($0.flow, $0) })
    var waiting = reached.flatMap(\.steps).filter { $0.activity == .screen }
    while let step = waiting.popLast() {
      guard let graph = graphs[step.flow] else { continue }
      var following = graph.callee(of: step)?.firstStep.map { [$0] } ?? []
      for row in graph.rows(of: step) {
        switch graph.successor(of: row) {
        case .step(let next): if next != step { following.append(next) }
        case .flow(let next), .error(let next): following.append(next)
        case .outline, .exit, .missing, nil: break
        }
      }
      for next in following where afterScreen.insert(next).inserted {
        if next.activity != .screen { waiting.append(next) }
      }
    }
  }
}
