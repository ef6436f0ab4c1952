import FlowLoader
import FlowModel
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

@Suite struct ScriptRunTests {
  func run(
    _ rows: [String], flow: String = "A", from: String? = nil, only: Bool = false,
    facts: [(name: String, value: String)] = [], anyway: Bool = false
  ) throws -> ScriptRun {
    let catalogue = try catalogue(in: projectFolder + "/Tests/FlowRuntimeTests/Fixtures/flows")
    let moves = try rows.map { row in try #require(Script.Move(written: row)) }
    return try ScriptRun.run(
      Script(flow: flow, from: from, only: only, facts: facts, moves: moves),
      on: catalogue.compiled(), anyway: anyway)
  }

  @Test("Every taken row is traced with where it led")
  func trace() throws {
    let run = try run(["1.1a", "1.2a", "1.3a", "1.1b", "1.3c"])
    #expect(
      run.entries.map(\.row.qualified) == [
        "A:1.1a", "A:1.2a", "A:1.3a", "P:1.1b", "A:1.4b", "A:1.3c",
      ])
    #expect(run.entries.map(\.to) == ["A:1.2", "A:1.3", "A:1.4", "A:1.4", "A:1.3", "end"])
    #expect(run.ending == "end")
  }

  @Test("A row of the calling step replaces the whole call")
  func rowOfCall() throws {
    let run = try run(["1.1a", "1.2a", "1.3a", "1.4a"])
    #expect(run.ending == "waiting A:1.1")
  }

  @Test("A script may name the row that a result leads to, but no other")
  func resultRow() throws {
    let run = try run(["1.1a", "1.2a", "1.3a", "P:1.1b", "A:1.4b", "1.3c"])
    #expect(run.ending == "end")
    #expect(throws: ScriptError.self) {
      try self.run(["1.1a", "1.2a", "1.3a", "P:1.1b", "1.4a"])
    }
  }

  @Test("The timer of a taken row moves the clock")
  func timerMovesClock() throws {
    let run = try run(["1.1c", "1.1e"])
    #expect(run.entries.map(\.at) == [0, 2_000])
  }

  @Test("A wait moves the clock, and must be over before a timer runs out")
  func wait() throws {
    let run = try run(["wait 700 ms", "1.1c", "wait 1 s", "1.1e"])
    #expect(run.entries.map(\.at) == [700, 2_700])
    #expect(throws: ScriptError(.laterTimer("wait 2 s", than: "A:1.1e"), move: 1)) {
      try self.run(["1.1c", "wait 2 s", "1.1a"])
    }
    #expect(throws: ScriptError(.endedEarly("end", "wait 1 s"), move: 3)) {
      try self.run(["1.1a", "1.2a", "1.3c", "wait 1 s"])
    }
    #expect(Script.Move(written: "wait long") == nil)
    #expect(Script.Move(written: "wait 90 s")?.text == "wait 90 s")
  }

  @Test("A row that the step does not have is refused with those it has")
  func missingRow() throws {
    #expect(
      throws: ScriptError(
        .noSuchRow("A:1.2", ["1.2a", "1.2b"]), move: 1)
    ) { try self.run(["1.1a", "1.3c"]) }
  }

  @Test("A row after the one in whose place it is taken is refused, and says so")
  func inPlace() throws {
    let error = ScriptError(.inPlace("1.1c", of: "1.1a"), move: 1)
    #expect(throws: error) { try self.run(["1.1a", "1.1c"]) }
    #expect(throws: error) { try self.run(["1.1a", "A:1.1c"]) }
    #expect(
      error.description == "`1.1c` is taken in place of `1.1a`, not after it; leave `1.1a` out")
  }

  @Test("Rows after the end are refused")
  func rowsAfterEnd() throws {
    #expect(throws: ScriptError(.endedEarly("back", "1.1a"), move: 1)) {
      try self.run(["1.1d", "1.1a"])
    }
  }

  @Test("A script with `only` stops where its flow is left")
  func only() throws {
    #expect(try run(["1.1b"], only: true).ending == "goto B")
    #expect(try run(["1.5b"], from: "1.5", only: true).ending == "error Broken")
  }

  @Test("With `only`, a wait at a call is refused, since the called flow is not entered")
  func waitsAtCall() throws {
    let failure = ScriptError(.notEntered("A:1.4"), move: 3)
    #expect(throws: failure) { try run(["1.1a", "1.2a", "1.3a", "wait 1 s"], only: true) }
    #expect(
      failure.description
        == "with `only`, the flow that `A:1.4` calls is not entered, so no time passes there; "
        + "name the row for its result")
  }

  @Test("A script that ends in an error flow names it")
  func endsInErrorFlow() throws {
    #expect(try run(["1.5b"], from: "1.5").ending == "error Broken")
  }

  @Test("A script may suspend the app and resume it")
  func suspend() throws {
    let run = try run(["1.1a", "suspend A", "1.1e", "3.1", "3.2a", "1.2a"])
    #expect(run.ending == "waiting A:1.3")
  }

  @Test("A step that is passed over needs no row in the script")
  func passedOver() throws {
    let run = try run(["1.1e", "3.2b"], facts: [("platform", "android")])
    #expect(run.entries.map(\.isPassedOver) == [false, true, false])
  }

  @Test("A row whose condition does not hold is refused, or taken anyway and noted")
  func unmetCondition() throws {
    let needs = "platform: android, tries: 3"
    #expect(throws: ScriptError(.conditionUnmet("A:2.1d", needs: needs), move: 0)) {
      try self.run(["2.1d"], from: "2.1")
    }
    let run = try run(["2.1d"], from: "2.1", anyway: true)
    #expect(run.refused.map(\.row.qualified) == ["A:2.1d"])
    #expect(run.ending == "result Bad")
  }

  @Test(
    "An unknown flow, an unknown step and an outline cannot be started",
    arguments: [("X", nil), ("A", "9.9"), ("O", nil)] as [(String, String?)])
  func badStart(flow: String, from: String?) throws {
    #expect(throws: ScriptError.self) { try self.run([], flow: flow, from: from) }
  }

  @Test("A value that a fact cannot have is refused")
  func unknownFact() throws {
    #expect(throws: ScriptError(.unknownFact("platform", "palm"), move: nil)) {
      try self.run([], facts: [("platform", "palm")])
    }
  }
}
