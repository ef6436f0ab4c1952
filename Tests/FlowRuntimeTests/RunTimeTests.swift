import FlowModel
import FlowRuntime
import FlowTestSupport
import Synchronization
import TestSupport
import Testing

/// The moment at which a timer runs out, and what is forgotten of earlier calls and errors.
@Suite struct RunTimeTests {
  /// A clock that makes no calls, so that nobody is told when a timer has run out.
  private final class MuteClock: RunClock {
    private let time = Mutex<Int64>(0)
    var now: Int64 { time.withLock { $0 } }
    var timeOfDay: Int64 { now }
    func set(_ now: Int64) { time.withLock { $0 = now } }
    func call(at time: Int64, _ body: @escaping @Sendable () -> Void) -> RunTimer { RunTimer {} }
  }

  @Test(
    "An answer that comes in the moment in which the timer runs out is too late",
    arguments: [(59_999, "X:1a"), (60_000, "X:1b"), (60_001, "X:1b")] as [(Int64, String)])
  func lateAnswer(_ time: Int64, _ row: String) async throws {
    let catalogue = try catalogue(
      """
      flow: X
      title: X
      steps:
        - step: 1
          system: asks
          action: server.ask
          rows:
            a: { case: there, on: there, next: end }
            b: { event: A minute passes, after: 60 s, next: end }
      """)
    let clock = MuteClock()
    var handlers = Handlers()
    handlers.bind("server.ask", outcomes: ["there"]) { _ in
      clock.set(time)
      return "there"
    }
    let runner = try Runner(
      catalogue.compiled(), start: try need(catalogue.flow(id: "X")), handlers: handlers,
      clock: clock)
    _ = try await runner.wait()
    #expect(await runner.trace.map(\.row.qualified) == [row])
  }

  @Test("In the moment in which a timer runs out, no other row of its step can be taken")
  func lateRow() throws {
    var walk = try Walk()
    let timer = try need(walk.machine.timer)
    walk.machine.elapse(to: timer.due - 1)
    #expect(walk.machine.access(to: 0) == .now)
    walk.machine.elapse(to: timer.due)
    #expect(walk.machine.access(to: 0) == .never(.timer(timer)))
    #expect(walk.machine.access(to: timer.row) == .when(timer))
  }

  @Test("The timer of a step that has failed starts again when its error flow returns")
  func failed() throws {
    let catalogue = try catalogue(
      """
      flow: X
      title: X
      steps:
        - step: 1
          system: asks
          action: server.ask
          rows:
            a: { case: there, on: there, next: end }
            b: { error: Lost, on: lost, next: error E }
            c: { event: A minute passes, after: 60 s, next: end }
      """,
      """
      flow: E
      kind: error flow
      title: E
      steps:
        - { step: 1, screen: Lost, rows: { a: { user: tries again, next: result Again } } }
      """)
    var walk = try Walk(
      machine: need(catalogue.compiled().start(at: need(catalogue.flow(id: "X")?.firstStep))))
    walk.machine.elapse(to: 50_000)
    try walk.take("1b")
    walk.machine.elapse(to: 90_000)
    try walk.take("1a")
    #expect(walk.here == "X:1")
    #expect(walk.machine.timer?.due == 150_000)
  }

  @Test("A flow that is called again knows no value of a call that was abandoned")
  func calledAgain() async throws {
    let catalogue = try catalogue(
      """
      flow: X
      title: X
      steps:
        - { step: 1, screen: Start, next: 2 }
        - step: 2
          call: P
          rows:
            a: { result: Done, next: end }
      """,
      """
      flow: P
      title: P
      kind: partial flow
      results: [Done]
      steps:
        - step: 1
          screen: First
          rows:
            a: { user: books, next: 2 }
            b: { user: goes back, next: back }
        - step: 2
          system: books
          action: seat.book
          values: [seat]
          on: booked
          next: 3
        - step: 3
          screen: Booked
          message: 'Seat {seat}'
          rows:
            a: { user: goes back, next: back }
            b: { user: is done, next: result Done }
      """)
    var handlers = Handlers()
    handlers.bind("seat.book", outcomes: ["booked"], values: ["seat"]) { _ in
      Answer("booked", values: ["seat": "12A"])
    }
    let runner = try Runner(
      catalogue.compiled(), start: try need(catalogue.flow(id: "X")), handlers: handlers,
      clock: ManualRunClock())
    _ = try await runner.run()
    _ = try await runner.choose("X:1")
    _ = try await runner.choose("P:1a")
    #expect(await runner.situation.message == "Seat 12A")
    #expect(try need(await runner.snapshot).json.contains("12A"))
    // Back to the first screen of P, and out of the call.
    _ = try await runner.choose("P:3a")
    #expect(try need(await runner.snapshot).stepID == "P:1")
    _ = try await runner.choose("P:1b")
    #expect(try need(await runner.snapshot).stepID == "X:1")
    _ = try await runner.choose("X:1")
    let again = try need(await runner.snapshot)
    #expect(again.stepID == "P:1" && !again.json.contains("12A"))
  }

  @Test("A snapshot that does not know the time of day goes on at its own time")
  func timeless() throws {
    let walk = try Walk()
    let snapshot = try need(Snapshot(walk.machine))
    let machine = try snapshot.machine(on: walk.machine.program, at: 1_790_000_000_000)
    #expect(machine.clock == walk.machine.clock)
  }

  @Test("Back into a section or a flow that was left for good starts its timers again")
  func backInTime() throws {
    let catalogue = try catalogue(
      """
      flow: X
      title: X
      anywhere:
        '*a': { event: Ten minutes pass, after: 10 min, next: end }
      sections:
        - section: 1
          title: One
          anywhere:
            '*b': { event: Five minutes pass, after: 5 min, next: end }
          steps:
            - step: 1.1
              screen: First
              rows:
                a: { user: goes on, next: 2.1 }
                b: { user: leaves, next: goto Y }
        - section: 2
          title: Two
          steps:
            - { step: 2.1, screen: Second, next: back }
      """,
      """
      flow: Y
      title: Y
      steps:
        - { step: 1, screen: Elsewhere, next: back }
      """)
    func dues(after row: String, _ back: String) throws -> [Int64] {
      var walk = try Walk(
        machine: need(catalogue.compiled().start(at: need(catalogue.flow(id: "X")?.firstStep))))
      walk.machine.elapse(to: 100_000)
      try walk.take(row)
      walk.machine.elapse(to: 200_000)
      try walk.take(back)
      #expect(walk.here == "X:1.1")
      return walk.machine.timers.map(\.due).sorted()
    }
    // The flow was not left, so only the section's timer begins again.
    #expect(try dues(after: "1.1a", "2.1") == [500_000, 600_000])
    #expect(try dues(after: "1.1b", "1") == [500_000, 800_000])
  }

  /// A flow that performs one action ten times.
  private static func asking() throws -> (program: Program, flow: Flow) {
    let catalogue = try catalogue(
      """
      flow: X
      title: X
      facts: { asked: 0..9 }
      steps:
        - step: 1
          system: asks
          action: server.ask
          count: { asked: there }
          rows:
            a: { case: there, on: there, if: { asked: 0..8 }, next: stay }
            b: { case: there, on: there, if: { asked: 9 }, next: end }
      """)
    return (catalogue.compiled(), try need(catalogue.flow(id: "X")))
  }

  @Test("A run that goes on is not silent, however many checks its actions take together")
  func goesOn() async throws {
    let (program, flow) = try RunTimeTests.asking()
    let watchdog = TickingClock()
    var handlers = Handlers()
    // The run is checked once while each action runs.
    handlers.bind("server.ask", outcomes: ["there"]) { _ in
      try await watchdog.tick()
      return "there"
    }
    let runner = try Runner(
      program, start: flow, handlers: handlers, clock: ManualRunClock(), watchdog: watchdog)
    #expect(try await runner.wait() == .ended(.end))
    #expect(await runner.trace.count == 9)
  }

  @Test("Nobody watches actions that answer at once")
  func unwatched() async throws {
    let (program, flow) = try RunTimeTests.asking()
    let watchdog = ImpatientClock()
    var handlers = Handlers()
    handlers.bind("server.ask", outcomes: ["there"]) { _ in "there" }
    let runner = try Runner(
      program, start: flow, handlers: handlers, clock: ManualRunClock(), watchdog: watchdog)
    #expect(try await runner.run() == .ended(.end))
    for _ in 0..<100 { await Task.yield() }
    #expect(watchdog.slept == .zero)
  }

  /// A clock on which each sleep ends when it is told to.
  private final class TickingClock: Clock {
    private let sleepers = Mutex<[CheckedContinuation<Void, Never>]>([])
    var now: ContinuousClock.Instant { ContinuousClock.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      await withTaskCancellationHandler {
        await withCheckedContinuation { sleeper in
          sleepers.withLock { $0.append(sleeper) }
          if Task.isCancelled { wake() }
        }
      } onCancel: {
        wake()
      }
      try Task.checkCancellation()
    }

    private func wake() {
      let woken = sleepers.withLock { all in
        defer { all = [] }
        return all
      }
      for sleeper in woken { sleeper.resume() }
    }

    /// Ends the sleep that there is, or the next one, and waits for the one after it.
    func tick() async throws {
      try await awaitSleeper()
      wake()
      try await awaitSleeper()
    }

    private func awaitSleeper() async throws {
      while sleepers.withLock({ $0.isEmpty }) {
        try Task.checkCancellation()
        await Task.yield()
      }
    }
  }
}
