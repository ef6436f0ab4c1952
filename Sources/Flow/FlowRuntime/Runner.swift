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
/// If the user may choose while an action runs, the pause is ``Pause/working(_:)``. ``wait()``
/// waits for the answer, and ``choose(_:)`` cancels the action. Only one of them takes effect,
/// since each is carried out on the actor without suspending. To give up a run while an action is
/// running, call ``cancel()``.
public actor Runner {
  /// The most steps that a machine may take without a pause.
  public static let patience = 1_000_000

  private var runState: RunState
  private let deadline: Duration
  private let watchdog: any Clock<Duration>
  /// The running action or timer. Nil if nothing happens by itself.
  private var task: Task<Void, Never>?
  private var guardian: Task<Void, Never>?
  /// Its outcome, until somebody asks for it.
  private var news: News?
  /// Wakes the call that waits for the outcome. A function, because the type of a continuation would
  /// cost a start 4 % (it looks up conformances).
  private var waiter: (@Sendable (News) -> Void)?
  /// The current work, if a person or a timer may come first.
  private var contested: RunState.Work?

  /// A run at the first step of a flow, or at `step`.
  ///
  /// - Parameters:
  ///   - facts: first values of facts, by name. Unknown names are ignored.
  ///   - staysInFlow: pauses at calls as at unbound actions, and when the flow is left.
  ///   - deadline: how long a handler may take before the run gives up. It does not apply while a
  ///     timer runs or the user may choose.
  ///   - watchdog: the clock that measures the deadline.
  /// - Throws: ``RunnerError/cannotStart(_:)``,
  ///   ``RunnerError/unhandledOutcomes(action:step:outcomes:)``.
  public init(
    _ program: Program, start flow: Flow, at step: Step? = nil, handlers: Handlers = Handlers(),
    facts: [String: String] = [:], staysInFlow: Bool = false,
    clock: any RunClock = SystemRunClock(),
    deadline: Duration = .seconds(120), watchdog: any Clock<Duration> = ContinuousClock()
  ) throws(RunnerError) {
    guard let first = step ?? flow.firstStep,
      var machine = program.start(at: first, clock: clock.now)
    else { throw .cannotStart(flow.id) }
    for (fact, value) in facts { _ = machine.set(fact, to: value) }
    machine.startOver()
    try self.init(
      machine, handlers: handlers, staysInFlow: staysInFlow, clock: clock, deadline: deadline,
      watchdog: watchdog)
  }

  /// A run that continues from a machine, such as a restored one.
  public init(
    _ machine: Machine, handlers: Handlers = Handlers(), staysInFlow: Bool = false,
    clock: any RunClock = SystemRunClock(), deadline: Duration = .seconds(120),
    watchdog: any Clock<Duration> = ContinuousClock()
  ) throws(RunnerError) {
    runState = RunState(
      machine, try Actions(handlers, for: machine.program), staysInFlow: staysInFlow,
      clock: clock)
    self.deadline = deadline
    self.watchdog = watchdog
  }

  // MARK: Looking

  /// The machine at this moment, from which a snapshot is made. It does not include a running
  /// action; a restored run performs that again.
  public var state: Machine { runState.machine }
  /// The taken rows; at most the last 100,000.
  public var trace: [TraceEntry] { runState.recorder.entries(runState.machine.program) }

  /// Where the run stands while the user may come before a running action or timer.
  package var standing: Pause? {
    guard let contested, contested.asksUser || contested.action == nil else { return nil }
    let step = runState.machine.step
    return contested.action == nil ? .waiting(step) : .working(step)
  }

  /// Whether a call waits for the running action or timer.
  package var isAwaited: Bool { waiter != nil }

  // MARK: Going on

  /// Continues until a person may or must decide, or to the end.
  ///
  /// - Returns: why the run has stopped.
  /// - Throws: ``RunnerError``; the run then stays at its step. ``RunnerError/busy`` if another
  ///   call waits for the run.
  public func run() async throws(RunnerError) -> Pause {
    if news == nil, let standing { return standing }
    if let pause = try begin() { return pause }
    return try await outcome()
  }

  /// Waits for the running action or the step's timer, and continues. Returns at once if there is
  /// neither.
  public func wait() async throws(RunnerError) -> Pause {
    if let pause = try begin() {
      guard case .waiting = pause, let timer = runState.timerWork else { return pause }
      start(timer)
    }
    return try await outcome()
  }

  /// Takes a row of the step, by its id with or without its flow (`1.3a`, `UC2.3:1.3a`), and
  /// continues. A running action is cancelled, and its late answer ignored.
  public func choose(_ reference: String) async throws(RunnerError) -> Pause {
    let position = try runState.choice(reference)
    abandon()
    try runState.take(position)
    return try await run()
  }

  /// Sets the value of an input.
  public func enter(_ value: String, as input: String) {
    runState.inputs.set(input, value)
  }

  /// Sets a secret input. It is wiped after the action has used it, or when the run leaves the
  /// flow.
  public func enter(secret: consuming Secret, as input: String) {
    runState.inputs.set(input, secret: secret)
  }

  /// Whether a secret was entered that no action took, and that was not wiped.
  package func isKeeping(_ input: String) -> Bool { runState.inputs.hasSecret(input) }

  /// Suspends the run and starts another flow on top of it; see ``Machine/suspend(into:)``. A
  /// running action is cancelled, and performed again when the run returns to the step.
  public func suspend(into flow: Flow) async throws(RunnerError) -> Pause {
    abandon()
    runState.machine.elapse(to: runState.clock.now)
    do { try runState.machine.suspend(into: flow) } catch { throw .cannotStart(flow.id) }
    return try await run()
  }

  /// Cancels a running action and wipes all secrets. The run stays at its step.
  public func cancel() {
    abandon()
    runState.inputs.wipeSecrets()
  }

  // MARK: What is under way

  /// Starts everything that can proceed. Returns a pause if nothing can.
  private func begin() throws(RunnerError) -> Pause? {
    guard task == nil, news == nil else { return nil }
    switch try runState.settle() {
    case .pause(let pause): return pause
    case .work(let work):
      start(work)
      return nil
    }
  }

  private func start(_ work: RunState.Work) {
    let segment = runState.segment
    task = Task { await self.drive(segment, work) }
    guardian = Task { await self.watch(segment) }
  }

  /// Waits for the next outcome of what is running.
  private func outcome() async throws(RunnerError) -> Pause {
    guard waiter == nil else { throw .busy }
    let segment = runState.segment
    var result = news.take()
    if result == nil {
      let told = await withTaskCancellationHandler {
        await withCheckedContinuation { caller in waiter = { caller.resume(returning: $0) } }
      } onCancel: {
        Task { await self.abandon(ifAt: segment) }
      }
      // An action that answered immediately has continued the run meanwhile.
      result = segment == runState.segment ? news.take() ?? told : told
    }
    switch result ?? .failure(.cancelled) {
    case .pause(let pause): return pause
    case .failure(let error): throw error
    }
  }

  private func report(_ result: News) {
    if let waiter = waiter.take() {
      waiter(result)
    } else {
      news = result
    }
  }

  /// Gives up the running action or timer. A call that waits for it throws `reason`.
  private func abandon(_ reason: RunnerError = .cancelled) {
    runState.segment += 1
    runState.inputs.admit()
    task?.cancel()
    guardian?.cancel()
    (task, guardian, news, contested) = (nil, nil, nil, nil)
    waiter.take()?(.failure(reason))
  }

  private func abandon(ifAt segment: Int) {
    if segment == runState.segment { abandon() }
  }

  /// Checks four times per deadline whether the run has moved.
  private func watch(_ segment: Int) async {
    var last = runState.taken
    var still = 0
    while still < 4 {
      do { try await watchdog.sleep(for: deadline / 4) } catch { return }
      guard segment == runState.segment else { return }
      still = contested == nil && runState.taken == last ? still + 1 : 0
      last = runState.taken
    }
    let step = runState.machine.step
    let reason = RunnerError.handlerSilent(action: step.action ?? "", step: step.place)
    let isAwaited = isAwaited
    abandon(reason)
    if !isAwaited { news = .failure(reason) }
  }

  private func drive(_ segment: Int, _ work: RunState.Work) async {
    guard segment == runState.segment else { return }
    let result: News
    do { result = .pause(try await steps(segment, work)) } catch { result = .failure(error) }
    guard segment == runState.segment else { return }
    guardian?.cancel()
    (task, guardian) = (nil, nil)
    report(result)
  }

  private func steps(_ segment: Int, _ first: RunState.Work) async throws(RunnerError) -> Pause {
    var work = first
    let actions = runState.actions.bodies
    var context = context(of: work)
    for _ in 0..<Runner.patience {
      // Nil if the timer came first.
      let answer: Answer?
      do {
        if let action = work.action, !work.isContested {
          answer = try await actions[action](context)
        } else {
          answer = try await contest(work, segment)
        }
      } catch {
        guard segment == runState.segment else { throw .cancelled }
        answer = try runState.answer(for: error)
      }
      switch try runState.advance(segment, answer, of: work) {
      case .pause(let pause): return pause
      case .work(let next):
        if work.isContested { context = self.context(of: next) } else { context.move(to: next) }
        work = next
      }
    }
    throw .loop(step: runState.machine.step.place)
  }

  private func context(of work: RunState.Work) -> HandlerContext {
    HandlerContext(
      runState.machine.program, runState.inputs, runState.clock, work.block, work.enteredAt)
  }

  /// Performs an action while the user or a timer may come first. Nil if the timer came first; the
  /// user's choice gives up the segment.
  private func contest(
    _ work: RunState.Work, _ segment: Int
  ) async throws -> Answer? {
    let context = context(of: work)
    contested = work
    defer {
      if segment == runState.segment {
        contested = nil
        // A handler that the timer overtook may go on.
        runState.inputs.admit()
      }
    }
    if let standing, work.action != nil { report(.pause(standing)) }
    let body = work.action.map { runState.actions.bodies[$0] }
    guard let due = context.due else { return try await body?(context) }
    guard let body else {
      try await context.clock.sleep(until: due)
      return nil
    }
    return try await Handlers.race(body, context, due: due)
  }
}
