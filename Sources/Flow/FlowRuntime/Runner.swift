public import FlowModel
public import Secrets

/// Runs a flow with handlers: machines act by themselves, and the run pauses where a person, a timer
/// or an action that nobody bound must decide.
///
/// ```swift
/// let runner = try Runner(program, start: flow, handlers: handlers)
/// var pause = try await runner.run()
/// while case .waiting = pause { pause = try await runner.choose("1.3a") }
/// ```
public actor Runner {
  /// How many steps machines may take without a pause.
  public static let patience = 1_000_000

  private var runState: RunState
  private let deadline: Duration
  private let watchdog: any Clock<Duration>
  private var isRunning = false
  private var task: Task<Void, Never>?
  private var watch: Watch?

  /// A run at the first step of a flow, or at `step`.
  ///
  /// - Parameters:
  ///   - facts: first values of facts, by name. Unknown ones are ignored.
  ///   - staysInFlow: pauses at calls as at steps that nobody bound, and where the flow is left.
  ///   - deadline: how long a handler may stay silent before the run gives up on it; a step with a
  ///     timer is given its time first.
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

  /// The machine as it stands: what a snapshot is made of.
  public var state: Machine { runState.machine }
  /// The rows taken so far; the last 100,000 of them.
  public var trace: [TraceEntry] { runState.recorder.entries(runState.machine.program) }

  // MARK: Going on

  /// Goes on until a person, a timer or an unbound action must decide, or the run ends. Where the
  /// user may choose while an action is under way, it pauses first: see ``perform()``.
  public func run() async throws(RunnerError) -> Pause {
    try await wait()
  }

  /// Performs the action of a step where the user may choose as well, and goes on. ``choose(_:)``
  /// cancels it. At any other step the same as ``run()``.
  public func perform() async throws(RunnerError) -> Pause {
    runState.performs = true
    defer { runState.performs = false }
    return try await wait()
  }

  /// Takes a row of the step, by its id, and goes on. While an action is under way it is cancelled.
  public func choose(_ reference: String) async throws(RunnerError) -> Pause {
    runState.machine.elapse(to: runState.clock.now)
    let machine = runState.machine
    let step = machine.step
    let rows = machine.rows
    guard machine.end == nil else { throw .ended }
    guard
      let position = rows.firstIndex(where: { $0.reference == reference })
        ?? rows.firstIndex(where: { $0.id == reference })
    else {
      throw .noSuchRow(reference, step: step.place, has: rows.map(\.reference))
    }
    guard machine.allows(position) else { throw .conditionUnmet(rows[position].qualified) }
    abandon()
    try runState.take(position)
    return try await wait()
  }

  /// Takes the row of the step's timer, when its time has come, and goes on.
  public func fireTimer() async throws(RunnerError) -> Pause {
    runState.machine.elapse(to: runState.clock.now)
    guard let timer = runState.machine.timer, timer.due <= runState.machine.clock else {
      return try await wait()
    }
    abandon()
    try runState.take(timer.row)
    return try await wait()
  }

  /// Fills in an input.
  public func enter(_ value: String, as input: String) {
    runState.inputs.set(input, value)
  }

  /// Fills in a secret input. It is wiped when the action has used it, or when the run leaves.
  public func enter(secret: consuming Secret, as input: String) {
    runState.inputs.set(input, secret: secret)
  }

  /// Puts the run aside and starts another flow over it; see ``Machine/suspend(into:)``.
  public func suspend(into flow: Flow) async throws(RunnerError) -> Pause {
    abandon()
    runState.machine.elapse(to: runState.clock.now)
    do { try runState.machine.suspend(into: flow) } catch { throw .cannotStart(flow.id) }
    return try await wait()
  }

  /// Ends whatever is under way and wipes all secrets. The run stands where it stood.
  public func cancel() {
    abandon()
    runState.inputs.wipeSecrets()
  }

  // MARK: One segment

  private func wait() async throws(RunnerError) -> Pause {
    guard !isRunning else { throw .busy }
    // A run that needs nobody's work is done without a task.
    if case .pause(let pause) = try runState.settle() { return pause }
    isRunning = true
    runState.segment += 1
    let watch = Watch()
    self.watch = watch
    let number = runState.segment
    defer { if number == runState.segment { isRunning = false } }
    let guardian = Task { [deadline, watchdog] in
      await Runner.guard(watch, deadline: deadline, on: watchdog)
    }
    defer { guardian.cancel() }
    do {
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          watch.wait(on: continuation)
          task = Task { await self.drive(number, watch) }
        }
      } onCancel: {
        watch.finish(.failure(RunnerError.cancelled))
      }
    } catch {
      // Whoever has chosen meanwhile has begun another segment, which is not this one's to give up.
      if number == runState.segment { abandon() }
      if case Silence.silent = error {
        throw .handlerSilent(
          action: runState.machine.step.action ?? "", step: runState.machine.step.place)
      }
      throw error as? RunnerError ?? .cancelled
    }
  }

  private enum Silence: Error { case silent }

  /// Looks four times a deadline whether the run has moved.
  private static func `guard`(
    _ watch: Watch, deadline: Duration, on clock: any Clock<Duration>
  ) async {
    var last = watch.count
    var still = 0
    while !Task.isCancelled {
      do { try await clock.sleep(for: deadline / 4) } catch { return }
      let now = watch.count
      still = now == last ? still + 1 : 0
      last = now
      if still >= 4 {
        watch.finish(.failure(Silence.silent))
        return
      }
    }
  }

  /// Gives up the segment that is under way.
  private func abandon() {
    runState.segment += 1
    isRunning = false
    task?.cancel()
    task = nil
    watch?.finish(.failure(RunnerError.cancelled))
    watch = nil
  }

  private func drive(_ number: Int, _ watch: Watch) async {
    do {
      let pause = try await steps(number, watch)
      if number == runState.segment { isRunning = false }
      watch.finish(.success(pause))
    } catch {
      if number == runState.segment { isRunning = false }
      watch.finish(.failure(error))
    }
  }

  private func steps(_ number: Int, _ watch: Watch) async throws(RunnerError) -> Pause {
    var work: RunState.Work
    switch try runState.settle() {
    case .pause(let pause): return pause
    case .work(let first): work = first
    }
    let actions = runState.actions.list
    let program = runState.machine.program
    var context = HandlerContext(program, runState.inputs, runState.clock, at: work)
    var taken = 0
    while true {
      // Nil when the timer was faster.
      let answer: Answer?
      do {
        if work.hasTimer, let due = context.due {
          answer = try await race(actions[work.action].body, context.copy(), due: due, watch)
        } else {
          answer = try await actions[work.action].body(context)
        }
      } catch {
        guard number == runState.segment else { throw .cancelled }
        answer = try runState.answer(for: error, of: work)
      }
      taken += 1
      watch.reach(taken)
      switch try runState.advance(number, answer, of: work) {
      case .pause(let pause): return pause
      case .work(let next): work = next
      }
      context.move(to: work)
      if taken > Runner.patience { throw .loop(step: runState.machine.step.place) }
    }
  }

  /// The handler against the timer. Nil when the timer was first; the handler is cancelled then.
  private nonisolated func race(
    _ body: @escaping Handlers.Body, _ context: consuming HandlerContext, due: Int64,
    _ watch: Watch
  ) async throws -> Answer? {
    let (stream, sink) = AsyncThrowingStream.makeStream(of: Answer?.self)
    let clock = context.clock
    let work = Task { [context = Lent(context)] in
      do { sink.yield(try await body(context.value)) } catch { sink.finish(throwing: error) }
    }
    let timer = Task {
      // A wait that has an end of its own is not silence.
      while clock.now < due {
        try await clock.sleep(until: min(due, clock.now + 1_000))
        watch.bump()
      }
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

/// Where a run stands still.
public enum Pause: Hashable, Sendable {
  case ended(End)
  /// A person, a timer or an unbound action must decide at this step.
  case waiting(Step)
  /// The run has left the flow that it was to stay in, for this step.
  case left(Step)
}

/// Carries a context into a task.
private struct Lent: ~Copyable, Sendable {
  let value: HandlerContext

  init(_ value: consuming HandlerContext) {
    self.value = value
  }
}
