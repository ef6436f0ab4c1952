import FlowModel
import FlowRuntime
import FlowTestSupport
import Testing

/// A machine and the names of the documents around it.
struct Walk {
  var machine: Machine

  init(from step: String = "1.1", in flow: String = "A", as reading: Reading = .written) throws {
    let catalogue = try catalogue(in: projectFolder + "/Tests/FlowRuntimeTests/Fixtures/flows")
    let program = catalogue.compiled(as: reading)
    let start = try need(catalogue.flow(id: flow)?.step(step), step)
    machine = try need(program.start(at: start), "machine")
  }

  /// Takes rows by their ids, goes into calls, and follows what flows return.
  mutating func take(_ rows: String...) throws {
    for row in rows {
      try settle()
      let position = try need(machine.rows.firstIndex { $0.reference == row }, row)
      try machine.take(position)
    }
    try settle()
  }

  private mutating func settle() throws {
    while true {
      switch machine.need {
      case .call: try machine.enterCall()
      case .result(let outcome): try machine.take(try need(machine.row(for: outcome), "row"))
      case .passOver: try machine.take(0)
      case .end, .event: return
      }
    }
  }

  mutating func set(_ fact: String, to value: String) throws {
    guard machine.set(fact, to: value) else { throw FixtureFailure("no fact \(fact)") }
  }

  var here: String { machine.end.map { "\($0)" } ?? machine.step.qualified }
}

@Suite struct MachineTests {
  @Test func backLeadsToTheScreenBeforeAndNeverToAPrompt() throws {
    var walk = try Walk()
    try walk.take("1.1a", "1.2a")
    #expect(walk.here == "A:1.3")
    try walk.take("1.3b")
    #expect(walk.here == "A:1.1")
    try walk.take("1.1d")
    #expect(walk.here == "back")
  }

  @Test func backFromAPromptLeadsToTheScreenBelowIt() throws {
    var walk = try Walk()
    try walk.take("1.1a", "1.2b")
    #expect(walk.here == "A:1.1")
  }

  @Test func backLeadsAcrossAGoToIntoTheFlowBefore() throws {
    var walk = try Walk()
    try walk.take("1.1b", "1a")
    #expect(walk.here == "A:1.1")
  }

  @Test func aResultReturnsToTheRowOfTheCaller() throws {
    var walk = try Walk()
    try walk.take("1.1a", "1.2a", "1.3a")
    #expect(walk.here == "P:1.1")
    #expect(walk.machine.callers.map(\.qualified) == ["A:1.4"])
    try walk.take("1.1b")
    #expect(walk.here == "A:1.3")
    #expect(walk.machine.callers.isEmpty)
  }

  @Test func theScreensOfAFlowThatReturnedAreNotBehindAnyMore() throws {
    var walk = try Walk()
    try walk.take("1.1a", "1.2a", "1.3a", "1.1b", "1.3b")
    #expect(walk.here == "A:1.1")
  }

  @Test func backOutOfAPartialFlowAbandonsTheCall() throws {
    var walk = try Walk()
    try walk.take("1.1a", "1.2a", "1.3a", "1.1c")
    #expect(walk.here == "A:1.3")
    #expect(walk.machine.callers.isEmpty)
  }

  @Test func aGoToAbandonsTheCallersAndBackFindsThemAgain() throws {
    var walk = try Walk()
    try walk.take("1.1a", "1.2a", "1.3a", "1.1d")
    #expect(walk.machine.callers.isEmpty)
    try walk.take("1a")
    #expect(walk.here == "P:1.1")
    #expect(walk.machine.callers.map(\.qualified) == ["A:1.4"])
    try walk.take("1.1a")
    #expect(walk.here == "A:1.1")
  }

  @Test func aGoToMayEnterAStep() throws {
    var walk = try Walk()
    try walk.take("1.1b", "1c")
    #expect(walk.here == "A:1.3")
  }

  @Test func anOutlineEndsTheRunAndIsNamed() throws {
    var walk = try Walk()
    try walk.take("1.1b", "1b")
    #expect(walk.here == "outline O")
    #expect(throws: MachineError.ended) { try walk.machine.take(0) }
  }

  @Test func aResultWithoutACallerEndsTheRun() throws {
    var walk = try Walk(in: "P")
    try walk.take("1.1a")
    #expect(walk.here == "result Good")
  }

  @Test func stayShowsTheSameStepAgainAndStartsItsTimerAnew() throws {
    var walk = try Walk()
    walk.machine.elapse(to: 1_500)
    try walk.take("1.1c")
    #expect(walk.here == "A:1.1")
    #expect(walk.machine.timer?.due == 3_500)
  }

  @Test func aTimerNamesItsRowAndItsTime() throws {
    var walk = try Walk()
    let timer = try need(walk.machine.timer)
    #expect(timer.due == 2_000)
    #expect(walk.machine.rows[timer.row].reference == "1.1e")
    try walk.take("1.1a")
    #expect(walk.machine.timer == nil)
  }

  @Test func anErrorFlowThatReturnsRunsTheFailedStepAgain() throws {
    var walk = try Walk(from: "1.5")
    try walk.take("1.5b")
    #expect(walk.here == "Broken:1")
    try walk.take("1a")
    #expect(walk.here == "A:1.5")
  }

  @Test func resumeReturnsToWhereTheRunWasPutAside() throws {
    var walk = try Walk()
    try walk.take("1.1a", "1.2a", "1.3a")
    let flow = try need(walk.machine.program.catalogue.flow(id: "A"))
    try walk.machine.suspend(into: flow)
    #expect(walk.here == "A:1.1")
    try walk.take("1.1e", "3.1", "3.2a")
    #expect(walk.here == "P:1.1")
    #expect(walk.machine.callers.map(\.qualified) == ["A:1.4"])
  }

  @Test func backDoesNotReachBehindASuspension() throws {
    var walk = try Walk()
    try walk.take("1.1a", "1.2a")
    let flow = try need(walk.machine.program.catalogue.flow(id: "B"))
    try walk.machine.suspend(into: flow)
    try walk.take("1a")
    #expect(walk.here == "back")
  }

  @Test func resumeWithNothingPutAsideEndsTheRun() throws {
    var walk = try Walk(from: "3.2")
    try walk.take("3.2a")
    #expect(walk.here == "resume")
  }

  @Test func anOutcomeCountsBeforeTheConditionsAreLookedAt() throws {
    var walk = try Walk(from: "2.1")
    try walk.set("platform", to: "android")
    let wrong = try need(walk.machine.program.outcome("wrong"))
    var taken: [String] = []
    for _ in 0..<3 {
      let row = try need(walk.machine.row(for: wrong))
      taken.append(walk.machine.rows[row].reference)
      try walk.machine.take(row)
    }
    #expect(taken == ["2.1c", "2.1c", "2.1d"])
    #expect(walk.machine.value(of: "tries") == "3")
  }

  @Test func resetPutsAFactBackToItsFirstValue() throws {
    var walk = try Walk(from: "2.1")
    try walk.take("2.1b", "2.1b")
    #expect(walk.machine.value(of: "tries") == "2")
    try walk.take("2.1a")
    #expect(walk.machine.value(of: "tries") == "0")
  }

  @Test func aStepIsPassedOverWhenItsFactSaysSo() throws {
    var walk = try Walk(from: "3.1")
    #expect(walk.machine.need == .event)
    try walk.set("platform", to: "android")
    #expect(walk.machine.need == .passOver)
    try walk.machine.take(0)
    #expect(walk.here == "A:3.2")
  }

  @Test func aCopyOfAMachineIsASnapshot() throws {
    var walk = try Walk()
    let before = walk
    try walk.take("1.1a", "1.2a")
    #expect(before.here == "A:1.1")
    #expect(walk.here == "A:1.3")
  }

  @Test func aRowThatIsNotThereLeavesTheMachineAsItWas() throws {
    var walk = try Walk()
    #expect(throws: MachineError.noSuchRow) { try walk.machine.take(9) }
    #expect(throws: MachineError.noSuchRow) { try walk.machine.take(-1) }
    #expect(throws: MachineError.noCall) { try walk.machine.enterCall() }
    #expect(walk.here == "A:1.1")
  }

  @Test func callsNestNoDeeperThanTheLimit() throws {
    var walk = try Walk(in: "P")
    #expect(throws: MachineError.callTooDeep) {
      for _ in 0...Machine.maximumDepth { try walk.take("1.1e") }
    }
    #expect(walk.machine.callers.count == Machine.maximumDepth)
  }

  @Test func aRunWithoutEndKeepsABoundedPastAndItsOpenCalls() throws {
    var walk = try Walk()
    try walk.take("1.1a", "1.2a", "1.3a")
    for _ in 0..<2_000 { try walk.take("1.1d", "1c", "1.3a") }
    #expect(walk.machine.history.count <= Machine.maximumHistory)
    #expect(walk.machine.callers.map(\.qualified) == ["A:1.4"])
    try walk.take("1.1b")
    #expect(walk.here == "A:1.3")
  }

  @Test func aMachineIsSmall() {
    #expect(MemoryLayout<Machine>.stride <= 128)
  }
}
