import Diagnostics
import FlowCheck
import FlowLoader
import FlowModel
import FlowTestSupport
import TestSupport
import Testing

/// Catalogues larger than any that people write. How long it takes is in the benchmarks.
@Suite struct ScaleTests {
  @Test("Forty equal flows have forty equal findings")
  func manyFlows() throws {
    let files = GeneratedCatalogue.files(40)
    let result = FlowLoader().load(files)
    let text = DiagnosticRenderer(files: files).render(result.diagnostics)
    let catalogue = try need(result.catalogue, "catalogue:\n\(text)")
    let findings = CheckReport(catalogue).findings
    let steps = findings.filter { $0.diagnostic.rule.name == "unreachable-step" }
    #expect(
      steps.map(\.fingerprint).sorted() == (0..<40).map { "unreachable-step G\($0):1.30" }.sorted())
    let rules = Set(findings.map(\.diagnostic.rule.name))
    #expect(rules == ["unreachable-step", "abandoned-caller"])
  }

  @Test("A flow of 10,000 steps is checked")
  func manySteps() throws {
    let rows = (1...10_000).map { step in
      "  - step: \(step)\n    user: does something\n" + (step == 10_000 ? "    next: end\n" : "")
    }.joined()
    let catalogue = try catalogue("flow: A\ntitle: A\nsteps:\n" + rows)
    #expect(CheckReport(catalogue).findings.isEmpty)
  }

  @Test("An unreachable cycle of 10,000 steps is one finding")
  func unreachableCycle() throws {
    let rows = (2...10_000).map { step in
      "  - step: \(step)\n    user: does something\n" + (step == 10_000 ? "    next: 2\n" : "")
    }.joined()
    let catalogue = try catalogue(
      "flow: A\ntitle: A\nsteps:\n  - step: 1\n    user: goes\n    next: end\n" + rows)
    let findings = CheckReport(catalogue).findings
    #expect(findings.map(\.fingerprint) == ["unreachable-step A:2"])
  }

  @Test("Conditions over six facts with 64 values each are proven")
  func largeConditions() throws {
    let facts = (0..<6).map { "  f\($0): 0..63\n" }.joined()
    let rows = (0..<6).map {
      """
            \("abcdef".map { String($0) }[$0]): { case: It is low, on: yes, if: { f\($0): 0..31 \
      }, next: end }\n
      """
    }
    let text = """
      flow: A
      title: A
      facts:
      \(facts)steps:
        - step: 1
          determine: it
          action: it.find
          rows:
      \(rows.joined())
      """
    let findings = CheckReport(try catalogue(text)).findings
    let missing = try need(findings.first { $0.diagnostic.rule.name == "conditions-incomplete" })
    #expect(missing.diagnostic.message.contains("`f5` is `32..63`"))
    #expect(findings.contains { $0.diagnostic.rule.name == "conditions-overlap" })
  }
}
