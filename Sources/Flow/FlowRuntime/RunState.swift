internal import FlowModel

/// Everything that a runner changes in a step: the machine, its trace, and the inputs.
///
/// Noncopyable. Handling an answer is one mutating call, so exclusivity is checked once per step.
struct RunState: ~Copyable, Sendable {
  var machine: Machine
  let inputs = Inputs()
  let actions: Actions
  let clock: any RunClock
  private(set) var recorder = TraceRecorder()
  /// The number of the current segment. A segment with another number was given up.
  var segment = 0
  /// How many actions have answered.
  private(set) var taken = 0
  /// The blocks of the flow in which the run has to stay. Nil if it may leave.
  private let home: Range<Int32>?
  /// The blocks of the flow of the last taken row.
  private var flow: Range<Int32>

  init(_ machine: Machine, _ actions: Actions, staysInFlow: Bool, clock: any RunClock) {
    self.machine = machine
    self.actions = actions
    self.clock = clock
    flow = machine.program.blocks(ofFlowAt: machine.block)
    home = staysInFlow ? flow : nil
  }

  /// What a step waits for: the answer of an action, or only its timer.
  struct Work {
    /// The index of the action among the bound ones. Nil if there is only a timer.
    var action: Int?
    var block: Int32
    var asksUser: Bool
    var hasTimer: Bool
    var enteredAt: Int64

    /// Whether the user or a timer may come first.
    var isContested: Bool { asksUser || hasTimer }
  }

  /// What the run waits for.
  enum Next {
    case pause(Pause)
    case work(Work)
  }

  /// Moves the clock, takes the row for the answer of an action (or the timer's row, for nil), and
  /// continues to what the run waits for next.
  mutating func advance(
    _ segment: Int, _ answer: Answer?, of work: Work
  ) throws(RunnerError) -> Next {
    guard segment == self.segment else { throw .cancelled }
    machine.elapse(to: clock.now)
    taken += 1
    if let answer {
      guard let row = machine.row(answering: answer.outcome) else {
        throw .unexpectedOutcome(
          answer.outcome, action: machine.step.action ?? "", step: machine.step.place)
      }
      try take(row)
    } else {
      try take(machine.timer?.row ?? 0)
    }
    return try settle()
  }

  /// Takes all steps that need no action and no user: calls, results, skipped steps.
  mutating func settle() throws(RunnerError) -> Next {
    var patience = 10_000
    while patience > 0 {
      patience -= 1
      let want = machine.want
      if let home, want != .end, !home.contains(machine.block) {
        return .pause(.left(machine.step))
      }
      if want == .event {
        let head = machine.head
        if head.flags & Block.passes != 0 {
          try take(0)
          continue
        }
        guard let action = actions.place(ofStep: head.number) else {
          return .pause(.waiting(machine.step))
        }
        return .work(work(action))
      }
      if let pause = try goOn(want) { return .pause(pause) }
    }
    throw .loop(step: machine.step.place)
  }

  private func work(_ action: Int?) -> Work {
    let flags = machine.head.flags
    return Work(
      action: action, block: machine.block, asksUser: flags & Block.asksUser != 0,
      hasTimer: flags & Block.hasTimer != 0, enteredAt: machine.enteredAt)
  }

  /// The timer of a waiting step. Nil without a timer.
  var timerWork: Work? { machine.timer == nil ? nil : work(nil) }

  /// Supplies what a machine needs if that is not an event.
  private mutating func goOn(_ want: Machine.Want) throws(RunnerError) -> Pause? {
    switch want {
    case .event: break
    case .end:
      inputs.wipeSecrets()
      return .ended(machine.end ?? .end)
    case .passOver: try take(0, isPassedOver: true)
    case .call:
      guard home == nil else { return .waiting(machine.step) }
      inputs.rename(machine.step.arguments)
      do { try machine.enterCall() } catch { throw .callTooDeep(step: machine.step.place) }
    case .result:
      let outcome = Outcome(symbol: machine.returned)
      guard let row = machine.row(for: outcome) else {
        throw .unhandledResult(
          machine.program.tables.symbols[Int(outcome.symbol)], step: machine.step.place)
      }
      try take(row)
    }
    return nil
  }

  /// The position of the row that the user chooses. Moves the clock.
  mutating func choice(_ reference: String) throws(RunnerError) -> Int {
    machine.elapse(to: clock.now)
    guard machine.end == nil else { throw .ended }
    guard let position = machine.position(ofRow: reference) else {
      throw .noSuchRow(
        reference, step: machine.step.place, has: machine.rows.map(\.reference))
    }
    guard machine.allows(position) else {
      throw .conditionUnmet(machine.rows[position].qualified)
    }
    return position
  }

  mutating func take(_ position: Int, isPassedOver: Bool = false) throws(RunnerError) {
    let before = machine.block
    if !flow.contains(before) { flow = machine.program.blocks(ofFlowAt: before) }
    do {
      if isPassedOver { try machine.passOver() } else { try machine.take(position) }
    } catch {
      switch error {
      case .ended: throw .ended
      case .callTooDeep: throw .callTooDeep(step: machine.step.place)
      case .noSuchRow, .noCall, .noSuchFlow:
        throw .noSuchRow(
          "\(position)", step: machine.step.place, has: machine.rows.map(\.reference))
      }
    }
    let hasEnded = machine.hasEnded
    recorder.add(
      before + Int32(truncatingIfNeeded: position), to: hasEnded ? -1 : machine.block,
      at: machine.clock, isPassedOver: isPassedOver)
    if hasEnded { recorder.end = machine.end }
    // Inputs belong to their flow, and to the flows it calls. They are wiped when it is left.
    if hasEnded || machine.returned < 0 && !flow.contains(machine.block) {
      inputs.wipeSecrets()
    }
  }

  /// Converts an error of a handler to an outcome, or throws the error that ends the segment.
  func answer(for error: any Error) throws(RunnerError) -> Answer {
    switch error {
    case let failure as ActionFailure: return Answer(failure.name)
    case is CancellationError: throw .cancelled
    default:
      throw .handlerFailed(
        "\(error)", action: machine.step.action ?? "", step: machine.step.place)
    }
  }
}
