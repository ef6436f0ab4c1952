import FlowModel
import FlowRuntime
import FlowTestSupport
import Synchronization
import TestSupport
import Testing

/// Timers that the runner fires by itself, and what is told of them.
@Suite struct RunnerTimerTests {
  private static let flow = """
    flow: X
    title: X
    steps:
      - step: 1
        screen: First
        rows:
          a: { user: goes on, next: 2 }
          b: { event: A minute passes, after: 60 s, next: 2 }
          c: { event: Two minutes pass, after: 2 min, next: end }
      - step: 2
        screen: Second
        action: card.wait
        rows:
          a: { user: leaves, next: end }
          b: { case: there, on: there, next: 1 }
          c: { event: Half a minute passes, after: 30 s, next: 3 }
      - step: 3
        screen: Third
        rows:
          a: { user: leaves, next: end }
    """
  private let program: Program
  private let flow: Flow
  private let clock = ManualRunClock()

  init() throws {
    let catalogue = try catalogue(RunnerTimerTests.flow)
    program = catalogue.compiled()
    flow = try need(catalogue.flow(id: "X"))
  }

  private func runner(_ handlers: Handlers = Handlers()) throws -> Runner {
    try Runner(program, start: flow, handlers: handlers, clock: clock)
  }

  /// A handler that waits until it is cancelled, and counts how often it was called.
  private func waiting(_ count: Counter) -> Handlers {
    var handlers = Handlers()
    handlers.bind("card.wait", outcomes: ["there"]) { context in
      count.add()
      try await context.clock.sleep(until: .max)
      return "there"
    }
    return handlers
  }

  private func follow(_ runner: Runner, until step: String) async -> Situation? {
    for await situation in runner.updates where situation.step.id == step { return situation }
    return nil
  }

  @Test("A timer that runs out takes its row, though nobody waits for it")
  func firesByItself() async throws {
    let runner = try runner()
    #expect(try await runner.run() == .waiting(try need(flow.step("1"))))
    clock.advance(to: 59_999)
    #expect(await runner.trace.isEmpty)
    clock.advance(to: 60_000)
    let second = await follow(runner, until: "2")
    #expect(second?.timer?.rest == 30_000)
    #expect(await runner.trace.map(\.text) == ["  60000 ms  X:1b  Event: A minute passes -> 2"])
  }

  @Test("Who follows a run is told once of each step, also of those that timers lead to")
  func toldOnce() async throws {
    let runner = try runner(waiting(Counter()))
    var told: [String] = []
    for await situation in runner.updates {
      told.append("\(situation.step.id) \(situation.isWorking) \(situation.end != nil)")
      // Only then does the next thing happen, so nothing that is told is missed.
      switch situation.step.id {
      case "1": clock.advance(to: 60_000)
      case "2": clock.advance(to: 90_000)
      default: if situation.end == nil { _ = try await runner.choose("3a") }
      }
    }
    #expect(told == ["1 false false", "2 true false", "3 false false", "3 false true"])
  }

  @Test("A timer that runs out performs the action of the next step, whose timer then runs")
  func goesOn() async throws {
    let count = Counter()
    let runner = try runner(waiting(count))
    _ = try await runner.run()
    clock.advance(to: 60_000)
    _ = await follow(runner, until: "2")
    while count.value == 0 { await Task.yield() }
    clock.advance(to: 90_000)
    _ = await follow(runner, until: "3")
    #expect(await runner.trace.map(\.row.reference) == ["1b", "2c"])
    #expect(await runner.trace.map(\.at) == [60_000, 90_000])
  }

  @Test("A timer of the flow fires inside of a call, which is abandoned with its secrets")
  func firesInCall() async throws {
    let held = """
      flow: H
      title: H
      anywhere:
        '*a': { event: The seat is no longer held, after: 15 min, next: 2 }
      steps:
        - step: 1
          call: P
          rows:
            a: { result: Done, next: 2 }
        - step: 2
          screen: Over
          next: end
      """
    let pay = """
      flow: P
      title: P
      kind: partial flow
      results: [Done]
      steps:
        - step: 1
          screen: PIN
          input: { pin: { secret: yes } }
          next: result Done
      """
    let program = try catalogue(held, pay).compiled()
    let flow = try need(program.catalogue.flow(id: "H"))
    let runner = try Runner(program, start: flow, clock: clock)
    _ = try await runner.run()
    await runner.enter(secret: secret("1234"), as: "pin")
    clock.advance(to: 899_999)
    #expect(await runner.situation.timer?.row.qualified == "H:*a")
    #expect(await runner.isKeeping("pin"))
    clock.advance(to: 900_000)
    let over = await follow(runner, until: "2")
    #expect(over?.machine.callers.isEmpty == true)
    // The timer has run out, and does not again.
    #expect(over?.timer == nil)
    #expect(await !runner.isKeeping("pin"))
    #expect(
      await runner.trace.map(\.text) == [
        " 900000 ms  H:*a  Event: The seat is no longer held -> 2  (at 1)"
      ])
  }

  @Test("The timer of a step that was left does not fire")
  func left() async throws {
    let runner = try runner()
    _ = try await runner.run()
    clock.advance(to: 10_000)
    _ = try await runner.choose("1a")
    clock.advance(to: 39_999)
    #expect(await runner.state.step.id == "2")
    clock.advance(to: 40_000)
    _ = await follow(runner, until: "3")
    #expect(await runner.trace.map(\.row.reference) == ["1a", "2c"])
  }

  @Test("A timer row cannot be chosen before its time, and a later one not at all")
  func early() async throws {
    let runner = try runner()
    _ = try await runner.run()
    clock.advance(to: 10_500)
    await #expect(throws: RunnerError.refused("X:1b", .early(49_500))) {
      try await runner.choose("1b")
    }
    await #expect(throws: RunnerError.refused("X:1c", .laterTimer(than: "1b"))) {
      try await runner.choose("1c")
    }
    #expect(Refusal.early(49_500).description == "its time comes in 50 s")
    #expect(Refusal.early(3_723_000).description == "its time comes in 1 h 2 min 3 s")
    #expect(try await runner.skipToTimer() == .waiting(try need(flow.step("2"))))
    #expect(await runner.trace.map(\.at) == [60_000])
  }

  @Test("After skipped time, the next timer runs out as much later as it should")
  func afterSkipping() async throws {
    let runner = try runner()
    _ = try await runner.run()
    _ = try await runner.skipToTimer()
    clock.advance(to: 29_999)
    #expect(await runner.state.step.id == "2")
    clock.advance(to: 30_000)
    _ = await follow(runner, until: "3")
    #expect(await runner.trace.map(\.at) == [60_000, 90_000])
  }

  @Test("A choice that comes when the timer has run out is too late")
  func tooLate() async throws {
    // A clock whose calls come late.
    let runner = try Runner(program, start: flow, clock: DeafClock(clock))
    _ = try await runner.run()
    clock.advance(to: 60_000)
    await #expect(throws: RunnerError.self) { try await runner.choose("1a") }
    #expect(await runner.trace.map(\.row.reference) == ["1b"])
  }

  @Test("A runner that nobody holds is gone, and its timer does nothing")
  func letGo() async throws {
    var runner: Runner? = try runner()
    _ = try await runner?.run()
    weak let gone = runner
    runner = nil
    #expect(gone == nil)
    clock.advance(to: 60_000)
  }

  @Test("Of timers for the same time the first is called first; cancelled ones are not called")
  func manyTimers() {
    let called = Mutex<[Int]>([])
    var timers: [RunTimer] = []
    for number in 0..<1_000 {
      timers.append(
        clock.call(at: Int64(number % 10 + 1)) { called.withLock { $0.append(number) } })
    }
    for number in 0..<1_000 where number % 3 != 0 { timers[number].cancel() }
    clock.advance(to: 5)
    let expected = (0..<1_000).filter { $0 % 3 == 0 }.sorted { ($0 % 10, $0) < ($1 % 10, $1) }
    #expect(called.withLock { $0 } == expected.filter { $0 % 10 <= 4 })
    clock.advance(to: 10)
    #expect(called.withLock { $0 } == expected)
  }

  @Test("The system's clock calls in the order of time, also what was added later for earlier")
  func systemClock() async {
    let clock = SystemRunClock()
    let (calls, sink) = AsyncStream.makeStream(of: Int.self)
    let cancelled = clock.call(at: clock.now + 1) { sink.yield(0) }
    cancelled.cancel()
    let later = clock.call(at: clock.now + 40) { sink.yield(2) }
    let now = clock.call(at: clock.now + 5) { sink.yield(1) }
    var order: [Int] = []
    for await call in calls.prefix(2) { order.append(call) }
    #expect(order == [1, 2])
    _ = (later, now)
  }
}

/// A clock whose calls never come.
private struct DeafClock: RunClock {
  private let other: ManualRunClock
  init(_ other: ManualRunClock) { self.other = other }
  var now: Int64 { other.now }
  var timeOfDay: Int64 { other.timeOfDay }
  func call(at time: Int64, _ body: @escaping @Sendable () -> Void) -> RunTimer { RunTimer {} }
}
