import FlowModel
import FlowRuntime
import FlowTestSupport
import Secrets
import TestSupport
import Testing

/// An action whose secret is gone is not performed: the run goes back to the step that asks for it.
@Suite struct AskedAgainTests {
  @Test("After an error the action waits until its secret was entered again, and the step says why")
  func thrown() async throws {
    let desk = try AskedDesk([.fail])
    let runner = try desk.runner()
    _ = try await runner.run()
    await #expect(throws: RunnerError.self) { try await AskedDesk.enter("1a", runner) }
    #expect(try await runner.run() == .waiting(desk.step("X:1")))
    #expect(desk.calls.value == 1)
    let situation = await runner.situation
    let why = try need(situation.askedAgain)
    #expect(why.secrets == ["pin"] && why.action == "pin.check")
    #expect(
      why.description == "`pin` is gone, so `pin.check` was not performed; enter it again")
    #expect(situation.problem == nil && situation.machine.value(of: "tries") == "0")
    #expect(try await AskedDesk.enter("1a", runner) == .ended(.end))
    #expect(await runner.situation.askedAgain == nil)
    let trace = await runner.trace
    #expect(trace.map(\.row.reference) == ["1a", "1a", "2a", "3b"])
    #expect(trace.standing.map(\.row.reference) == ["1a", "2a", "3b"])
    let told = #""askedAgain":[{"to":"X:1","at":0,"rows":1,"secrets":["pin"]}]"#
    #expect(trace[1].json.contains(told))
    #expect(
      trace[1].text.hasPrefix("      0 ms  asks again for pin at X:1: 1 row is taken back\n"))
  }

  @Test("A handler that gives its secret back before it throws has it at the next try")
  func givenBack() async throws {
    let desk = try AskedDesk([.failGivingBack])
    let runner = try desk.runner()
    _ = try await runner.run()
    await #expect(throws: RunnerError.self) { try await AskedDesk.enter("1a", runner) }
    #expect(try await runner.run() == .ended(.end))
    #expect(await runner.trace.map(\.row.reference) == ["1a", "2a", "3b"])
    #expect(desk.calls.value == 3 && desk.given.value == 2)
  }

  @Test("A handler that misses a secret says so, and counts as not performed")
  func lost() async throws {
    let desk = try AskedDesk([.lose])
    let runner = try desk.runner()
    _ = try await runner.run()
    #expect(try await AskedDesk.enter("1a", runner) == .waiting(desk.step("X:1")))
    #expect(await runner.state.value(of: "tries") == "0")
    #expect(await runner.openTrace.returns.count == 1)
  }

  @Test("If the time of the step that asks is over by then, its timer's row is taken")
  func late() async throws {
    let desk = try AskedDesk([.fail])
    let clock = ManualRunClock()
    let runner = try desk.runner(clock: clock)
    _ = try await runner.run()
    await #expect(throws: RunnerError.self) { try await AskedDesk.enter("1a", runner) }
    clock.advance(to: 61_000)
    var pause = try await runner.run()
    if case .waiting = pause { pause = try await runner.wait() }
    #expect(pause == .ended(.result("Late")))
  }

  @Test("A run that was cancelled asks again, since its secrets were wiped")
  func cancelled() async throws {
    let desk = try AskedDesk([.wait])
    let runner = try desk.runner()
    _ = try await runner.run()
    let pressing = Task { try await AskedDesk.enter("1a", runner) }
    while desk.calls.value == 0 { await Task.yield() }
    await runner.cancel()
    _ = try? await pressing.value
    #expect(try await runner.run() == .waiting(desk.step("X:1")))
    #expect(desk.calls.value == 1)
  }

  @Test("The step that failed asks again when its error flow returns")
  func errorFlow() async throws {
    let desk = try AskedDesk([.losesInternet])
    let runner = try desk.runner()
    _ = try await runner.run()
    #expect(try await AskedDesk.enter("1a", runner) == .waiting(desk.step("No internet:1")))
    #expect(try await runner.choose("1a") == .waiting(desk.step("X:1")))
    #expect(await runner.trace.map(\.row.qualified) == ["X:1a", "X:2c", "No internet:1a"])
    let told = await runner.openTrace.returns.map(TraceEntry.text(ofReturn:))
    #expect(told == ["      0 ms  asks again for pin at X:1: 3 rows are taken back"])
    #expect(desk.calls.value == 1)
  }

  @Test("A run that was suspended while an action had the secret asks again when it resumes")
  func suspended() async throws {
    let program = try catalogue(AskedDesk.slow, AskedDesk.top).compiled()
    let desk = try AskedDesk([.wait])
    let flow = try need(program.catalogue.flow(id: "S"))
    let runner = try Runner(program, start: flow, handlers: desk.handlers)
    _ = try await runner.run()
    await runner.enter(secret: secret("1234"), as: "pin")
    _ = try await runner.choose("1a")
    while desk.calls.value == 0 { await Task.yield() }
    _ = try await runner.suspend(into: try need(program.catalogue.flow(id: "T")))
    #expect(try await runner.choose("1a") == .waiting(try need(flow.step("1"))))
    #expect(await runner.situation.askedAgain?.secrets == ["pin"])
    #expect(desk.calls.value == 1)
  }

  @Test("What an action has used is not asked for again, and a later action may find nothing")
  func spent() async throws {
    let desk = try AskedDesk()
    let runner = try desk.runner()
    _ = try await runner.run()
    #expect(try await AskedDesk.enter("1a", runner) == .ended(.end))
    #expect(await runner.trace.map(\.row.reference) == ["1a", "2a", "3b"])
  }

  @Test("A wrong PIN counts once, and the next PIN is another secret")
  func wrong() async throws {
    let desk = try AskedDesk([.answer, .fail])
    let runner = try desk.runner()
    _ = try await runner.run()
    await runner.enter(secret: secret("9999"), as: "pin")
    #expect(try await runner.choose("1a") == .waiting(desk.step("X:1")))
    #expect(await runner.situation.askedAgain == nil)
    await #expect(throws: RunnerError.self) { try await AskedDesk.enter("1a", runner) }
    #expect(try await runner.run() == .waiting(desk.step("X:1")))
    #expect(await runner.state.value(of: "tries") == "1")
  }
}
