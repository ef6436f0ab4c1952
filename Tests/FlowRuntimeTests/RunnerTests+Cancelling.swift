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
}
