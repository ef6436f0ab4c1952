package import FlowModel

/// Who may take which row: decided once for all runs, so that it can be proven and explained.
///
/// Only rows that a person decides can be taken at all. Such a row is a person's if, before
/// anybody decides again, it may lead to an action that changes the world. The table may say
/// otherwise (`by`), and so may the gate's file, which never gives an agent what the table keeps
/// for a person.
package struct GateRows: Sendable {
  private let gate: GateFile
  private let graph: CatalogueGraph
  /// The actions that change the world to which a person's row may lead.
  private var causes: [Row: [String]] = [:]

  package init(_ gate: GateFile, _ catalogue: Catalogue) {
    self.gate = gate
    graph = CatalogueGraph(catalogue, as: gate.reading)
    for flow in catalogue.flows {
      for row in flow.rows where row.has(gate.reading) && row.isDecided(gate.reading) {
        let found = self.causes(of: row)
        if !found.isEmpty { causes[row] = found }
      }
    }
  }

  /// Who may take a row.
  package func taker(of row: Row) -> Taker {
    given(row) ?? (causes[row.original] == nil ? .agent : .person)
  }

  /// Who may take a row, as somebody has written. Nil if it follows from the actions.
  private func given(_ row: Row) -> Taker? { gate.rows[row.qualified] ?? row.taker }

  /// Whether somebody has written that an agent may take the row, whatever it leads to.
  package func isLeft(_ row: Row) -> Bool { given(row) == .agent }

  /// Why a row is a person's, as a part of a sentence.
  package func reason(_ row: Row) -> String {
    if gate.rows[row.qualified] != nil { return "\(GateFile.name) says so" }
    if row.taker != nil { return "its table says so" }
    guard let causes = causes[row.original] else { return "" }
    let names = causes.map { "`\($0)`" }.joined(separator: ", ")
    return "it may lead to \(names), which change\(causes.count == 1 ? "s" : "") the world"
  }

  /// All rows that somebody may take, with their takers, in the order of the flows.
  package var all: [(row: Row, taker: Taker)] {
    graph.catalogue.flows.flatMap { flow in
      flow.rows.filter { $0.has(gate.reading) && $0.isDecided(gate.reading) }
        .map { ($0, taker(of: $0)) }
    }
  }

  /// Whether an action changes the world. One that nothing performs does not.
  package func changes(_ action: String) -> Bool { gate.handlers[action]?.changes ?? false }

  /// The actions that change the world, sorted.
  package var changing: [String] { gate.handlers.filter(\.value.changes).keys.sorted() }

  // MARK: Where a row leads

  private func causes(of row: Row) -> [String] {
    var search = Search()
    follow(row, &search)
    return search.found.sorted()
  }

  private struct Search {
    var seen: Set<Step> = []
    var left: Set<Step> = []
    var found: Set<String> = []
  }

  private func flowGraph(_ flow: Flow) -> FlowGraph? {
    graph.catalogue.flows.firstIndex(of: flow).map { graph.graphs[$0] }
  }

  private func follow(_ row: Row, _ search: inout Search) {
    guard let flow = flowGraph(row.flow) else { return }
    let flows = graph.catalogue.flows
    switch flow.way(of: row) {
    case .step(let step): visit(step, &search)
    case .flow(let place, let step), .error(let place, let step):
      visit(flows[place].steps[step], &search)
    case .exit(.result):
      for caller in graph.callers(of: row.flow) { leave(caller, &search) }
    case .exit(.back):
      // Back leads to a screen, whose action is performed again.
      for step in flows.flatMap(\.steps) where step.activity.isShown { note(step, &search) }
    case .exit, .outline, .missing, nil: break
    }
  }

  private func note(_ step: Step, _ search: inout Search) {
    if let action = step.action, changes(action) { search.found.insert(action) }
  }

  private func visit(_ step: Step, _ search: inout Search) {
    guard search.seen.insert(step).inserted else { return }
    note(step, &search)
    if let callee = flowGraph(step.flow)?.callee(of: step), let first = callee.firstStep {
      visit(first, &search)
    }
    leave(step, &search)
  }

  /// Follows what happens at a step without a decision.
  private func leave(_ step: Step, _ search: inout Search) {
    guard search.left.insert(step).inserted, let flow = flowGraph(step.flow) else { return }
    for row in flow.rows(of: step) where !row.isDecided(gate.reading) {
      follow(row, &search)
    }
  }
}
