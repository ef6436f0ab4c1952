internal import FlowModel

/// What a runner changes at every step: the machine, its trace, and what is bound to it.
///
/// A value of its own and never copied, so that a step is a few changes in place and not a dozen
/// looks into an actor.
struct Course: ~Copyable, Sendable {
  var machine: Machine
  let inputs = Inputs()
  private(set) var recorder = TraceRecorder()
  private let actions: Actions
  /// The flow that the run must not leave, neither by a call nor for good.
  private let home: Flow?
  /// Whether the action of the step at hand may be performed although the user may choose.
  var performs = false

  init(_ machine: Machine, _ actions: Actions, staysInFlow: Bool) {
    self.machine = machine
    self.actions = actions
    home = staysInFlow ? machine.step.flow : nil
  }

  /// What the run waits for.
  enum Next {
    case pause(Pause)
    /// The action of the step: its place among the bound ones.
    case work(Int)
  }

  /// Does all that needs nobody: calls, results, steps that are passed over.
  mutating func settle() throws(RunnerError) -> Next {
    var patience = 10_000
    while patience > 0 {
      patience -= 1
      switch machine.need {
      case .end(let end):
        inputs.wipeSecrets()
        return .pause(.ended(end))
      case _ where home.map { $0 != machine.step.flow } ?? false:
        return .pause(.left(machine.step))
      case .call where home != nil: return .pause(.waiting(machine.step))
      case .event where machine.has(Block.passes): try take(0)
      case .event:
        guard let place = actions.place(at: machine.block),
          performs || !machine.has(Block.asksUser)
        else { return .pause(.waiting(machine.step)) }
        return .work(place)
      case .passOver: try take(0, isPassedOver: true)
      case .call:
        inputs.rename(machine.step.arguments)
        do { try machine.enterCall() } catch { throw .callTooDeep(step: machine.step.place) }
      case .result(let outcome):
        guard let row = machine.row(for: outcome) else {
          throw .unhandledResult(
            machine.program.symbols[Int(outcome.symbol)], step: machine.step.place)
        }
        try take(row)
      }
    }
    throw .loop(step: machine.step.place)
  }

  /// The body of a bound action.
  func body(_ place: Int) -> Handlers.Body { actions.list[place].body }

  /// What a handler is told.
  func context(_ clock: any RunClock) -> HandlerContext {
    HandlerContext(
      step: machine.step, enteredAt: machine.enteredAt, due: machine.timer?.due, clock: clock,
      inputs: inputs)
  }

  /// Takes the row that an answer leads to.
  mutating func take(_ answer: Answer, of place: Int, at time: Int64) throws(RunnerError) {
    machine.elapse(to: time)
    let outcome =
      actions.list[place].outcome(answer.outcome) ?? machine.program.outcome(answer.outcome)
    guard let outcome, let row = machine.row(for: outcome) else {
      throw .unexpectedOutcome(
        answer.outcome, action: actions.list[place].name, step: machine.step.place)
    }
    performs = false
    try take(row)
  }

  /// Takes the row of the step's timer.
  mutating func takeTimer(at time: Int64) throws(RunnerError) {
    machine.elapse(to: time)
    let row = machine.timer?.row ?? 0
    performs = false
    try take(row)
  }

  mutating func take(_ position: Int, isPassedOver: Bool = false) throws(RunnerError) {
    let before = machine.block
    do {
      let row = try machine.take(position)
      recorder.add(row, from: before, to: machine, isPassedOver: isPassedOver)
    } catch {
      throw error == .ended
        ? .ended
        : .noSuchRow(
          "\(position)", step: machine.step.place, has: machine.rows.map(\.reference))
    }
    if machine.leftItsFlow(from: before) { inputs.wipeSecrets() }
  }

  /// What an error of a handler stands for: an outcome, or the end of the run's segment.
  func answer(for error: any Error, of place: Int) throws(RunnerError) -> Answer {
    switch error {
    case let failure as ActionFailure: return Answer(failure.name)
    case is CancellationError: throw .cancelled
    default:
      throw .handlerFailed("\(error)", action: actions.list[place].name, step: machine.step.place)
    }
  }
}
