import FlowModel
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

/// What a run remembers when its history is full: 512 entries.
@Suite struct HistoryTests {
  /// T calls H, which shows two screens in turn and leaves from either in every way.
  private static let caller = """
    flow: T
    title: T
    steps:
      - { step: 1, screen: T }
      - step: 2
        call: H
        rows:
          a: { result: Done, next: 3 }
      - { step: 3, screen: The end, next: end }
    """
  private static let called = """
    flow: H
    kind: partial flow
    title: H
    results: [Done]
    steps:
    \((1...2).map { """
      - step: \($0)
        screen: Screen \($0)
        rows:
          a: { user: goes on, next: \(3 - $0) }
          b: { user: calls, next: 3 }
          c: { user: leaves, next: goto G }
          d: { user: fails, next: error E }
          e: { user: is done, next: result Done }
          f: { user: goes back, next: back }
    """ }.joined(separator: "\n"))
      - step: 3
        call: Q
        rows:
          a: { result: Good, next: result Done }
    """
  private static let others = [
    """
    flow: Q
    kind: partial flow
    title: Q
    results: [Good]
    steps:
      - { step: 1, screen: Q, next: result Good }
    """,
    """
    flow: G
    title: G
    steps:
    \((1...2).map { """
      - step: \($0)
        screen: Screen \($0)
        rows:
          a: { user: goes on, next: \(3 - $0) }
          b: { user: goes back, next: back }
          c: { user: resumes, next: resume }
    """ }.joined(separator: "\n"))
    """,
    """
    flow: E
    kind: error flow
    title: E
    results: [Retry]
    steps:
      - step: 1
        screen: Failed
        rows:
          a: { user: tries again, next: result Retry }
          b: { user: fails again, set: { tried: yes }, next: error F }
    facts:
      tried: [no, yes]
    """,
    """
    flow: F
    kind: error flow
    title: F
    results: [Retry]
    steps:
      - step: 1
        screen: Failed
        rows:
          a: { user: fails again, next: error E }
    """,
  ]

  private let program: Program
  private var machine: Machine

  init() throws {
    let catalogue = try catalogue(
      of: [HistoryTests.caller, HistoryTests.called] + HistoryTests.others)
    program = catalogue.compiled()
    machine = try need(program.start(try need(catalogue.flow(id: "T"))))
    try take("1")
    try machine.enterCall()
  }

  private mutating func take(_ rows: String...) throws {
    for row in rows { try machine.take(try need(machine.position(ofRow: row), row)) }
  }

  /// Shows screens until so many entries were pushed; three are there from the beginning.
  private mutating func show(_ pushes: Int) throws {
    for _ in 3..<pushes { try machine.take(0) }
  }

  private var callers: [String] { machine.callers.map(\.qualified) }
  private var here: String { machine.step.qualified }
  /// The row of the current step, which is the one screen or the other.
  private func row(_ letter: String) -> String { machine.step.id + letter }

  /// H returns to its caller, whatever was in between.
  private mutating func expectReturn() throws {
    #expect(callers == ["T:2"])
    try take(row("e"))
    try #require(here == "T:2")
    try take("2a")
    #expect(here == "T:3")
  }

  @Test("A result finds its caller, however full the history is", arguments: 500...520)
  mutating func result(_ pushes: Int) throws {
    try show(pushes)
    try expectReturn()
  }

  @Test("The timer of a call goes on when the history was full", arguments: 505...520)
  func timer(_ pushes: Int) throws {
    let row = "a: { result: Done, next: 3 }"
    let caller = HistoryTests.caller.replacing(
      row, with: "\(row)\n      b: { event: Time is over, after: 90 s, next: 3 }")
    let catalogue = try catalogue(of: [caller, HistoryTests.called] + HistoryTests.others)
    var machine = try need(catalogue.compiled().start(try need(catalogue.flow(id: "T"))))
    machine.elapse(to: 5_000)
    try machine.take(0)
    try machine.enterCall()
    for _ in 3..<pushes {
      machine.elapse(to: machine.clock + 1)
      try machine.take(0)
    }
    #expect(machine.timer == Machine.Timer(row: 1, due: 95_000, callers: 1))
  }

  @Test("A call in a called flow keeps both callers", arguments: 500...520)
  mutating func call(_ pushes: Int) throws {
    try show(pushes)
    try take(row("b"))
    try machine.enterCall()
    #expect(callers == ["H:3", "T:2"])
    try take("1")
    try #require(here == "H:3")
    #expect(callers == ["T:2"])
    try take("3a", "2a")
    #expect(here == "T:3")
  }

  @Test("Back after a `goto` finds the abandoned caller", arguments: 500...520)
  mutating func departure(_ pushes: Int) throws {
    try show(pushes)
    let before = here
    try take(row("c"))
    #expect(callers.isEmpty)
    try take("1b")
    #expect(here == before)
    try expectReturn()
  }

  @Test("An error flow returns to the step that failed", arguments: 500...520)
  mutating func failure(_ pushes: Int) throws {
    try show(pushes)
    let before = here
    try take(row("d"))
    #expect(callers == [before, "T:2"])
    try take("1a")
    #expect(here == before)
    try expectReturn()
  }

  @Test("A suspended run is resumed with its caller", arguments: 500...520)
  mutating func suspension(_ pushes: Int) throws {
    try show(pushes)
    let before = here
    try machine.suspend(into: try need(program.catalogue.flow(id: "G")))
    #expect(callers.isEmpty)
    try take("1c")
    #expect(here == before)
    try expectReturn()
  }

  @Test("A run that was suspended long ago is resumed", arguments: [400, 600, 1_200])
  mutating func oldSuspension(_ pushes: Int) throws {
    try show(10)
    let before = here
    try machine.suspend(into: try need(program.catalogue.flow(id: "G")))
    for _ in 0..<pushes { try machine.take(0) }
    try take(row("c"))
    #expect(here == before)
    try expectReturn()
  }

  @Test("Back finds a caller that was abandoned long ago")
  mutating func oldDeparture() throws {
    try show(300)
    let before = here
    try take(row("c"))
    // The call is in the older half, which is forgotten now; the departure is not.
    for _ in 0..<250 { try machine.take(0) }
    for _ in 0...250 { try take(row("b")) }
    #expect(here == before)
    try expectReturn()
  }

  @Test("Error flows nest no deeper than calls, and a refused row changes nothing")
  mutating func failureDepth() throws {
    try take("1d")
    while machine.callers.count < Machine.maximumDepth {
      try take(here == "E:1" ? "1b" : "1a")
    }
    try #require(here == "E:1")
    _ = machine.set("tried", to: "no")
    #expect(throws: MachineError.callTooDeep) { try machine.take(1) }
    #expect(here == "E:1")
    #expect(machine.value(of: "tried") == "no")
    #expect(machine.callers.count == Machine.maximumDepth)
  }
}
