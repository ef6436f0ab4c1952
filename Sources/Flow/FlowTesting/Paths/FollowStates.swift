internal import FlowModel
internal import FlowRuntime

/// The states of a run that follows calls, go-tos and error flows. A state is a machine, identified
/// by its step, the waiting callers and the values of the facts.
///
/// Outlines and flows that call themselves are not entered: the rows of the calling step choose the
/// result.
struct FollowStates {
  private struct Key: Hashable {
    var block: Int32
    var returned: Int32
    var frames: [Int32]
    var facts: [UInt8]
  }
  private typealias Search = StateSearch<Machine, Key>

  let graph: PathGraph
  /// The largest number of states.
  let limit: Int
  let machines: [Machine]
  let isCut: Bool
  /// The steps that wait for a result for which they have no row.
  private(set) var unhandled: Set<String> = []

  init(_ flow: Flow, on program: Program, limit: Int = 20_000) {
    self.limit = limit
    var search = Search(limit: limit) { FollowStates.key(of: $0, withFacts: true) }
    var unhandled: Set<String> = []
    if let first = program.start(flow) {
      for starts in [[first], FollowStates.starts(first, flow)] {
        search.start(at: starts.map(FollowStates.entered)) {
          FollowStates.edges(of: $0, &unhandled)
        }
      }
    }
    self.unhandled = unhandled
    machines = search.states
    isCut = search.isCut
    graph = search.graph { FollowStates.key(of: $0, withFacts: false) }
  }

  /// The first state with other values of facts that the flow does not change, at most 64 of them.
  private static func starts(_ first: Machine, _ flow: Flow) -> [Machine] {
    let changes = flow.rows.flatMap(\.changes) + flow.steps.flatMap(\.counts)
    let changed = Set(changes.map(\.fact))
    var machines = [first]
    for fact in flow.facts where !changed.contains(fact) && machines.count <= 64 {
      machines = machines.flatMap { machine in
        fact.values.map { value in
          var machine = machine
          _ = machine.set(fact.name, to: value)
          return machine
        }
      }
    }
    return Array(machines.prefix(64))
  }

  private static func edges(of machine: Machine, _ unhandled: inout Set<String>) -> [Search.Edge] {
    var edges: [Search.Edge] = []
    let rows = machine.rows
    for position in positions(of: machine, rows) {
      var next = machine
      if let after = rows[position].after {
        next.elapse(to: next.enteredAt.later(by: Int64(after)))
      }
      let isPassedOver = machine.need == .passOver
      guard let number = try? isPassedOver ? next.passOver() : next.take(position) else {
        continue
      }
      let isInGraph =
        next.end == nil && rows[position].target(machine.program.reading)?.kind != .back
      if isInGraph, case .result(let outcome) = next.need, next.row(for: outcome) == nil {
        unhandled.insert(next.step.qualified)
        continue
      }
      edges.append(Search.Edge(row: number.rawValue, next: isInGraph ? entered(next) : nil))
    }
    return edges
  }

  /// The rows that can be taken.
  private static func positions(of machine: Machine, _ rows: [Row]) -> [Int] {
    switch machine.need {
    case .end: []
    case .passOver: [0]
    case .result(let outcome): machine.row(for: outcome).map { [$0] } ?? []
    case .call: Array(rows.indices)
    case .event: rows.indices.filter { machine.allows($0) }
    }
  }

  /// The machine after entering the flows that its step leads into.
  private static func entered(_ machine: Machine) -> Machine {
    var machine = machine
    while case .call = machine.need {
      guard let id = machine.step.callee(machine.program.reading),
        let callee = machine.program.catalogue.flow(id: id), !callee.isOutline,
        callee != machine.step.flow, !machine.callers.contains(where: { $0.flow == callee })
      else { return machine }
      do { try machine.enterCall() } catch { return machine }
    }
    return machine
  }

  private static func key(of machine: Machine, withFacts: Bool) -> Key {
    var key = Key(
      block: machine.block, returned: machine.returned, frames: [],
      facts: withFacts ? machine.factValues : [])
    var frame = machine.frame
    while frame >= 0 {
      let entry = machine.history[Int(frame)]
      key.frames += [entry.kind.rawValue, entry.block]
      frame = entry.frame
    }
    return key
  }
}

extension Machine {
  /// The values of the counters that a row's conditions see: `failures-3`.
  func counters(seenBy row: Row, as reading: Reading) -> [String] {
    let counts = FactRules.counts(of: row, at: row.step(reading))
    return row.conditions.map(\.fact).filter(\.isCounter).compactMap { fact in
      guard let place = value(of: fact.name).flatMap(fact.values.firstIndex(of:)) else {
        return nil
      }
      let values = counts.filter { $0.fact == fact }.reduce(1 << UInt64(place)) {
        FactRules.values(after: $1, from: $0)
      }
      return "\(fact.name)-\(fact.values[values.trailingZeroBitCount])"
    }
  }
}
