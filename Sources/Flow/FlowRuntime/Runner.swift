public import FlowModel
public import Secrets

/// Runs a flow with handlers, and pauses where a person, a timer or an unbound action decides.
///
/// ```swift
/// let runner = try Runner(program, start: flow, handlers: handlers)
/// var pause = try await runner.run()
/// while case .waiting = pause { pause = try await runner.choose("1.3a") }
/// ```
///
/// The run goes on by itself: when a timer of its step runs out, it takes the timer's row, whether
/// or not anybody waits for it. An app that shows what happens follows ``updates``.
///
/// If the user may choose while an action runs, the pause is ``Pause/working(_:)``. ``wait()``
/// waits for the answer, and ``choose(_:)-(String)`` cancels the action. Only one of them takes
/// effect, since each is carried out on the actor without suspending. To give up a run, call
/// ``giveUp()`` or let go of it: a runner that nobody holds takes no further row.
public actor Runner {
  /// The most steps that a machine may take without a pause.
  public static let patience = 1_000_000

  /// How a segment of the run ended.
  enum News: Sendable {
    case pause(Pause)
    case failure(RunnerError)
  }

  var runState: RunState
  let deadline: Duration
  let watchdog: any Clock<Duration>
  /// Whether an action is running.
  var isWorking = false
  /// What performs the actions, once one of them has not answered at once.
  var task: Task<Void, Never>?
  var guardian: Task<Void, Never>?
  /// The timer of the step.
  var timer: RunTimer?
  /// The outcome of what happened by itself, until somebody asks for it.
  var news: News?
  /// Wakes the call that waits for the outcome. A function, because the type of a continuation
  /// would cost a start 4 % (it looks up conformances).
  var waiter: (@Sendable (News) -> Void)?
  /// The number of the last call that waited, or follower.
  var call = 0
  /// Whether the user or a timer may come before the answer of the running action.
  var isContested = false
  /// Why the run could not go on, until it does.
  var problem: RunnerError?
  /// Whether ``giveUp()`` has ended the run.
  var isGivenUp = false
  /// How often somebody has decided: chosen a row, let time pass, suspended or given up the run.
  var decisions = 0
  /// Those who follow the run, by number. Nil tells them that it is over.
  var followers: [Int: @Sendable (Situation?) -> Void] = [:]

  /// A run at the first step of a flow, or at `step`.
  ///
  /// - Parameters:
  ///   - facts: first values of facts, by name.
  ///   - staysInFlow: pauses at calls as at unbound actions, and when the flow is left.
  ///   - deadline: how long a handler may take before the run gives up. It does not apply while a
  ///     timer runs or the user may choose.
  ///   - watchdog: the clock that measures the deadline.
  ///   - rules: who watches the run, and may refuse what it would do.
  /// - Throws: ``RunnerError/cannotStart(_:)``, ``RunnerError/unknownFact(_:nearest:)``,
  ///   ``RunnerError/unknownAction(_:nearest:)``,
  ///   ``RunnerError/unhandledOutcomes(action:step:outcomes:)``.
  public init(
    _ program: Program, start flow: Flow, at step: Step? = nil, handlers: Handlers = Handlers(),
    facts: [String: String] = [:], staysInFlow: Bool = false,
    clock: any RunClock = SystemRunClock(),
    deadline: Duration = .seconds(120), watchdog: any Clock<Duration> = ContinuousClock(),
    rules: (any RunGuard)? = nil
  ) throws(RunnerError) {
    guard let first = step ?? flow.firstStep,
      var machine = program.start(at: first, clock: clock.now)
    else { throw .cannotStart(flow.id) }
    for (fact, value) in facts where !machine.set(fact, to: value) {
      throw .unknownFact(fact, value, in: program)
    }
    machine.startOver()
    var rules = rules
    if let broken = rules?.enter(machine) {
      throw .ruleBroken(broken, step: machine.step.place)
    }
    try self.init(
      machine, handlers: handlers, staysInFlow: staysInFlow, clock: clock, deadline: deadline,
      watchdog: watchdog, rules: rules)
  }

  /// A run that continues from a machine, at the machine's time, with plain inputs. Rules go on
  /// from what they have seen.
  public init(
    _ machine: Machine, inputs: [String: String] = [:], handlers: Handlers = Handlers(),
    staysInFlow: Bool = false,
    clock: any RunClock = SystemRunClock(), deadline: Duration = .seconds(120),
    watchdog: any Clock<Duration> = ContinuousClock(), rules: (any RunGuard)? = nil
  ) throws(RunnerError) {
    try self.init(
      machine, inputs: inputs, values: RunValues(), handlers: handlers, staysInFlow: staysInFlow,
      clock: clock, deadline: deadline, watchdog: watchdog, rules: rules)
  }

  private init(
    _ machine: Machine, inputs: [String: String], values: RunValues, handlers: Handlers,
    staysInFlow: Bool, clock: any RunClock, deadline: Duration, watchdog: any Clock<Duration>,
    rules: (any RunGuard)?, asked: AskedSecrets = AskedSecrets(), key: ActionKey? = nil
  ) throws(RunnerError) {
    runState = RunState(
      machine, try handlers.actions(of: machine.program), staysInFlow: staysInFlow, clock: clock)
    runState.values = values
    runState.asked = asked
    runState.key = key
    self.deadline = deadline
    self.watchdog = watchdog
    if !inputs.isEmpty { runState.inputs.values = inputs }
    if let rules { runState.rules = rules }
  }

  /// A run that continues from a snapshot. The time since it was taken counts: a timer that has run
  /// out meanwhile fires at once.
  ///
  /// - Throws: ``SnapshotError`` if it cannot be restored, or ``RunnerError``.
  public init(
    restoring snapshot: Snapshot, on program: Program, handlers: Handlers = Handlers(),
    acceptingChanges: Bool = false, clock: any RunClock = SystemRunClock(),
    deadline: Duration = .seconds(120), watchdog: any Clock<Duration> = ContinuousClock(),
    rules: (any RunGuard)? = nil
  ) throws {
    let machine = try snapshot.machine(
      on: program, at: clock.timeOfDay, acceptingChanges: acceptingChanges)
    try self.init(
      machine, inputs: snapshot.inputs, values: snapshot.values(on: program), handlers: handlers,
      staysInFlow: false, clock: clock, deadline: deadline, watchdog: watchdog, rules: rules,
      asked: snapshot.asked(on: program), key: snapshot.key)
  }

  /// The same run on a program that has more flows, such as one that is needed on top and was not
  /// loaded. Its trace begins anew, and it has no secrets: the suspension that follows would wipe
  /// them. This run has to be cancelled then.
  package func moved(
    to program: Program, handlers: Handlers, staysInFlow: Bool
  ) throws -> Runner {
    guard let snapshot else { throw RunnerError.ended }
    let machine = try snapshot.machine(
      on: program, at: snapshot.timeOfDay, acceptingChanges: false)
    return try Runner(
      machine, inputs: snapshot.inputs, values: snapshot.values(on: program), handlers: handlers,
      staysInFlow: staysInFlow, clock: runState.clock, deadline: deadline, watchdog: watchdog,
      rules: runState.rules, asked: snapshot.asked(on: program), key: snapshot.key)
  }

  // MARK: Looking

  /// The run as text, to be restored later, in another process or on newer flows: where it stands,
  /// its facts, plain inputs and times, but no secrets. Nil once it has ended or was given up. A
  /// running action is performed again.
  public var snapshot: Snapshot? {
    guard !isGivenUp else { return nil }
    var machine = runState.walk.machine
    machine.elapse(to: runState.now)
    return Snapshot(
      machine, inputs: runState.inputs.values, values: runState.values, asked: runState.asked,
      key: runState.key, timeOfDay: runState.clock.timeOfDay)
  }

  /// The machine at this moment.
  public var state: Machine { runState.walk.machine }
  /// When the timer runs out, in milliseconds of the clock. The machine's time may be ahead of
  /// that, since a timer may be taken before its time. Nil without a timer.
  package var due: Int64? { runState.due }
  /// Who watches the run, with what it has seen. Keep it beside a snapshot, and give it to the
  /// restored run. Nil if nobody does.
  public var rules: (any RunGuard)? { runState.rules }
  /// The taken rows; at most the last 100,000.
  ///
  /// Only rows that are taken after ``keepStates()`` have their states.
  public var trace: [TraceEntry] { runState.walk.recorder.entries(runState.walk.machine.program) }

  /// What happened after the last row.
  package var openTrace: OpenTrace {
    OpenTrace(runState.walk.recorder, runState.walk.machine.program)
  }

  /// Makes the trace a full one: its entries from now on have a ``TraceEntry/state``.
  public func keepStates() { runState.keepsStates = true }

  /// Where the run stands while the user may come before a running action.
  package var standing: Pause? {
    isContested && runState.walk.machine.head.flags & Block.asksUser != 0
      ? .working(runState.walk.machine.step) : nil
  }

  /// Whether a call waits for the running action or timer.
  package var isAwaited: Bool { waiter != nil }

  // MARK: Going on

  /// Continues until a person may or must decide, or to the end.
  ///
  /// - Returns: why the run has stopped.
  /// - Throws: ``RunnerError``; the run then stays at its step. ``RunnerError/busy`` if another
  ///   call waits for the run.
  @discardableResult
  public func run() async throws(RunnerError) -> Pause {
    if news == nil, let standing { return standing }
    if let pause = try begin() { return pause }
    return try await outcome()
  }

  /// Waits for the running action or the step's timer. Returns at once if there is neither.
  @discardableResult
  public func wait() async throws(RunnerError) -> Pause {
    if let pause = try begin(), timer == nil { return pause }
    return try await outcome()
  }

  /// Waits, unless somebody has decided since ``look()`` gave this number. A wait that begins late
  /// would wait for what the decision has led to, which is not what it was meant for.
  ///
  /// - Throws: ``RunnerError/cancelled`` if so.
  package func wait(since decisions: Int) async throws(RunnerError) -> Pause {
    guard decisions == self.decisions else { throw .cancelled }
    return try await wait()
  }

  /// Takes a row of the step, by its id with or without its flow (`1.3a`, `UC2.3:1.3a`), and
  /// continues. A running action is cancelled, and its late answer ignored.
  ///
  /// - Throws: ``RunnerError/refused(_:_:)`` if the row cannot be taken now: its conditions do not
  ///   hold, its time has not come, or its inputs are missing, wrong or unknown. If the step's
  ///   timer has run out by now, its row is taken first.
  @discardableResult
  public func choose(_ reference: String) async throws(RunnerError) -> Pause {
    try await choose(reference, mark: "")
  }

  /// Lets the time until the step's timer pass at once, and takes its row: for previews and tests.
  @discardableResult
  public func skipToTimer() async throws(RunnerError) -> Pause {
    try requireGoing()
    decisions += 1
    abandon()
    try runState.expire(skipping: true)
    return try await run()
  }

  /// Sets the value of an input that is not secret.
  public func enter(_ value: String, as input: String) {
    runState.inputs.set(input, value, at: runState.walk.machine.step)
  }

  /// Sets a secret input. It is wiped after the action has used it, or when the run leaves the
  /// flow. A run that was given up keeps none.
  public func enter(secret: consuming Secret, as input: String) {
    guard !isGivenUp else { return }
    runState.enter(input, secret: secret)
  }

  /// The run has stand-ins for secrets: those who perform its actions have them from somewhere
  /// else, so that none is lost with the run.
  package func holdsSecretsElsewhere() { runState.asked.isOff = true }

  /// Whether a secret was entered that no action took, and that was not wiped.
  package func isKeeping(_ input: String) -> Bool { runState.inputs.hasSecret(input) }

  /// Suspends the run where it waits, and starts another flow on top of it; see
  /// ``Machine/suspend(into:)``. A running action is cancelled, and performed again when the run
  /// returns to the step. If the step's timer has run out by now, its row is taken first.
  ///
  /// - Throws: ``RunnerError/notWaiting(step:)`` before ``run()`` has led to where the run waits.
  @discardableResult
  public func suspend(into flow: Flow) async throws(RunnerError) -> Pause {
    try requireGoing()
    if let due = runState.due, due <= runState.clock.now {
      abandon()
      try runState.expire(skipping: false)
      _ = try begin(tells: false)
    }
    decisions += 1
    abandon()
    try runState.suspend(into: flow)
    return try await run()
  }

  deinit {
    timer?.cancel()
    for tell in followers.values { tell(nil) }
  }
}
