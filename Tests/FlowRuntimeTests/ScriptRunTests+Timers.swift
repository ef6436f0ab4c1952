import FlowLoader
import FlowModel
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

extension ScriptRunTests {
  private func runTimers(_ row: String, anyway: Bool = false) throws -> ScriptRun {
    let catalogue = try catalogue(
      """
      flow: X
      title: X
      steps:
        - step: 1
          await: a card
          action: card.wait
          rows:
            a: { event: Five seconds pass, after: 5 s, next: end }
            b: { event: Two seconds pass, after: 2 s, next: end }
            c: { event: It is there or ten seconds pass, on: there, after: 10 s, next: end }
      """)
    return try ScriptRun.run(
      Script(flow: "X", moves: [.row(row)]), on: catalogue.compiled(), anyway: anyway)
  }

  @Test("Of the timers of a step only the earliest can be dictated")
  func laterTimer() throws {
    #expect(try runTimers("1b").entries.map(\.at) == [2_000])
    #expect(throws: ScriptError(.laterTimer("X:1a", than: "X:1b"), move: 0)) {
      try runTimers("1a")
    }
    let run = try runTimers("1a", anyway: true)
    #expect(run.entries.map(\.at) == [5_000])
    #expect(run.refused.map(\.row.qualified) == ["X:1a"])
    // Its action may answer before the earlier timer.
    #expect(try runTimers("1c").entries.map(\.at) == [0])
  }

  @Test(
    "Of two timers for the same time only the earlier row can be taken, by scripts and by people")
  func tiedTimers() throws {
    let program = try catalogue(
      """
      flow: X
      title: Two timers
      steps:
        - step: 1
          screen: Wait
          rows:
            a: { event: Five seconds pass, after: 5 s, next: end }
            b: { event: Five seconds pass again, after: 5 s, next: end }
      """
    ).compiled()
    func run(_ row: String) throws -> ScriptRun {
      try ScriptRun.run(Script(flow: "X", moves: [.row(row)]), on: program)
    }
    #expect(try run("1a").entries.map(\.at) == [5_000])
    #expect(throws: ScriptError(.laterTimer("X:1b", than: "X:1a"), move: 0)) { try run("1b") }
    let machine = try need(program.start(try need(program.catalogue.flow(named: "X"))))
    #expect(machine.refusal(of: 0) == .early(5_000))
    #expect(machine.refusal(of: 1) == .laterTimer(than: "1a"))
  }

  @Test("A timer whose time is over is taken before anything else where a run waits")
  func overdueTimer() throws {
    let program = try catalogue(
      """
      flow: X
      title: A timer that begins to hold
      facts: { is late: [no, yes] }
      anywhere:
        '*a': { event: Ten seconds pass, after: 10 s, if: { is late: yes }, next: end }
      steps:
        - step: 1
          screen: Before
          rows:
            a: { user: goes on, set: { is late: yes }, next: 2 }
        - step: 2
          system: goes on at once
          next: 3
        - step: 3
          screen: After
          rows:
            a: { user: goes on, next: end }
      """
    ).compiled()
    func run(_ rows: [String], anyway: Bool = false) throws -> ScriptRun {
      let moves = try rows.map { row in try #require(Script.Move(written: row)) }
      return try ScriptRun.run(Script(flow: "X", moves: moves), on: program, anyway: anyway)
    }
    #expect(try run(["wait 9 s", "1a", "2", "3a"]).entries.map(\.at) == [9_000, 9_000, 9_000])
    #expect(try run(["wait 10 s", "1a", "2", "*a"]).entries.map(\.at) == [10_000, 10_000, 10_000])
    #expect(throws: ScriptError(.laterTimer("X:3a", than: "X:*a"), move: 3)) {
      try run(["wait 10 s", "1a", "2", "3a"])
    }
    let refused = try run(["wait 10 s", "1a", "2", "3a"], anyway: true).refused
    #expect(refused.map(\.row.qualified) == ["X:3a"])
  }

  @Test("When a suspended run is resumed, a timer whose time is over comes first")
  func overdueAfterResume() throws {
    let program = try catalogue(
      """
      flow: X
      title: A timer that runs out in the background
      steps:
        - step: 1
          screen: Wait
          rows:
            a: { user: goes on, next: end }
            b: { event: Five seconds pass, after: 5 s, next: end }
      """,
      """
      flow: L
      title: Lock
      steps:
        - step: 1
          screen: Lock
          next: resume
      """
    ).compiled()
    func run(_ rows: [String]) throws -> ScriptRun {
      let moves = try rows.map { row in try #require(Script.Move(written: row)) }
      return try ScriptRun.run(Script(flow: "X", moves: moves), on: program)
    }
    #expect(try run(["suspend L", "wait 4 s", "L:1", "1a"]).entries.map(\.at) == [4_000, 4_000])
    #expect(try run(["suspend L", "wait 6 s", "L:1", "1b"]).entries.map(\.at) == [6_000, 6_000])
    #expect(throws: ScriptError(.laterTimer("X:1a", than: "X:1b"), move: 3)) {
      try run(["suspend L", "wait 6 s", "L:1", "1a"])
    }
  }

  @Test("No time passes at a step that goes on at once")
  func waitAtPassingStep() throws {
    let program = try catalogue(
      """
      flow: X
      title: A caller with a timer
      steps:
        - step: 1
          call: P
          rows:
            a: { result: Done, next: end }
            b: { event: Ten seconds pass, after: 10 s, next: end }
      """,
      """
      flow: P
      kind: partial flow
      title: Steps that go on at once
      results: [Done]
      steps:
        - step: 1
          system: goes on at once
          next: 2
        - step: 2
          system: goes on at once
          next: 3
        - step: 3
          screen: Wait
          rows:
            a: { user: goes on, next: result Done }
      """
    ).compiled()
    func run(_ rows: [String]) throws -> ScriptRun {
      let moves = try rows.map { row in try #require(Script.Move(written: row)) }
      return try ScriptRun.run(Script(flow: "X", moves: moves), on: program)
    }
    #expect(try run(["P:1", "P:2", "wait 3 s", "X:1b"]).entries.map(\.at) == [0, 0, 10_000])
    #expect(throws: ScriptError(.passing("P:1"), move: 0)) { try run(["wait 3 s", "P:1"]) }
    #expect(throws: ScriptError(.noSuchRow("P:2", ["2"]), move: 1)) { try run(["P:1", "X:1b"]) }
  }

  @Test(
    "Back into a flow that a `goto` left starts its timers again, those of its callers go on",
    arguments: [false, true])
  func backAfterGoto(isCalled: Bool) throws {
    let program = try catalogue(
      """
      flow: UC1
      title: A caller with a timer
      anywhere:
        '*t': { event: A minute passes, after: 60 s, next: end }
      steps:
        - step: 1
          call: PF1
          next: end
      """,
      """
      flow: PF1
      title: A called flow with a timer
      anywhere:
        '*t': { event: Ten seconds pass, after: 10 s, next: end }
      steps:
        - step: 1
          screen: Inside
          rows:
            a: { user: leaves, next: goto UC2 }
      """,
      """
      flow: UC2
      title: Outside
      steps:
        - step: 1
          screen: Outside
          rows:
            a: { user: selects Back, next: back }
      """
    ).compiled()
    let start = try need(program.catalogue.flow(named: isCalled ? "UC1" : "PF1"))
    var machine = try need(program.start(start))
    if isCalled { try machine.enterCall() }
    machine.elapse(to: 7_000)
    try machine.take(0)
    machine.elapse(to: 9_000)
    try machine.take(0)
    #expect(machine.timers.map(\.due) == (isCalled ? [19_000, 60_000] : [19_000]))
  }
}
