internal import FlowModel
internal import FlowRuntime

/// The states of a run that stays in one flow: a step, and the values of the facts it looks at.
///
/// At a call, the rows of the calling step say what came back. Back leaves the graph: where it leads
/// depends on the screens before.
struct FlowStates {
  struct State: Hashable {
    var step: Int32
    var facts: [UInt8]
  }

  let flow: Flow
  let reading: Reading
  /// The most states that are built.
  let limit: Int
  private let tables: FlowTables
  private(set) var states: [State] = []
  private var index: [State: Int32] = [:]
  private var offsets: [Int32] = [0]
  private var targets: [Int32] = []
  private var labels: [Int32] = []
  private(set) var stages: [[Int32]] = []
  /// How many of the stages begin at the first step with what a run may begin with.
  private(set) var plainStages = 1
  /// How many states were not followed because of the limit.
  private(set) var isCut = false

  init(_ flow: Flow, as reading: Reading, limit: Int = 200_000) {
    self.flow = flow
    self.reading = reading
    self.limit = limit
    tables = flow.tables
  }

  /// The graph. The starts: with first values; with other values of facts that no row changes; with
  /// any values; and at the steps that are then still not reached.
  mutating func graph() -> PathGraph {
    guard !tables.steps.isEmpty else { return PathGraph(offsets: [0], targets: [], stages: []) }
    let looked = lookedAt()
    if looked.isEmpty { return plainGraph() }
    let changed = Set(tables.changes.map(\.fact))
    let first = [UInt8](repeating: 0, count: tables.facts.count)
    start(at: 0, [first])
    start(at: 0, combinations(of: looked.subtracting(changed)))
    plainStages = stages.count
    start(at: 0, combinations(of: looked))
    enterTheRest(first)
    return PathGraph(
      offsets: offsets, targets: targets, labels: labels, places: states.map(\.step),
      stages: stages)
  }

  // MARK: Without facts

  private mutating func plainGraph() -> PathGraph {
    let slices = tables.steps.map { reading == .meant ? $0.rowsMeant : $0.rowsWritten }
    let count = slices.reduce(0) { $0 + $1.range.count }
    offsets.reserveCapacity(slices.count + 1)
    targets.reserveCapacity(count)
    labels.reserveCapacity(count)
    for (step, slice) in slices.enumerated() {
      for place in slice.range {
        let row = tables.stepRows[place]
        labels.append(row)
        targets.append(target(of: row, from: Int32(step)) ?? -1)
      }
      offsets.append(Int32(targets.count))
    }
    states = slices.indices.map { State(step: Int32($0), facts: []) }
    stages = [[0]]
    var isReached = [Bool](repeating: false, count: slices.count)
    reach(0, &isReached)
    for step in slices.indices where !isReached[step] {
      stages.append([Int32(step)])
      reach(Int32(step), &isReached)
    }
    return PathGraph(offsets: offsets, targets: targets, labels: labels, stages: stages)
  }

  private func reach(_ start: Int32, _ isReached: inout [Bool]) {
    var stack = [start]
    isReached[Int(start)] = true
    while let node = stack.popLast() {
      for edge in Int(offsets[Int(node)])..<Int(offsets[Int(node) + 1]) {
        let target = targets[edge]
        if target >= 0, !isReached[Int(target)] {
          isReached[Int(target)] = true
          stack.append(target)
        }
      }
    }
  }

  /// The step a row leads to in this flow; nil when it leaves, or goes back.
  private func target(of row: Int32, from step: Int32) -> Int32? {
    let record = tables.rows[Int(row)]
    guard let target = reading == .meant ? tables.meant(record) ?? record.next : record.next else {
      return nil
    }
    switch target.kind {
    case .step, .section: return target.step
    case .stay: return step
    case .goto, .back, .resume, .end, .result, .error: return nil
    }
  }

  // MARK: With facts

  /// The facts that some condition of this flow is about.
  private func lookedAt() -> Set<Int32> { Set(tables.conditions.map(\.fact)) }

  /// Every combination of values of these facts, the others at their first, at most 4,096.
  private mutating func combinations(of facts: Set<Int32>) -> [[UInt8]] {
    var all = [[UInt8](repeating: 0, count: tables.facts.count)]
    for fact in facts.sorted() {
      let values = tables.facts[Int(fact)].values.range.count
      guard all.count * values <= 4_096 else {
        isCut = true
        break
      }
      all = all.flatMap { facts in
        (0..<values).map { value in
          var facts = facts
          facts[Int(fact)] = UInt8(value)
          return facts
        }
      }
    }
    return all
  }

  private mutating func start(at step: Int32, _ combinations: [[UInt8]]) {
    let fresh = combinations.map { State(step: step, facts: $0) }.filter { index[$0] == nil }
    guard !fresh.isEmpty else { return }
    stages.append(fresh.map { node(for: $0) })
    expand()
  }

  private mutating func enterTheRest(_ facts: [UInt8]) {
    var isReached = [Bool](repeating: false, count: tables.steps.count)
    for state in states { isReached[Int(state.step)] = true }
    for step in tables.steps.indices where !isReached[step] {
      start(at: Int32(step), [facts])
      for state in states { isReached[Int(state.step)] = true }
    }
  }

  private mutating func node(for state: State) -> Int32 {
    if let node = index[state] { return node }
    let node = Int32(states.count)
    index[state] = node
    states.append(state)
    return node
  }

  /// Writes the edges of all states that have none yet.
  private mutating func expand() {
    while offsets.count <= states.count {
      let state = states[offsets.count - 1]
      if states.count > limit {
        isCut = true
      } else {
        let step = tables.steps[Int(state.step)]
        for place in rows(of: step, in: state) {
          let row = tables.stepRows[place]
          labels.append(row)
          guard let target = target(of: row, from: state.step) else {
            targets.append(-1)
            continue
          }
          let next = State(step: target, facts: facts(after: row, of: step, state.facts))
          targets.append(node(for: next))
        }
      }
      offsets.append(Int32(targets.count))
    }
  }

  /// The rows that can be taken: the first when the step is passed over, else those whose
  /// conditions hold.
  private func rows(of step: StepRecord, in state: State) -> [Int] {
    let range = (reading == .meant ? step.rowsMeant : step.rowsWritten).range
    let isPassedOver = tables.rareFields(of: step).unless.range.contains {
      holds($0, state.facts, counting: [])
    }
    if isPassedOver { return Array(range.prefix(1)) }
    return range.filter { place in
      let row = tables.rows[Int(tables.stepRows[place])]
      let counting = counted(by: row, of: step)
      return row.conditions.range.allSatisfy { holds($0, state.facts, counting: counting) }
    }
  }

  private func counted(by row: RowRecord, of step: StepRecord) -> [Int32] {
    guard row.outcome.isPresent, !step.counts.isEmpty else { return [] }
    let outcome = tables.string(row.outcome)
    return step.counts.range.filter { tables.string(tables.changes[$0].outcome) == outcome }
      .map { tables.changes[$0].fact }
  }

  private func holds(_ condition: Int, _ facts: [UInt8], counting: [Int32]) -> Bool {
    let record = tables.conditions[condition]
    let value = counting.contains(record.fact) ? up(facts, record.fact) : facts[Int(record.fact)]
    return record.mask >> UInt64(value) & 1 == 1
  }

  private func up(_ facts: [UInt8], _ fact: Int32) -> UInt8 {
    let last = tables.facts[Int(fact)].values.range.count - 1
    return UInt8(min(Int(facts[Int(fact)]) + 1, last))
  }

  /// The facts once a row is taken; also what its conditions see of counters.
  func facts(after row: Int32, of step: StepRecord, _ facts: [UInt8]) -> [UInt8] {
    let record = tables.rows[Int(row)]
    var facts = facts
    for fact in counted(by: record, of: step) { facts[Int(fact)] = up(facts, fact) }
    for change in record.changes.range.map({ tables.changes[$0] }) {
      switch change.kind {
      case .set: facts[Int(change.fact)] = change.value
      case .reset: facts[Int(change.fact)] = 0
      case .count: facts[Int(change.fact)] = up(facts, change.fact)
      }
    }
    return facts
  }

  /// What the counters stand at when a row's conditions are looked at: `failures-3`.
  func counters(seenBy row: Int32, in state: State) -> [String] {
    let step = tables.steps[Int(state.step)]
    let record = tables.rows[Int(row)]
    let counting = counted(by: record, of: step)
    return record.conditions.range.compactMap { place in
      let fact = tables.conditions[place].fact
      guard tables.facts[Int(fact)].lowerBound != nil else { return nil }
      let value = counting.contains(fact) ? up(state.facts, fact) : state.facts[Int(fact)]
      let name = tables.string(tables.facts[Int(fact)].name)
      let values = tables.strings(tables.facts[Int(fact)].values)
      return "\(name)-\(values[Int(value)])"
    }
  }
}
