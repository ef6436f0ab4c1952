import FlowModel
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

/// Steps that are passed over, since their `unless` holds.
@Suite struct PassOverTests {
  private static let flow = """
    flow: X
    title: X
    facts:
      known: [no, yes]
      tries: 0..3
      seen: [no, yes]
    steps:
      - step: 1
        screen: First
        unless: { seen: yes }
        next: 2
      - step: 2
        screen: Introduction
        unless: { known: yes }
        rows:
          a: { user: goes on, next: 3 }
          b: { user: knows it by now, set: { known: yes }, next: 3 }
          c: { user: goes back, next: back }
      - step: 3
        screen: Third
        rows:
          a: { user: goes back, next: back }
          b: { user: forgets it, reset: known, next: stay }
          c: { user: goes on, next: 4 }
          d: { user: reads again, set: { known: yes }, next: 5 }
      - step: 4
        execute: the search
        action: thing.find
        unless: { known: yes }
        count: { tries: done }
        set: { seen: yes }
        next: 3
      - step: 5
        prompt: Really
        next: 2
      - step: 6
        screen: Only as meant
        unless: { known: yes }
        meant: end
        why: The document lacks it
    """

  @Test("One of the facts of `unless` is enough, and of `if` all must hold")
  func severalFacts() throws {
    let program = try catalogue(
      """
      flow: S
      title: S
      facts: { a: [no, yes], b: [no, yes] }
      steps:
        - step: 1
          screen: First
          unless: { a: yes, b: yes }
          rows:
            a: { user: goes on, if: { a: no, b: no }, next: end }
            b: { user: goes another way, if: { a: yes, b: yes }, next: end }
      """
    ).compiled(as: .written)
    var machine = try need(program.start(try need(program.catalogue.flow(id: "S"))))
    #expect(machine.need == .event)
    #expect([0, 1].map(machine.allows) == [true, false])
    _ = machine.set("b", to: "yes")
    #expect(machine.need == .passOver)
    #expect([0, 1].map(machine.allows) == [false, false])
  }

  private func walk(
    from step: String = "1", known: Bool = false, as reading: Reading = .written
  ) throws -> Walk {
    let program = try catalogue(PassOverTests.flow).compiled(as: reading)
    let first = try need(program.catalogue.flow(id: "X")?.step(step))
    var walk = Walk(machine: try need(program.start(at: first)))
    if known { try walk.set("known", to: "yes") }
    walk.machine.startOver()
    return walk
  }

  @Test("Back does not lead to a screen that was passed over")
  func neverShown() throws {
    var walk = try walk(known: true)
    try walk.take("1")
    #expect(walk.here == "X:3")
    try walk.take("3a")
    #expect(walk.here == "X:1")
  }

  @Test("Back leaves out a screen that is passed over by now")
  func passedOverByNow() throws {
    var walk = try walk()
    try walk.take("1", "2b", "3a")
    #expect(walk.here == "X:1")
  }

  @Test("Back leads to a screen that is not passed over")
  func shown() throws {
    var walk = try walk()
    try walk.take("1", "2a", "3a")
    #expect(walk.here == "X:2")
  }

  @Test("Back from a screen after a first one that was passed over ends the run")
  func firstPassedOver() throws {
    var walk = try walk(from: "2", known: true)
    try walk.take("3b", "3a")
    #expect(walk.here == "back")
  }

  @Test("A run that is started with facts remembers no screen that they pass over")
  func startedWithFacts() async throws {
    let program = try walk().machine.program
    let flow = try need(program.catalogue.flow(id: "X"))
    let runner = try Runner(program, start: flow, at: flow.step("2"), facts: ["known": "yes"])
    _ = try await runner.run()
    _ = try await runner.choose("3b")
    #expect(try await runner.choose("3a") == .ended(.back))
    let script = Script(
      flow: "X", from: "2", facts: [("known", "yes")], moves: [.row("3b"), .row("3a")])
    #expect(try ScriptRun.run(script, on: program).ending == "back")
  }

  @Test("A screen that was shown once stays in the history when it is passed over later")
  func shownBefore() throws {
    var walk = try walk()
    // From the prompt the run comes to the introduction again, which is passed over now.
    try walk.take("1", "2a", "3d", "5")
    #expect(walk.here == "X:3")
    try walk.take("3b", "3a")
    #expect(walk.here == "X:2")
  }

  @Test("Passing a step over counts nothing, and sets what its row sets")
  func notCounted() throws {
    var walk = try walk(from: "3", known: true)
    try walk.take("3c")
    #expect(walk.machine.value(of: "tries") == "0")
    #expect(walk.machine.value(of: "seen") == "yes")
    try walk.set("known", to: "no")
    try walk.take("3c", "4")
    #expect(walk.machine.value(of: "tries") == "1")
  }

  @Test("A step without rows in the reading is not passed over: the run waits there")
  func withoutRows() async throws {
    var walk = try walk(from: "6", known: true)
    #expect(walk.machine.need == .event)
    #expect(throws: MachineError.noSuchRow) { try walk.machine.passOver() }
    let runner = try Runner(walk.machine)
    #expect(try await runner.run() == .waiting(walk.machine.step))
    let script = Script(flow: "X", from: "6", facts: [("known", "yes")], moves: [])
    #expect(try ScriptRun.run(script, on: walk.machine.program).ending == "waiting X:6")
    walk = try self.walk(from: "6", known: true, as: .meant)
    #expect(walk.machine.need == .passOver)
    try walk.take()
    #expect(walk.here == "end")
  }
}
