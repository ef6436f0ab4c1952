import FlowModel
import FlowRuntime
import FlowTestSupport
import Synchronization
import TestSupport
import Testing

/// Actions at a screen, where the user may choose meanwhile.
@Suite struct RunnerActionTests {
  private static let pause = """
    flow: X
    title: X
    steps:
      - step: 1
        screen: Blocked
        action: pause.wait
        rows:
          a: { user: leaves, next: goto Y }
          b: { user: asks for help, next: stay }
          c: { event: The time has passed, on: over, after: 60 min, next: result Over }
    """
  private static let other = """
    flow: Y
    title: Y
    steps:
      - step: 1
        screen: Y
        rows:
          a: { user: leaves, next: end }
          b: { user: goes back, next: resume }
    """

  private let program: Program
  private let blocked: Step
  private let other: Flow
  private let gate = Gate()

  init() throws {
    let catalogue = try catalogue(RunnerActionTests.pause, RunnerActionTests.other)
    program = catalogue.compiled()
    blocked = try need(catalogue.flow(id: "X")?.step("1"))
    other = try need(catalogue.flow(id: "Y"))
  }

  /// A run whose action answers when the gate opens, whether it was cancelled or not.
  private func runner(
    clock: any RunClock = ManualRunClock(), watchdog: any Clock<Duration> = ContinuousClock(),
    restored: Machine? = nil, _ body: (@Sendable () async throws -> Answer)? = nil
  ) throws -> Runner {
    var handlers = Handlers()
    handlers.bind("pause.wait", outcomes: ["over"]) { [gate] _ in
      if let body { return try await body() }
      await gate.wait()
      return "over"
    }
    let machine = try restored ?? need(program.start(blocked.flow))
    return try Runner(machine, handlers: handlers, clock: clock, watchdog: watchdog)
  }

  @Test("An action is performed while the user may choose, and its answer goes on")
  func performed() async throws {
    let runner = try runner()
    #expect(try await runner.run() == .working(blocked))
    #expect(try await runner.run() == .working(blocked))
    let end = Task { try await runner.wait() }
    await gate.open()
    #expect(try await end.value == .ended(.result("Over")))
    #expect(await runner.trace.map(\.row.reference) == ["1c"])
  }

  @Test("An answer that is at hand leaves the user no time to choose")
  func atOnce() async throws {
    let catalogue = try catalogue(
      """
      flow: Z
      title: Z
      steps:
        - step: 1
          screen: Z
          action: pause.wait
          rows:
            a: { user: leaves, next: stay }
            b: { case: over, on: over, next: end }
      """)
    let start = try need(catalogue.flow(id: "Z").flatMap { catalogue.compiled().start($0) })
    let runner = try runner(restored: start) { "over" }
    #expect(try await runner.run() == .ended(.end))
  }

  @Test("Choosing cancels the action, and its late answer is ignored")
  func chosen() async throws {
    let runner = try runner()
    #expect(try await runner.run() == .working(blocked))
    let waiting = Task { try await runner.wait() }
    while await !runner.isAwaited { await Task.yield() }
    #expect(try await runner.choose("1a") == .waiting(try need(other.step("1"))))
    await #expect(throws: RunnerError.cancelled) { try await waiting.value }
    await gate.open()
    #expect(try await runner.wait() == .waiting(try need(other.step("1"))))
    #expect(await runner.trace.map(\.row.reference) == ["1a"])
  }

  @Test("Of an answer and a choice that come at once exactly one is taken", arguments: 0..<200)
  func race(_ number: Int) async throws {
    let runner = try runner()
    #expect(try await runner.run() == .working(blocked))
    async let opened: Void = gate.open()
    async let chosen = runner.choose("X:1a")
    let wasChosen: Bool
    do {
      #expect(try await chosen == .waiting(try need(other.step("1"))))
      wasChosen = true
    } catch {
      #expect(error as? RunnerError == .ended)
      wasChosen = false
    }
    await opened
    #expect(await runner.trace.map(\.row.reference) == [wasChosen ? "1a" : "1c"])
  }

  @Test("A row of a step that the run has left is not mistaken for one of its current step")
  func otherStep() async throws {
    let runner = try runner()
    _ = try await runner.run()
    _ = try await runner.choose("X:1a")
    await #expect(throws: RunnerError.self) { try await runner.choose("X:1a") }
    #expect(try await runner.choose("Y:1a") == .ended(.end))
  }

  @Test("A row that stays performs the action again")
  func stays() async throws {
    let count = Counter()
    let runner = try runner { [gate] in
      count.add()
      await gate.wait()
      return "over"
    }
    _ = try await runner.run()
    #expect(try await runner.choose("1b") == .working(blocked))
    #expect(count.value == 2)
  }

  @Test("Putting the run aside cancels the action, and coming back performs it again")
  func suspended() async throws {
    let runner = try runner()
    _ = try await runner.run()
    #expect(try await runner.suspend(into: other) == .waiting(try need(other.step("1"))))
    #expect(try await runner.choose("1b") == .working(blocked))
    await gate.open()
    #expect(try await runner.wait() == .ended(.result("Over")))
  }

  @Test("A run is suspended only where it waits")
  func notSuspended() async throws {
    let text = """
      flow: X
      title: X
      steps:
        - { step: 1, system: begins }
        - step: 2
          screen: Start
          rows:
            a: { user: goes on, next: end }
            b: { event: late, after: 1 s, next: 3 }
        - { step: 3, screen: Late, rows: { a: { user: ends, next: end } } }
      """
    let program = try catalogue(
      text, "flow: Y\ntitle: Y\nsteps: [{ step: 1, screen: Y, next: end }]"
    )
    .compiled()
    let (flow, top) = (program.catalogue.flows[0], program.catalogue.flows[1])
    let clock = ManualRunClock()
    let runner = try Runner(program, start: flow, clock: clock)
    let place = try need(flow.step("1")).place
    await #expect(throws: RunnerError.notWaiting(step: place)) {
      try await runner.suspend(into: top)
    }
    #expect(try await runner.run() == .waiting(try need(flow.step("2"))))
    // The timer is over, though nothing has taken its row.
    let late = try Runner(try need(await runner.state), clock: clock)
    clock.advance(to: 2_000)
    _ = try await late.suspend(into: top)
    #expect(await late.trace.map(\.row.qualified) == ["X:2b"])
    #expect(await late.state.step.qualified == "Y:1")
    let ended = try Runner(program, start: top, clock: clock)
    while case .waiting = try await ended.run() { _ = try await ended.choose("1") }
    await #expect(throws: RunnerError.ended) { try await ended.suspend(into: top) }
  }

  @Test("A cancelled run stays at its step, and performs the action again when it continues")
  func cancelled() async throws {
    let runner = try runner()
    _ = try await runner.run()
    let waiting = Task { try await runner.wait() }
    while await !runner.isAwaited { await Task.yield() }
    await runner.cancel()
    await #expect(throws: RunnerError.cancelled) { try await waiting.value }
    #expect(await runner.state.step == blocked)
    #expect(try await runner.run() == .working(blocked))
  }

  @Test("A run that is restored in the middle of an action performs it again")
  func restored() async throws {
    let first = try runner()
    _ = try await first.run()
    let snapshot = try need(Snapshot(await first.state)).json
    await first.cancel()
    let second = try runner(restored: Snapshot(json: snapshot).machine(on: program))
    #expect(try await second.run() == .working(blocked))
    await gate.open()
    #expect(try await second.wait() == .ended(.result("Over")))
  }

  @Test("An action that fails while the user may choose is told to the next who asks")
  func failed() async throws {
    struct Odd: Error, CustomStringConvertible { let description = "odd" }
    let runner = try runner { [gate] in
      await gate.wait()
      throw Odd()
    }
    _ = try await runner.run()
    await gate.open()
    await #expect(
      throws: RunnerError.handlerFailed("odd", action: "pause.wait", step: "X.yaml:4: X:1")
    ) { try await runner.wait() }
    #expect(try await runner.choose("1a") == .waiting(try need(other.step("1"))))
  }

  @Test("There is no deadline where the user may choose")
  func patient() async throws {
    let runner = try runner(watchdog: ImpatientClock())
    #expect(try await runner.run() == .working(blocked))
    for _ in 0..<100 { await Task.yield() }
    #expect(try await runner.run() == .working(blocked))
    await runner.cancel()
  }

  @Test("A silent handler is given up after the deadline, no later")
  func deadline() async throws {
    let catalogue = try catalogue(
      """
      flow: Z\ntitle: Z\nsteps:\n  - { step: 1, system: waits, action: pause.wait, on: over, \
      next: end }
      """
    )
    let start = try need(catalogue.flow(id: "Z").flatMap { catalogue.compiled().start($0) })
    let watchdog = ImpatientClock()
    let runner = try runner(watchdog: watchdog, restored: start)
    await #expect(throws: RunnerError.self) { try await runner.run() }
    #expect(watchdog.slept == .seconds(120))
    await gate.open()
  }

  @Test("The timer of the step is faster than an action that goes on")
  func timer() async throws {
    let clock = ManualRunClock()
    let runner = try runner(clock: clock)
    #expect(try await runner.run() == .working(blocked))
    clock.advance(to: 3_600_000)
    #expect(try await runner.wait() == .ended(.result("Over")))
    #expect(await runner.trace.map(\.at) == [3_600_000])
  }

  @Test("Only one task may wait for a run, and others may ask for its current step")
  func busy() async throws {
    let runner = try runner()
    _ = try await runner.run()
    let waiting = Task { try await runner.wait() }
    while await !runner.isAwaited { await Task.yield() }
    await #expect(throws: RunnerError.busy) { try await runner.wait() }
    #expect(try await runner.run() == .working(blocked))
    await gate.open()
    #expect(try await waiting.value == .ended(.result("Over")))
  }
}

/// Counts from any thread.
final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func add() { count.withLock { $0 += 1 } }
}
