package import FlowModel

/// Who may take which row: decided once for all runs, so that it can be proven and explained.
///
/// Only rows that a person decides can be taken at all. Such a row is a person's if, before anybody
/// decides again, it may lead to an action that changes the world. The gate's file may say
/// otherwise for a row.
package struct GateRows: Sendable {
  private let gate: GateFile
  private let graph: CatalogueGraph
  /// The action that changes the world to which a person's row may lead.
  private var causes: [Row: String] = [:]

  package init(_ gate: GateFile, _ catalogue: Catalogue) {
    self.gate = gate
    graph = CatalogueGraph(catalogue, as: gate.reading)
    for flow in catalogue.flows {
      for row in flow.rows where row.has(gate.reading) && GateRows.isDecided(row, gate.reading) {
        causes[row] = cause(of: row)
      }
    }
  }

  /// Whether somebody decides to take the row: it is for no answer, no result and no timer.
  package static func isDecided(_ row: Row, _ reading: Reading) -> Bool {
    guard row.expectedOutcome == nil, row.after == nil else { return false }
    switch row.kind {
    case .user: return true
    case .own:
      let step = row.step(reading)
      return step.action == nil && (step.activity == .user || step.activity.isShown)
    case .case, .result, .event, .error, .extension: return false
    }
  }

  /// Who may take a row.
  package func taker(of row: Row) -> GateFile.Taker {
    gate.rows[row.qualified] ?? (causes[row] == nil ? .agent : .person)
  }

  /// Why a row is a person's, as a part of a sentence.
  package func reason(_ row: Row) -> String {
    if gate.rows[row.qualified] == .person { return "\(GateFile.name) says so" }
    return causes[row].map { "it may lead to `\($0)`, which changes the world" } ?? ""
  }

  /// All rows that somebody may take, with their takers, in the order of the flows.
  package var all: [(row: Row, taker: GateFile.Taker)] {
    graph.catalogue.flows.flatMap { flow in
      flow.rows.filter { $0.has(gate.reading) && GateRows.isDecided($0, gate.reading) }
        .map { ($0, taker(of: $0)) }
    }
  }

  /// Whether an action changes the world. One that nothing performs does not.
  package func changes(_ action: String) -> Bool { gate.commands[action]?.changes ?? false }

  /// The actions that change the world, sorted.
  package var changing: [String] { gate.commands.filter(\.value.changes).keys.sorted() }

  // MARK: Where a row leads

  private func cause(of row: Row) -> String? {
    var search = Search()
    follow(row, &search)
    return search.found.min()
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
    for row in flow.rows(of: step) where !GateRows.isDecided(row, gate.reading) {
      follow(row, &search)
    }
  }
}
