internal import ArgumentParser
internal import Diagnostics
internal import FlowCases

/// The option that names reports of tests of the app for pages.
struct ReportsOption: ParsableArguments {
  @Option(
    help: "A report of tests of the app, as `flowrun results` reads it: failures at their rows.")
  var results: [String] = []

  /// Refuses a report that cannot be read.
  func check() throws {
    for path in results {
      guard path != "-" else { throw Refusal("a report is read again, so it must be a file") }
      let file = try SourceFile(argument: path)
      let diagnostics = TestResult.read(file).diagnostics
      guard diagnostics.isEmpty else { throw Refusal(diagnostics, in: [file]) }
    }
  }
}
