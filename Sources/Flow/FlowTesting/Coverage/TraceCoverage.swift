public import Diagnostics
public import FlowModel
public import FlowRuntime
internal import JSON

/// How often each row was taken, counted from the traces of any number of runs.
public struct TraceCoverage: Sendable {
  /// The number of times each row was taken. Rows never taken are absent.
  public private(set) var counts: [Row: Int] = [:]
  /// The rows of a flow that were taken one right after the other.
  public private(set) var pairs: Set<RowPair> = []
  /// The number of taken rows in all traces.
  public private(set) var takenCount = 0
  /// The number of runs.
  public private(set) var runCount = 0
  /// Lines that could not be read, rows that no flow has, and rows that no run takes there.
  public private(set) var diagnostics: [Diagnostic] = []
  private let catalogue: Catalogue
  private let isLenient: Bool
  private let programs: [Program]
  private var rows: [String: Row] = [:]
  /// For every flow, the row that the current run has taken last.
  private var last: [Flow: Row] = [:]

  /// An empty coverage of `catalogue`.
  ///
  /// - Parameter isLenient: for traces that `flowrun` did not write, or of an older release: rows
  ///   that no flow has and other texts are warnings, and a flow may start where the run waits
  ///   although the trace does not say that the run was suspended.
  public init(_ catalogue: Catalogue, isLenient: Bool = false) {
    self.catalogue = catalogue
    self.isLenient = isLenient
    programs = Reading.allCases.map { catalogue.compiled(as: $0) }
    for flow in catalogue.flows {
      for row in flow.rows { rows[row.qualified] = row.original }
    }
  }

  /// Adds the rows of one run.
  public mutating func add(_ entries: [TraceEntry]) {
    for entry in entries { take(entry.row) }
    endRun()
  }

  private mutating func take(_ row: Row) {
    let row = row.original
    takenCount += 1
    counts[row, default: 0] += 1
    if let before = last.updateValue(row, forKey: row.flow) {
      pairs.insert(RowPair(first: before, second: row))
    }
  }

  private mutating func endRun() {
    runCount += 1
    last = [:]
  }

  /// Adds the runs of a file in the format of `--trace json`. An object without `row` ends a run.
  ///
  /// A run has to be possible in one of the readings: the trace does not say which one it was.
  public mutating func add(_ file: SourceFile) {
    var unknown: Set<String> = []
    var reworded: Set<Row> = []
    var run = OpenRun(programs, isLenient)
    for line in JSONLines(file) {
      let value: JSONValue
      switch line.value {
      case .success(let found): value = found
      case .failure(let failure):
        report(
          .invalidTrace, "the line is not a JSON object: \(failure.reason)",
          at: line.span(of: failure), in: file)
        continue
      }
      if let at = value["at"], at.integer == nil {
        report(
          .invalidTrace, "`at` is not a whole number of milliseconds", at: line.span, in: file)
      }
      guard let name = value["row"]?.string else {
        guard let end = value["end"]?.string else {
          report(
            .invalidTrace, "the object has neither `row` nor `end`", at: line.span, in: file)
          continue
        }
        if let reason = run.end(end, value) {
          report(
            .impossibleTrace, "no run ends with `\(end)` here: \(reason)",
            at: line.span(of: end), in: file)
        }
        endRun()
        run = OpenRun(programs, isLenient)
        continue
      }
      guard let row = row(name, in: value) else {
        if unknown.insert(name).inserted { refuse(name, at: line.span(of: name), in: file) }
        // What comes after it may begin anywhere.
        run.forget()
        last = [:]
        continue
      }
      take(row)
      let claim = TraceClaim(row, in: value)
      if let text = claim.text, text != row.text, reworded.insert(row).inserted {
        warn(
          .otherText, "`\(name)` says “\(row.text)”, the trace “\(text)”",
          at: line.span(of: text), in: file,
          help: "the trace is of another release; make it again, or take `--lenient`")
      }
      if let reason = run.take(claim) {
        report(
          .impossibleTrace, "no run takes `\(name)` here: \(reason)", at: line.span(of: name),
          in: file)
      }
    }
    if run.hasBegun { endRun() }
  }

  /// The row that a line names. Rows that may be taken at many steps may share a name; the step
  /// tells which one it is.
  private func row(_ name: String, in line: JSONValue) -> Row? {
    let step = line["step"]?.string.flatMap { catalogue.step(qualified: $0) }
    for reading in Reading.allCases {
      let row = step?.rows(reading).first { $0.qualified == name }
      if let row { return row.original }
    }
    return rows[name]
  }

  private mutating func report(
    _ rule: Rule, _ message: String, at span: Span, in file: SourceFile
  ) {
    let help =
      rule == .invalidTrace
      ? "a trace is what `--trace json` prints, an object a line"
      : "the trace may be of older flows, or put together from several runs"
    diagnostics.append(
      Diagnostic(rule, path: file.path, span: span, message, help: help))
  }

  private mutating func refuse(_ name: String, at span: Span, in file: SourceFile) {
    let flow = name.prefix { $0 != ":" }
    let near = rows.keys.filter { $0.hasPrefix(flow + ":") }.sorted()
    warn(
      .unknownRow, "no flow has the row `\(name)`", at: span, in: file,
      help: DidYouMean.question(for: name, in: near.isEmpty ? rows.keys.sorted() : near)
        ?? "the trace may be of other flows, or of older ones")
  }

  /// Reports a difference that a lenient coverage accepts.
  private mutating func warn(
    _ rule: Rule, _ message: String, at span: Span, in file: SourceFile, help: String
  ) {
    diagnostics.append(
      Diagnostic(
        rule, isLenient ? .warning : .error, path: file.path, span: span, message, help: help))
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
    /// The pairs of rows that runs can take, and whether one has.
    public let pairs: [(pair: RowPair, isTaken: Bool)]
    /// How many of the pairs were taken.
    public var takenPairs: Int { pairs.count { $0.isTaken } }
  }

  /// The coverage of a flow in a reading.
  public func share(of flow: Flow, as reading: Reading) -> Share {
    let program = programs.first { $0.reading == reading } ?? catalogue.compiled(as: reading)
    return Share(
      flow: flow,
      rows: flow.rows.filter { $0.target(reading) != nil }.map { ($0, counts[$0] ?? 0) },
      pairs: RowPair.all(of: flow, on: program).map { ($0, pairs.contains($0)) })
  }

  /// The flows with at least one taken row, in the catalogue's order.
  public var flows: [Flow] {
    let touched = Set(counts.keys.map(\.flow))
    return catalogue.flows.filter(touched.contains)
  }
}
