internal import FlowModel
internal import FlowRuntime

/// The memory of a run by hand besides its runner: to show the trace, to go back, and to know
/// whether leaving would lose something.
actor RunProgress {
  /// All taken rows that were not taken back.
  private(set) var entries: [TraceEntry] = []
  /// A place to which the user may go back.
  private struct Checkpoint {
    let machine: Machine
    let entries: Int
  }
  private var checkpoints: [Checkpoint] = []
  /// How often the user has chosen and not gone back.
  private var choices = 0
  /// Whether something was entered since. It is not known any more after going back, so the user
  /// may not go back further than to the place before it.
  private var hasInput = false
  private var target: Machine?
  /// A run that goes on with more flows, and the flow that comes on top of it.
  private var move: (runner: Runner, flow: Flow)?
  /// Whether the user has left while there was no choice.
  private(set) var hasLeft = false
  /// Whether handlers perform actions, and use what was entered.
  private let hasHandlers: Bool

  init(hasHandlers: Bool) {
    self.hasHandlers = hasHandlers
  }

  /// How many rows of the current runner were shown.
  private var told = 0

  /// Tells the rows of a runner's trace that were not told yet. After an action that somebody has
  /// waited for, the rows before it were.
  ///
  /// - Parameter tell: gets them, and the row before them.
  func tell(
    _ trace: [TraceEntry], _ tell: (_ new: [TraceEntry], _ previous: TraceEntry?) -> Void
  ) {
    let new = Array(trace.dropFirst(told))
    told = trace.count
    guard !new.isEmpty else { return }
    let previous = entries.last
    entries += new
    // The work of a handler cannot be taken back.
    if hasHandlers, new.contains(where: { $0.step.action != nil }) { checkpoints = [] }
    tell(new, previous)
  }

  /// The user chooses at this step.
  func chooses(at machine: Machine, entering: Bool) {
    choices += 1
    // A timer goes on while the user goes back.
    if machine.timer != nil { checkpoints = [] }
    if machine.timer == nil, !hasInput {
      checkpoints.append(Checkpoint(machine: machine, entries: entries.count))
    }
    if entering, hasHandlers { hasInput = true }
  }

  /// Whether the user has decided anything that is not kept.
  var wouldLose: Bool { choices > 0 }

  /// Goes back to the last place at which the user chose. False if there is none.
  func goBack() -> Bool {
    guard let last = checkpoints.popLast() else { return false }
    entries.removeLast(entries.count - last.entries)
    choices -= 1
    hasInput = false
    target = last.machine
    return true
  }

  /// The machine to which the user has gone back. Nil after the first call.
  func takeTarget() -> Machine? {
    defer { target = nil }
    told = 0
    return target
  }

  /// The run goes on as another one, with a flow on top.
  func moves(to runner: Runner, suspendedInto flow: Flow) { move = (runner, flow) }

  /// The run stays what it is: something else came first.
  func stays() { move = nil }

  /// The run as which this one goes on. Nil after the first call.
  func takeMove() -> (runner: Runner, flow: Flow)? {
    guard let next = move else { return nil }
    move = nil
    told = 0
    return next
  }

  func leave() { hasLeft = true }
}
