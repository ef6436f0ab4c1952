import FlowModel
import FlowRuntime
import FlowTestSupport
import Secrets
import Synchronization
import TestSupport
import Testing

/// How long a run keeps a secret, and who can take it.
@Suite struct RunnerSecretTests {
  private static let asks = """
    flow: X
    title: X
    steps:
      - step: 1
        screen: PIN
        input: { pin: { secret: yes } }
        rows:
          a: { user: enters PIN, next: 2 }
          b: { user: leaves, next: goto Y }
          c: { user: ends, next: end }
          d: { user: stays, next: stay }
          e: { user: hands it in, next: 4 }
      - step: 2
        screen: Look
        action: secret.look
        rows:
          a: { user: does not wait, next: 1 }
          b: { case: found, on: found, next: end }
          c: { case: missing, on: missing, next: end }
      - step: 3
        await: the secret for a second
        action: secret.look
        rows:
          a: { case: found, on: found, next: end }
          b: { case: missing, on: missing, next: end }
          c: { event: A second passes, after: 1 s, next: 1 }
          d: { error: No internet, next: 2 }
      - step: 4
        call: P
        with: { code: pin }
        rows:
          a: { result: Found, next: end }
          b: { result: Missing, next: end }
    """
  private static let partial = """
    flow: P
    kind: partial flow
    title: P
    parameters: [code]
    results: [Found, Missing]
    steps:
      - step: 1
        system: looks
        action: code.look
        rows:
          a: { case: found, on: found, next: result Found }
          b: { case: missing, on: missing, next: result Missing }
    """
  private static let other = """
    flow: Y
    title: Y
    steps:
      - step: 1
        screen: Y
        rows:
          a: { user: goes back, next: back }
          b: { user: looks, next: 2 }
      - step: 2
        system: looks
        action: secret.look
        rows:
          a: { case: found, on: found, next: end }
          b: { case: missing, on: missing, next: end }
    """

  private let program: Program
  private let flow: Flow

  init() throws {
    let catalogue = try catalogue(
      RunnerSecretTests.asks, RunnerSecretTests.other, RunnerSecretTests.partial)
    program = catalogue.compiled()
    flow = try need(catalogue.flow(id: "X"))
  }

  private static func isThere(_ input: String, in context: borrowing HandlerContext) -> Answer {
    let secret = context.takeSecret(input)
    return secret == nil ? "missing" : "found"
  }

  /// A run in which a secret was entered as `pin` at the first step, with handlers that look for
  /// it.
  private func runner() async throws -> Runner {
    var handlers = Handlers()
    handlers.bind("secret.look", outcomes: ["found", "missing"]) {
      RunnerSecretTests.isThere("pin", in: $0)
    }
    handlers.bind("code.look", outcomes: ["found", "missing"]) {
      RunnerSecretTests.isThere("code", in: $0)
    }
    let runner = try Runner(program, start: flow, handlers: handlers)
    _ = try await runner.run()
    await runner.enter(secret: secret("1234"), as: "pin")
    return runner
  }

  @Test("A secret stays while the run stays in the flow")
  func kept() async throws {
    let runner = try await runner()
    _ = try await runner.choose("1d")
    _ = try await runner.choose("1a")
    #expect(await runner.trace.last?.row.reference == "2b")
  }

  @Test("A called flow finds the secret by the name of its parameter")
  func parameter() async throws {
    let runner = try await runner()
    _ = try await runner.choose("1e")
    #expect(await runner.trace.map(\.row.qualified) == ["X:1e", "P:1a", "X:4a"])
  }

  @Test("A secret is wiped when the flow is left by a `goto`, also for the flow that comes next")
  func wipedByGoto() async throws {
    let runner = try await runner()
    _ = try await runner.choose("1b")
    #expect(await runner.isKeeping("pin") == false)
    _ = try await runner.choose("1b")
    #expect(await runner.trace.last?.row.qualified == "Y:2b")
  }

  @Test("A secret is wiped at the end of the run")
  func wipedAtEnd() async throws {
    let runner = try await runner()
    #expect(await runner.isKeeping("pin"))
    _ = try await runner.choose("1c")
    #expect(await runner.isKeeping("pin") == false)
  }

  @Test("A secret is wiped when the run is cancelled")
  func wipedByCancel() async throws {
    let runner = try await runner()
    await runner.cancel()
    #expect(await runner.isKeeping("pin") == false)
  }

  /// Looks for the secret only when the gate opens, whether it was cancelled or not.
  private func deaf(_ gate: Gate, _ started: Gate, _ done: Gate, _ found: Mutexed) -> Handlers {
    var handlers = Handlers()
    handlers.bind("secret.look", outcomes: ["found", "missing"]) { context in
      await started.open()
      await gate.wait()
      if context.takeSecret("pin") != nil || context.input("name") != nil { found.set() }
      await done.open()
      return "found"
    }
    return handlers
  }

  @Test(
    "A handler that the user or the timer overtook cannot take what is entered later",
    arguments: [("2", "2a"), ("3", nil)] as [(String, String?)])
  func overtaken(_ step: String, _ row: String?) async throws {
    let (gate, started, done, found) = (Gate(), Gate(), Gate(), Mutexed())
    let clock = ManualRunClock()
    let runner = try Runner(
      program, start: flow, at: flow.step(step), handlers: deaf(gate, started, done, found),
      clock: clock)
    if let row {
      _ = try await runner.run()
      await started.wait()
      _ = try await runner.choose(row)
    } else {
      let waiting = Task { try await runner.run() }
      await started.wait()
      clock.advance(to: 1_000)
      #expect(try await waiting.value == .waiting(try need(flow.step("1"))))
    }
    await runner.enter(secret: secret("1234"), as: "pin")
    await runner.enter("Mari", as: "name")
    await gate.open()
    await done.wait()
    #expect(!found.isSet)
    #expect(await runner.isKeeping("pin"))
  }

  @Test("An action that failed before its timer leaves the inputs to the next one")
  func failedBefore() async throws {
    let tries = Counter()
    var handlers = Handlers()
    handlers.bind("secret.look", outcomes: ["found", "missing"]) { context in
      tries.add()
      if tries.value == 1 { throw ActionFailure("No internet") }
      return RunnerSecretTests.isThere("pin", in: context)
    }
    let runner = try Runner(
      program, start: flow, at: flow.step("3"), handlers: handlers, clock: ManualRunClock())
    await runner.enter(secret: secret("1234"), as: "pin")
    #expect(try await runner.run() == .ended(.end))
    #expect(await runner.trace.map(\.row.reference) == ["3d", "2b"])
  }

  @Test("A handler that the deadline overtook cannot take what is entered later")
  func overtakenByDeadline() async throws {
    let (gate, started, done, found) = (Gate(), Gate(), Gate(), Mutexed())
    let runner = try Runner(
      program, start: try need(program.catalogue.flow(id: "Y")),
      at: program.catalogue.flow(id: "Y")?.step("2"),
      handlers: deaf(gate, started, done, found), watchdog: ImpatientClock())
    await #expect(throws: RunnerError.self) { try await runner.run() }
    await started.wait()
    await runner.enter(secret: secret("1234"), as: "pin")
    await gate.open()
    await done.wait()
    #expect(!found.isSet)
    #expect(await runner.isKeeping("pin"))
  }
}

/// A flag that any thread may set.
private final class Mutexed: Sendable {
  private let flag = Mutex(false)
  var isSet: Bool { flag.withLock { $0 } }
  func set() { flag.withLock { $0 = true } }
}
