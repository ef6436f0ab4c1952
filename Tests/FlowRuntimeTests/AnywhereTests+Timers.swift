import FlowModel
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

extension AnywhereTests {
  @Test("The timer of a flow is not restarted by leaving a step, and runs out once")
  func flowTimer() throws {
    #expect(
      try trace("1.1b", "P:*a", "*b", "3.1a", "P:*a", "*c")
        == [
          "30000 B:1.1b 1.1", "90000 P:*a 1", "600000 B:*b 2.2", "600000 B:3.1a 3.1",
          "660000 P:*a 1", "900000 B:*c 2.2", "end",
        ].replacingResults)
  }

  @Test("The timer of a call runs while the called flow does, and abandons it")
  func callTimer() throws {
    var machine = try machine()
    machine.elapse(to: 7_000)
    try machine.take(0)
    try machine.take(0)
    try machine.enterCall()
    try machine.take(0)
    #expect(machine.step.qualified == "P:2")
    // That of P comes first, and its result ends the call.
    #expect(machine.timer == Machine.Timer(row: 2, due: 67_000, callers: 0))
    let call = try need(machine.callerTimer(ofRow: "2.1b"))
    #expect(call == Machine.Timer(row: 1, due: 307_000, callers: 1))
    machine.elapse(to: call.due)
    machine.prepare(for: call)
    try machine.take(call.row)
    #expect(machine.step.qualified == "B:1.1")
    #expect(machine.callers.isEmpty)
    // Back does not lead to a screen of the abandoned flow.
    #expect(machine.history.map { machine.program.step(at: $0.block).qualified } == ["B:1.1"])
  }

  @Test("Leaving a section and coming back starts its timer again")
  func sectionTimer() throws {
    var machine = try machine(at: "1.2")
    #expect(machine.timer(ofRow: 1)?.due == 7_200_000)
    machine.elapse(to: 1_000)
    try machine.take(0)
    #expect(machine.step.qualified == "B:2.1")
    try machine.take(1)
    #expect(machine.step.qualified == "B:1.1")
    #expect(machine.timer(ofRow: 2)?.due == 7_201_000)
    #expect(machine.timer(ofRow: 4)?.due == 600_000)
  }

  @Test("Suspending does not prolong a timer, unless its row says that it restarts")
  func suspending() throws {
    var machine = try machine()
    machine.elapse(to: 10_000)
    try machine.suspend(into: try need(machine.program.catalogue.flow(id: "L")))
    machine.elapse(to: 45_000)
    // Nothing of the suspended run happens while it is suspended.
    #expect(machine.timer == nil)
    try machine.take(0)
    #expect(machine.step.qualified == "B:1.1")
    #expect(machine.timer == Machine.Timer(row: 1, due: 30_000, callers: 0))
    #expect(machine.timer(ofRow: 2)?.due == 7_245_000)
  }

  @Test("A timer whose condition does not hold does not run out")
  func conditionalTimer() throws {
    let flow = """
      flow: T
      title: T
      facts: { quick: [no, yes] }
      steps:
        - step: 1
          screen: S
          rows:
            a: { event: Soon, after: 1 s, if: { quick: yes }, next: end }
            b: { event: Later, after: 1 min, next: end }
      """
    let program = try catalogue(flow).compiled()
    var machine = try need(program.start(try need(program.catalogue.flow(id: "T"))))
    #expect(machine.timer?.row == 1)
    let isSet = machine.set("quick", to: "yes")
    #expect(isSet)
    #expect(machine.timer?.row == 0)
  }

  @Test(
    "A timer that has run out cannot be taken again, nor one as long whose condition holds only now"
  )
  func ranOut() throws {
    let flow = """
      flow: T
      title: T
      facts: { quick: [no, yes] }
      anywhere:
        '*a': { event: Soon, after: 1 min, if: { quick: yes }, next: end }
        '*b': { event: Later, after: 1 min, next: 1 }
      steps:
        - step: 1
          screen: S
          rows:
            a: { user: is in a hurry, set: { quick: yes }, next: stay }
      """
    let program = try catalogue(flow).compiled()
    func run(_ rows: [String]) throws -> ScriptRun {
      try ScriptRun.run(Script(flow: "T", moves: rows.map { .row($0) }), on: program)
    }
    let machine = try run(["*b", "1a"]).machine
    let (soon, later) = (
      try need(machine.position(ofRow: "*a")), try need(machine.position(ofRow: "*b"))
    )
    #expect(machine.refusal(of: soon) == .ranOut)
    #expect(machine.refusal(of: later) == .ranOut)
    #expect("\(Refusal.ranOut)" == "its timer has run out already")
    #expect(throws: ScriptError(.ranOut("T:*b"), move: 1)) { try run(["*b", "*b"]) }
    #expect(throws: ScriptError(.conditionUnmet("T:*a", needs: "quick: yes"), move: 0)) {
      try run(["*a"])
    }
  }

  @Test("A snapshot keeps the timers of sections, flows and callers")
  func snapshot() throws {
    var machine = try machine()
    machine.elapse(to: 7_000)
    try machine.take(0)
    try machine.take(0)
    try machine.enterCall()
    machine.elapse(to: 9_000)
    try machine.take(0)
    let json = try need(Snapshot(machine)).json
    let restored = try Snapshot(json: json).machine(on: machine.program)
    for name in ["2.1b", "*b", "*c"] {
      #expect(restored.callerTimer(ofRow: "B:\(name)") == machine.callerTimer(ofRow: "B:\(name)"))
    }
    #expect(restored.timer == machine.timer)
    #expect(machine.timer?.due == 67_000)
  }
}
