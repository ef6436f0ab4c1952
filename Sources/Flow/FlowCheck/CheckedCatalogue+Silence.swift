internal import FlowModel

// What called flows and error flows do without anybody acting, and what they do with secrets.
extension CheckedCatalogue {
  /// For every flow, the results that it can return without anybody acting.
  static func silentResults(_ graph: CatalogueGraph) -> [Flow: Set<String>] {
    let graphs = Dictionary(uniqueKeysWithValues: graph.graphs.map { ($0.flow, $0) })
    var results: [Flow: Set<String>] = [:]
    var waiting = graph.graphs.map(\.flow)
    while let flow = waiting.popLast() {
      guard let own = graphs[flow] else { continue }
      let found = silentResults(of: own, results)
      guard found.count > results[flow]?.count ?? 0 else { continue }
      results[flow] = found
      waiting += graph.callers(of: flow).map(\.flow)
    }
    return results
  }

  private static func silentResults(
    of graph: FlowGraph, _ known: [Flow: Set<String>]
  ) -> Set<String> {
    guard let first = graph.flow.firstStep, first.isSilent else { return [] }
    var found: Set<String> = []
    var seen = StepSet(of: graph.flow)
    seen.insert(first)
    var waiting = [first]
    while let step = waiting.popLast() {
      for row in graph.rows(of: step) where graph.isSilent(row, known) {
        if let target = graph.target(of: row), target.kind == .result { found.insert(target.name) }
        // After a `goto`, even to the own flow, a result does not return to the caller.
        if let next = graph.next(row), next.isSilent, seen.insert(next) {
          waiting.append(next)
        }
      }
    }
    return found
  }

  /// The parameters that a flow gives to an action, itself or in a flow that it calls.
  static func usedParameters(_ graph: CatalogueGraph, _ reached: [StepSet]) -> [Flow: Set<String>] {
    var used: [Flow: Set<String>] = [:]
    var calls: [(flow: Flow, callee: Flow, arguments: [(parameter: String, value: String)])] = []
    for (graph, reached) in zip(graph.graphs, reached) {
      for step in reached.steps where !step.arguments.isEmpty {
        if let callee = graph.callee(of: step), !callee.isOutline {
          calls.append((graph.flow, callee, step.arguments))
        } else {
          used[graph.flow, default: []].formUnion(step.arguments.map(\.value))
        }
      }
    }
    var isNew = true
    while isNew {
      isNew = false
      for (flow, callee, arguments) in calls {
        for (parameter, value) in arguments where used[callee]?.contains(parameter) ?? false {
          if used[flow, default: []].insert(value).inserted { isNew = true }
        }
      }
    }
    return used
  }
}

extension FlowGraph {
  /// The step of this flow that a row leads to, also by a `goto` to its own flow.
  func nextInFlow(_ row: Row) -> Step? {
    if let next = next(row) { return next }
    if case .flow(let step) = successor(of: row), step.flow == flow { return step }
    return nil
  }

  /// Whether a row is taken without showing anything to anybody and without a limit by a counter.
  ///
  /// - Parameter results: for every flow, the results that it returns without anybody acting.
  func isSilent(_ row: Row, _ results: [Flow: Set<String>]) -> Bool {
    guard row.kind != .user, row.after == nil, row.does == nil, row.message == nil,
      !row.conditions.contains(where: { $0.fact.isCounter })
    else { return false }
    let step = step(of: row)
    guard let callee = callee(of: step), let result = row.expectedOutcome else { return true }
    // A step that is skipped takes its first row.
    return results[callee]?.contains(result) ?? false
      || !step.unless.isEmpty && rows(of: step).first == row
  }
}

extension Step {
  /// Whether nobody acts here but the system, or a flow that it calls.
  var isSilent: Bool {
    switch activity {
    case .determine, .validate, .execute, .system, .os, .call: inputs.isEmpty && buttons.isEmpty
    case .screen, .prompt, .notice, .await, .user, .outside: false
    }
  }
}
