internal import FlowModel
internal import FlowRuntime
internal import FlowTesting

/// The states to which runs of a program come and the moves between them, each found when it is
/// asked for, and kept.
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
    let skipsCall: Bool
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
  private let moves = RunMoves()
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
    moves.moves(of: machine).map {
      Edge(to: state($0.next), cell: $0.cell, isHidden: $0.isHidden, skipsCall: $0.skipsCall)
    }
  }

  /// The state after a run was suspended for another flow. Nil where it does not wait.
  mutating func suspend(_ state: Int32, into flow: Flow) -> Int32? {
    moves.suspended(machines[Int(state)], into: flow).map { self.state($0) }
  }
}
