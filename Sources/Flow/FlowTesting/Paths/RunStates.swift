package import FlowModel
package import FlowRuntime

/// The states of a run of a flow. A state is a machine, identified by its step, the waiting
/// callers, the values of the facts, and how long the timers of calls, sections and flows have run.
/// If there are more than 4,096 of these, a state stands for all times.
///
/// If the run follows calls, go-tos and error flows, outlines and flows that call themselves are
/// not entered. Otherwise it stays in the flow. In both cases, the rows of a calling step choose
/// the result of a call that is not entered, and Back leaves the graph, since where it leads
/// depends on the screens shown before.
package struct RunStates {
  private struct Key: Hashable {
    var block: Int32
    var returned: Int32
    var frames: [Int32]
    var facts: [UInt8]
    var times: [Int64]
  }
  private typealias Search = StateSearch<Machine, Key>

  package let graph: PathGraph
  let machines: [Machine]
  /// For every node, a number that the states share which differ only in their times. Empty if none
  /// do.
  private(set) var timeless: [Int32] = []
  /// How many of the stages start at the first step with values that a run may begin with.
  package let plainStages: Int
  /// Sentences about what was left out and why.
  private(set) var omissions: [String] = []
  /// Whether there are no other states: neither values of facts nor times were left out.
  private(set) var isComplete = true

  /// Finds the states. The starts, in stages, have first values, and other values of facts that no
  /// row changes. In a run that stays in the flow, there follow any values, and the steps that are
  /// then still not reached.
  package init(_ flow: Flow, on program: Program, follow: Bool) {
    let conditions = flow.rows.flatMap(\.conditions) + flow.steps.flatMap(\.unless)
    let looked = follow ? flow.facts : flow.facts.filter(conditions.map(\.fact).contains)
    let hasRivals = flow.steps.contains { step in
      step.rows(program.reading).count { $0.after != nil } > 1
    }
    guard let first = program.start(flow), follow || !looked.isEmpty || hasRivals else {
      // Without facts, and without timers that end a step before others, a state is a step.
      let rows = FlowGraph(flow, as: program.reading)
      var stages: [[Int32]] = []
      var reached = StepSet(of: flow)
      for step in flow.steps where !reached.contains(step) {
        stages.append([Int32(step.index)])
        rows.reach([step], &reached)
      }
      graph = PathGraph(rows, stages: stages) {
        Row(tables: flow.tables, index: $0).original.index
      }
      machines = flow.steps.compactMap { program.start(at: $0) }
      plainStages = 1
      return
    }
    var found = Found(flow, first, follow: follow, looked: looked, hasTimes: true)
    if found.search.isCut, program.tables.hasLongTimers {
      let hasTimers = found.hasTimers
      found = Found(flow, first, follow: follow, looked: looked, hasTimes: false)
      if hasTimers {
        found.isComplete = false
        found.omissions.append(
          """
          timers have too many times to tell apart; a row that comes only early or late may be \
          missing
          """
        )
      }
    }
    if found.search.isCut {
      found.isComplete = false
      found.omissions.append(
        "the search stopped at \(found.search.limit) states; the paths beyond them are missing")
    }
    isComplete = found.isComplete
    omissions = Set(found.omissions).sorted()
    machines = found.search.states
    plainStages = found.plainStages
    graph = found.search.graph { RunStates.key(of: $0, facts: [], times: []) }
    if found.hasTimers {
      timeless = found.search.numbers { RunStates.key(of: $0, facts: found.facts, times: []) }
    }
  }

  /// The states of runs that start like this.
  private struct Found {
    var search: Search
    var plainStages = 0
    var omissions: [String] = []
    var isComplete = true
    /// Whether there are timers of calls, sections or flows.
    var hasTimers = false
    /// The facts that states have.
    let facts: [Int]

    /// - Parameter hasTimes: whether states differ that differ only in how long timers have run.
    init(_ flow: Flow, _ first: Machine, follow: Bool, looked: [Fact], hasTimes: Bool) {
      let program = first.program
      let facts = program.facts.indices.filter { place in
        follow || looked.contains { $0.name == program.facts[place].name }
      }
      self.facts = facts
      var timers = LongTimers(program)
      let limit = follow ? 20_000 : 200_000
      search = Search(limit: hasTimes && program.tables.hasLongTimers ? 4_096 : limit) {
        RunStates.key(of: $0, facts: facts, times: hasTimes ? timers.times(of: $0) : [])
      }
      var omissions: [String] = []
      var isComplete = true
      func start(at first: Machine, _ facts: [Fact]) {
        let most = follow ? 64 : 4_096
        var starts = RunStates.starts(first, facts, most: most, &omissions, &isComplete)
        if follow { starts = starts.map(RunStates.entered) }
        search.start(at: starts.filter { !search.contains($0) }) {
          RunStates.edges(of: $0, follow, isExact: hasTimes, &omissions)
        }
      }
      let changes = flow.rows.flatMap(\.changes) + flow.steps.flatMap(\.counts)
      start(at: first, [])
      start(at: first, looked.filter { !changes.map(\.fact).contains($0) })
      plainStages = search.stages.count
      if !follow {
        start(at: first, looked)
        var reached = Set(search.states.map(\.step))
        for step in flow.steps where !reached.contains(step) {
          let known = search.states.count
          if let machine = program.start(at: step) { start(at: machine, []) }
          reached.formUnion(search.states[known...].map(\.step))
        }
      }
      (self.omissions, self.isComplete) = (omissions, isComplete)
      hasTimers = !timers.isEmpty
    }
  }

  /// A machine with every combination of values of these facts, as far as there are not too many.
  private static func starts(
    _ first: Machine, _ facts: [Fact], most: Int, _ omissions: inout [String],
    _ isComplete: inout Bool
  ) -> [Machine] {
    var machines = [first]
    for fact in facts {
      guard machines.count * fact.values.count <= most else {
        omissions.append("the facts have more values than were tried")
        isComplete = false
        break
      }
      machines = machines.flatMap { machine in
        fact.values.map { value in
          var machine = machine
          _ = machine.set(fact.name, to: value)
          return machine
        }
      }
    }
    return machines
  }

  /// The rows that can be taken, and where they lead.
  ///
  /// - Parameter isExact: whether the machine's times are those of its state. Otherwise other runs
  ///   that come to the state have other timers.
  private static func edges(
    of machine: Machine, _ follow: Bool, isExact: Bool, _ omissions: inout [String]
  ) -> [Search.Edge] {
    var edges: [Search.Edge] = []
    let rows = machine.rows
    let mayWait = machine.need == .event || machine.need == .call
    for position in positions(of: machine, rows) {
      var next = machine
      if isExact, machine.timer(inPlaceOf: position) != nil { continue }
      if mayWait, rows[position].after != nil {
        // A row whose timer another one precedes here is in the book where it comes first.
        guard let timer = next.timer(ofRow: position), let first = next.timer,
          timer == first || rows[position].outcome != nil
        else { continue }
        if timer == first {
          next.elapse(to: timer.due)
          next.prepare(for: timer)
        }
      }
      let isPassedOver = machine.need == .passOver
      guard let number = try? isPassedOver ? next.passOver() : next.take(position) else {
        continue
      }
      add(rows[position], number, next)
    }
    if follow, machine.waits, let timer = machine.timer, timer.callers > 0 {
      // A calling step no longer waits for its call.
      var next = machine
      next.elapse(to: timer.due)
      next.prepare(for: timer)
      let row = next.rows[timer.row]
      if let number = try? next.take(timer.row) { add(row, number, next) }
    }
    return edges

    func add(_ row: Row, _ number: RowNumber, _ machine: Machine) {
      var next = machine
      // A row that holds anywhere is one row, wherever it is taken.
      let index = Int32(row.original.index)
      let reading = next.program.reading
      let isInGraph =
        follow
        ? next.end == nil && row.target(reading)?.kind.destination != .screen
        : row.next(reading) != nil
      if isInGraph, next.need == .result, next.resultRow == nil {
        omissions.append(
          "a result that \(next.step.qualified) waits for has no row there; no path goes through")
        return
      }
      if !follow { next.history = History(capacity: 0) }
      edges.append(
        Search.Edge(
          row: follow ? number.rawValue - Int32(row.index) + index : index,
          next: isInGraph ? follow ? entered(next) : next : nil))
    }
  }

  /// The rows that can be taken.
  private static func positions(of machine: Machine, _ rows: [Row]) -> [Int] {
    switch machine.need {
    case .end: []
    case .passOver: [0]
    case .result: machine.resultRow.map { [$0] } ?? []
    case .call, .event: rows.indices.filter { machine.allows($0) }
    }
  }

  /// The machine after entering the flows that its step leads into.
  private static func entered(_ machine: Machine) -> Machine {
    var machine = machine
    while machine.need == .call {
      guard let id = machine.step.callee(machine.program.reading),
        let callee = machine.program.catalogue.flow(id: id), !callee.isOutline,
        callee != machine.step.flow, !machine.callers.contains(where: { $0.flow == callee })
      else { return machine }
      do { try machine.enterCall() } catch { return machine }
    }
    return machine
  }

  private static func key(of machine: Machine, facts: [Int], times: [Int64]) -> Key {
    var key = Key(
      block: machine.block, returned: machine.returned, frames: [],
      facts: facts.map { machine.facts[$0] }, times: times)
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
  func counters(seenBy row: Row) -> [String] {
    let counts = FactRules.counts(of: row, at: step)
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
