import FlowModel
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

/// Rules of the language that a run follows: time, facts and where a `goto` enters.
@Suite struct MachineRuleTests {
  private func machine(_ steps: String, at step: String = "1") throws -> Machine {
    let catalogue = try catalogue(
      "flow: X\ntitle: X\nfacts: { tries: 0..3 }\nsteps:\n" + steps,
      """
      flow: G
      title: G
      sections:
        - section: 1
          title: G
          steps:
            - { step: 1.1, screen: First, rows: { a: { user: goes on, next: 1.2 } } }
            - { step: 1.2, screen: Second, rows: { a: { user: ends, next: end } } }
      """)
    let start = try need(catalogue.flow(id: "X")?.step(step))
    return try need(catalogue.compiled().start(at: start))
  }

  @Test("A clock that goes backwards is ignored")
  func clockBackwards() throws {
    var machine = try machine(
      "  - { step: 1, screen: X, rows: { a: { user: stays, next: stay } } }")
    machine.elapse(to: 10)
    machine.elapse(to: 9)
    #expect(machine.clock == 10)
    try machine.take(0)
    #expect(machine.enteredAt == 10)
  }

  @Test("A suspension gives up a result that nobody has taken yet")
  func suspendedResult() throws {
    var walk = try Walk(from: "1.4")
    try walk.machine.enterCall()
    try walk.machine.take(0)
    #expect(walk.here == "A:1.4")
    try walk.machine.suspend(into: try need(walk.machine.program.catalogue.flow(id: "A")))
    #expect(walk.machine.need == .event)
    #expect(walk.here == "A:1.1")
  }

  @Test("Of two timers the earlier one ends the step", arguments: [(5, 2), (2, 5)])
  func timers(first: Int, second: Int) throws {
    let machine = try machine(
      """
        - step: 1
          screen: X
          rows:
            a: { event: A while passes, after: \(first) s, next: end }
            b: { event: A while passes, after: \(second) s, next: end }
      """)
    let timer = try need(machine.timer)
    #expect(timer.due == 2_000)
    #expect(timer.row == (first == 2 ? 0 : 1))
  }

  private static let counting = """
      - step: 1
        validate: the PIN
        action: pin.check
        count: { tries: wrong }
        rows:
          a: { case: right at once, on: right, if: { tries: 0 }, next: end }
          b: { case: right in the end, on: right, if: { tries: 1..3 }, next: end }
          c: { case: wrong at first, on: wrong, if: { tries: 1 }, set: { tries: 3 }, next: stay }
          d: { case: wrong again, on: wrong, if: { tries: 2..3 }, reset: tries, next: stay }
    """

  @Test("A condition sees the count only on the outcome that is counted")
  func countedOutcome() throws {
    let machine = try machine(MachineRuleTests.counting)
    let (right, wrong) = (
      try need(machine.program.outcome("right")), try need(machine.program.outcome("wrong"))
    )
    #expect(machine.row(for: right) == 0)
    #expect(machine.row(for: wrong) == 2)
    #expect((0..<4).map { machine.allows($0) } == [true, false, true, false])
  }

  @Test("A step counts before its row sets and resets")
  func countBeforeSet() throws {
    var machine = try machine(MachineRuleTests.counting)
    _ = machine.set("tries", to: "1")
    try machine.take(2)
    #expect(machine.value(of: "tries") == "3")
    try machine.take(3)
    #expect(machine.value(of: "tries") == "0")
  }

  @Test("A target that is the id of a step and of a section leads to the step")
  func stepBeforeSection() throws {
    let catalogue = try catalogue(
      """
      flow: A
      title: A
      sections:
        - section: 1
          title: One
          steps:
            - { step: 1.1, screen: First, next: 2 }
        - section: 2
          title: Two
          steps:
            - { step: 2.1, screen: Second, next: end }
            - { step: 2, screen: Third, next: end }
      """)
    var machine = try need(catalogue.compiled().start(need(catalogue.flow(id: "A"))))
    try machine.take(0)
    #expect(machine.step.qualified == "A:2")
  }

  @Test("A `goto` that names a row enters the step of the row")
  func gotoRow() throws {
    var machine = try machine(
      "  - { step: 1, screen: X, rows: { a: { user: leaves, next: 'goto G:1.2a' } } }")
    try machine.take(0)
    #expect(machine.step.qualified == "G:1.2")
  }
}
