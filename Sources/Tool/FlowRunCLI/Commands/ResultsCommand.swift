internal import ArgumentParser
internal import Diagnostics
internal import FlowCases
internal import FlowModel
internal import FlowReports
internal import FlowRuntime
internal import FlowTesting
internal import JSON
internal import Markup

struct ResultsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "results",
    abstract: "Says which row failed in tests of the app, and which rows no green test takes.",
    discussion: """
      Reads JUnit XML, which Maestro writes too, the JSON of Playwright, and that of behave or \
      Cucumber. Ends with 1 if a test failed. docs/testing.md shows it.
      """)

  @Argument(help: "Reports; `-` is standard input.") var reports: [String]
  @Option(help: "Only the tests of this flow.", completion: .flows) var flow: String?
  @Option(help: "The paths that the tests are of, as for `flowrun tests`.") var by: String?
  @Flag(help: "Prints the tables, with how many green tests took each row.") var table = false
  @Flag(help: "The paths as meant.") var asMeant = false
  @Option(help: "text; md; html; json. md and html only have what green tests take.")
  var format = CoverageFormat.text
  @Option(
    parsing: .unconditional,
    help: "Exits with status 1 if green tests take less than this per cent of the rows.")
  var atLeast: Int?
  @OptionGroup var flows: FlowsOption

  func run() async throws {
    if let atLeast, !(0...100).contains(atLeast) { throw Refusal("`--at-least` is from 0 to 100") }
    let console = Console.current
    let catalogue = try flows.catalogue()
    let only = try flow.map { try catalogue.find($0) }
    let reading: Reading = asMeant ? .meant : .written
    let source = try CaseSource(
      catalogue, in: try flows.located(), only: only,
      by: try by.map { try PathCriterion.named($0) },
      as: reading)
    let found = try CaseReports(reports, of: source.cases)
    let failed = found.outcomes.filter { $0.result.status == .failed }
    var coverage = TraceCoverage(catalogue)
    for outcome in found.outcomes where outcome.result.status == .green {
      coverage.add(outcome.test.entries)
    }
    // A flow without a green test has rows that no green test takes.
    let touched = Set(source.cases.flatMap { $0.entries.map(\.row.flow) })
    let covered = only.map { [$0] } ?? catalogue.flows.filter(touched.contains)
    let report = CoverageReport(
      coverage, of: covered, as: reading, files: SourceFile.excerpts(from: covered.map(\.path)))
    let text = try await format.text(of: report, in: catalogue, drawsTables: table)
    switch format {
    case .text: console.out(summary(found, source.cases) + "\nrows that green tests take:\n" + text)
    case .json: console.out(json(found, source.cases, text).text + "\n")
    case .md, .html:
      console.out(text)
      if !failed.isEmpty { console.err(summary(found, source.cases)) }
    }
    if let atLeast, report.percent < atLeast {
      throw Refusal(
        "green tests take \(report.percent)% of the rows, not \(atLeast)%", status: 1)
    }
    if !failed.isEmpty { throw ExitCode(1) }
  }

  private func missing(_ found: CaseReports, _ cases: [TestCase]) -> [String] {
    let ran = Set(found.outcomes.filter { $0.result.status != .skipped }.map(\.test.name))
    return cases.map(\.name).filter { !ran.contains($0) }
  }

  /// What happened, for people.
  private func summary(_ found: CaseReports, _ cases: [TestCase]) -> String {
    let outcomes = found.outcomes
    let failed = outcomes.filter { $0.result.status == .failed }
    let green = outcomes.count { $0.result.status == .green }
    let skipped = outcomes.count - green - failed.count
    var text = "\(String.count(outcomes.count, "test")): \(green) green, \(failed.count) failed, "
    text += "\(skipped) skipped\n"
    for outcome in failed {
      text += "failed: \(TerminalText.line(outcome.test.name))\n"
      text += "  \(TerminalText.line(words(outcome)))\n"
      for row in outcome.rows {
        text += "  \(row.flow.path):\(row.line): \(TestCase.sentence(of: row))\n"
      }
    }
    let missing = missing(found, cases)
    if !missing.isEmpty { text += "not run: \(missing.joined(separator: ", "))\n" }
    if !found.others.isEmpty {
      let names = found.others.map { TerminalText.line($0.name) }
      text += "of no path: \(names.joined(separator: ", "))\n"
    }
    return text
  }

  /// Where a test failed, with the line of the report that says so.
  private func words(_ outcome: CaseOutcome) -> String {
    let lines = outcome.result.message.split(whereSeparator: \.isNewline).map(\.trimmed)
    let first = lines.first { $0.contains("after ") || $0.contains("at the beginning") }
    let said = first ?? lines.first ?? "the report has no message"
    switch outcome.place {
    case .beginning?: return "at the beginning: \(said)"
    case .after?: return "what must be shown then is missing: \(said)"
    case .at?: return "it could not be done: \(said)"
    case .unknown?, nil: return "the report does not say at which row: \(said)"
    }
  }

  private func json(_ found: CaseReports, _ cases: [TestCase], _ coverage: String) -> JSONValue {
    .object([
      "tests": .array(
        found.outcomes.map { outcome in
          .object([
            "test": .string(outcome.test.name), "flow": .string(outcome.test.flow.id),
            "status": .string(outcome.result.status.rawValue),
            "rows": outcome.place == nil ? nil : .strings(outcome.rows.map(\.qualified)),
            "message": outcome.place == nil ? nil : .string(outcome.result.message),
          ])
        }),
      "notRun": .strings(missing(found, cases)),
      "ofNoPath": .strings(found.others.map(\.name)),
      "coverage": JSONValue(parsing: coverage),
    ])
  }
}
