import Diagnostics
import FlowCases
import FlowModel
import FlowRuntime
import TestSupport
import Testing

@Suite struct ResultTests {
  /// The outcomes of a report of the fixtures, each on a line.
  private func lines(_ name: String) throws -> [String] {
    let (results, diagnostics) = TestResult.read(try CaseFixture.file("reports/\(name)"))
    #expect(diagnostics.isEmpty, "\(diagnostics)")
    let (outcomes, others) = CaseOutcome.all(results, of: try CaseFixture.hotel().cases)
    return outcomes.map { outcome in
      let rows = outcome.rows.map(\.reference).joined(separator: " ")
      let place =
        switch outcome.place {
        case .beginning?: " at the beginning"
        case .after?: " after \(rows)"
        case .at?: " at \(rows)"
        case .unknown?: " somewhere"
        case nil: ""
        }
      return "\(outcome.test.name) \(outcome.result.status)\(place), \(outcome.passed) right"
    } + others.map { "no case: \($0.name)" }
  }

  @Test("Reports of all tools say which rows failed")
  func reports() throws {
    #expect(
      try lines("playwright.xml") == [
        "UC1 row-2.1b green, 3 right", "UC1 row-3.1a failed after 1.1a 1.2b, 0 right",
        "UC1 row-2.1c skipped, 0 right",
      ])
    #expect(
      try lines("maestro.xml") == [
        "UC1 row-2.1b green, 3 right", "UC1 row-3.1a failed after 1.1a 1.2b, 0 right",
      ])
    #expect(
      try lines("pytest.xml") == [
        "UC1 row-2.1b green, 3 right", "UC1 row-3.1a failed after 3.1a, 2 right",
        "UC1 row-2.2a failed at the beginning, 0 right",
      ])
    #expect(
      try lines("playwright.json") == [
        "UC1 row-2.2a failed at 2.1a, 2 right", "UC1 row-2.1b green, 3 right",
        "no case: logs in",
      ])
    #expect(
      try lines("behave.json") == [
        "UC1 row-2.1b green, 3 right", "UC1 row-3.1a failed after 1.1a 1.2b, 0 right",
        "UC1 row-2.2a failed at 1.2a, 1 right",
      ])
  }

  @Test(
    "A report that cannot be read is refused at its place",
    arguments: [
      ("<a><b></a>", "`a` ends here and is not open", 10),
      ("<!DOCTYPE a [<!ENTITY b \"c\">]><a/>", "it declares its own entities", 0),
      ("<a b=c/>", "the value of `b` has no quotes", 5), ("<a>&b;</a>", "no character `&b;`", 3),
      ("<a", "`a` is cut off", 2), ("{\"a\": 1}", "it has neither `suites`", 0), ("", "", 0),
      ("<a>", "`a` does not end", 3), ("<!-- a", "`-->` is missing", 0),
    ])
  func refused(_ text: String, _ reason: String, _ place: Int) throws {
    let (results, diagnostics) = TestResult.read(
      SourceFile(path: "report", bytes: Array(text.utf8)))
    #expect(results.isEmpty)
    let diagnostic = try #require(diagnostics.first)
    #expect(diagnostic.message.contains(reason), "\(diagnostic.message)")
    #expect(Int(diagnostic.span.start) == place)
  }

  @Test("A screen that is gone too early is blamed on the timer, and an error needs no message")
  func places() throws {
    let xml =
      "<testcase name='UC1 row-2.1c'><failure>before UC1:2.1c: screen “Pay”</failure></testcase>"
    let json = """
      [{"elements": [{"name": "UC1 row-2.1b", "steps": [
        {"name": "UC1:1.1a User selects Book", "result": {"status": "error"}}]}]}]
      """
    let cases = try CaseFixture.hotel().cases
    let outcomes = [xml, json].flatMap { text in
      CaseOutcome.all(
        TestResult.read(SourceFile(path: "report", bytes: Array(text.utf8))).results, of: cases
      ).outcomes
    }
    #expect(outcomes.map { $0.rows.map(\.reference) } == [["2.1c"], ["1.1a"]])
    #expect(outcomes.last?.result.message == "the step ended with `error`, without a message")
  }

  @Test("Damaged reports are read or refused, and end")
  func damaged() throws {
    var random = SplitMix(seed: 7)
    for name in ["playwright.xml", "maestro.xml", "playwright.json", "behave.json"] {
      let bytes = try fixture("reports/\(name)")
      for _ in 0..<200 {
        var damaged = bytes
        for _ in 0..<3 {
          damaged[random.next(damaged.count)] = UInt8(random.next(256))
        }
        damaged.removeLast(random.next(damaged.count))
        let (results, diagnostics) = TestResult.read(SourceFile(path: name, bytes: damaged))
        #expect(results.isEmpty || diagnostics.isEmpty)
      }
    }
  }

  @Test("The shortest path stands where the row can be taken")
  func shortest() throws {
    let fixture = try CaseFixture.hotel()
    let flow = try #require(fixture.catalogue.flow(id: "UC1"))
    for (name, rows, end) in [
      ("1.1a", [], "waiting UC1:1.1"), ("3.1a", ["UC1:1.1a", "UC1:1.2b"], "waiting UC1:3.1"),
      ("2.2b", ["UC1:1.1a", "UC1:1.2a", "UC1:2.1a"], "waiting UC1:2.2"),
    ] {
      let row = try #require(flow.row(name))
      let script = try #require(ShortestPath.before(row, from: flow, on: fixture.program))
      #expect(script.moves.map(\.text) == rows)
      #expect(script.end == end)
      let run = try ScriptRun.run(script, on: fixture.program)
      #expect(run.machine.step == row.step)
    }
  }
}
