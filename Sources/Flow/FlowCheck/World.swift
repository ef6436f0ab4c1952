internal import FlowModel

/// All flows in one reading, and what one flow must know of the others.
struct World: Sendable {
  let catalogue: Catalogue
  let reading: Reading
  let bindings: [String: Set<String>]?
  private(set) var graphs: [FlowGraph] = []
  /// For every flow: the steps at which it is entered, the first and those that a go-to names.
  private(set) var entries: [[Int]]
  private(set) var reached: [[Bool]] = []
  /// The flows and steps that call a flow.
  private(set) var callers: [[(flow: Int, step: Int)]]
  /// The flows that leave for a flow, and those that lead to it as an error flow.
  private(set) var leavers: [Set<Int>]
  private(set) var failers: [Set<Int>]
  /// What every flow returns.
  private(set) var returned: [Set<String>]
  /// The rows by action and outcome: what an action is known to answer.
  private(set) var answers: [String: [String: String]] = [:]
  /// The counters and other facts that some row resets or sets.
  private(set) var resetFacts: Set<String> = []
  /// The names of all secret inputs.
  private(set) var secretNames: Set<String> = []
  /// The secrets that a flow asks for, itself or through the flows that it calls.
  private(set) var asked: [Set<String>]
  /// The error flows that happen in a flow or in those that it calls.
  private(set) var errors: [Set<String>]
  /// Whether a screen may lie behind a step, for every step of every flow.
  private(set) var screenBehind: [[Bool]] = []

  init(_ catalogue: Catalogue, as reading: Reading, bindings: [String: Set<String>]?) {
    self.catalogue = catalogue
    self.reading = reading
    self.bindings = bindings
    let count = catalogue.flows.count
    entries = catalogue.flows.map { $0.isOutline ? [] : [0] }
    callers = Array(repeating: [], count: count)
    leavers = Array(repeating: [], count: count)
    failers = leavers
    returned = Array(repeating: [], count: count)
    asked = returned
    errors = returned
    graphs = catalogue.flows.indices.map { FlowGraph($0, of: catalogue, as: reading) }
    for graph in graphs { collectLinks(of: graph) }
    reached = graphs.map { $0.reached(from: entries[$0.index]) }
    for graph in graphs { collectNames(of: graph) }
    asked = spread(asked)
    errors = spread(errors)
    screenBehind = ScreensBehind(self).result
  }

  private mutating func collectLinks(of graph: FlowGraph) {
    for step in graph.tables.steps.indices {
      if let callee = graph.callee(step) { callers[callee].append((graph.index, step)) }
      for row in graph.rows(of: step) {
        let link = graph.link(row)
        guard link.flow >= 0, let kind = graph.target(row)?.kind else { continue }
        if kind == .error {
          failers[Int(link.flow)].insert(graph.index)
        } else {
          leavers[Int(link.flow)].insert(graph.index)
          if link.step > 0 { entries[Int(link.flow)].append(Int(link.step)) }
        }
      }
    }
  }

  private mutating func collectNames(of graph: FlowGraph) {
    let tables = graph.tables
    for input in tables.inputs where input.isSecret {
      let name = tables.string(input.name)
      secretNames.insert(name)
      asked[graph.index].insert(name)
    }
    for change in tables.changes where change.kind != .count {
      resetFacts.insert(tables.string(tables.facts[Int(change.fact)].name))
    }
    for step in tables.steps.indices where reached[graph.index][step] {
      let action = graph.action(step)
      for row in graph.rows(of: step) {
        if let target = graph.target(row) {
          if target.kind == .result { returned[graph.index].insert(tables.string(target.name)) }
          if target.kind == .error { errors[graph.index].insert(tables.string(target.name)) }
        }
        guard let action, let outcome = graph.outcome(row) else { continue }
        if answers[action]?[outcome] == nil {
          answers[action, default: [:]][outcome] =
            "\(tables.string(tables.header.id)):\(graph.reference(row))"
        }
      }
    }
  }

  /// Gives every caller what its callees have, until nothing changes.
  private func spread(_ names: [Set<String>]) -> [Set<String>] {
    var names = names
    var waiting = names.indices.filter { !names[$0].isEmpty }
    while let flow = waiting.popLast() {
      for caller in callers[flow] where !names[flow].isSubset(of: names[caller.flow]) {
        names[caller.flow].formUnion(names[flow])
        waiting.append(caller.flow)
      }
    }
    return names
  }

  func id(_ flow: Int) -> String { catalogue.flows[flow].id }
}
