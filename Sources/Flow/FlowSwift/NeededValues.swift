internal import FlowModel

/// Which values a text may still show after a row, before an action returns them again: what a
/// handler has to return with its outcome.
///
/// Where the way is only known to the run, such as after Back, all screens that may have been shown
/// before count.
struct NeededValues {
  private let graph: CatalogueGraph
  private let numbers: [Flow: Int]
  /// For every flow and step, what a text shows there or later.
  private var needed: [[Set<String>]]
  /// For every flow and result, what its callers show of it.
  private var results: [[String: Set<String>]]
  /// For every flow and step, the screens to which Back may lead from there.
  private let screens: [[[Int]]]

  init(_ graph: CatalogueGraph) {
    self.graph = graph
    let flows = graph.catalogue.flows
    numbers = Dictionary(zip(flows, flows.indices)) { first, _ in first }
    needed = flows.map { Array(repeating: [], count: $0.steps.count) }
    results = flows.map { _ in [:] }
    let showsValues = flows.contains { $0.steps.contains { !$0.values.isEmpty } }
    screens = graph.graphs.map { showsValues ? NeededValues.screens(before: $0) : [] }
    guard showsValues else { return }
    while true {
      let before = (needed, results)
      for number in flows.indices.reversed() { follow(number) }
      if before == (needed, results) { return }
    }
  }

  /// The values of the step's action that the row needs.
  func values(of row: Row, at step: Step) -> Set<String> {
    guard let number = numbers[step.flow], returns(row, at: step) else { return [] }
    return after(row, at: step, number).intersection(step.values)
  }

  private static func screens(before ways: FlowGraph) -> [[Int]] {
    var before = [[Int]](repeating: [], count: ways.flow.steps.count)
    for screen in ways.flow.steps where screen.activity == .screen && screen.showsValues {
      for step in ways.reachable(from: [screen]).steps { before[step.index].append(screen.index) }
    }
    return before
  }

  private mutating func follow(_ number: Int) {
    let ways = graph.graphs[number]
    for step in ways.flow.steps.reversed() {
      var values = Set(step.shownTexts.flatMap { ShownText.names(in: $0.text) })
      if let callee = ways.callee(of: step) { values.formUnion(passed(to: callee, by: step)) }
      for row in ways.rows(of: step) {
        var after = after(row, at: step, number)
        if returns(row, at: step) {
          if let callee = ways.callee(of: step), let callee = numbers[callee] {
            let shown = after.intersection(step.values)
            results[callee][row.expectedOutcome ?? "", default: []].formUnion(shown)
          }
          after.subtract(step.values)
        }
        values.formUnion(after)
      }
      needed[number][step.index].formUnion(values)
    }
  }

  /// The values of its caller that a called flow shows, by the names of the caller. It may go back
  /// to a screen of the caller.
  private func passed(to callee: Flow, by caller: Step) -> Set<String> {
    guard let number = numbers[callee], let first = callee.firstStep else { return [] }
    let shown = needed[number][first.index].intersection(callee.parameters)
    return Set(
      shown.map { name in caller.arguments.first { $0.parameter == name }?.value ?? name }
    ).union(back(from: caller))
  }

  /// Whether the row is taken for an answer with values.
  private func returns(_ row: Row, at step: Step) -> Bool {
    !step.values.isEmpty && row.kind != .error && row.expectedOutcome != nil
  }

  /// The values that are shown when a row has been taken, and later.
  private func after(_ row: Row, at step: Step, _ number: Int) -> Set<String> {
    let ways = graph.graphs[number]
    let message = Set(ShownText.names(in: row.message ?? ""))
    switch ways.successor(of: row) {
    case .step(let next): return message.union(needed[number][next.index])
    // The error flow returns to the step.
    case .error: return message.union(needed[number][step.index]).union(back(from: step))
    case .flow: return message.union(back(from: step))
    case .exit(let target):
      switch target.kind.destination {
      case .caller: return message.union(results[number][target.name] ?? [])
      case .screen: return message.union(back(from: step))
      case .step, .itself, .flow, .errorFlow, .suspension, .end: return message
      }
    case .outline, .missing, nil: return message
    }
  }

  private func back(from step: Step) -> Set<String> {
    guard let number = numbers[step.flow], !screens[number].isEmpty else { return [] }
    return screens[number][step.index].reduce(into: []) { $0.formUnion(needed[number][$1]) }
  }
}
