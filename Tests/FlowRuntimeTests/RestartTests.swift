import FlowModel
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

/// Runs that go on in another process.
@Suite struct RestartTests {
  private static let flow = """
    flow: X
    title: X
    facts: { platform: [ios, android] }
    steps:
      - step: 1
        screen: Who
        input: { name: { length: 2..20 }, pin: { secret: yes, digits: 4 } }
        rows:
          a: { user: goes on, enters: name, next: 2 }
          b: { user: leaves, next: end }
      - step: 2
        screen: Wait
        action: name.check
        rows:
          a: { user: leaves, next: end }
          b: { case: fine, on: fine, next: end }
          c: { event: A quarter of an hour passes, after: 15 min, next: result Late }
    """
  private let program: Program
  private let flow: Flow
  private static let minute: Int64 = 60_000

  init() throws {
    let catalogue = try catalogue(RestartTests.flow)
    program = catalogue.compiled()
    flow = try need(catalogue.flow(id: "X"))
  }

  /// The text of a run that waits at its timer since so many minutes.
  private func saved(after minutes: Int64, at timeOfDay: Int64 = 1_790_000_000_000) async throws
    -> String
  {
    let clock = ManualRunClock(now: 5_000, timeOfDay: timeOfDay)
    let runner = try Runner(program, start: flow, clock: clock)
    _ = try await runner.run()
    await runner.enter("Mari", as: "name")
    await runner.enter(secret: secret("2580"), as: "pin")
    _ = try await runner.choose("1a")
    clock.advance(to: 5_000 + minutes * RestartTests.minute)
    return try need(await runner.snapshot).json
  }

  @Test(
    "A timer of 15 minutes that ran for 10 has 5 left, less the time in which nothing ran",
    arguments: [(0, 5), (4, 1), (5, 0), (60, 0), (-30, 5)] as [(Int64, Int64)])
  func timer(_ away: Int64, _ rest: Int64) async throws {
    let text = try await saved(after: 10)
    // Ten minutes passed before the snapshot was taken. The new process has a clock of its own.
    let time = 1_790_000_000_000 + (10 + away) * RestartTests.minute
    let clock = ManualRunClock(now: 77, timeOfDay: time)
    let runner = try Runner(restoring: Snapshot(json: text), on: program, clock: clock)
    _ = try await runner.run()
    if rest > 0 {
      #expect(await runner.situation.timer?.rest == rest * RestartTests.minute)
      clock.advance(to: 77 + rest * RestartTests.minute - 1)
      #expect(await runner.trace.isEmpty)
      clock.advance(to: 77 + rest * RestartTests.minute)
    }
    var ends: [End] = []
    for await situation in runner.updates { if let end = situation.end { ends.append(end) } }
    #expect(ends == [.result("Late")])
  }

  @Test("Plain inputs, facts and the run's time are restored")
  func inputs() async throws {
    let text = try await saved(after: 1)
    var handlers = Handlers()
    handlers.bind("name.check", outcomes: ["fine"]) { context in
      // In the new clock, the step was entered before the process began.
      context.input("name") == "Mari" && context.enteredAt == -60_000 && context.due == 840_000
        ? "fine" : "odd"
    }
    let clock = ManualRunClock(timeOfDay: 1_790_000_000_000 + RestartTests.minute)
    let runner = try Runner(
      restoring: Snapshot(json: text), on: program, handlers: handlers, clock: clock)
    #expect(try await runner.run() == .ended(.end))
    #expect(await runner.trace.map(\.at) == [5_000 + RestartTests.minute])
  }

  @Test("No secret is in a snapshot, nor plain text that no step asks for")
  func nothingSecret() async throws {
    let text = try await saved(after: 1)
    #expect(!text.contains("2580") && !text.contains("pin"))
    let runner = try Runner(program, start: flow)
    _ = try await runner.run()
    await runner.enter("only for the card", as: "pin")
    await runner.enter("a misspelt name", as: "pni")
    let other = try need(await runner.snapshot).json
    #expect(!other.contains("card") && !other.contains("misspelt"))
  }

  @Test("A snapshot with a code of the app is refused without it, with another one, or changed")
  func authenticated() async throws {
    let snapshot = try Snapshot(json: try await saved(after: 1))
    let code: (String) -> String = { "\($0.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) % 9_973 })" }
    let text = snapshot.text(authenticatedBy: code)
    #expect(try Snapshot(text, authenticatedBy: code) == snapshot)
    #expect(throws: SnapshotError.notAuthentic("it has a code, which must be checked")) {
      try Snapshot(json: text)
    }
    #expect(throws: SnapshotError.notAuthentic("its code does not match")) {
      try Snapshot(text, authenticatedBy: { _ in "1" })
    }
    #expect(throws: SnapshotError.notAuthentic("it has no code")) {
      try Snapshot(snapshot.json, authenticatedBy: code)
    }
    #expect(throws: SnapshotError.notAuthentic("its code does not match")) {
      try Snapshot(text.replacing("Mari", with: "Jaak"), authenticatedBy: code)
    }
  }

  @Test("A snapshot of `Unlock the app` takes at most 260 bytes")
  func size() throws {
    let catalogue = try catalogue(in: flowsFolder)
    let program = catalogue.compiled()
    var machine = try need(program.start(try need(catalogue.flow(id: "UC2.3"))))
    machine.elapse(to: 600_000)
    for row in ["1.1b", "1.2b", "2.1a"] {
      let position = try need(machine.position(ofRow: row))
      try machine.take(position)
    }
    #expect(machine.step.qualified == "UC2.3:1.3")
    let text = try need(Snapshot(machine, timeOfDay: 1_790_000_000_000)).json
    #expect(text.utf8.count <= 260, "\(text)")
  }

  @Test("A run that goes on with more flows keeps what was entered, its time, and where it resumes")
  func moved() async throws {
    let small = """
      flow: S
      title: S
      steps:
        - step: 1
          screen: Name
          input: { name: { length: 1..9 } }
          rows:
            a: { user: enters a name, enters: name, next: 2 }
        - step: 2
          screen: Pause
          rows:
            a: { user: goes on, next: 3 }
            b: { event: Time is up, after: 90 s, next: end }
        - step: 3
          validate: the name
          action: name.look
          rows:
            a: { case: It is there, on: found, next: end }
            b: { case: It is not, on: missing, next: end }
      """
    let top = """
      flow: T
      title: T
      steps:
        - step: 1
          screen: Welcome back
          rows:
            a: { user: goes on, next: resume }
      """
    var handlers = Handlers()
    handlers.bind("name.look", outcomes: ["found", "missing"]) {
      $0.input("name") == "Kask" ? "found" : "missing"
    }
    let clock = ManualRunClock()
    let few = try catalogue(small).compiled(as: .written)
    let old = try Runner(few, start: few.catalogue.flows[0], handlers: handlers, clock: clock)
    _ = try await old.run()
    await old.enter("Kask", as: "name")
    _ = try await old.choose("1a")
    clock.advance(to: 30_000)
    let all = try catalogue(small, top).compiled(as: .written)
    let runner = try await old.moved(to: all, handlers: handlers, staysInFlow: false)
    await old.cancel()
    #expect(await runner.due == 90_000)
    _ = try await runner.suspend(into: try #require(all.catalogue.flow(named: "T")))
    _ = try await runner.choose("1a")
    #expect(await runner.state.step.qualified == "S:2")
    #expect(await runner.due == 90_000)
    _ = try await runner.choose("2a")
    #expect(await runner.trace.map(\.row.qualified) == ["T:1a", "S:2a", "S:3a"])
  }
}
