internal import FlowModel
internal import FlowRuntime

/// The states to which runs of a program come and the rows between them, each found when it is
/// asked for.
///
/// Time is not judged: a timer may run out wherever no other timer that began together with it
/// comes first.
struct RunGraph {
  /// Something that happens to a run.
  struct Edge {
    let to: Int32
    /// The index of the row's cell. -1 for a call that is entered.
    let cell: Int32
    /// Whether the system takes the row by itself, so that an app need not log it.
    let isHidden: Bool
    /// Whether it takes the place of a call that nobody has logged, so that it needs its row in the
    /// log.
    var skipsCall = false
  }

  private struct Key: Hashable {
    let place: Int32
    let end: End.Kind
    /// The result with which the run has ended, or which a called flow has returned.
    let result: Int32
    let frame: Int32
    let facts: [UInt8]
    let history: [HistoryEntry]
    let timers: [UInt32]
  }

  let program: Program
  private(set) var machines: [Machine] = []
  private var edges: [[Edge]?] = []
  private var index: [Key: Int32] = [:]
  /// Whether some row goes back to a screen. Otherwise the screens that were shown do not matter.
  private let goesBack: Bool

  init(_ program: Program) {
    self.program = program
    goesBack = program.catalogue.flows.contains { flow in
      flow.rowsOfSteps.contains { $0.targetKind(program.reading)?.destination == .screen }
    }
  }

  /// The most states that are kept between runs.
  static let most = 200_000

  /// Forgets all states if there are too many.
  mutating func clearIfLarge() {
    guard machines.count > RunGraph.most else { return }
    machines = []
    edges = []
    index = [:]
  }

  /// The number of a state.
  mutating func state(_ machine: Machine) -> Int32 {
    var machine = machine
    if !goesBack {
      while let last = machine.history.last, last.isScreen {
        machine.history.pop(to: machine.history.count - 1)
      }
    }
    let times = program.tables.hasLongTimers ? machine.times.prefix(machine.history.count + 1) : []
    let key = Key(
      place: machine.hasEnded ? -1 - machine.block : machine.block, end: machine.endKind,
      result: machine.hasEnded ? machine.endArgument : machine.returned,
      frame: machine.frame, facts: machine.factValues, history: Array(machine.history),
      timers: times.flatMap { [$0.sectionDone, $0.flowDone] })
    if let known = index[key] { return known }
    let number = Int32(machines.count)
    index[key] = number
    machines.append(machine)
    edges.append(nil)
    return number
  }

  /// What may happen in a state.
  mutating func edges(of state: Int32) -> [Edge] {
    if let known = edges[Int(state)] { return known }
    let found = makeEdges(machines[Int(state)])
    edges[Int(state)] = found
    return found
  }

  private mutating func makeEdges(_ machine: Machine) -> [Edge] {
    switch machine.need {
    case .end: return []
    case .passOver:
      var next = machine
      guard (try? next.passOver()) != nil else { return [] }
      return [Edge(to: state(next), cell: machine.block, isHidden: true)]
    case .result:
      return machine.resultRow.flatMap { take($0, of: machine, isHidden: true) }.map { [$0] } ?? []
    case .call:
      var edges: [Edge] = []
      var inside = machine
      let isWritten = (try? inside.enterCall()) != nil && !inside.hasEnded
      if isWritten { edges.append(Edge(to: state(inside), cell: -1, isHidden: true)) }
      // A flow that is not written yet may return anything.
      for position in machine.rows.indices where machine.rows[position].after == nil {
        guard var edge = take(position, of: machine, isHidden: true) else { continue }
        edge.skipsCall = isWritten
        edges.append(edge)
      }
      return edges
    case .event: return events(machine)
    }
  }

  private mutating func events(_ machine: Machine) -> [Edge] {
    var edges: [Edge] = []
    let rows = machine.rows
    for (position, row) in rows.enumerated() where machine.allows(position) {
      if row.after != nil, row.outcome == nil {
        guard let timer = machine.timer(ofRow: position), !isLate(position, rows, machine) else {
          continue
        }
        edges += fire(timer, of: machine).map { [$0] } ?? []
      } else {
        let isHidden = RunGraph.isHidden(row, at: machine.step)
        edges += take(position, of: machine, isHidden: isHidden).map { [$0] } ?? []
      }
    }
    if machine.frame >= 0, machine.waits {
      for timer in machine.timers where timer.callers > 0 {
        edges += fire(timer, of: machine).map { [$0] } ?? []
      }
    }
    return edges
  }

  /// Whether another timer that began together with a row's always comes before it.
  private func isLate(_ position: Int, _ rows: [Row], _ machine: Machine) -> Bool {
    let row = rows[position]
    return rows.indices.contains { other in
      guard other != position, let after = rows[other].after, let own = row.after,
        rows[other].scope == row.scope, rows[other].restarts == row.restarts,
        machine.timer(ofRow: other) != nil
      else { return false }
      return (after, other) < (own, position)
    }
  }

  private mutating func take(_ position: Int, of machine: Machine, isHidden: Bool) -> Edge? {
    var next = machine
    let cell = machine.block + Int32(position)
    guard (try? next.take(position)) != nil else { return nil }
    return Edge(to: state(next), cell: cell, isHidden: isHidden)
  }

  private mutating func fire(_ timer: Machine.Timer, of machine: Machine) -> Edge? {
    var next = machine
    next.elapse(to: timer.due)
    next.prepare(for: timer)
    let cell = next.block + Int32(timer.row)
    guard (try? next.take(timer.row)) != nil else { return nil }
    return Edge(to: state(next), cell: cell, isHidden: false)
  }

  /// The state after a run was suspended for another flow. Nil where it does not wait.
  mutating func suspend(_ state: Int32, into flow: Flow) -> Int32? {
    var machine = machines[Int(state)]
    guard machine.waits, (try? machine.suspend(into: flow)) != nil else { return nil }
    return self.state(machine)
  }

  /// Whether the system takes a row by itself, so that the log of an app may lack it.
  private static func isHidden(_ row: Row, at step: Step) -> Bool {
    switch row.kind {
    case .user: false
    case .case, .result, .error: true
    case .own, .event, .extension:
      step.activity.isPassing || step.action != nil || step.activity == .call
    }
  }
}
