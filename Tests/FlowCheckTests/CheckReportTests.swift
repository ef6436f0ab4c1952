import Diagnostics
import FlowCheck
import FlowLoader
import FlowModel
import FlowTestSupport
import TestSupport
import Testing

/// The standing of findings: allowed, known, in the baseline, only as meant.
@Suite struct CheckReportTests {
  private func flow(_ row: String, more: String = "") -> String {
    """
    flow: A
    title: A
    \(more)sections:
      - section: 1
        title: Primary scenario
        steps:
          - step: 1.1
            screen: Home
            buttons: [Again, Close]
            rows:
              a: { user: selects Again, \(row) }
              b: { user: selects Close, next: end }
    """
  }

  private func standings(_ texts: String...) throws -> [String: Finding.Standing] {
    let files = texts.map { $0 }
    let catalogue = try files.count == 1 ? catalogue(files[0]) : catalogue(files[0], files[1])
    let findings = CheckReport(catalogue).findings
    return Dictionary(findings.map { ($0.fingerprint, $0.standing) }) { first, _ in first }
  }

  @Test("A finding in both readings is open")
  func open() throws {
    #expect(try standings(flow("next: 1.1")) == ["self-loop A:1.1a": .open])
  }

  @Test("A finding that `meant` repairs is a known slip")
  func meantRepairs() throws {
    #expect(try standings(flow("next: 1.1, meant: end")) == ["self-loop A:1.1a": .knownSlip])
  }

  @Test("A finding at a row with `slip` is a known slip")
  func slip() throws {
    #expect(
      try standings(flow("next: 1.1, slip: it asks again")) == ["self-loop A:1.1a": .knownSlip])
  }

  @Test("A finding that `meant` brings is open and says so")
  func meantBrings() throws {
    let report = CheckReport(try catalogue(flow("next: end, meant: 1.1")))
    let loop = try need(report.findings.first { $0.diagnostic.rule.name == "self-loop" })
    #expect(loop.diagnostic.message.hasPrefix("as meant, "))
    #expect(loop.standing == .open)
  }

  @Test("An allowed finding keeps its reason", arguments: ["row", "flow"])
  func allowed(place: String) throws {
    let allow = "allow: { self-loop: it blinks }"
    let text = place == "row" ? flow("next: 1.1, \(allow)") : flow("next: 1.1", more: allow + "\n")
    #expect(try standings(text) == ["self-loop A:1.1a": .allowed("it blinks")])
  }

  @Test("An `allow` for a rule that does not exist is a finding")
  func unknownAllow() throws {
    let findings = CheckReport(
      try catalogue(flow("next: end", more: "allow: { self-lop: why not }\n"))
    ).findings
    #expect(findings.map(\.fingerprint) == ["unused-allow A self-lop"])
    #expect(findings.first?.diagnostic.help == "did you mean `self-loop`?")
  }

  @Test("A baseline hides the findings that it lists")
  func baseline() throws {
    var report = CheckReport(try catalogue(flow("next: 1.1")))
    #expect(report.baseline == ["self-loop A:1.1a"])
    report.apply(baseline: ["self-loop A:1.1a", "self-loop B:1.1a"])
    #expect(report.findings.map(\.standing) == [.inBaseline])
    #expect(report.baseline == [])
  }

  @Test(
    "With a list of handlers, unbound actions, unhandled outcomes and missing values are findings")
  func bindings() throws {
    let text = """
      flow: A
      title: A
      steps:
        - step: 1
          system: asks the server
          action: server.ask
          on: done
          values: [name, price]
        - step: 2
          system: waits
          action: server.wait
          on: done
        - step: 3
          notice: '{name} {price}'
          next: end
      """
    let report = CheckReport(
      try catalogue(text),
      bindings: [
        "server.ask": BoundAction(outcomes: ["done", "silent"], values: ["prices", "name"])
      ])
    #expect(
      report.findings.map(\.fingerprint) == [
        "outcome-unhandled A:1 silent", "value-unreturned A:1 price", "handler-unbound A:2",
      ])
    #expect(report.findings[1].diagnostic.help == "did you mean `prices`?")
  }

  @Test("A missing target in one flow does not change what is said about the others")
  func missingTarget() throws {
    func flow(_ id: String, next: String = "1.2", rows: String) -> SourceFile {
      SourceFile(
        "\(id).yaml",
        text: """
          flow: \(id)
          title: \(id)
          steps:
            - step: 1.1
              screen: Home
              rows:
                a: { user: selects Pay, next: \(next) }
            - step: 1.2
              execute: the payment
              action: card.charge
              rows:
                a: { case: Charged, on: charged, next: end }
          \(rows)
          """)
    }
    let refused = "      b: { case: Refused, on: refused, next: end }"
    let others = [flow("B", rows: refused), flow("C", rows: ""), flow("D", rows: "")]
    func words(_ first: SourceFile) -> [String] {
      let read = FlowLoader().load([first] + others)
      return CheckReport(read.readable, reading: read.diagnostics).findings
        .filter { $0.diagnostic.path != "A.yaml" }.map { "\($0.diagnostic)" }
    }
    let before = words(flow("A", rows: refused))
    #expect(before.count { $0.contains("may answer") } == 2)
    #expect(words(flow("A", next: "9.9", rows: refused)) == before)
  }
}
