package import FlowModel
package import FlowRuntime

/// Finds minimal alignments of the runs in a log with the runs of flows (Dijkstra's search over
/// events and states).
///
/// A row that only the log has costs one deviation, as does a row that only the flows have, unless
/// the system takes it by itself. Of alignments with the same deviations, one with the fewest rows
/// filled in is taken.
package struct Aligner {
  /// What a log must have.
  package struct Settings: Sendable {
    /// Whether every row must be logged, also those that the system takes.
    package var needsAllRows = false
    /// Whether every run must come to an end.
    package var isComplete = false
    /// The flow in which all runs begin. Nil if the log decides.
    package var flow: Flow?
    /// The most states of a search, after which a run is not decided.
    package var limit = 50_000

    package init() {}
  }

  /// The program whose runs are compared.
  package let program: Program
  private let settings: Settings
  private let names: LogNames
  private var graph: RunGraph
  private var starts: [Int32: [Flow]] = [:]
  private let suspending: [Flow]

  package init(_ program: Program, _ settings: Settings, of log: EventLog) {
    self.program = program
    self.settings = settings
    names = LogNames(log.names, in: program)
    graph = RunGraph(program)
    suspending = program.catalogue.flows.filter { flow in
      !flow.isOutline
        && (flow.rows.contains { $0.targetKind(program.reading)?.destination == .suspension }
          || flow.triggeredBy.contains { program.catalogue.flow(id: $0) == nil })
    }
  }

  /// The row that an event names: the first one that has the name. Nil if no flow has it.
  package func row(of event: EventLog.Event) -> Row? { names.row(of: event.name) }

  /// The run of the flows in a state of the last alignment.
  func machine(inState state: Int32) -> Machine { graph.machines[Int(state)] }

  /// The alignment of a run. Nil if the search has come to its limit.
  package mutating func align(_ run: EventLog.Case) -> Alignment? {
    graph.clearIfLarge()
    if graph.machines.isEmpty { starts = [:] }
    var search = AlignmentSearch(limit: settings.limit)
    for (machine, cost) in beginnings(of: run) {
      search.add(
        event: 0, state: graph.state(machine), cost: cost, kind: .silent, cell: -1, from: -1)
    }
    while let node = search.next() {
      let (event, state) = (Int(node.event), node.state)
      if node.kind == .end || event == run.events.count && isEnd(state, of: run) {
        return alignment(search, node)
      }
      if search.isExhausted { return nil }
      follow(node, event, state, run, &search)
    }
    return nil
  }

  private mutating func follow(
    _ node: AlignmentSearch.Node, _ event: Int, _ state: Int32, _ run: EventLog.Case,
    _ search: inout AlignmentSearch
  ) {
    let name = event < run.events.count ? names.canonical(run.events[event].name) : -1
    let cells = program.tables.cells
    for edge in graph.edges(of: state) {
      guard edge.cell >= 0 else {
        search.add(
          event: event, state: edge.to, cost: node.cost, kind: .silent, cell: -1, from: node.index)
        continue
      }
      if name >= 0, names.name(ofRow: cells[Int(edge.cell)].number) == name {
        search.add(
          event: event + 1, state: edge.to, cost: node.cost, kind: .both, cell: edge.cell,
          from: node.index)
      }
      guard !edge.skipsCall else { continue }
      let isFilled = edge.isHidden && !settings.needsAllRows
      search.add(
        event: event, state: edge.to, cost: node.cost + (isFilled ? 1 : AlignmentSearch.deviation),
        kind: isFilled ? .filled : .flows, cell: edge.cell, from: node.index)
    }
    if event < run.events.count {
      search.add(
        event: event + 1, state: state, cost: node.cost + AlignmentSearch.deviation, kind: .log,
        cell: -1, from: node.index)
      for flow in flowsThatMaySuspend(before: event, of: run) {
        guard let suspended = graph.suspend(state, into: flow) else { continue }
        search.add(
          event: event, state: suspended, cost: node.cost + 1, kind: .silent, cell: -1,
          from: node.index)
      }
    } else {
      search.add(
        event: event, state: state, cost: node.cost + AlignmentSearch.deviation, kind: .end,
        cell: -1, from: node.index)
    }
  }

  private func alignment(_ search: AlignmentSearch, _ end: AlignmentSearch.Node) -> Alignment {
    var moves: [Alignment.Move] = []
    var node = end
    while node.from >= 0 {
      let before = search.node(node.from)
      moves.append(
        Alignment.Move(
          kind: node.kind, cell: node.cell,
          event: node.kind == .both || node.kind == .log ? before.event : -1,
          state: before.state,
          block: place(of: graph.machines[Int(before.state)])))
      node = before
    }
    moves.reverse()
    return Alignment(
      moves: moves, deviations: moves.count { $0.kind.isDeviation },
      last: place(of: graph.machines[Int(end.state)]))
  }

  /// The block of the step at which a run stands; below 0 if it has ended.
  private func place(of machine: Machine) -> Int32 {
    machine.hasEnded ? -1 - machine.block : machine.block
  }

  // MARK: Beginnings and ends

  /// Whether a run may be over in a state, as far as the log says how it ended.
  private func isEnd(_ state: Int32, of run: EventLog.Case) -> Bool {
    let machine = graph.machines[Int(state)]
    guard let end = run.end else { return !settings.isComplete || machine.hasEnded }
    if machine.hasEnded { return machine.end?.description == end }
    if end.hasPrefix("waiting ") || end.hasPrefix("error ") { return machine.standing == end }
    // Otherwise the run was given up, or has left its flow.
    let ended = ["end", "back", "resume"].contains(end)
    return !ended && !["result ", "outline ", "missing "].contains { end.hasPrefix($0) }
  }

  /// The flows for which a run may be suspended before an event.
  private func flowsThatMaySuspend(before event: Int, of run: EventLog.Case) -> [Flow] {
    let told = (run.suspensions[event] ?? []).compactMap { id in
      id.firstIndex(of: ":").flatMap { program.catalogue.flow(id: String(id[..<$0])) }
    }
    guard told.isEmpty, let flow = row(of: run.events[event])?.flow else { return told }
    return suspending.filter { $0 == flow }
  }

  /// The machines with which a run may begin, and what each costs: the flow of the first event, or
  /// one that comes to it by itself; facts as the log has them, or else their first values, or any
  /// values of facts that no row changes.
  private mutating func beginnings(of run: EventLog.Case) -> [(machine: Machine, cost: Int32)] {
    let flows = settings.flow.map { [$0] } ?? self.flows(beginningWith: run)
    var found: [(machine: Machine, cost: Int32)] = []
    for (place, flow) in flows.enumerated() {
      guard var first = program.start(flow, clock: 0) else { continue }
      var known: Set<String> = []
      for (key, value) in run.attributes where key.hasPrefix("fact:") {
        let name = String(key.dropFirst(5))
        if first.set(name, to: value) { known.insert(name) }
      }
      let cost: Int32 = place == 0 ? 0 : 1
      for (number, machine) in starts(first, flow, known).enumerated() {
        found.append((machine, cost + (number == 0 ? 0 : 1)))
      }
    }
    return found
  }

  private func starts(_ first: Machine, _ flow: Flow, _ known: Set<String>) -> [Machine] {
    var machines = [first]
    for fact in names.givenFacts where !known.contains(fact.name) {
      guard machines.count * fact.values.count <= 64 else { break }
      machines = machines.flatMap { machine in
        fact.values.map { value in
          var machine = machine
          _ = machine.set(fact.name, to: value)
          return machine
        }
      }
    }
    return machines.map { machine in
      var machine = machine
      machine.startOver()
      return machine
    }
  }

  /// The flows that may begin a run whose first row is known.
  private mutating func flows(beginningWith run: EventLog.Case) -> [Flow] {
    guard let event = run.events.first(where: { row(of: $0) != nil }), let row = row(of: event)
    else {
      return program.catalogue.flows.filter { !$0.isOutline }.prefix(1).map { $0 }
    }
    guard run.suspensions[0] == nil else {
      // The run waits in a flow of which it takes no row before it is suspended.
      var found: [Flow] = []
      for event in run.events {
        if let flow = self.row(of: event)?.flow, !found.contains(flow), !flow.isOutline {
          found.append(flow)
        }
      }
      return Array(found.dropFirst()) + found.prefix(1)
    }
    let number = names.canonical(event.name)
    if let known = starts[number] { return known }
    let others = program.catalogue.flows.filter { flow in
      flow != row.flow && comes(from: flow, to: row.flow)
    }
    let found = (row.flow.isOutline ? [] : [row.flow]) + others
    starts[number] = found
    return found
  }

  /// Whether a run of a flow comes to another flow by rows that the system takes.
  private mutating func comes(from flow: Flow, to other: Flow) -> Bool {
    guard let first = program.start(flow, clock: 0) else { return false }
    var states = [graph.state(first)]
    var known = Set(states)
    while let state = states.popLast(), known.count < 500 {
      if graph.machines[Int(state)].step.flow == other { return true }
      for edge in graph.edges(of: state) where edge.isHidden && known.insert(edge.to).inserted {
        states.append(edge.to)
      }
    }
    return false
  }
}
