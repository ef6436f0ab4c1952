internal import FlowModel

/// Everything that a runner changes in a step: the machine, its trace, and the inputs.
///
/// Noncopyable. Handling an answer is one mutating call, so exclusivity is checked once per step.
struct RunState: ~Copyable, Sendable {
  var machine: Machine
  let inputs = Inputs()
  let actions: Actions
  let clock: any RunClock
  /// How much the run's time is ahead of the clock: the time before it was restored, and time that was
  /// skipped.
  private var ahead: Int64
  var recorder = TraceRecorder()
  var values = RunValues()
  /// The number of the current segment. A segment with another number was given up.
  var segment = 0
  /// Who watches the run. Nil if nobody does.
  var rules: (any RunGuard)? {
    didSet { isWatched = rules != nil || keepsStates }
  }
  /// Whether the trace is a full one.
  var keepsStates = false {
    didSet { isWatched = rules != nil || keepsStates }
  }
  /// Whether somebody watches the run or wants a full trace. Comparing ``rules`` with nil copies it, which
  /// cost each step 100 instructions.
  private(set) var isWatched = false
  /// What the trace will have of the row that is being taken.
  private var note: TraceNote?
  /// How many actions have answered.
  private(set) var taken = 0
  /// For every step, the index of its flow. The program's, at hand.
  private let flowOfStep: [Int32]
  /// The index of the flow in which the run has to stay. Nil if it may leave.
  private let home: Int32?

  init(_ machine: Machine, _ actions: Actions, staysInFlow: Bool, clock: any RunClock) {
    self.machine = machine
    self.actions = actions
    self.clock = clock
    ahead = machine.clock.earlier(by: clock.now)
    flowOfStep = machine.program.tables.flowOfStep
    home = staysInFlow ? flowOfStep[Int(machine.head.number)] : nil
  }

  /// An action to perform.
  struct Work {
    /// The index of the action among the bound ones.
    var action: Int
    var block: Int32
    var asksUser: Bool
    /// Whether the step declares values.
    var hasValues: Bool
    /// When the first timer runs out, in milliseconds of the clock; `.max` without a timer.
    var due: Int64
    /// When the step was entered, in milliseconds of the clock.
    var enteredAt: Int64

    /// Whether the user or a timer may come first.
    var isContested: Bool { asksUser || due < .max }
  }

  /// What the run waits for.
  enum Next {
    case pause(Pause)
    case work(Work)
  }

  /// The run's time.
  var now: Int64 { clock.now.later(by: ahead) }

  /// When the first timer runs out, in milliseconds of the clock. Nil without a timer.
  var due: Int64? { machine.timer.map { $0.due.earlier(by: ahead) } }

  /// Moves the machine's clock, takes the row for the answer of an action, and continues to what the
  /// run waits for next. An answer that comes when the timer has run out is too late.
  mutating func advance(
    _ segment: Int, _ answer: Answer, of work: Work
  ) throws(RunnerError) -> Next {
    guard segment == self.segment else { throw .cancelled }
    machine.elapse(to: now)
    taken += 1
    if work.due < .max, let timer = machine.timer, timer.due <= machine.clock {
      try take(timer)
    } else {
      guard let row = machine.row(answering: answer.outcome) else {
        throw .unexpectedOutcome(
          answer.outcome, action: machine.step.action ?? "", step: machine.step.place)
      }
      if work.hasValues, machine.rows[row].kind != .error {
        values.keep(at: machine) { answer.values[$0] }
      }
      try take(row)
    }
    return try settle()
  }

  /// Takes the row of the step's timer, not before its time.
  ///
  /// - Parameter skipping: whether the time until then passes at once. Otherwise it has passed, though
  ///   a clock that ticks may not show it yet.
  mutating func expire(skipping: Bool) throws(RunnerError) {
    guard let timer = machine.timer else { throw .noTimer(step: machine.step.place) }
    if skipping, now < timer.due { ahead = timer.due.earlier(by: clock.now) }
    machine.elapse(to: max(now, timer.due))
    try take(timer)
  }

  /// Takes the row of a timer. What was entered in a call that it abandons is wiped.
  private mutating func take(_ timer: Machine.Timer) throws(RunnerError) {
    let before = isWatched ? machine : nil
    machine.prepare(for: timer)
    if timer.callers > 0 { inputs.wipeSecrets() }
    do throws(RunnerError) { try take(timer.row) } catch {
      if let before { machine = before }
      throw error
    }
  }

  /// Takes all steps that need no action and no user: calls, results, skipped steps.
  mutating func settle() throws(RunnerError) -> Next {
    for _ in 0..<10_000 {
      let need = machine.need
      if let home, need != .end, home != flow {
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
        let caller = values.isEmpty ? nil : machine
        if isWatched {
          try enterCall()
        } else {
          do { try machine.enterCall() } catch { throw .callTooDeep(step: machine.step.place) }
        }
        if let caller, !machine.hasEnded { values.enter(machine, from: caller) }
      case .result:
        guard let row = machine.resultRow else {
          throw .unhandledResult(machine.result ?? "", step: machine.step.place)
        }
        if !values.isEmpty { values.giveBack(to: machine) }
        try take(row)
      }
    }
    throw .loop(step: machine.step.place)
  }

  @inline(__always)
  private func work(_ action: Int) -> Work {
    let flags = machine.head.flags
    return Work(
      action: action, block: machine.block, asksUser: flags & Block.asksUser != 0,
      hasValues: flags & Block.hasValues != 0,
      due: machine.mayHaveTimer(flags) ? due ?? .max : .max,
      enteredAt: machine.enteredAt.earlier(by: ahead))
  }

  /// The position of the row that the user chooses. Moves the machine's clock.
  mutating func choice(_ reference: String, isWorking: Bool) throws(RunnerError) -> Int {
    machine.elapse(to: now)
    guard !machine.hasEnded else { throw .ended }
    guard let position = machine.position(ofRow: reference) else {
      throw .noSuchRow(
        reference, step: machine.step.place, has: machine.rows.map(\.reference))
    }
    let row = machine.rows[position]
    if let refusal = machine.refusal(of: position, isWorking: isWorking)
      ?? inputs.refusal(of: row, at: machine.step)
    {
      throw .refused(row.qualified, refusal)
    }
    if let timer = machine.timer(ofRow: position), timer.due <= machine.clock {
      machine.prepare(for: timer)
    }
    return position
  }

  /// The index of the flow of the current step.
  private var flow: Int32 { flowOfStep[Int(machine.head.number)] }

  mutating func take(_ position: Int, isPassedOver: Bool = false) throws(RunnerError) {
    if isWatched {
      try takeWatched(position, isPassedOver: isPassedOver)
    } else {
      try takeFreely(position, isPassedOver: isPassedOver)
    }
  }

  /// Takes a row that no rule forbids.
  @inline(__always)
  mutating func takeFreely(_ position: Int, isPassedOver: Bool) throws(RunnerError) {
    let (before, flow) = (machine.block, flow)
    let head = machine.head
    let isNoted = head.flags & (Block.hasValues | Block.showsValues) != 0
    if isNoted { keepNote(on: machine.rows[position], isPassedOver) }
    do {
      if isPassedOver { try machine.passOver() } else { try machine.take(position) }
    } catch {
      throw error == .callTooDeep ? .callTooDeep(step: machine.step.place) : .ended
    }
    let hasEnded = machine.hasEnded
    recorder.add(
      before + Int32(truncatingIfNeeded: position), to: hasEnded ? -1 : machine.block,
      at: machine.clock, isPassedOver: isPassedOver)
    if isNoted { addNote() }
    if hasEnded { recorder.end = machine.end }
    // Inputs belong to their flow, and to the flows it calls. They are wiped when it is left.
    if hasEnded || machine.returned < 0 && self.flow != flow {
      inputs.wipeSecrets()
    }
  }

  /// The values and plain inputs that the texts of the current step show, by name. Empty if they show
  /// none.
  var shown: [String: String] {
    guard machine.head.flags & Block.showsValues != 0 else { return [:] }
    var shown = inputs.values
    for value in values.values(at: machine) { shown[value.name] = value.text }
    return shown
  }

  /// Keeps what the trace has of a row besides the row, until it is taken. Apart from the others, like
  /// ``addNote()``, since destroying a note that is not there cost each step 60 instructions.
  @inline(never)
  private mutating func keepNote(on row: Row, _ isPassedOver: Bool) {
    note = note(on: row, isPassedOver)
  }

  @inline(never)
  private mutating func addNote() {
    if let note { recorder.note(note) }
    note = nil
  }

  /// What a trace has of a row besides the row: its message with its values, and the values of a
  /// traced step.
  private func note(on row: Row, _ isPassedOver: Bool) -> TraceNote? {
    var note = TraceNote()
    if row.showsValues, let message = row.message {
      let shown = shown
      note.message = ShownText.filled(message) { shown[$0] ?? "" }
    }
    let step = machine.step
    if step.isTraced, !isPassedOver, row.expectedOutcome != nil, row.kind != .error {
      let known = values.values(at: machine)
      note.values = step.values.compactMap { name in known.first { $0.name == name } }
    }
    return note.message == nil && note.values.isEmpty ? nil : note
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
