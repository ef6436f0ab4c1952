import FlowModel
import FlowRuntime
import FlowTestSupport
import Synchronization
import TestSupport
import Testing

@Suite struct RunDriverTests {
  private func runner(
    _ step: String, handlers: Handlers = Handlers(), clock: any RunClock = ManualRunClock()
  ) throws -> Runner {
    let catalogue = try catalogue(
      "flow: X\ntitle: X\nsteps:\n  - { step: 1, \(step) }\n"
        + "  - { step: 2, user: goes on, next: end }\n")
    return try Runner(
      catalogue.compiled(), start: try need(catalogue.flow(id: "X")), handlers: handlers,
      clock: clock)
  }

  private func drive(
    _ runner: Runner, _ decide: @escaping RunDriver.Decide = { _ in nil }
  ) async throws -> (end: Pause?, rows: [String]) {
    let told = Mutex<[String]>([])
    let driver = RunDriver(runner) { rows in
      told.withLock { $0 += rows.map(\.row.reference) }
    } decide: {
      try await decide($0)
    }
    let end = try await driver.drive()
    return (end, told.withLock { $0 })
  }

  @Test(
    "Nobody decides at a step with only its own row, without input and button",
    arguments: [
      ("user: starts", true),
      ("screen: Start", true),
      ("system: looks, action: look.up, on: done", true),
      ("screen: Start, buttons: [OK]", false),
      ("screen: Start, rows: { a: { user: starts, next: 2 } }", false),
      ("system: looks, action: look.up, rows: { a: { case: found, on: found, next: 2 } }", false),
      (
        "screen: PIN, input: { pin: { secret: yes, digits: 4 } },"
          + " rows: { a: { user: enters it, enters: pin, next: 2 } }", false
      ),
    ])
  func undecided(_ step: String, _ isTaken: Bool) async throws {
    let (end, rows) = try await drive(try runner(step))
    #expect(rows == (isTaken ? ["1", "2"] : []))
    #expect((end == .ended(.end)) == isTaken)
  }

  @Test(
    "Nobody is asked twice at a step that an action led to before it was looked at",
    arguments: [
      """
      prompt: PIN, rows: { a: { user: agrees, next: end }, b: { event: too late, after: 90 s, \
      next: end } }
      """,
      """
      system: works, action: work, rows: { a: { user: agrees, next: end }, b: { event: done, on: \
      done, next: end } }
      """,
    ])
  func askedOnce(_ second: String) async throws {
    let catalogue = try catalogue(
      "flow: X\ntitle: X\nsteps:\n"
        + """
          - { step: 1, system: waits, action: card.wait, rows: { a: { event: there, on: there, \
        next: 2 },
        """
        + " b: { user: cancels, next: end } } }\n"
        + "  - { step: 2, \(second) }\n")
    let gate = Gate()
    var handlers = Handlers()
    handlers.bind("card.wait", outcomes: ["there"]) { _ in
      await gate.wait()
      return "there"
    }
    handlers.bind("work", outcomes: ["done"]) { _ in
      // Until the user's row cancels it.
      try await Task.sleep(for: .seconds(600))
      return "done"
    }
    let runner = try Runner(
      catalogue.compiled(), start: try need(catalogue.flow(id: "X")), handlers: handlers,
      clock: ManualRunClock())
    let asked = Mutex(0)
    let driver = RunDriver(runner) { _ in
      // The driver has seen that the action works, and has not looked at the situation yet.
      await gate.open()
      while await runner.state.step.id == "1" { await Task.yield() }
    } decide: { situation in
      guard situation.step.id == "2" else { return nil }
      guard
        asked.withLock({
          $0 += 1
          return $0
        }) == 1
      else { return .leave }
      // Gives the driver every chance to hear of the step a second time.
      for _ in 0..<100 { await Task.yield() }
      try Task.checkCancellation()
      return .choose(situation.rows[0])
    }
    #expect(try await driver.drive() == .ended(.end))
    #expect(asked.withLock { $0 } == 1)
  }

  @Test("A wait that begins after a decision does not wait for what the decision led to")
  func lateWait() async throws {
    let runner = try runner(
      """
      prompt: Go, rows: { a: { user: agrees, next: 2 }, b: { event: late, after: 90 s, next: end \
      } }
      """
    )
    _ = try await runner.run()
    let before = await runner.look().decisions
    _ = try await runner.choose("1a")
    await #expect(throws: RunnerError.cancelled) { try await runner.wait(since: before) }
    let now = await runner.look().decisions
    #expect(try await runner.wait(since: now) == (try await runner.run()))
  }

  @Test("Whoever decides before the wait has begun is asked at the step that this leads to")
  func askedAfterQuickDecision() async throws {
    let catalogue = try catalogue(
      "flow: X\ntitle: X\nsteps:\n"
        + "  - { step: 1, prompt: Go, rows: { a: { user: agrees, next: 2 },"
        + " b: { event: late, after: 90 s, next: end } } }\n"
          + """
            - { step: 2, system: waits, action: card.wait, rows: { a: { event: there, on: there, \
          next: end },
          """
          + """
           b: { event: nobody was asked, on: late, next: end }, c: { user: cancels, next: end } } \
          }\n
          """
    )
    let (executor, gate) = (LateExecutor(), Gate())
    var handlers = Handlers()
    handlers.bind("card.wait", outcomes: ["there", "late"]) { _ in
      executor.release()
      let fallback = Task {
        try? await Task.sleep(for: .seconds(10))
        await gate.open()
        return Task.isCancelled ? "there" : "late"
      }
      await gate.wait()
      fallback.cancel()
      return Answer(await fallback.value)
    }
    let runner = try Runner(
      catalogue.compiled(), start: try need(catalogue.flow(id: "X")), handlers: handlers,
      clock: ManualRunClock())
    let driver = RunDriver(runner) { situation in
      if situation.step.id == "1" { return .choose(situation.rows[0]) }
      await gate.open()
      return nil
    }
    let end = try await withTaskExecutorPreference(executor) { try await driver.drive() }
    #expect(end == .ended(.end))
    #expect(await runner.trace.map(\.row.reference) == ["1a", "2a"])
  }

  @Test("An action that fails after a decision fails the run with its reason")
  func failsAfterDecision() async throws {
    struct Broken: Error, CustomStringConvertible { let description = "on fire" }
    let catalogue = try catalogue(
      "flow: X\ntitle: X\nsteps:\n"
        + "  - { step: 1, prompt: Go, rows: { a: { user: agrees, next: 2 },"
        + " b: { event: too late, after: 90 s, next: end } } }\n"
          + """
            - { step: 2, system: waits, action: card.wait, rows: { a: { event: there, on: there, \
          next: end },
          """
        + " b: { user: cancels, next: end } } }\n")
    var handlers = Handlers()
    handlers.bind("card.wait", outcomes: ["there"]) { _ in throw Broken() }
    let runner = try Runner(
      catalogue.compiled(), start: try need(catalogue.flow(id: "X")), handlers: handlers,
      clock: ManualRunClock())
    await #expect {
      try await drive(runner) { $0.step.id == "1" ? .choose($0.rows[0]) : nil }
    } throws: { error in
      guard case RunnerError.handlerFailed("on fire", "card.wait", _) = error else { return false }
      return true
    }
  }

  @Test("A timer runs out if nobody decides before")
  func timer() async throws {
    let clock = ManualRunClock()
    let step = "screen: Splash, rows: { a: { event: a second passes, after: 1 s, next: 2 } }"
    let (end, rows) = try await drive(try runner(step, clock: clock)) { situation in
      clock.advance(to: situation.machine.timer?.due ?? 0)
      return nil
    }
    #expect(end == .ended(.end))
    #expect(rows == ["1a", "2"])
  }

  @Test("Choosing a row that only waits for its time lets the time pass")
  func skipped() async throws {
    let step = "screen: Splash, rows: { a: { event: a second passes, after: 1 s, next: 2 } }"
    let runner = try runner(step)
    let (end, rows) = try await drive(runner) { situation in
      situation.step.id == "1" ? .choose(situation.rows[0]) : nil
    }
    #expect(end == .ended(.end))
    #expect(rows == ["1a", "2"])
    #expect(await runner.trace.map(\.at) == [1_000, 1_000])
  }

  private static let search =
    "screen: Search, action: look.up, "
    + "rows: { a: { user: leaves, next: end }, b: { case: found, on: found, next: 2 } }"

  private func searching(_ gate: Gate) -> Handlers {
    var handlers = Handlers()
    handlers.bind("look.up", outcomes: ["found"]) { _ in
      await gate.wait()
      return "found"
    }
    return handlers
  }

  @Test("While an action is under way only rows of the user may be chosen, and one cancels it")
  func decisionFirst() async throws {
    let gate = Gate()
    let (end, rows) = try await drive(
      try runner(RunDriverTests.search, handlers: searching(gate))
    ) { situation in
      #expect(situation.isWorking)
      #expect(situation.rows.map(\.reference) == ["1a"])
      return .choose(situation.rows[0])
    }
    #expect(end == .ended(.end))
    #expect(rows == ["1a"])
    await gate.open()
  }

  @Test("An answer that is first cancels whoever decides, and what they say then is ignored")
  func answerFirst() async throws {
    let gate = Gate()
    let decided = Gate()
    let (end, rows) = try await drive(
      try runner(RunDriverTests.search, handlers: searching(gate))
    ) { situation in
      guard situation.isWorking else { return nil }
      await gate.open()
      await withTaskCancellationHandler {
        await decided.wait()
      } onCancel: {
        Task { await decided.open() }
      }
      return .choose(situation.rows[0])
    }
    #expect(end == .ended(.end))
    #expect(rows == ["1b", "2"])
  }

  @Test("Leaving ends the run of the driver, and its action")
  func leaves() async throws {
    let gate = Gate()
    let runner = try runner(RunDriverTests.search, handlers: searching(gate))
    let (end, rows) = try await drive(runner) { _ in .leave }
    #expect(end == nil)
    #expect(rows.isEmpty)
    await gate.open()
    #expect(await runner.trace.isEmpty)
  }

  @Test("Rows are told also when the run cannot go on after them")
  func toldBeforeFailure() async throws {
    struct Odd: Error {}
    var handlers = Handlers()
    handlers.bind("look.up", outcomes: ["done"]) { _ in throw Odd() }
    let catalogue = try catalogue(
      """
      flow: X
      title: X
      steps:
        - { step: 1, user: starts }
        - { step: 2, system: looks, action: look.up, on: done, next: end }
      """)
    let runner = try Runner(
      catalogue.compiled(), start: try need(catalogue.flow(id: "X")), handlers: handlers)
    let told = Mutex<[String]>([])
    let driver = RunDriver(runner) { rows in
      told.withLock { $0 += rows.map(\.row.reference) }
    } decide: { _ in
      nil
    }
    await #expect(throws: RunnerError.self) { try await driver.drive() }
    #expect(told.withLock { $0 } == ["1"])
  }
}
