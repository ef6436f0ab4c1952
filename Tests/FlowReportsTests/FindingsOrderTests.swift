import Diagnostics
import FlowCheck
import FlowLoader
import FlowTestSupport
import Testing

@testable import FlowReports

/// The order in which people read what was found.
@Suite struct FindingsOrderTests {
  @Test("Errors come before warnings, and notes last, each in reading order")
  func severity() throws {
    let slips = """
      flow: A
      title: A
      steps:
        - step: 1
          prompt: A
          next: 1
          slip: it must be so
        - step: 2
          prompt: B
          next: end
      """
    let wrong = """
      flow: B
      title: B
      steps:
        - step: 1
          prompt: A
          next: 7
          buttonz: [One]
      """
    let result = FlowLoader().load([
      SourceFile("A.yaml", text: slips), SourceFile("B.yaml", text: wrong),
    ])
    let findings = CheckReport(
      result.declared, reading: result.diagnostics, besides: ["B.yaml"]
    ).findings
    let text = FindingsReport(findings, flows: 2, files: result.files).text(color: false).lines
    let places = text.split(separator: "\n").filter { $0.contains(".yaml:") }.map {
      $0.split(separator: ": ").prefix(2).joined(separator: " ")
    }
    #expect(
      places == [
        "B.yaml:6:11 error", "B.yaml:7:5 error", "A.yaml:8:11 warning", "A.yaml:4:11 note",
        "A.yaml:6:11 note",
      ])
  }
}
