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
  /// The index of the flow in which the run has to stay. Nil if it may leave.
  private let home: Int32?

  init(_ machine: Machine, _ actions: Actions, staysInFlow: Bool, clock: any RunClock) {
    self.machine = machine
    self.actions = actions
    self.clock = clock
    home = staysInFlow ? machine.program.flow(at: machine.block) : nil
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
    for _ in 0..<10_000 {
      let need = machine.need
      if let home, need != .end, home != machine.program.flow(at: machine.block) {
        return .pause(.left(machine.step))
      }
      switch need {
      case .event:
        let head = machine.head
        if head.flags & Block.passes != 0 {
          try take(0)
        } else if let action = actions.place(ofStep: head.number) {
          return .work(work(action))
        } else {
          return .pause(.waiting(machine.step))
        }
      case .end:
        inputs.wipeSecrets()
        return .pause(.ended(machine.end ?? .end))
      case .passOver: try take(0, isPassedOver: true)
      case .call:
        guard home == nil else { return .pause(.waiting(machine.step)) }
        inputs.rename(machine.step.arguments)
        do { try machine.enterCall() } catch { throw .callTooDeep(step: machine.step.place) }
      case .result:
        guard let row = machine.resultRow else {
          throw .unhandledResult(machine.result ?? "", step: machine.step.place)
        }
        try take(row)
      }
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
    do {
      if isPassedOver { try machine.passOver() } else { try machine.take(position) }
    } catch {
      throw error == .callTooDeep ? .callTooDeep(step: machine.step.place) : .ended
    }
    let hasEnded = machine.hasEnded
    recorder.add(
      before + Int32(truncatingIfNeeded: position), to: hasEnded ? -1 : machine.block,
      at: machine.clock, isPassedOver: isPassedOver)
    if hasEnded { recorder.end = machine.end }
    // Inputs belong to their flow, and to the flows it calls. They are wiped when it is left.
    let program = machine.program
    if hasEnded
      || machine.returned < 0 && program.flow(at: machine.block) != program.flow(at: before)
    {
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
