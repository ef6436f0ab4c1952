public import Diagnostics
public import FlowModel
internal import FlowRuntime
public import FlowTesting
internal import JSON
internal import Markup

/// Coverage by row, as text, Markdown, HTML and JSON.
public struct CoverageReport: Sendable {
  private let coverage: TraceCoverage
  private let reading: Reading
  private let shares: [TraceCoverage.Share]
  private let places: [Row: Int]

  /// A report about some flows.
  ///
  /// - Parameter files: the files of the flows, which give the line numbers of missing rows.
  public init(
    _ coverage: TraceCoverage, of flows: [Flow], as reading: Reading,
    files: some Sequence<SourceFile>
  ) {
    self.coverage = coverage
    self.reading = reading
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
  private var total: Int { shares.reduce(0) { $0 + $1.rows.count } }
  private var taken: Int { shares.reduce(0) { $0 + $1.taken } }

  private var summary: String {
    "\(String.count(coverage.runCount, "run")), \(String.count(coverage.takenCount, "row")) taken"
  }

  private func place(_ row: Row) -> String {
    "\(row.flow.path)\(places[row].map { ":\($0)" } ?? "")"
  }

  /// One line per flow, then the rows of each flow that were not taken, with file and line.
  ///
  /// - Parameter drawsTables: prints every table instead, with the number of times each row was
  ///   taken.
  public func text(drawsTables: Bool) -> String {
    var text = "\(summary); as \(reading.rawValue), \(taken) of \(total) rows (\(percent)%)\n"
    let width = shares.map(\.flow.id.count).max() ?? 0
    for share in shares {
      text += "  \(share.flow.id.padded(to: width))  \("\(share.percent)".aligned(to: 3))%  "
      text += "\(share.taken) of \(share.rows.count)  \(share.flow.title)\n"
    }
    for share in shares where drawsTables || !share.missing.isEmpty {
      if drawsTables {
        text += "\n\(share.flow.id) \(share.flow.title)\n\(table(share))"
      } else {
        text += "\nnot taken in \(share.flow.id)\n"
        for row in share.missing {
          text += "  \(place(row))  \(row.reference)  \(row.text)\n"
        }
      }
    }
    return text
  }

  private func table(_ share: TraceCoverage.Share) -> String {
    lines(share).map { line in
      let next = line.next.isEmpty ? "" : " -> \(line.next)"
      return "\(line.mark.aligned(to: 5))  \(line.id.padded(to: 7)) \(line.text)\(next)\n"
    }.joined()
  }

  /// A line of the table: its text, and how often it was taken; `-` for never.
  private typealias Drawn = (id: String, text: String, next: String, mark: String, isHead: Bool)

  private func lines(_ share: TraceCoverage.Share) -> [Drawn] {
    let proposed = share.rows.map(\.row).filter { $0.isProposed && $0.kind != .own }
    return share.flow.lines.flatMap { line -> [Drawn] in
      switch line {
      case .section(let section): [(section.id, section.title, "", "", true)]
      case .step(let step):
        [drawn(step.id, step.text, step.ownRow, isHead: true)]
          + proposed.filter { $0.step == step && !$0.isAnywhere }
          .map { drawn($0.reference, $0.text, $0) }
      case .row(let row): [drawn(row.reference, row.text, row)]
      case .anywhere(let id): [(id, Line.atAnyTime, "", "", true)]
      }
    } + proposed.filter(\.isAnywhere).map { drawn($0.reference, $0.text, $0) }
  }

  private func drawn(_ id: String, _ text: String, _ row: Row?, isHead: Bool = false) -> Drawn {
    guard let row, let target = row.target(reading) else { return (id, text, "", "", isHead) }
    let count = coverage.counts[row] ?? 0
    return (id, text, target.description, count == 0 ? "-" : "\(count)x", isHead)
  }

  /// Headings, a table of the flows, and every flow's table with a column for the number of times.
  public var markdown: String {
    func cell(_ text: String) -> String { Markdown.escaped(text, escaping: ["\\", "|"]) }
    var text = "# Coverage\n\n\(summary); as \(reading.rawValue), \(taken) of \(total) rows "
    text += "(\(percent)%).\n\n| Flow | Rows | Taken | % |\n| --- | --: | --: | --: |\n"
    for share in shares {
      text += "| \(cell(share.flow.id)) \(cell(share.flow.title)) | \(share.rows.count) "
      text += "| \(share.taken) | \(share.percent) |\n"
    }
    for share in shares {
      text += "\n## \(cell(share.flow.id)) \(cell(share.flow.title))\n\n"
      text += "| Taken | # | Description | Next |\n| --: | --- | --- | --- |\n"
      for line in lines(share) {
        let bold = line.isHead ? "**" : ""
        let mark = line.mark == "-" ? "**never**" : line.mark
        text += "| \(mark) | \(bold)\(cell(line.id))\(bold) | \(bold)\(cell(line.text))\(bold) "
        text += "| \(cell(line.next)) |\n"
      }
      for row in share.missing {
        text += "\n`\(place(row))` \(cell(row.reference)) \(cell(row.text))\n"
      }
    }
    return text
  }

  /// A single HTML page without external resources.
  public var html: String {
    var text = """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>Coverage</title><style>
      body { font: 15px/1.4 sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em; }
      table { border-collapse: collapse; width: 100%; margin-bottom: 2em; }
      td, th { border: 1px solid #ccc; padding: 3px 8px; text-align: left; vertical-align: top; }
      .n { text-align: right; white-space: nowrap; }
      tr.head td { font-weight: bold; background: #f3f3f3; }
      tr.taken td { background: #e3f4e3; } tr.never td { background: #fbe0e0; }
      </style></head><body>
      <h1>Coverage</h1>
      <p>\(XML.escaped(summary)); as \(reading.rawValue), \(taken) of \(total) rows (\(percent)%).</p>
      <table><tr><th>Flow</th><th class="n">Rows</th><th class="n">Taken</th><th class="n">%</th></tr>

      """
    for share in shares {
      let name = XML.escaped("\(share.flow.id) \(share.flow.title)")
      text += "<tr><td><a href=\"#\(XML.escaped(share.flow.id))\">\(name)</a></td>"
      text += "<td class=\"n\">\(share.rows.count)</td><td class=\"n\">\(share.taken)</td>"
      text += "<td class=\"n\">\(share.percent)</td></tr>\n"
    }
    text += "</table>\n"
    for share in shares {
      let name = XML.escaped("\(share.flow.id) \(share.flow.title)")
      text += "<h2 id=\"\(XML.escaped(share.flow.id))\">\(name)</h2>\n"
      text +=
        "<table><tr><th class=\"n\">Taken</th><th>#</th><th>Description</th><th>Next</th></tr>\n"
      for line in lines(share) {
        let state = line.mark == "-" ? "never" : line.mark.isEmpty ? "head" : "taken"
        text +=
          "<tr class=\"\(state)\"><td class=\"n\">\(line.mark == "-" ? "never" : line.mark)</td>"
        text += "<td>\(XML.escaped(line.id))</td><td>\(XML.escaped(line.text))</td>"
        text += "<td>\(XML.escaped(line.next))</td></tr>\n"
      }
      text += "</table>\n"
    }
    return text + "</body></html>\n"
  }

  /// The report as one JSON object.
  public var json: String {
    let flows = shares.map { share in
      JSONValue.object([
        "flow": .string(share.flow.id), "rows": .integer(share.rows.count),
        "taken": .integer(share.taken),
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
      "rows": .integer(total), "taken": .integer(taken), "flows": .array(flows),
    ])
    return report.text + "\n"
  }
}
