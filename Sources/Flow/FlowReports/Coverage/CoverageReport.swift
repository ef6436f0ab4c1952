public import Diagnostics
public import FlowModel
internal import FlowRuntime
public import FlowTesting
internal import JSON
internal import Markup

/// Coverage by row, as text, Markdown, HTML and JSON.
public struct CoverageReport: Sendable {
  let coverage: TraceCoverage
  let reading: Reading
  let shares: [TraceCoverage.Share]
  private let places: [Row: Int]
  private let links: String

  /// A report about some flows.
  ///
  /// - Parameters:
  ///   - files: the files of the flows, which give the line numbers of rows.
  ///   - links: what stands before the path of a file in links, such as the address of a
  ///     repository.
  public init(
    _ coverage: TraceCoverage, of flows: [Flow], as reading: Reading,
    files: some Sequence<SourceFile>, links: String = ""
  ) {
    self.coverage = coverage
    self.reading = reading
    self.links = links
    shares = flows.map { coverage.share(of: $0, as: reading) }
    let byPath = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    var places: [Row: Int] = [:]
    for share in shares {
      guard let file = byPath[share.flow.path] else { continue }
      let rows = share.rows.map(\.row)
      for (row, position) in zip(rows, file.positions(of: rows.map(\.span.start))) {
        places[row] = position.line
      }
    }
    self.places = places
  }

  /// The share of taken rows in all flows together, in whole per cent, rounded down.
  public var percent: Int { total == 0 ? 100 : taken * 100 / total }
  var total: Int { shares.reduce(0) { $0 + $1.rows.count } }
  var taken: Int { shares.reduce(0) { $0 + $1.taken } }
  var totalPairs: Int { shares.reduce(0) { $0 + $1.pairs.count } }
  var takenPairs: Int { shares.reduce(0) { $0 + $1.takenPairs } }

  var summary: String {
    let pairs = totalPairs == 0 ? 100 : takenPairs * 100 / totalPairs
    return "\(String.count(coverage.runCount, "run")), "
      + "\(String.count(coverage.takenCount, "row")) taken; "
      + "as \(reading.rawValue), \(taken) of \(total) rows (\(percent)%), "
      + "\(takenPairs) of \(totalPairs) pairs (\(pairs)%)"
  }

  /// Where the line of a row is shown.
  func link(_ row: Row) -> String {
    links + row.flow.path + (places[row].map { "#L\($0)" } ?? "")
  }

  func place(_ row: Row) -> String {
    "\(row.flow.path)\(places[row].map { ":\($0)" } ?? "")"
  }

  /// One line per flow, then the rows of each flow that were not taken, with file and line.
  ///
  /// - Parameter drawsTables: prints every table instead, with the number of times each row was
  ///   taken.
  public func text(drawsTables: Bool) -> String {
    var text = "\(summary)\n"
    let width = shares.map(\.flow.id.count).max() ?? 0
    for share in shares {
      text += "  \(share.flow.id.padded(to: width))  \("\(share.percent)".aligned(to: 3))%  "
      text += "\(share.taken) of \(share.rows.count)  "
      text += "\(share.takenPairs) of \(share.pairs.count) pairs  \(share.flow.title)\n"
    }
    for share in shares where drawsTables || !share.missing.isEmpty || !missingPairs(share).isEmpty
    {
      if drawsTables {
        text += "\n\(share.flow.id) \(share.flow.title)\n\(table(share))"
      } else {
        text += "\nnot taken in \(share.flow.id)\n"
        for row in share.missing {
          text += "  \(place(row))  \(row.reference)  \(row.text)\n"
        }
        text += pairs(share)
      }
    }
    return text
  }

  /// The pairs that were not taken, of which both rows were.
  private func pairs(_ share: TraceCoverage.Share) -> String {
    let missing = missingPairs(share)
    guard !missing.isEmpty else { return "" }
    return "  not one after the other: \(missing.joined(separator: ", "))\n"
  }

  /// The pairs that were not taken, of which both rows were. The others are not taken either way.
  func missingPairs(_ share: TraceCoverage.Share) -> [String] {
    share.pairs.filter { entry in
      !entry.isTaken && coverage.counts[entry.pair.first] != nil
        && coverage.counts[entry.pair.second] != nil
    }.map { "\($0.pair.first.reference) \($0.pair.second.reference)" }
  }

  private func table(_ share: TraceCoverage.Share) -> String {
    lines(share).map { line in
      let next = line.next.isEmpty ? "" : " -> \(line.next)"
      return "\(line.mark.aligned(to: 5))  \(line.id.padded(to: 7)) \(line.text)\(next)\n"
    }.joined()
  }

  /// A line of the table: its text, and how often it was taken; `-` for never.
  typealias Drawn = (
    row: Row?, id: String, text: String, next: String, mark: String, isHead: Bool
  )

  func lines(_ share: TraceCoverage.Share) -> [Drawn] {
    let proposed = share.rows.map(\.row).filter { $0.isProposed && $0.kind != .own }
    return share.flow.lines.flatMap { line -> [Drawn] in
      switch line {
      case .section(let section): [(nil, section.id, section.title, "", "", true)]
      case .step(let step):
        [drawn(step.id, step.text, step.ownRow, isHead: true)]
          + proposed.filter { $0.step == step && !$0.isAnywhere }
          .map { drawn($0.reference, $0.text, $0) }
      case .row(let row): [drawn(row.reference, row.text, row)]
      case .anywhere(let id): [(nil, id, Line.atAnyTime, "", "", true)]
      }
    } + proposed.filter(\.isAnywhere).map { drawn($0.reference, $0.text, $0) }
  }

  private func drawn(_ id: String, _ text: String, _ row: Row?, isHead: Bool = false) -> Drawn {
    guard let row, let target = row.target(reading) else { return (row, id, text, "", "", isHead) }
    let count = coverage.counts[row] ?? 0
    return (row, id, text, target.description, count == 0 ? "-" : "\(count)x", isHead)
  }

  /// The report as one JSON object.
  public var json: String {
    let flows = shares.map { share in
      JSONValue.object([
        "flow": .string(share.flow.id), "rows": .integer(share.rows.count),
        "taken": .integer(share.taken), "pairs": .integer(share.pairs.count),
        "takenPairs": .integer(share.takenPairs),
        "missingPairs": .array(
          share.pairs.filter { !$0.isTaken }.map {
            .array([.string($0.pair.first.reference), .string($0.pair.second.reference)])
          }),
        "missing": .array(
          share.missing.map { row in
            .object([
              "row": .string(row.reference), "file": .string(row.flow.path),
              "line": places[row].map { .integer($0) },
            ])
          }),
        "counts": .object(
          members: share.rows.filter { $0.count > 0 }.map {
            ($0.row.reference, .integer($0.count))
          }),
      ])
    }
    let report = JSONValue.object([
      "runs": .integer(coverage.runCount), "reading": .string(reading.rawValue),
      "rows": .integer(total), "taken": .integer(taken), "pairs": .integer(totalPairs),
      "takenPairs": .integer(takenPairs), "flows": .array(flows),
    ])
    return report.text + "\n"
  }
}
