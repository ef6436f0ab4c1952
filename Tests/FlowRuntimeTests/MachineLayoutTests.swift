import FlowModel
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

/// The layout of a machine in memory, which must not show in its behaviour.
@Suite struct MachineLayoutTests {
  /// Twenty facts: sixteen lie in the machine, the others beside it.
  private static let many = """
    flow: M
    title: M
    facts: { \((1...20).map { "f\($0): 0..3" }.joined(separator: ", ")) }
    steps:
    \((1...20).map { number in
      """
        - step: \(number)
          determine: whether it is enough
          action: s\(number)
          count: { f\(number): more }
          rows:
            a: { case: not yet, on: more, if: { f\(number): 0..2 }, next: \(number) }
            b: { case: enough, on: more, if: { f\(number): 3 }, next: \(number % 20 + 1) }
            c: { case: begin again, on: again, reset: f\(number), next: \(number) }
      """
    }.joined(separator: "\n"))
    """

  private func machine() throws -> Machine {
    let catalogue = try catalogue(MachineLayoutTests.many)
    return try need(catalogue.compiled().start(try need(catalogue.flow(id: "M"))))
  }

  @Test("The flags of a row hold each operation, whatever stands above them")
  func operations() {
    for operation in Operation.allCases {
      #expect(Operation(flags: operation.rawValue) == operation)
      #expect(Operation(flags: operation.rawValue | 7 << 4) == operation)
    }
    for number in Operation.allCases.count...15 {
      #expect(Operation(flags: Int32(number)) == .end)
    }
  }

  @Test("Each of twenty facts counts, decides a condition and is reset")
  func twentyFacts() throws {
    var machine = try machine()
    let more = try need(machine.program.outcome("more"))
    for number in 1...20 {
      #expect(machine.step.id == "\(number)")
      #expect(machine.row(for: more) == 0)
      try machine.take(0)
      try machine.take(0)
      #expect(machine.value(of: "f\(number)") == "2")
      #expect(!machine.allows(0) && machine.allows(1))
      try machine.take(2)
      #expect(machine.value(of: "f\(number)") == "0")
      for _ in 0..<3 { try machine.take(try need(machine.row(for: more))) }
      #expect(machine.value(of: "f\(number)") == "3")
    }
    #expect(machine.step.id == "1")
    // A counter stays at its last value.
    try machine.take(try need(machine.row(for: more)))
    #expect(machine.value(of: "f1") == "3")
  }

  @Test("A copy of a machine keeps its own facts")
  func copyFacts() throws {
    var machine = try machine()
    #expect(machine.set("f1", to: "1") && machine.set("f20", to: "1"))
    let copy = machine
    #expect(machine.set("f1", to: "2") && machine.set("f20", to: "3"))
    #expect(copy.value(of: "f1") == "1")
    #expect(copy.value(of: "f20") == "1")
  }

  @Test("A copy of a machine keeps its own history")
  func copyHistory() throws {
    var walk = try Walk()
    try walk.take("1.1a", "1.2a")
    var copy = walk
    // The one takes the last screen off and puts another on its place.
    try walk.take("1.3b", "1.1a", "1.2b")
    #expect(copy.here == "A:1.3")
    try copy.take("1.3b")
    #expect(copy.here == "A:1.1")
  }

  @Test(
    "A row that the step does not have is refused",
    arguments: [-1, 3, 4, 1_000_000, Int.min, Int.max])
  func missingRow(_ row: Int) throws {
    var machine = try machine()
    #expect(throws: MachineError.noSuchRow) { try machine.take(row) }
    #expect(machine.step.id == "1")
  }

  @Test("A run that has ended takes no row")
  func ended() throws {
    let catalogue = try catalogue(
      """
      flow: E\ntitle: E\nsteps:\n  - { step: 1, screen: E, next: end }\n  - { step: 2, screen: F, \
      next: 1 }
      """
    )
    let flow = try need(catalogue.flow(id: "E"))
    for start in flow.steps {
      var machine = try need(catalogue.compiled().start(at: start))
      while machine.end == nil { try machine.take(0) }
      for row in -6...6 {
        #expect(throws: MachineError.ended) { try machine.take(row) }
      }
      #expect(machine.step.id == "1")
    }
  }

  @Test("The system's clock goes neither back nor ahead of time")
  func systemClock() {
    let exact = ContinuousClock()
    let start = exact.now
    let clock = SystemRunClock()
    // Not 0: between the two lines the process may have been held up.
    var last = clock.now
    for _ in 0..<100_000 {
      let now = clock.now
      if now < last { Issue.record("\(now) after \(last)") }
      last = now
    }
    #expect(Double(last) <= (exact.now - start) / .milliseconds(1) + 1)
  }
}
