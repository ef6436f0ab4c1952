import FlowModel
import FlowRuntime
import FlowTestSupport
import Secrets
import Synchronization
import TestSupport
import Testing

@Suite struct RunnerTests {
  static let pin = """
    flow: X
    title: X
    facts: { tries: 0..3 }
    steps:
      - step: 1
        screen: PIN
        input: { pin: { secret: yes, digits: 4 } }
        rows:
          a: { user: enters PIN, enters: pin, next: 2 }
          b: { user: leaves, next: goto Y }
      - step: 2
        validate: the PIN
        action: pin.check
        count: { tries: wrong }
        rows:
          a: { case: right, on: right, next: 3 }
          b: { case: wrong, on: wrong, if: { tries: 0..2 }, next: 1 }
          c: { case: wrong too often, on: wrong, if: { tries: 3 }, next: end }
          d: { error: No internet, next: 3 }
      - step: 3
        await: the card
        action: card.wait
        rows:
          a: { case: the card is there, on: there, next: end }
          b: { event: 90 seconds pass, after: 90 s, next: result Late }
    """
  private static let other = "flow: Y\ntitle: Y\nsteps:\n  - { step: 1, screen: Y, next: end }"

  func program() throws -> (Program, Flow) {
    let catalogue = try catalogue(RunnerTests.pin, RunnerTests.other)
    return (catalogue.compiled(), try need(catalogue.flow(id: "X")))
  }

  /// Says right to 1234.
  private func bindPIN(_ handlers: inout Handlers) {
    handlers.bind("pin.check", outcomes: ["right", "wrong"]) { context in
      guard let pin = context.takeSecret("pin") else { return "wrong" }
      return pin.withBytes { $0.elementsEqual("1234".utf8) } ? "right" : "wrong"
    }
  }

  @Test("Handlers act until a person must decide")
  func handlersAct() async throws {
    let (program, flow) = try program()
    var handlers = Handlers()
    bindPIN(&handlers)
    handlers.bind("card.wait", outcomes: ["there"]) { _ in "there" }
    let runner = try Runner(
      program, start: flow, handlers: handlers, clock: ManualRunClock(timeOfDay: 1_000))
    #expect(try await runner.run() == .waiting(try need(flow.step("1"))))
    await runner.enter(secret: secret("9999"), as: "pin")
    #expect(try await runner.choose("1a") == .waiting(try need(flow.step("1"))))
    await runner.enter(secret: secret("1234"), as: "pin")
    #expect(try await runner.choose("1a") == .ended(.end))
    let rows = await runner.trace.map(\.row.qualified)
    #expect(rows == ["X:1a", "X:2b", "X:1a", "X:2a", "X:3a"])
  }

  @Test("A secret can be taken once and belongs to one run")
  func secretOnce() async throws {
    let (program, flow) = try program()
    var handlers = Handlers()
    bindPIN(&handlers)
    let runner = try Runner(
      program, start: flow, handlers: handlers, clock: ManualRunClock(timeOfDay: 1_000))
    _ = try await runner.run()
    await runner.enter(secret: secret("1234"), as: "pin")
    #expect(try await runner.choose("1a") == .waiting(try need(flow.step("3"))))
    let again = try Runner(
      program, start: flow, handlers: handlers, clock: ManualRunClock(timeOfDay: 1_000))
    _ = try await again.run()
    let missing = RunnerError.refused("X:1a", .missing("pin", needs: "4 digits"))
    await #expect(throws: missing) { try await again.choose("1a") }
  }

  @Test("A secret is gone when the run leaves the flow")
  func secretWiped() async throws {
    let (program, flow) = try program()
    let found = Mutex(false)
    var handlers = Handlers()
    handlers.bind("pin.check", outcomes: ["right", "wrong"]) { context in
      if context.takeSecret("pin") != nil { found.withLock { $0 = true } }
      return "wrong"
    }
    let runner = try Runner(
      program, start: flow, handlers: handlers, clock: ManualRunClock(timeOfDay: 1_000))
    _ = try await runner.run()
    await runner.enter(secret: secret("1234"), as: "pin")
    _ = try await runner.choose("1b")
    let state = await runner.state
    #expect(state.step.qualified == "Y:1")
    let back = try Runner(program, start: flow, at: flow.step("2"), handlers: handlers)
    _ = try await back.run()
    #expect(found.withLock { $0 } == false)
  }

  @Test("Neither a trace nor a snapshot holds a secret")
  func secretNotWritten() async throws {
    let (program, flow) = try program()
    let runner = try Runner(program, start: flow)
    _ = try await runner.run()
    await runner.enter(secret: secret("8642"), as: "pin")
    _ = try await runner.choose("1a")
    let trace = await runner.trace.map { $0.json + $0.text }.joined()
    let snapshot = try need(Snapshot(await runner.state)).json
    #expect(!trace.contains("8642"))
    #expect(!snapshot.contains("8642"))
  }

  @Test("An outcome without a row is refused before the run")
  func unhandledOutcome() throws {
    let (program, flow) = try program()
    var handlers = Handlers()
    handlers.bind("card.wait", outcomes: ["there", "torn"]) { _ in "there" }
    #expect(
      throws: RunnerError.unhandledOutcomes(
        action: "card.wait", step: "X.yaml:20: X:3", outcomes: ["torn"])
    ) {
      try Runner(program, start: flow, handlers: handlers, clock: ManualRunClock(timeOfDay: 1_000))
    }
  }

  @Test("An answer that was not declared is an error that names the step")
  func undeclaredAnswer() async throws {
    let (program, flow) = try program()
    var handlers = Handlers()
    handlers.bind("pin.check", outcomes: ["right"]) { _ in "perhaps" }
    let runner = try Runner(program, start: flow, at: flow.step("2"), handlers: handlers)
    await #expect(
      throws: RunnerError.unexpectedOutcome("perhaps", action: "pin.check", step: "X.yaml:11: X:2")
    ) { try await runner.run() }
    #expect(await runner.state.step.qualified == "X:2")
  }

  @Test("A failed action takes the step's error row")
  func actionFailure() async throws {
    let (program, flow) = try program()
    var handlers = Handlers()
    handlers.bind("pin.check", outcomes: ["right"]) { _ in throw ActionFailure("No internet") }
    let runner = try Runner(program, start: flow, at: flow.step("2"), handlers: handlers)
    #expect(try await runner.run() == .waiting(try need(flow.step("3"))))
    #expect(await runner.trace.map(\.row.reference) == ["2d"])
  }

  @Test("A handler that throws is an error that names the step")
  func throwingHandler() async throws {
    struct Odd: Error, CustomStringConvertible { let description = "odd" }
    let (program, flow) = try program()
    var handlers = Handlers()
    handlers.bind("pin.check", outcomes: ["right"]) { _ in throw Odd() }
    let runner = try Runner(program, start: flow, at: flow.step("2"), handlers: handlers)
    await #expect(
      throws: RunnerError.handlerFailed("odd", action: "pin.check", step: "X.yaml:11: X:2")
    ) { try await runner.run() }
  }

  @Test("An answer that no row is for is refused", arguments: ["", "done", "enters PIN"])
  func answerWithoutRow(_ answer: String) async throws {
    let catalogue = try catalogue(
      """
      flow: X
      title: X
      facts: { tries: 0..3 }
      steps:
        - step: 1
          screen: PIN
          action: pin.read
          rows:
            a: { user: enters PIN, if: { tries: 0 }, next: end }
            b: { user: leaves, if: { tries: 1..3 }, next: end }
            c: { case: read, on: read, next: end }
      """)
    var handlers = Handlers()
    handlers.bind("pin.read", outcomes: ["read"]) { _ in Answer(answer) }
    let runner = try Runner(
      catalogue.compiled(), start: try need(catalogue.flow(id: "X")), handlers: handlers)
    await #expect(
      throws: RunnerError.unexpectedOutcome(answer, action: "pin.read", step: "X.yaml:5: X:1")
    ) { try await runner.run() }
  }

  @Test("A handler that never answers ends the wait, and its late answer is ignored")
  func silentHandler() async throws {
    let (program, flow) = try program()
    let gate = Gate()
    var handlers = Handlers()
    handlers.bind("pin.check", outcomes: ["right"]) { _ in
      await gate.wait()
      return "right"
    }
    let runner = try Runner(
      program, start: flow, at: flow.step("2"), handlers: handlers, watchdog: ImpatientClock())
    await #expect(throws: RunnerError.handlerSilent(action: "pin.check", step: "X.yaml:11: X:2")) {
      try await runner.run()
    }
    // Its late answer is ignored.
    await gate.open()
    #expect(await runner.state.step.qualified == "X:2")
    #expect(await runner.trace.isEmpty)
  }

  @Test("The timer wins against a handler that is still waiting")
  func timerWins() async throws {
    let (program, flow) = try program()
    let clock = ManualRunClock()
    var handlers = Handlers()
    handlers.bind("card.wait", outcomes: ["there"]) { context in
      // The window is the step's.
      clock.advance(to: context.due ?? 0)
      try await context.clock.sleep(until: 1_000_000)
      return "there"
    }
    let runner = try Runner(
      program, start: flow, at: flow.step("3"), handlers: handlers, clock: clock)
    #expect(try await runner.run() == .ended(.result("Late")))
    #expect(await runner.trace.map(\.at) == [90_000])
  }

  @Test("A step with an unbound action waits until its timer is due")
  func unboundAction() async throws {
    let (program, flow) = try program()
    let clock = ManualRunClock()
    let runner = try Runner(program, start: flow, at: flow.step("3"), clock: clock)
    #expect(try await runner.run() == .waiting(try need(flow.step("3"))))
    let late = Task { try await runner.wait() }
    clock.advance(to: 90_000)
    #expect(try await late.value == .ended(.result("Late")))
  }

  @Test("A row whose condition does not hold cannot be chosen")
  func unmetCondition() async throws {
    let (program, flow) = try program()
    let runner = try Runner(program, start: flow, at: flow.step("2"))
    _ = try await runner.run()
    await #expect(throws: RunnerError.refused("X:2c", .conditions("tries is 1"))) {
      try await runner.choose("2c")
    }
    await #expect(
      throws: RunnerError.noSuchRow("9z", step: "X.yaml:11: X:2", has: ["2a", "2b", "2c", "2d"])
    ) {
      try await runner.choose("9z")
    }
  }

  @Test("A run that goes round without an end is stopped")
  func endlessLoop() async throws {
    let catalogue = try catalogue(
      """
      flow: X
      title: X
      steps:
        - { step: 1, system: runs, next: 2 }
        - { step: 2, system: runs on, next: 1 }
      """)
    let runner = try Runner(catalogue.compiled(), start: try need(catalogue.flow(id: "X")))
    await #expect(throws: RunnerError.self) { try await runner.run() }
  }

  /// A handler that does not listen to being cancelled: when it has started, and what lets it go.
}
