public import Diagnostics
public import FlowModel
internal import JSON

/// How often every row was taken, from traces of any number of runs.
public struct TraceCoverage: Sendable {
  public private(set) var counts: [Row: Int] = [:]
  /// How many rows the traces hold, and how many runs.
  public private(set) var takenCount = 0
  public private(set) var runCount = 0
  public private(set) var diagnostics: [Diagnostic] = []
  private let catalogue: Catalogue
  private var rows: [String: Row] = [:]

  public init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
    for flow in catalogue.flows {
      for row in flow.rows { rows[row.qualified] = row }
    }
  }

  /// Adds the runs of a file in the form of `--trace json`. Objects without a `row` end a run.
  public mutating func add(_ file: SourceFile) {
    let lines = JSONLines(file)
    diagnostics += lines.diagnostics
    var isOpen = false
    var unknown: Set<String> = []
    for record in lines.records {
      guard let name = record.value["row"]?.string else {
        if record.value["end"] == nil {
          diagnostics.append(
            Diagnostic(
              .invalidTrace, path: file.path, span: record.span,
              "the object has neither `row` nor `end`",
              help: "a trace is what `--trace json` prints, an object a line"))
        } else {
          runCount += 1
          isOpen = false
        }
        continue
      }
      isOpen = true
      guard let row = rows[name] else {
        if unknown.insert(name).inserted { refuse(name, at: record.span(of: name), in: file) }
        continue
      }
      takenCount += 1
      counts[row, default: 0] += 1
    }
    if isOpen { runCount += 1 }
  }

  private mutating func refuse(_ name: String, at span: Span, in file: SourceFile) {
    let flow = name.prefix { $0 != ":" }
    let near = rows.keys.filter { $0.hasPrefix(flow + ":") }.sorted()
    diagnostics.append(
      Diagnostic(
        .unknownRow, .warning, path: file.path, span: span,
        "no flow has the row `\(name)`",
        help: DidYouMean.question(for: name, in: near.isEmpty ? rows.keys.sorted() : near)
          ?? "the trace may be of other flows, or of older ones"))
  }

  /// What was taken of one flow.
  public struct Share: Sendable {
    public let flow: Flow
    /// The rows that the reading has, in document order, and how often each was taken.
    public let rows: [(row: Row, count: Int)]
    public var taken: Int { rows.count { $0.count > 0 } }
    public var missing: [Row] { rows.filter { $0.count == 0 }.map(\.row) }
    /// In whole per cent, never 100 while something is missing.
    public var percent: Int { rows.isEmpty ? 100 : taken * 100 / rows.count }
  }

  public func share(of flow: Flow, as reading: Reading) -> Share {
    Share(
      flow: flow,
      rows: flow.rows.filter { $0.target(reading) != nil }.map { ($0, counts[$0] ?? 0) })
  }

  /// The flows that some row was taken of, in the catalogue's order.
  public var flows: [Flow] {
    let touched = Set(counts.keys.map(\.flow))
    return catalogue.flows.filter(touched.contains)
  }
}
