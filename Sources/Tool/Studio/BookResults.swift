internal import Diagnostics
internal import FlowCases
internal import FlowFiles
internal import FlowLoader
internal import FlowModel
internal import FlowRuntime
internal import FlowTesting
internal import JSON

/// What reports of tests of the app say of rows: which are taken by green tests, and at which a
/// test failed.
struct BookResults {
  /// For each reading how often green tests took each row. Nil without reports.
  private(set) var coverage: JSONValue?
  /// The tests that failed, with the rows that may be to blame.
  private(set) var failures: JSONValue = .array([])

  /// - Parameters:
  ///   - book: the named paths. Nil if there are none.
  ///   - reports: the paths of the reports. One that cannot be read says nothing.
  init(_ catalogue: Catalogue, _ book: ReplayBook?, reports: [String]) {
    guard let book, !reports.isEmpty else { return }
    let results = reports.flatMap { path in
      (try? SourceFile(readingFrom: path)).map { TestResult.read($0).results } ?? []
    }
    let scripts = book.chapters.flatMap(\.scripts)
    var counts: [(String, JSONValue)] = []
    var failures: [JSONValue] = []
    for reading in Reading.allCases {
      let program = catalogue.compiled(as: reading)
      let cases = scripts.filter { $0.reading == reading }.compactMap {
        try? TestCase($0, on: program)
      }
      let outcomes = CaseOutcome.all(results, of: cases).outcomes
      let green = outcomes.filter { $0.result.status == .green }
      counts.append(
        (
          reading.rawValue,
          BookReplays.counts(green.flatMap { $0.test.entries.map(\.row.qualified) })
        ))
      failures += outcomes.filter { $0.result.status == .failed }.map {
        BookResults.failure($0, as: reading)
      }
    }
    coverage = .object(members: counts)
    self.failures = .array(failures)
  }

  private static func failure(_ outcome: CaseOutcome, as reading: Reading) -> JSONValue {
    let lines = outcome.result.message.split(whereSeparator: \.isNewline)
    return .object([
      "test": .string(outcome.test.name), "as": .string(reading.rawValue),
      "rows": .strings(outcome.rows.map(\.original.qualified)),
      "message": .string(lines.first.map(String.init) ?? ""),
    ])
  }
}
