import FlowModel
import FlowRuntime
import FlowTestSupport
import Secrets
import Synchronization
import TestSupport
import Testing

extension RunnerTests {
  private func deafHandlers() -> (Handlers, started: Gate, gate: Gate) {
    let gate = Gate()
    let started = Gate()
    var handlers = Handlers()
    handlers.bind("pin.check", outcomes: ["right"]) { _ in
      await started.open()
      await gate.wait()
      return "right"
    }
    return (handlers, started, gate)
  }

  @Test("The outcome of a running action cannot be chosen, unless the action is cancelled")
  func chooseDuringAction() async throws {
    let (program, flow) = try program()
    let (handlers, started, gate) = deafHandlers()
    let runner = try Runner(program, start: flow, at: flow.step("2"), handlers: handlers)
    let waiting = Task { try await runner.run() }
    await started.wait()
    await #expect(throws: RunnerError.refused("X:2b", .working)) { try await runner.choose("2b") }
    await runner.cancel()
    #expect(try await runner.choose("2b") == .waiting(try need(flow.step("1"))))
    // A task that waited before learns it at once, although the handler ignores the cancellation.
    await #expect(throws: RunnerError.cancelled) { try await waiting.value }
    await gate.open()
    #expect(await runner.trace.map(\.row.reference) == ["2b"])
  }

  @Test("Cancelling the caller ends the wait")
  func cancelledCaller() async throws {
    let (program, flow) = try program()
    let (handlers, started, gate) = deafHandlers()
    let runner = try Runner(program, start: flow, at: flow.step("2"), handlers: handlers)
    let task = Task { try await runner.run() }
    await started.wait()
    task.cancel()
    await #expect(throws: RunnerError.cancelled) { try await task.value }
    await gate.open()
  }

  @Test(
    "Who follows a run sees that its action was cancelled, and that it goes on afterwards",
    .timeLimit(.minutes(1)))
  func cancelledAction() async throws {
    let (program, flow) = try program()
    let (handlers, started, gate) = deafHandlers()
    let runner = try Runner(program, start: flow, at: flow.step("2"), handlers: handlers)
    let (problems, sink) = AsyncStream.makeStream(of: RunnerError.self)
    let updates = runner.updates
    let follower = Task {
      for await situation in updates {
        if let problem = situation.problem { sink.yield(problem) }
      }
    }
    defer { follower.cancel() }
    await started.wait()
    let waiting = Task { try await runner.wait() }
    while await !runner.isAwaited { await Task.yield() }
    await runner.cancel()
    #expect(await problems.first { _ in true } == .cancelled)
    await #expect(throws: RunnerError.cancelled) { try await waiting.value }
    await gate.open()
    try await runner.run()
    #expect(await runner.situation.problem == nil)
  }

  @Test(
    "A run that was given up says so to everybody, once and for all, and keeps no secret",
    .timeLimit(.minutes(1)))
  func givenUp() async throws {
    let (program, flow) = try program()
    let (handlers, started, gate) = deafHandlers()
    let runner = try Runner(program, start: flow, at: flow.step("2"), handlers: handlers)
    await runner.enter(secret: secret("1234"), as: "pin")
    let updates = runner.updates
    let seen = Task { () -> [RunnerError?] in
      var problems: [RunnerError?] = []
      for await situation in updates { problems.append(situation.problem) }
      return problems
    }
    await started.wait()
    let waiting = Task { try await runner.wait() }
    while await !runner.isAwaited { await Task.yield() }
    await runner.giveUp()
    await #expect(throws: RunnerError.givenUp) { try await waiting.value }
    #expect(await seen.value.last == .givenUp)
    #expect(await !runner.isKeeping("pin"))
    #expect(await runner.snapshot == nil)
    await runner.enter(secret: secret("1234"), as: "pin")
    #expect(await !runner.isKeeping("pin"))
    await #expect(throws: RunnerError.givenUp) { try await runner.run() }
    await #expect(throws: RunnerError.givenUp) { try await runner.choose("2b") }
    await #expect(throws: RunnerError.givenUp) { try await runner.suspend(into: flow) }
    await #expect(throws: RunnerError.givenUp) { try await runner.skipToTimer() }
    await gate.open()
    #expect(await runner.trace.isEmpty)
    var late = 0
    for await situation in runner.updates {
      late += 1
      #expect(situation.problem == .givenUp)
    }
    #expect(late == 1)
  }
}
