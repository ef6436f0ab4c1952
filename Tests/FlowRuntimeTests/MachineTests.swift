import FlowModel
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

/// A machine and the names of the documents around it.
struct Walk {
  var machine: Machine

  init(machine: Machine) { self.machine = machine }

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
      case .result: try machine.take(try need(machine.resultRow, "row"))
      case .passOver: try machine.passOver()
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
  @Test("Back leads to the previous screen, never to a prompt")
  func backToScreen() throws {
    var walk = try Walk()
    try walk.take("1.1a", "1.2a")
    #expect(walk.here == "A:1.3")
    try walk.take("1.3b")
    #expect(walk.here == "A:1.1")
    try walk.take("1.1d")
    #expect(walk.here == "back")
  }

  @Test("Back from a prompt leads to the screen below it")
  func backFromPrompt() throws {
    var walk = try Walk()
    try walk.take("1.1a", "1.2b")
    #expect(walk.here == "A:1.1")
  }

  @Test("Back after a `goto` leads to the flow before")
  func backAcrossGoto() throws {
    var walk = try Walk()
    try walk.take("1.1b", "1a")
    #expect(walk.here == "A:1.1")
  }

  @Test("A result returns to the row of the caller")
  func resultReturns() throws {
    var walk = try Walk()
    try walk.take("1.1a", "1.2a", "1.3a")
    #expect(walk.here == "P:1.1")
    #expect(walk.machine.callers.map(\.qualified) == ["A:1.4"])
    try walk.take("1.1b")
    #expect(walk.here == "A:1.3")
    #expect(walk.machine.callers.isEmpty)
  }

  @Test("Back skips the screens of a flow that has returned")
  func backSkipsReturned() throws {
    var walk = try Walk()
    try walk.take("1.1a", "1.2a", "1.3a", "1.1b", "1.3b")
    #expect(walk.here == "A:1.1")
  }

  @Test("Back out of a partial flow abandons the call")
  func backAbandonsCall() throws {
    var walk = try Walk()
    try walk.take("1.1a", "1.2a", "1.3a", "1.1c")
    #expect(walk.here == "A:1.3")
    #expect(walk.machine.callers.isEmpty)
  }

  @Test("A `goto` abandons the callers, and Back restores them")
  func gotoAndBack() throws {
    var walk = try Walk()
    try walk.take("1.1a", "1.2a", "1.3a", "1.1d")
    #expect(walk.machine.callers.isEmpty)
    try walk.take("1a")
    #expect(walk.here == "P:1.1")
    #expect(walk.machine.callers.map(\.qualified) == ["A:1.4"])
    try walk.take("1.1a")
    #expect(walk.here == "A:1.1")
  }

  @Test("A `goto` may name a step")
  func gotoStep() throws {
    var walk = try Walk()
    try walk.take("1.1b", "1c")
    #expect(walk.here == "A:1.3")
  }

  @Test("An outline ends the run and is named")
  func outline() throws {
    var walk = try Walk()
    try walk.take("1.1b", "1b")
    #expect(walk.here == "outline O")
    #expect(throws: MachineError.ended) { try walk.machine.take(0) }
  }

  @Test("A result without a caller ends the run")
  func resultWithoutCaller() throws {
    var walk = try Walk(in: "P")
    try walk.take("1.1a")
    #expect(walk.here == "result Good")
  }

  @Test("`stay` shows the same step again and restarts its timer")
  func stay() throws {
    var walk = try Walk()
    walk.machine.elapse(to: 1_500)
    try walk.take("1.1c")
    #expect(walk.here == "A:1.1")
    #expect(walk.machine.timer?.due == 3_500)
  }

  @Test("A timer names its row and the time it is due")
  func timer() throws {
    var walk = try Walk()
    let timer = try need(walk.machine.timer)
    #expect(timer.due == 2_000)
    #expect(walk.machine.rows[timer.row].reference == "1.1e")
    try walk.take("1.1a")
    #expect(walk.machine.timer == nil)
  }

  @Test("The failed step runs again when its error flow returns")
  func errorFlow() throws {
    var walk = try Walk(from: "1.5")
    try walk.take("1.5b")
    #expect(walk.here == "Broken:1")
    try walk.take("1a")
    #expect(walk.here == "A:1.5")
  }

  @Test("`resume` returns to where the run was suspended")
  func resume() throws {
    var walk = try Walk()
    try walk.take("1.1a", "1.2a", "1.3a")
    let flow = try need(walk.machine.program.catalogue.flow(id: "A"))
    try walk.machine.suspend(into: flow)
    #expect(walk.here == "A:1.1")
    try walk.take("1.1e", "3.1", "3.2a")
    #expect(walk.here == "P:1.1")
    #expect(walk.machine.callers.map(\.qualified) == ["A:1.4"])
  }

  @Test("Back does not pass a suspension")
  func backStopsAtSuspension() throws {
    var walk = try Walk()
    try walk.take("1.1a", "1.2a")
    let flow = try need(walk.machine.program.catalogue.flow(id: "B"))
    try walk.machine.suspend(into: flow)
    try walk.take("1a")
    #expect(walk.here == "back")
  }

  @Test("`resume` without a suspension ends the run")
  func resumeWithoutSuspension() throws {
    var walk = try Walk(from: "3.2")
    try walk.take("3.2a")
    #expect(walk.here == "resume")
  }

  @Test("An outcome is counted before the conditions are read")
  func countFirst() throws {
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

  @Test("`reset` gives a fact its first value again")
  func reset() throws {
    var walk = try Walk(from: "2.1")
    try walk.take("2.1b", "2.1b")
    #expect(walk.machine.value(of: "tries") == "2")
    try walk.take("2.1a")
    #expect(walk.machine.value(of: "tries") == "0")
  }

  @Test("A step is passed over when its `unless` holds")
  func passOver() throws {
    var walk = try Walk(from: "3.1")
    #expect(walk.machine.need == .event)
    try walk.set("platform", to: "android")
    #expect(walk.machine.need == .passOver)
    try walk.machine.passOver()
    #expect(walk.here == "A:3.2")
  }

  @Test("A copy of a machine stays where it was")
  func copied() throws {
    var walk = try Walk()
    let before = walk
    try walk.take("1.1a", "1.2a")
    #expect(before.here == "A:1.1")
    #expect(walk.here == "A:1.3")
  }

  @Test("A refused row or call leaves the machine as it was")
  func refusedRow() throws {
    var walk = try Walk()
    #expect(throws: MachineError.noSuchRow) { try walk.machine.take(9) }
    #expect(throws: MachineError.noSuchRow) { try walk.machine.take(-1) }
    #expect(throws: MachineError.noCall) { try walk.machine.enterCall() }
    #expect(walk.here == "A:1.1")
  }

  @Test("Calls nest no deeper than the limit")
  func callDepth() throws {
    var walk = try Walk(in: "P")
    #expect(throws: MachineError.callTooDeep) {
      for _ in 0...Machine.maximumDepth { try walk.take("1.1e") }
    }
    #expect(walk.machine.callers.count == Machine.maximumDepth)
  }

  @Test("An endless run keeps a bounded history and its open calls")
  func boundedHistory() throws {
    var walk = try Walk()
    try walk.take("1.1a", "1.2a", "1.3a")
    for _ in 0..<2_000 { try walk.take("1.1d", "1c", "1.3a") }
    #expect(walk.machine.history.count <= Machine.maximumHistory)
    #expect(walk.machine.callers.map(\.qualified) == ["A:1.4"])
    try walk.take("1.1b")
    #expect(walk.here == "A:1.3")
  }

  @Test("A machine takes at most 128 bytes")
  func size() {
    #expect(MemoryLayout<Machine>.stride <= 128)
  }
}
