internal import FlowModel

/// The states of a run that stays in one flow: a step, and the values of the facts that conditions
/// use.
///
/// At a call, the rows of the calling step choose the result. Back leaves the graph, since where it
/// leads depends on the screens shown before.
struct FlowStates {
  struct State: Hashable {
    let step: Step
    let facts: [UInt8]
  }

  let graph: PathGraph
  /// How many of the stages start at the first step with values that a run may begin with.
  private(set) var plainStages = 1
  /// Whether states were left out because of the limit.
  private(set) var isCut = false
  private(set) var states: [State] = []
  private let flow: Flow

  /// Finds the states. The starts, in stages, have first values; other values of facts that no row
  /// changes; any values; and the steps that are then still not reached.
  init(_ flow: Flow, as reading: Reading, limit: Int = 200_000) {
    self.flow = flow
    let rows = FlowGraph(flow, as: reading)
    let steps = flow.steps
    let conditions = flow.rows.flatMap(\.conditions) + steps.flatMap(\.unless)
    let looked = Set(conditions.map(\.fact))
    guard let first = steps.first, !looked.isEmpty else {
      // Without facts, a state is a step.
      states = steps.map { State(step: $0, facts: []) }
      var stages: [[Int32]] = []
      var reached = StepSet(of: flow)
      for step in steps where !reached.contains(step) {
        stages.append([Int32(step.index)])
        rows.reach([step], &reached)
      }
      graph = PathGraph(rows, stages: stages)
      return
    }
    var search = StateSearch<State, State>(limit: limit) { $0 }
    func start(at step: Step, _ combinations: [[UInt8]]) {
      let starts = combinations.map { State(step: step, facts: $0) }
      search.start(at: starts.filter { !search.contains($0) }) { FlowStates.edges(of: $0, rows) }
    }
    let changes = flow.rows.flatMap(\.changes) + steps.flatMap(\.counts)
    start(at: first, FlowStates.combinations(of: [], flow, &isCut))
    let unchanged = looked.subtracting(changes.map(\.fact))
    start(at: first, FlowStates.combinations(of: unchanged, flow, &isCut))
    plainStages = search.stages.count
    start(at: first, FlowStates.combinations(of: looked, flow, &isCut))
    var reached = Set(search.states.map(\.step))
    for step in steps where !reached.contains(step) {
      let known = search.states.count
      start(at: step, FlowStates.combinations(of: [], flow, &isCut))
      reached.formUnion(search.states[known...].map(\.step))
    }
    states = search.states
    isCut = isCut || search.isCut
    graph = search.graph { $0.step }
  }

  /// Every combination of values of these facts, at most 4,096. The other facts have their first
  /// value.
  private static func combinations(
    of facts: Set<Fact>, _ flow: Flow, _ isCut: inout Bool
  ) -> [[UInt8]] {
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

  /// The rows that can be taken: the first if the step is skipped, else those whose conditions
  /// hold.
  private static func edges(
    of state: State, _ graph: FlowGraph
  ) -> [StateSearch<State, State>.Edge] {
    let (step, facts) = (state.step, state.facts)
    let all = graph.rows(of: step)
    let isPassedOver = FactRules.passesOver(step, in: facts)
    let open =
      isPassedOver
      ? Array(all.prefix(1)) : all.filter { FactRules.allows($0, at: step, in: facts) }
    return open.map { row in
      let next = graph.next(row).map { next in
        State(
          step: next,
          facts: FactRules.values(
            after: FactRules.changes(of: row, at: step, isPassedOver: isPassedOver), from: facts))
      }
      return StateSearch.Edge(row: Int32(row.index), next: next)
    }
  }

  /// The values of the counters that a row's conditions see: `failures-3`.
  func counters(seenBy row: Row, in state: State) -> [String] {
    let counts = FactRules.counts(of: row, at: state.step)
    let facts = FactRules.values(after: counts, from: state.facts)
    return row.conditions.map(\.fact).filter(\.isCounter).map { fact in
      "\(fact.name)-\(fact.values[Int(facts[fact.index])])"
    }
  }
}
