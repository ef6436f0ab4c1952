import FlowModel
import FlowRuntime
import FlowTestSupport
import Secrets
import TestSupport
import Testing

/// A run that goes on in another process has lost its secrets, and asks for them again.
@Suite struct AskedAgainRestoringTests {
  @Test("A run that was killed while an action had the secret asks again, and nothing was counted")
  func killed() async throws {
    let desk = try AskedDesk([.wait])
    let clock = ManualRunClock(timeOfDay: 1_000_000)
    let runner = try desk.runner(clock: clock)
    _ = try await runner.run()
    let pressing = Task { try await AskedDesk.enter("1a", runner) }
    while desk.calls.value == 0 { await Task.yield() }
    clock.advance(to: 20_000)
    let text = try need(await runner.snapshot).json
    await runner.giveUp()
    _ = try? await pressing.value
    #expect(!text.contains("1234"))
    let later = ManualRunClock(timeOfDay: 1_030_000)
    let restored = try Runner(
      restoring: Snapshot(json: text), on: desk.program, handlers: desk.handlers, clock: later)
    #expect(try await restored.run() == .waiting(desk.step("X:1")))
    #expect(desk.calls.value == 1)
    #expect(await restored.situation.askedAgain?.action == "pin.check")
    #expect(await restored.state.value(of: "tries") == "0")
    // The step was entered 30 seconds ago, and waits for its minute.
    #expect(await restored.situation.timer?.rest == 30_000)
    #expect(try await AskedDesk.enter("1a", restored) == .ended(.end))
    #expect(await restored.trace.map(\.row.reference) == ["1a", "2a", "3b"])
  }

  @Test("A called flow goes back to the step of its caller, and out of the call")
  func called() async throws {
    let desk = try AskedDesk()
    let first = try desk.runner()
    _ = try await first.run()
    #expect(try await AskedDesk.enter("1b", first) == .waiting(desk.step("P:1")))
    let runner = try await desk.restored(first)
    _ = try await runner.run()
    #expect(try await runner.choose("1a") == .waiting(desk.step("X:1")))
    #expect(await runner.state.callers.isEmpty && desk.calls.value == 0)
  }

  @Test("Of two secrets the earlier one is asked for first, and both are entered again")
  func two() async throws {
    let desk = try AskedDesk([.answer, .fail])
    let first = try desk.runner()
    _ = try await first.run()
    _ = try await AskedDesk.enter("1b", first)
    await first.enter(secret: secret("5678"), as: "again")
    // The first action has used its secret; the second one fails with the other.
    await #expect(throws: RunnerError.self) { try await first.choose("1b") }
    #expect(desk.given.value == 2)
    let runner = try await desk.restored(first)
    #expect(try await runner.run() == .waiting(desk.step("P:1")))
    await runner.enter(secret: secret("5678"), as: "again")
    // Going on needs what the first action had used, which is gone too.
    #expect(try await runner.choose("1b") == .waiting(desk.step("X:1")))
    #expect(await runner.isKeeping("again") == false)
    _ = try await AskedDesk.enter("1b", runner)
    await runner.enter(secret: secret("5678"), as: "again")
    #expect(try await runner.choose("1b") == .ended(.end))
    #expect(desk.given.value == 4)
  }

  @Test("A parameter that no step asks for is missed with an error, and may be entered again")
  func parameter() async throws {
    let desk = try AskedDesk([.fail])
    let runner = try desk.runner(at: "5")
    await runner.enter(secret: secret("1234"), as: "key")
    await #expect(throws: RunnerError.self) { try await runner.run() }
    let missing = RunnerError.secretMissing(
      ["key"], action: "pin.look", step: try desk.step("X:5").place)
    for runner in [runner, try await desk.restored(runner)] {
      await #expect(throws: missing) { try await runner.run() }
    }
    #expect(missing.reason == "the action `pin.look` needs `key`, which is not there")
    await runner.enter(secret: secret("1234"), as: "key")
    #expect(try await runner.run() == .ended(.end))
    #expect(desk.calls.value == 2)
  }

  @Test("Where the step that asked has changed since, the action is not performed either")
  func changed() async throws {
    let desk = try AskedDesk([.fail])
    let first = try desk.runner()
    _ = try await first.run()
    await #expect(throws: RunnerError.self) { try await AskedDesk.enter("1a", first) }
    let text = try need(await first.snapshot).json
    let other = AskedDesk.flow.replacing("screen: PIN", with: "screen: Your PIN")
    let newer = try catalogue(
      other, AskedDesk.partial, AskedDesk.failure, AskedDesk.top)
    let runner = try Runner(
      restoring: Snapshot(json: text), on: newer.compiled(), handlers: desk.handlers,
      acceptingChanges: true, clock: ManualRunClock())
    let error = await #expect(throws: RunnerError.self) { try await runner.run() }
    guard case .secretMissing(["pin"], "pin.check", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(desk.calls.value == 1)
  }

  @Test("A snapshot with secrets to ask for is written again as it was read")
  func text() async throws {
    let desk = try AskedDesk([.answer, .fail])
    let first = try desk.runner()
    _ = try await first.run()
    _ = try await AskedDesk.enter("1b", first)
    await first.enter(secret: secret("5678"), as: "again")
    await #expect(throws: RunnerError.self) { try await first.choose("1b") }
    let snapshot = try need(await first.snapshot)
    #expect(try Snapshot(json: snapshot.json) == snapshot)
    #expect(snapshot.json.contains(#""asked":[{"secrets":["pin"],"in":"0 0 X","spent":[2],"from""#))
  }
}
