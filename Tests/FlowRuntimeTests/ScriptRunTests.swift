import FlowModel
import FlowRuntime
import FlowTestSupport
import Testing

@Suite struct ScriptRunTests {
  private func run(
    _ rows: [String], flow: String = "A", from: String? = nil, only: Bool = false,
    facts: [(name: String, value: String)] = []
  ) throws -> ScriptRun {
    let catalogue = try catalogue(in: projectFolder + "/Tests/FlowRuntimeTests/Fixtures/flows")
    let moves = rows.map { row in
      row.hasPrefix("suspend ")
        ? Script.Move.suspend(String(row.dropFirst(8))) : Script.Move.row(row)
    }
    return try ScriptRun.run(
      Script(flow: flow, from: from, only: only, facts: facts, moves: moves),
      on: catalogue.compiled())
  }

  @Test func everyTakenRowIsTracedWithWhereItLed() throws {
    let run = try run(["1.1a", "1.2a", "1.3a", "1.1b", "1.3c"])
    #expect(
      run.entries.map(\.row.qualified) == [
        "A:1.1a", "A:1.2a", "A:1.3a", "P:1.1b", "A:1.4b", "A:1.3c",
      ])
    #expect(run.entries.map(\.to) == ["A:1.2", "A:1.3", "A:1.4", "A:1.4", "A:1.3", "end"])
    #expect(run.ending == "end")
  }

  @Test func aRowOfTheCallingStepStandsForTheWholeCall() throws {
    let run = try run(["1.1a", "1.2a", "1.3a", "1.4a"])
    #expect(run.ending == "waiting A:1.1")
  }

  @Test func aScriptMayNameTheRowThatAResultLeadsTo() throws {
    let run = try run(["1.1a", "1.2a", "1.3a", "P:1.1b", "A:1.4b", "1.3c"])
    #expect(run.ending == "end")
    #expect(throws: ScriptError.self) {
      try self.run(["1.1a", "1.2a", "1.3a", "P:1.1b", "1.4a"])
    }
  }

  @Test func theTimerOfATakenRowMovesTheClock() throws {
    let run = try run(["1.1c", "1.1e"])
    #expect(run.entries.map(\.at) == [0, 2_000])
  }

  @Test func aRowThatTheStepDoesNotHaveIsRefusedWithThoseItHas() throws {
    #expect(
      throws: ScriptError(
        .noSuchRow("A:1.2", ["1.2a", "1.2b"]), move: 1)
    ) { try self.run(["1.1a", "1.3c"]) }
  }

  @Test func rowsBehindTheEndAreRefused() throws {
    #expect(throws: ScriptError(.endedEarly("back", "1.1a"), move: 1)) {
      try self.run(["1.1d", "1.1a"])
    }
  }

  @Test func aScriptStopsAtTheBorderOfItsFlow() throws {
    #expect(try run(["1.1b"], only: true).ending == "goto B")
    #expect(try run(["1.5b"], from: "1.5", only: true).ending == "error Broken")
  }

  @Test func aScriptThatEndsInAnErrorFlowNamesIt() throws {
    #expect(try run(["1.5b"], from: "1.5").ending == "error Broken")
  }

  @Test func theAppMayGoToTheBackgroundAndReturn() throws {
    let run = try run(["1.1a", "suspend A", "1.1e", "3.1", "3.2a", "1.2a"])
    #expect(run.ending == "waiting A:1.3")
  }

  @Test func aPassedOverStepNeedsNoRowOfTheScript() throws {
    let run = try run(["1.1e", "3.2b"], facts: [("platform", "android")])
    #expect(run.entries.map(\.isPassedOver) == [false, true, false])
  }

  @Test func aRowWhoseConditionDoesNotHoldIsTakenAndNoted() throws {
    let run = try run(["2.1d"], from: "2.1")
    #expect(run.unmet.map(\.row.qualified) == ["A:2.1d"])
  }

  @Test(arguments: [("X", nil), ("A", "9.9"), ("O", nil)] as [(String, String?)])
  func whatCannotBeStartedIsRefused(flow: String, from: String?) throws {
    #expect(throws: ScriptError.self) { try self.run([], flow: flow, from: from) }
  }

  @Test func anUnknownFactIsRefused() throws {
    #expect(throws: ScriptError(.unknownFact("platform", "palm"), move: nil)) {
      try self.run([], facts: [("platform", "palm")])
    }
  }
}
