public import FlowModel
public import Secrets

/// Runs a flow with handlers, and stands still where a person, a timer or an unbound action decides.
///
/// ```swift
/// let runner = try Runner(program, start: flow, handlers: handlers)
/// var pause = try await runner.run()
/// while case .waiting = pause { pause = try await runner.choose("1.3a") }
/// ```
///
/// An action at a step where the user may choose is performed meanwhile: the pause is then
/// ``Pause/working(_:)``. ``wait()`` waits for its answer, ``choose(_:)`` cancels it. Exactly one of the
/// two is taken: each is decided and carried out on the actor without a suspension in between. A run
/// that is not wanted any more while an action is under way must be told so with ``cancel()``.
public actor Runner {
  /// How many steps machines may take without a pause.
  public static let patience = 1_000_000

  private var runState: RunState
  private let deadline: Duration
  private let watchdog: any Clock<Duration>
  /// What is under way: handlers that act, or a timer. Nil when nothing happens by itself.
  private var task: Task<Void, Never>?
  private var guardian: Task<Void, Never>?
  /// What has come of it, while nobody has asked.
  private var news: Result<Pause, RunnerError>?
  private var waiter: CheckedContinuation<Result<Pause, RunnerError>, Never>?
  /// The work at hand, if a person or a timer may be faster.
  private var contested: RunState.Work?

  /// A run at the first step of a flow, or at `step`.
  ///
  /// - Parameters:
  ///   - facts: first values of facts, by name. Unknown ones are ignored.
  ///   - staysInFlow: pauses at calls as at steps that nobody bound, and where the flow is left.
  ///   - deadline: how long a handler may stay silent before the run gives up on it. Where a timer
  ///     runs or the user may choose, silence holds up nobody, and there is no deadline.
  ///   - watchdog: what measures the deadline.
  /// - Throws: ``RunnerError/cannotStart(_:)``, ``RunnerError/unhandledOutcomes(action:step:outcomes:)``.
  public init(
    _ program: Program, start flow: Flow, at step: Step? = nil, handlers: Handlers = Handlers(),
    facts: [String: String] = [:], staysInFlow: Bool = false,
    clock: any RunClock = SystemRunClock(),
    deadline: Duration = .seconds(120), watchdog: any Clock<Duration> = ContinuousClock()
  ) throws(RunnerError) {
    guard let first = step ?? flow.firstStep,
      let machine = program.start(at: first, clock: clock.now)
    else { throw .cannotStart(flow.id) }
    try self.init(
      machine, handlers: handlers, facts: facts, staysInFlow: staysInFlow, clock: clock,
      deadline: deadline, watchdog: watchdog)
  }

  /// A run that goes on from a machine, such as a restored one.
  public init(
    _ machine: Machine, handlers: Handlers = Handlers(), facts: [String: String] = [:],
    staysInFlow: Bool = false, clock: any RunClock = SystemRunClock(),
    deadline: Duration = .seconds(120), watchdog: any Clock<Duration> = ContinuousClock()
  ) throws(RunnerError) {
    runState = RunState(
      machine, try Actions(handlers, for: machine.program), staysInFlow: staysInFlow,
      clock: clock)
    for (fact, value) in facts { _ = runState.machine.set(fact, to: value) }
    self.deadline = deadline
    self.watchdog = watchdog
  }

  // MARK: Looking

  /// The machine as it stands: what a snapshot is made of. An action that is under way is not in it;
  /// a restored run performs it anew.
  public var state: Machine { runState.machine }
  /// The rows taken so far; the last 100,000 of them.
  public var trace: [TraceEntry] { runState.recorder.entries(runState.machine.program) }

  /// Where the run stands while an action or a timer is under way that the user may be faster than.
  package var standing: Pause? {
    guard let contested, contested.asksUser || contested.action == nil else { return nil }
    let step = runState.machine.step
    return contested.action == nil ? .waiting(step) : .working(step)
  }

  /// Whether a call waits for what is under way.
  package var isAwaited: Bool { waiter != nil }

  // MARK: Going on

  /// Goes on to where a person may or must decide, or to the end, and says where that is.
  ///
  /// - Throws: ``RunnerError``; the run stands where it stood. ``RunnerError/busy`` while another call
  ///   waits for the run.
  public func run() async throws(RunnerError) -> Pause {
    if news == nil, let standing { return standing }
    if let pause = try begin() { return pause }
    return try await outcome()
  }

  /// Waits for what happens by itself, the answer of the action under way or the step's timer, and
  /// goes on. Returns at once where nothing does.
  public func wait() async throws(RunnerError) -> Pause {
    if let pause = try begin() {
      guard case .waiting = pause, let timer = runState.timerWork else { return pause }
      start(timer)
    }
    return try await outcome()
  }

  /// Takes a row of the step, by its id, with or without its flow (`1.3a`, `UC2.3:1.3a`), and goes on.
  /// What is under way is cancelled; a late answer is ignored.
  public func choose(_ reference: String) async throws(RunnerError) -> Pause {
    runState.machine.elapse(to: runState.clock.now)
    let machine = runState.machine
    guard machine.end == nil else { throw .ended }
    guard let position = machine.position(ofRow: reference) else {
      throw .noSuchRow(
        reference, step: machine.step.place, has: machine.rows.map(\.reference))
    }
    guard machine.allows(position) else {
      throw .conditionUnmet(machine.rows[position].qualified)
    }
    abandon()
    try runState.take(position)
    return try await run()
  }

  /// Fills in an input.
  public func enter(_ value: String, as input: String) {
    runState.inputs.set(input, value)
  }

  /// Fills in a secret input. It is wiped when the action has used it, or when the run leaves.
  public func enter(secret: consuming Secret, as input: String) {
    runState.inputs.set(input, secret: secret)
  }

  /// Puts the run aside and starts another flow over it; see ``Machine/suspend(into:)``. What is under
  /// way is cancelled, and performed anew when the run comes back to the step.
  public func suspend(into flow: Flow) async throws(RunnerError) -> Pause {
    abandon()
    runState.machine.elapse(to: runState.clock.now)
    do { try runState.machine.suspend(into: flow) } catch { throw .cannotStart(flow.id) }
    return try await run()
  }

  /// Cancels what is under way and wipes all secrets. The run stands where it stood.
  public func cancel() {
    abandon()
    runState.inputs.wipeSecrets()
  }

  // MARK: What is under way

  /// Sees to it that all that can go on is under way. A pause when nothing is.
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

  /// The next news of what is under way.
  private func outcome() async throws(RunnerError) -> Pause {
    guard waiter == nil else { throw .busy }
    let segment = runState.segment
    var result = news.take()
    if result == nil {
      let told = await withTaskCancellationHandler {
        await withCheckedContinuation { waiter = $0 }
      } onCancel: {
        Task { await self.abandon(ifAt: segment) }
      }
      // An action that had its answer at hand has gone on meanwhile.
      result = segment == runState.segment ? news.take() ?? told : told
    }
    return try (result ?? .failure(.cancelled)).get()
  }

  private func report(_ result: Result<Pause, RunnerError>) {
    if let waiter = waiter.take() {
      waiter.resume(returning: result)
    } else {
      news = result
    }
  }

  /// Gives up what is under way. Whoever waits for it is told why.
  private func abandon(_ reason: RunnerError = .cancelled) {
    runState.segment += 1
    task?.cancel()
    guardian?.cancel()
    (task, guardian, news, contested) = (nil, nil, nil, nil)
    waiter.take()?.resume(returning: .failure(reason))
  }

  private func abandon(ifAt segment: Int) {
    if segment == runState.segment { abandon() }
  }

  /// Looks four times a deadline whether the run has moved.
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
    let result: Result<Pause, RunnerError>
    do { result = .success(try await steps(segment, work)) } catch { result = .failure(error) }
    guard segment == runState.segment else { return }
    guardian?.cancel()
    (task, guardian) = (nil, nil)
    report(result)
  }

  private func steps(_ segment: Int, _ first: RunState.Work) async throws(RunnerError) -> Pause {
    var work = first
    let actions = runState.actions.list
    var context = HandlerContext(
      runState.machine.program, runState.inputs, runState.clock, work.block, work.enteredAt)
    for _ in 0..<Runner.patience {
      // Nil when the timer was faster.
      let answer: Answer?
      do {
        if let action = work.action, !work.isContested {
          answer = try await actions[action].body(context)
        } else {
          answer = try await contest(work, context.copy(), segment)
        }
      } catch {
        guard segment == runState.segment else { throw .cancelled }
        answer = try runState.answer(for: error)
      }
      switch try runState.advance(segment, answer, of: work) {
      case .pause(let pause): return pause
      case .work(let next): work = next
      }
      context.move(to: work)
    }
    throw .loop(step: runState.machine.step.place)
  }

  /// Performs an action that the user or a timer may be faster than. Nil when the timer was; the
  /// user's choice abandons the segment.
  private func contest(
    _ work: RunState.Work, _ context: consuming HandlerContext, _ segment: Int
  ) async throws -> Answer? {
    contested = work
    defer { if segment == runState.segment { contested = nil } }
    if let standing, work.action != nil { report(.success(standing)) }
    let body = work.action.map { runState.actions.list[$0].body }
    guard let due = context.due else { return try await body?(context) }
    guard let body else {
      try await context.clock.sleep(until: due)
      return nil
    }
    return try await race(body, context, due: due)
  }

  /// The handler against the timer. Nil when the timer was first; the handler is cancelled then.
  private nonisolated func race(
    _ body: @escaping Handlers.Body, _ context: consuming HandlerContext, due: Int64
  ) async throws -> Answer? {
    let (stream, sink) = AsyncThrowingStream.makeStream(of: Answer?.self)
    let clock = context.clock
    let work = Task { [context = LentContext(context)] in
      do { sink.yield(try await body(context.value)) } catch { sink.finish(throwing: error) }
    }
    let timer = Task {
      try await clock.sleep(until: due)
      sink.yield(nil)
    }
    defer {
      work.cancel()
      timer.cancel()
    }
    for try await first in stream { return first }
    throw CancellationError()
  }
}
