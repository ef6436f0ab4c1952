internal import FlowModel

/// The states of a run that stays in one flow: a step, and the values of the facts that conditions
/// use.
///
/// At a call, the rows of the calling step choose the result. Back leaves the graph, since where it
/// leads depends on the screens shown before.
struct FlowStates {
  struct State: Hashable {
    var step: Int32
    var facts: [UInt8]
  }

  let flow: Flow
  /// The largest number of states.
  let limit: Int
  private let rows: FlowGraph
  private(set) var states: [State] = []
  private var index: [State: Int32] = [:]
  private var offsets: [Int32] = [0]
  private var targets: [Int32] = []
  private var labels: [Int32] = []
  private(set) var stages: [[Int32]] = []
  /// How many of the stages start at the first step with values that a run may begin with.
  private(set) var plainStages = 1
  /// Whether states were left out because of the limit.
  private(set) var isCut = false

  init(_ flow: Flow, as reading: Reading, limit: Int = 200_000) {
    self.flow = flow
    self.limit = limit
    rows = FlowGraph(flow, as: reading)
  }

  /// Builds the graph. It has these starts, in stages: first values; other values of facts that no
  /// row changes; any values; and the steps that are then still not reached.
  mutating func graph() -> PathGraph {
    guard flow.firstStep != nil else { return PathGraph(offsets: [0], targets: [], stages: []) }
    let conditions = flow.rows.flatMap(\.conditions) + flow.steps.flatMap(\.unless)
    let looked = Set(conditions.map(\.fact))
    if looked.isEmpty { return plainGraph() }
    let changes = flow.rows.flatMap(\.changes) + flow.steps.flatMap(\.counts)
    let first = [UInt8](repeating: 0, count: flow.facts.count)
    start(at: 0, [first])
    start(at: 0, combinations(of: looked.subtracting(changes.map(\.fact))))
    plainStages = stages.count
    start(at: 0, combinations(of: looked))
    enterTheRest(first)
    return PathGraph(
      offsets: offsets, targets: targets, labels: labels, places: states.map(\.step),
      stages: stages)
  }

  /// Without facts, a state is a step. Steps that are not reached from the first one are entered
  /// directly.
  private mutating func plainGraph() -> PathGraph {
    let steps = flow.steps
    states = steps.map { State(step: Int32($0.index), facts: []) }
    var reached = StepSet(of: flow)
    for step in steps where !reached.contains(step) {
      stages.append([Int32(step.index)])
      rows.reach([step], &reached)
    }
    return PathGraph(rows, stages: stages)
  }

  /// Every combination of values of these facts, at most 4,096. The other facts have their first
  /// value.
  private mutating func combinations(of facts: Set<Fact>) -> [[UInt8]] {
    var all = [[UInt8](repeating: 0, count: flow.facts.count)]
    for (place, fact) in flow.facts.enumerated() where facts.contains(fact) {
      let values = fact.values.count
      guard all.count * values <= 4_096 else {
        isCut = true
        break
      }
      all = all.flatMap { facts in
        (0..<values).map { value in
          var facts = facts
          facts[place] = UInt8(value)
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
    for step in flow.steps.indices where !states.contains(where: { $0.step == step }) {
      start(at: Int32(step), [facts])
    }
  }

  private mutating func node(for state: State) -> Int32 {
    if let node = index[state] { return node }
    let node = Int32(states.count)
    index[state] = node
    states.append(state)
    return node
  }

  /// Adds the edges of all states that have none yet.
  private mutating func expand() {
    while offsets.count <= states.count {
      let state = states[offsets.count - 1]
      if states.count > limit {
        isCut = true
      } else {
        let step = flow.step(at: Int(state.step))
        for row in open(at: step, state.facts) {
          labels.append(Int32(row.index))
          guard let target = rows.next(row) else {
            targets.append(-1)
            continue
          }
          let changes = FactRules.changes(of: row, at: step)
          let next = State(
            step: Int32(target.index), facts: FactRules.values(after: changes, from: state.facts))
          targets.append(node(for: next))
        }
      }
      offsets.append(Int32(targets.count))
    }
  }

  /// The rows that can be taken: the first if the step is skipped, else those whose conditions
  /// hold.
  private func open(at step: Step, _ facts: [UInt8]) -> [Row] {
    let all = rows.rows(of: step)
    if FactRules.passesOver(step, in: facts) { return Array(all.prefix(1)) }
    return all.filter { FactRules.allows($0, at: step, in: facts) }
  }

  /// The values of the counters that a row's conditions see: `failures-3`.
  func counters(seenBy row: Row, in state: State) -> [String] {
    let step = flow.step(at: Int(state.step))
    let facts = FactRules.values(after: FactRules.counts(of: row, at: step), from: state.facts)
    return row.conditions.map(\.fact).filter(\.isCounter).map { fact in
      "\(fact.name)-\(fact.values[Int(facts[fact.index])])"
    }
  }
}
