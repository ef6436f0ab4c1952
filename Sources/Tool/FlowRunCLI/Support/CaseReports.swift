internal import Diagnostics
internal import FlowCases

/// The reports of tests that are named on the command line, read as results of cases.
struct CaseReports {
  let outcomes: [CaseOutcome]
  /// Results that belong to no case.
  let others: [TestResult]

  init(_ paths: [String], of cases: [TestCase]) throws {
    var results: [TestResult] = []
    for path in paths {
      let file = try SourceFile(argument: path)
      let (found, diagnostics) = TestResult.read(file)
      guard diagnostics.isEmpty else { throw Refusal(diagnostics, in: [file]) }
      results += found
    }
    (outcomes, others) = CaseOutcome.all(results, of: cases)
    guard !outcomes.isEmpty else {
      throw Refusal(
        results.isEmpty ? "the reports have no tests" : "no test of the reports is of these paths",
        help: "`flowrun tests` names tests after flow and path; for other paths give `--by`")
    }
  }
}
