public import Diagnostics
public import FlowModel
internal import JSON

/// How often each row was taken, counted from the traces of any number of runs.
public struct TraceCoverage: Sendable {
  /// The number of times each row was taken. Rows never taken are absent.
  public private(set) var counts: [Row: Int] = [:]
  /// The number of taken rows in all traces.
  public private(set) var takenCount = 0
  /// The number of runs.
  public private(set) var runCount = 0
  /// Lines that could not be read, and rows that no flow has.
  public private(set) var diagnostics: [Diagnostic] = []
  private let catalogue: Catalogue
  private var rows: [String: Row] = [:]

  /// An empty coverage of `catalogue`.
  public init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
    for flow in catalogue.flows {
      for row in flow.rows { rows[row.qualified] = row }
    }
  }

  /// Adds the runs of a file in the format of `--trace json`. An object without `row` ends a run.
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

  /// The coverage of one flow.
  public struct Share: Sendable {
    /// The flow.
    public let flow: Flow
    /// The rows that exist in the reading, in document order, and how often each was taken.
    public let rows: [(row: Row, count: Int)]
    /// How many of the rows were taken.
    public var taken: Int { rows.count { $0.count > 0 } }
    /// The rows that were not taken.
    public var missing: [Row] { rows.filter { $0.count == 0 }.map(\.row) }
    /// The share of taken rows in whole per cent, rounded down.
    public var percent: Int { rows.isEmpty ? 100 : taken * 100 / rows.count }
  }

  /// The coverage of a flow in a reading.
  public func share(of flow: Flow, as reading: Reading) -> Share {
    Share(
      flow: flow,
      rows: flow.rows.filter { $0.target(reading) != nil }.map { ($0, counts[$0] ?? 0) })
  }

  /// The flows with at least one taken row, in the catalogue's order.
  public var flows: [Flow] {
    let touched = Set(counts.keys.map(\.flow))
    return catalogue.flows.filter(touched.contains)
  }
}
