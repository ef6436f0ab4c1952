internal import FlowModel

// What called flows and error flows do without anybody acting.
extension CheckedCatalogue {
  /// For every flow, the results that it can return without anybody acting.
  static func silentResults(_ graph: CatalogueGraph, _ facts: [FlowFacts]) -> [Set<String>] {
    var results = [Set<String>](repeating: [], count: graph.graphs.count)
    var waiting = graph.graphs.indices.filter { facts[$0].mayBeSilent }
    while let place = waiting.popLast() {
      let found = silentResults(of: graph.graphs[place], results)
      guard found.count > results[place].count else { continue }
      results[place] = found
      for caller in graph.callers(ofPlace: place) {
        if let place = graph.places[caller.flow], facts[place].mayBeSilent {
          waiting.append(place)
        }
      }
    }
    return results
  }

  /// The results that a flow can return without anybody acting.
  ///
  /// - Parameter known: those of the flows that it calls. Nil if these may return any.
  static func silentResults(of graph: FlowGraph, _ known: [Set<String>]?) -> Set<String> {
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
}

extension FlowGraph {
  /// The step of this flow that a row leads to, also by a `goto` to its own flow.
  func nextInFlow(_ row: Row) -> Step? {
    if let next = next(row) { return next }
    guard targetKind(of: row) == .goto, case .flow(let step) = successor(of: row),
      step.flow == flow
    else { return nil }
    return step
  }

  /// Whether a row is taken without showing anything to anybody and without a limit by a counter.
  ///
  /// - Parameter results: for every flow, the results that it returns without anybody acting. Nil
  ///   if every flow may return any.
  func isSilent(_ row: Row, _ results: [Set<String>]?) -> Bool {
    guard row.isSilent else { return false }
    let step = step(of: row)
    guard let results, let callee = calleePlace(of: step), let result = row.expectedOutcome
    else {
      return true
    }
    // A step that is skipped takes its first row.
    return results[callee].contains(result)
      || !step.unless.isEmpty && rows(of: step).first == row
  }
}
