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

  let program: Program
  /// The largest number of states.
  let limit: Int
  private(set) var machines: [Machine] = []
  private var index: [Key: Int32] = [:]
  private var placeIndex: [Key: Int32] = [:]
  private var places: [Int32] = []
  private var offsets: [Int32] = [0]
  private var targets: [Int32] = []
  private var labels: [Int32] = []
  private(set) var stages: [[Int32]] = []
  private(set) var isCut = false
  /// The steps that wait for a result for which they have no row.
  private(set) var unhandled: Set<String> = []

  init(_ program: Program, limit: Int = 20_000) {
    self.program = program
    self.limit = limit
  }

  mutating func graph(of flow: Flow) -> PathGraph {
    guard let first = program.start(flow) else {
      return PathGraph(offsets: [0], targets: [], stages: [])
    }
    start(at: [first])
    var machines = [first]
    for fact in flow.facts {
      guard !flow.rows.contains(where: { $0.changes.contains { $0.fact == fact } }),
        !flow.steps.contains(where: { $0.counts.contains { $0.fact == fact } })
      else { continue }
      machines = machines.flatMap { machine in
        fact.values.map { value in
          var machine = machine
          _ = machine.set(fact.name, to: value)
          return machine
        }
      }
      if machines.count > 64 { break }
    }
    start(at: Array(machines.prefix(64)))
    return PathGraph(
      offsets: offsets, targets: targets, labels: labels, places: places, stages: stages)
  }

  private mutating func start(at machines: [Machine]) {
    let count = self.machines.count
    let nodes = machines.map { node(for: entered($0)) }
    guard self.machines.count > count else { return }
    stages.append(nodes)
    while offsets.count <= self.machines.count {
      let machine = self.machines[offsets.count - 1]
      if self.machines.count > limit { isCut = true } else { expand(machine) }
      offsets.append(Int32(targets.count))
    }
  }

  private mutating func expand(_ machine: Machine) {
    let rows = machine.rows
    for position in positions(of: machine, rows) {
      var next = machine
      if let after = rows[position].after { next.elapse(to: next.enteredAt + Int64(after)) }
      guard let number = try? next.take(position) else { continue }
      var target: Int32 = -1
      if next.end == nil, rows[position].target(program.reading) != .back {
        if case .result(let outcome) = next.need, next.row(for: outcome) == nil {
          unhandled.insert(next.step.qualified)
          continue
        }
        target = node(for: entered(next))
      }
      targets.append(target)
      labels.append(number.rawValue)
    }
  }

  /// The rows that can be taken.
  private func positions(of machine: Machine, _ rows: [Row]) -> [Int] {
    switch machine.need {
    case .end: return []
    case .passOver: return [0]
    case .result(let outcome): return machine.row(for: outcome).map { [$0] } ?? []
    case .call: return Array(rows.indices)
    case .event: return rows.indices.filter { machine.allows($0) }
    }
  }

  /// The machine after entering the flows that its step leads into.
  private func entered(_ machine: Machine) -> Machine {
    var machine = machine
    while case .call = machine.need {
      guard let id = machine.step.callee(program.reading),
        let callee = program.catalogue.flow(id: id), !callee.isOutline,
        callee != machine.step.flow, !machine.callers.contains(where: { $0.flow == callee })
      else { return machine }
      do { try machine.enterCall() } catch { return machine }
    }
    return machine
  }

  private mutating func node(for machine: Machine) -> Int32 {
    var key = Key(
      block: machine.block, returned: machine.returned, frames: [], facts: machine.factValues)
    var frame = machine.frame
    while frame >= 0 {
      let entry = machine.history[Int(frame)]
      key.frames += [entry.kind.rawValue, entry.block]
      frame = entry.frame
    }
    if let node = index[key] { return node }
    let node = Int32(machines.count)
    index[key] = node
    machines.append(machine)
    key.facts = []
    let place = placeIndex[key] ?? Int32(placeIndex.count)
    placeIndex[key] = place
    places.append(place)
    return node
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
      var values = UInt64(1) << UInt64(place)
      for change in counts where change.fact == fact {
        values = FactRules.values(after: change, from: values)
      }
      return "\(fact.name)-\(fact.values[values.trailingZeroBitCount])"
    }
  }
}
