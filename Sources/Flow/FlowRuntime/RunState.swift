internal import FlowModel

/// Everything that a runner changes in a step: a walk, and beside it inputs, answers, values and
/// rules.
///
/// Noncopyable. Handling an answer is one mutating call, so exclusivity is checked once per step.
struct RunState: ~Copyable, Sendable {
  var walk: Walk
  let inputs = Inputs()
  /// The secrets that no action has used yet.
  var asked = AskedSecrets()
  /// What the keys of actions are made of. Nil for a run without a name.
  var key: ActionKey?
  /// Why the run has gone back to a step that asks, and how it stood then.
  var againFor: (reason: AskedAgain, at: Machine)?
  let actions: Actions
  let clock: any RunClock
  /// How much the run's time is ahead of the clock: the time before it was restored, and time that
  /// was skipped.
  private var ahead: Int64
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
  /// Whether somebody watches the run or wants a full trace. Comparing ``rules`` with nil copies
  /// it, which cost each step 100 instructions.
  private(set) var isWatched = false
  /// What the trace will have of the row that is being taken.
  private var note: TraceNote?
  /// The last error of a handler that ended a segment.
  private(set) var thrown: (any Error)?
  /// How many actions have answered.
  private(set) var taken = 0
  /// For every step, the index of its flow. The program's, at hand.
  private let flowOfStep: [Int32]

  init(_ machine: Machine, _ actions: Actions, staysInFlow: Bool, clock: any RunClock) {
    walk = Walk(machine, only: staysInFlow)
    self.actions = actions
    self.clock = clock
    ahead = machine.clock.earlier(by: clock.now)
    flowOfStep = machine.program.tables.flowOfStep
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
  var due: Int64? { walk.machine.timer.map { $0.due.earlier(by: ahead) } }

  /// Moves the machine's clock, takes the row for the answer of an action, and continues to what
  /// the run waits for next. An answer that comes when the timer has run out is too late.
  mutating func advance(
    _ segment: Int, _ answer: Answer, of work: Work
  ) throws(RunnerError) -> Next {
    guard segment == self.segment else { throw .cancelled }
    walk.machine.elapse(to: now)
    taken += 1
    if work.due < .max, let timer = walk.machine.timer, timer.due <= walk.machine.clock {
      try take(timer)
    } else {
      guard let row = walk.machine.row(answering: answer.outcome) else {
        throw .unexpectedOutcome(
          answer.outcome, action: walk.machine.step.action ?? "", step: walk.machine.step.place)
      }
      if key != nil { key?.answer(answer.outcome) }
      if !asked.isEmpty, walk.machine.rows[row].kind != .error { spendSecrets() }
      if work.hasValues, walk.machine.rows[row].kind != .error {
        values.keep(at: walk.machine) { answer.values[$0] }
      }
      try take(row)
    }
    return try settle()
  }

  /// Takes the row of the step's timer, not before its time.
  ///
  /// - Parameter skipping: whether the time until then passes at once. Otherwise it has passed,
  ///   though a clock that ticks may not show it yet.
  mutating func expire(skipping: Bool) throws(RunnerError) {
    guard let timer = walk.machine.timer else { throw .noTimer(step: walk.machine.step.place) }
    if skipping, now < timer.due { ahead = timer.due.earlier(by: clock.now) }
    walk.machine.elapse(to: max(now, timer.due))
    try take(timer)
  }

  /// Takes the row of a timer. What was entered in a call that it abandons is wiped.
  private mutating func take(_ timer: Machine.Timer) throws(RunnerError) {
    let before = isWatched ? walk.machine : nil
    if key != nil { key?.decide(walk.machine.row(of: timer).qualifiedName) }
    walk.machine.prepare(for: timer)
    if timer.callers > 0 { inputs.wipeSecrets() }
    do throws(RunnerError) { try take(timer.row) } catch {
      if let before { walk.machine = before }
      throw error
    }
  }

  /// Takes all steps that need no action and no user: calls, results, skipped steps.
  mutating func settle() throws(RunnerError) -> Next {
    for _ in 0..<Walk.patience {
      let need = walk.machine.need
      if walk.home >= 0, need != .end, walk.home != flow {
        return .pause(.left(walk.machine.step))
      }
      switch need {
      case .event:
        let head = walk.machine.head
        if head.flags & Block.passes != 0 {
          try take(0)
        } else if let action = actions.place(ofStep: head.number) {
          if !asked.isEmpty, try asksAgain() { continue }
          return .work(work(action))
        } else {
          return .pause(.waiting(walk.machine.step))
        }
      case .end:
        inputs.wipeSecrets()
        asked.removeAll()
        return .pause(.ended(walk.machine.end ?? .end))
      case .passOver: try take(0, isPassedOver: true)
      case .call:
        guard walk.home < 0 else { return .pause(.waiting(walk.machine.step)) }
        inputs.rename(walk.machine.step.arguments)
        let caller = values.isEmpty ? nil : walk.machine
        if isWatched {
          try enterCall()
        } else {
          do { try walk.machine.enterCall() } catch {
            throw .callTooDeep(step: walk.machine.step.place)
          }
        }
        if let caller, !walk.machine.hasEnded { values.enter(walk.machine, from: caller) }
        if !asked.isEmpty { asked.enter(walk.machine.secretScope) }
      case .result:
        guard let row = walk.machine.resultRow else {
          throw .unhandledResult(walk.machine.result ?? "", step: walk.machine.step.place)
        }
        if !values.isEmpty { values.giveBack(to: walk.machine) }
        if !asked.isEmpty { takeOverSecrets() }
        try take(row)
      }
    }
    throw .loop(step: walk.machine.step.place)
  }

  @inline(__always)
  private func work(_ action: Int) -> Work {
    let flags = walk.machine.head.flags
    return Work(
      action: action, block: walk.machine.block, asksUser: flags & Block.asksUser != 0,
      hasValues: flags & Block.hasValues != 0,
      due: walk.machine.mayHaveTimer(flags) ? due ?? .max : .max,
      enteredAt: walk.machine.enteredAt.earlier(by: ahead))
  }

  /// The position of the row that the user chooses. Moves the machine's clock.
  mutating func choice(_ reference: String, isWorking: Bool) throws(RunnerError) -> Int {
    walk.machine.elapse(to: now)
    guard !walk.machine.hasEnded else { throw .ended }
    guard let position = walk.machine.position(ofRow: reference) else {
      inputs.forgetUnknown()
      throw .noSuchRow(
        reference, step: walk.machine.step.place, has: walk.machine.rows.map(\.reference))
    }
    let row = walk.machine.rows[position]
    if let refusal = walk.machine.refusal(of: position, isWorking: isWorking) {
      inputs.forgetUnknown()
      throw .refused(row.qualified, refusal)
    }
    if let refusal = inputs.refusal(of: row, at: walk.machine.step) {
      throw .refused(row.qualified, refusal)
    }
    if let timer = walk.machine.timer(ofRow: position), timer.due <= walk.machine.clock {
      walk.machine.prepare(for: timer)
    }
    return position
  }

  /// The index of the flow of the current step.
  private var flow: Int32 { flowOfStep[Int(walk.machine.head.number)] }

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
    let flow = flow
    let head = walk.machine.head
    let isNoted = head.flags & (Block.hasValues | Block.showsValues) != 0
    if isNoted { keepNote(on: walk.machine.rows[position], isPassedOver) }
    let row: RowNumber
    do { row = try walk.pass(position, isPassedOver: isPassedOver) } catch {
      throw error == .callTooDeep ? .callTooDeep(step: walk.machine.step.place) : .ended
    }
    if isNoted { addNote() }
    if walk.machine.hasEnded || walk.machine.returned < 0 && self.flow != flow {
      leaveFlow(by: row)
    }
  }

  /// The values and plain inputs that the texts of the current step show, by name. Empty if they
  /// show none.
  var shown: [String: String] {
    guard walk.machine.head.flags & Block.showsValues != 0 else { return [:] }
    var shown = inputs.values
    for value in values.values(at: walk.machine) { shown[value.name] = value.text }
    return shown
  }

  /// Keeps what the trace has of a row besides the row, until it is taken. Apart from the others,
  /// like ``addNote()``, since destroying a note that is not there cost each step 60 instructions.
  @inline(never)
  private mutating func keepNote(on row: Row, _ isPassedOver: Bool) {
    note = note(on: row, isPassedOver)
  }

  @inline(never)
  private mutating func addNote() {
    if let note { walk.recorder.note(note) }
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
    let step = walk.machine.step
    if step.isTraced, !isPassedOver, row.expectedOutcome != nil, row.kind != .error {
      let known = values.values(at: walk.machine)
      note.values = step.values.compactMap { name in known.first { $0.name == name } }
    }
    return note.message == nil && note.values.isEmpty ? nil : note
  }

  /// Converts an error of a handler to an outcome, or throws the error that ends the segment. Nil
  /// if the run has gone back to ask for a secret.
  mutating func answer(for error: any Error) throws(RunnerError) -> Answer? {
    switch error {
    case let failure as ActionFailure: return Answer(failure.name)
    case let lost as LostSecret:
      try askAgain(for: lost)
      return nil
    case is CancellationError: throw .cancelled
    default:
      thrown = error
      throw .handlerFailed(
        "\(error)", action: walk.machine.step.action ?? "", step: walk.machine.step.place)
    }
  }
}
