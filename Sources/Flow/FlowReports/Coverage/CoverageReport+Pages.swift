public import FlowModel
internal import FlowTesting
internal import Markup

extension CoverageReport {
  /// Headings, a table of the flows, and for every flow its diagram and its table with a column for
  /// the number of times. The rows are links to their lines.
  public func markdown(in catalogue: Catalogue) -> String {
    func cell(_ text: String) -> String { Markdown.escaped(text, escaping: ["\\", "|"]) }
    var text = "# Coverage\n\n\(summary).\n\n"
    text += "| Flow | Rows | Taken | % | Pairs | Taken |\n"
    text += "| --- | --: | --: | --: | --: | --: |\n"
    for share in shares {
      text += "| \(cell(share.flow.id)) \(cell(share.flow.title)) | \(share.rows.count) "
      text += "| \(share.taken) | \(share.percent) | \(share.pairs.count) | \(share.takenPairs) |\n"
    }
    text += "| **Total** | **\(total)** | **\(taken)** | **\(percent)** | **\(totalPairs)** "
    text += "| **\(takenPairs)** |\n"
    for share in shares {
      let diagram = diagram(of: share.flow, in: catalogue)
      text += "\n## \(cell(share.flow.id)) \(cell(share.flow.title))\n\n"
      text += "```mermaid\n\(diagram.mermaid)```\n\n"
      text += "| Taken | # | Description | Next |\n| --: | --- | --- | --- |\n"
      for line in lines(share) {
        let bold = line.isHead ? "**" : ""
        let mark = line.mark == "-" ? "**never**" : line.mark
        let id = line.row.map { "[\(cell(line.id))](<\(link($0))>)" } ?? cell(line.id)
        text += "| \(mark) | \(line.id.isEmpty ? "" : bold + id + bold) "
        text += "| \(bold)\(cell(line.text))\(bold) | \(cell(line.next)) |\n"
      }
      let missing = missingPairs(share)
      if !missing.isEmpty {
        text += "\nNot one after the other: \(missing.map { "`\($0)`" }.joined(separator: ", ")).\n"
      }
    }
    return text
  }

  /// A flow whose rows are drawn by whether they were taken.
  public func diagram(of flow: Flow, in catalogue: Catalogue) -> FlowDiagram {
    FlowDiagram(flow, in: catalogue).covered(by: coverage.counts, as: reading)
  }

  /// The flows that the report is about, in its order.
  public var flows: [Flow] { shares.map(\.flow) }

  /// A single HTML page without external resources.
  ///
  /// - Parameter drawings: the diagrams of the flows as SVG, in the order of ``flows``; empty if
  ///   they cannot be drawn.
  public func html(drawings: [String]) -> String {
    var text = """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>Coverage</title><style>
      body { font: 15px/1.4 sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em; }
      table { border-collapse: collapse; width: 100%; margin-bottom: 2em; }
      td, th { border: 1px solid #ccc; padding: 3px 8px; text-align: left; vertical-align: top; }
      .n { text-align: right; white-space: nowrap; }
      svg { max-width: 100%; height: auto; }
      tr.head td { font-weight: bold; background: #f3f3f3; }
      tr.taken td { background: #e3f4e3; } tr.never td { background: #fbe0e0; }
      </style></head><body>
      <h1>Coverage</h1>
      <p>\(XML.escaped(summary)).</p>
      <table><tr><th>Flow</th>\(heads(["Rows", "Taken", "%", "Pairs", "Taken"]))</tr>

      """
    for share in shares {
      let name = XML.escaped("\(share.flow.id) \(share.flow.title)")
      text += "<tr><td><a href=\"#\(XML.escaped(share.flow.id))\">\(name)</a></td>"
      text += numbers([
        share.rows.count, share.taken, share.percent, share.pairs.count, share.takenPairs,
      ])
    }
    text += "<tr class=\"head\"><td>Total</td>"
    text += numbers([total, taken, percent, totalPairs, takenPairs]) + "</table>\n"
    for (index, share) in shares.enumerated() {
      let name = XML.escaped("\(share.flow.id) \(share.flow.title)")
      text += "<h2 id=\"\(XML.escaped(share.flow.id))\">\(name)</h2>\n"
      if index < drawings.count { text += CoverageReport.inline(drawings[index]) }
      text += "<table><tr>\(heads(["Taken"]))<th>#</th><th>Description</th><th>Next</th></tr>\n"
      for line in lines(share) { text += html(line) }
      text += "</table>\n"
      let missing = missingPairs(share)
      if !missing.isEmpty {
        text += "<p>Not one after the other: "
        text += XML.escaped(missing.joined(separator: ", ")) + ".</p>\n"
      }
    }
    return text + "</body></html>\n"
  }

  private func html(_ line: Drawn) -> String {
    let state = line.mark == "-" ? "never" : line.mark.isEmpty ? "head" : "taken"
    var id = XML.escaped(line.id)
    if let row = line.row { id = "<a href=\"\(XML.escaped(link(row)))\">\(id)</a>" }
    return "<tr class=\"\(state)\"><td class=\"n\">\(line.mark == "-" ? "never" : line.mark)</td>"
      + "<td>\(id)</td><td>\(XML.escaped(line.text))</td><td>\(XML.escaped(line.next))</td></tr>\n"
  }

  private func heads(_ names: [String]) -> String {
    names.map { "<th class=\"n\">\($0)</th>" }.joined()
  }

  private func numbers(_ numbers: [Int]) -> String {
    numbers.map { "<td class=\"n\">\($0)</td>" }.joined() + "</tr>\n"
  }

  /// The element of a drawing, without what only a file of its own has.
  private static func inline(_ svg: String) -> String {
    svg.firstRange(of: "<svg").map { String(svg[$0.lowerBound...]) } ?? ""
  }
}
