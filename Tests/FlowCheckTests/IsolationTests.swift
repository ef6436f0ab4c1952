import Diagnostics
import FlowCheck
import FlowLoader
import FlowModel
import FlowRuntime
import FlowTestSupport
import Testing

/// What is wrong in one place leaves the rest as it is.
@Suite struct IsolationTests {
  private static let caller = """
    flow: A
    title: A caller
    sections:
      - section: 1
        title: S
        steps:
          - step: 1.1
            screen: First
            rows:
              a: { user: goes on, next: 1.2 }
              b: { user: goes nowhere, next: 9.9 }
              c: { user: goes to nobody, next: goto B9 }
              d: { user: goes to a broken flow, next: goto B }
              e: { user: goes to no step of C, next: "goto C:7.7" }
              f: { user: fails, next: error Nothing }
          - step: 1.2
            call: B9
            next: end
    """
  private static let broken = "flow: B\ntitle: [\n"
  private static let whole =
    "flow: C\ntitle: C\nsteps:\n  - step: 1\n    user: acts\n    next: end\n"

  private let result = FlowLoader().load([
    SourceFile("A.yaml", text: IsolationTests.caller),
    SourceFile("B.yaml", text: IsolationTests.broken),
    SourceFile("C.yaml", text: IsolationTests.whole),
  ])

  @Test("Reading, linking and the rules report in one go, each thing once")
  func oneGo() {
    let findings = CheckReport(result.readable, reading: result.diagnostics).findings
    let errors = findings.filter { $0.diagnostic.severity == .error }
    #expect(
      errors.map(\.fingerprint) == [
        "unknown-target A:1.1b", "unknown-flow A:1.1c", "unknown-target A:1.1e",
        "unknown-error-flow A:1.1f", "unknown-flow A:1.2",
        "invalid-yaml B.yaml: " + (result.diagnostics.first { $0.path == "B.yaml" }?.message ?? ""),
      ])
    #expect(result.catalogue == nil)
    #expect(result.readable.flows.map(\.id) == ["A", "C"])
    #expect(result.readable.unread == ["B"])
  }

  @Test(
    "Only a run that comes to the broken part fails there",
    arguments: [
      ("1.1b", "missing 9.9"), ("1.1c", "missing goto B9"), ("1.1d", "missing goto B"),
      ("1.1e", "missing goto C:7.7"), ("1.1f", "missing error Nothing"),
    ])
  func runs(row: String, end: String) throws {
    let program = result.readable.compiled()
    let run = try ScriptRun.run(Script(flow: "A", name: "A", moves: [.row(row)]), on: program)
    #expect(run.ending == end)
    #expect(run.entries.map(\.row.reference) == [row])
  }

  @Test("A call of a flow that does not exist ends the run, and a row of the caller passes it by")
  func calls() throws {
    let program = result.readable.compiled()
    let flow = try #require(result.readable.flow(id: "A"))
    var machine = try #require(program.start(flow))
    try machine.take(0)
    #expect(machine.need == .call)
    var other = machine
    try machine.enterCall()
    #expect(machine.end == .missing("B9"))
    try other.take(0)
    #expect(other.end == .end)
  }

  @Test("A target that does not exist is a known slip if the file says what was meant")
  func meant() {
    let text = IsolationTests.whole.replacing(
      "next: end", with: "next: 7\n    meant: end\n    why: w")
    let result = FlowLoader().load([SourceFile("C.yaml", text: text)])
    let findings = CheckReport(result.readable, reading: result.diagnostics).findings
    #expect(findings.map(\.standing) == [.knownSlip])
    #expect(findings.map(\.diagnostic.severity) == [.note])
  }

  @Test(
    "What is allowed in a row that is not there is allowed nowhere",
    arguments: [
      "  '*a': { case: None, on: none, next: 1, allow: { self-loop: w } }",
      "  'a': { user: leaves, next: 1, allow: { self-loop: w } }",
      "  '*a': { allow: { self-loop: w }, next: [1] }",
    ])
  func allowed(row: String) {
    let text = """
      flow: C
      title: C
      steps:
        - step: 1
          screen: One
          rows:
            a: { user: goes on, next: end }
      anywhere:
      \(row)
      """
    let result = FlowLoader().load([SourceFile("C.yaml", text: text)])
    #expect(!result.diagnostics.isEmpty)
    let findings = CheckReport(result.readable, reading: result.diagnostics).findings
    #expect(!findings.contains { $0.diagnostic.rule == .unusedAllow }, "\(findings.count)")
  }

  @Test("A baseline holds what is wrong with the files, too")
  func baseline() {
    var report = CheckReport(result.readable, reading: result.diagnostics)
    report.apply(baseline: report.baseline)
    #expect(report.findings.allSatisfy { $0.standing != .open })
  }

  @Test("The uses of a fact with wrong values are not reported as well")
  func facts() {
    let text = """
      flow: C
      title: C
      facts: { tries: many, kind: [a, b] }
      steps:
        - step: 1
          determine: the tries
          rows:
            a: { case: some, next: end, if: { tries: 1 }, set: { tries: 2 } }
            b: { case: none, next: end, reset: tries }
      """
    let result = FlowLoader().load([SourceFile("C.yaml", text: text)])
    #expect(result.diagnostics.map(\.message) == ["`many` is not a set of values"])
  }
}
