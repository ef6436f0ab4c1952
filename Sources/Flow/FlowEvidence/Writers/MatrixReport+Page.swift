internal import Markup

extension MatrixReport {
  /// The matrix as a page that opens without a server.
  package var html: String {
    var text = """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Evidence</title>
      <style>
      body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; \
      padding: 0 1rem; color: #1c1c1e; background: #fff; }
      table { border-collapse: collapse; width: 100%; }
      th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; \
      border-bottom: 1px solid #d8d8dc; }
      th { position: sticky; top: 0; background: #fff; }
      tr.head td { border-top: 2px solid #8e8e93; font-weight: 600; }
      .status { white-space: nowrap; font-weight: 600; }
      .fresh { color: #1b6b34; } .stale { color: #8a5a00; } .missing, .failed { color: #b3261e; }
      small { color: #6e6e73; }
      @media (prefers-color-scheme: dark) { body, th { background: #1c1c1e; color: #f2f2f7; } \
      .fresh { color: #6fd08c; } .stale { color: #ffcc66; } .missing, .failed { color: #ff8a80; } \
      small { color: #a1a1a6; } th, td { border-color: #48484a; } }
      </style>
      <h1>Evidence</h1>

      """
    for kind in EvidenceEntry.Kind.allCases {
      let parts = matrix.parts.filter { $0.entry.kind == kind }
      guard !parts.isEmpty else { continue }
      let counts = MatrixReport.counts(parts.map(\.status))
      text += "<p>\(kind.plural.prefix(1).uppercased())\(kind.plural.dropFirst()): \(counts)</p>\n"
    }
    text += "<table>\n<tr><th>Covers<th>Words<th>Proofs<th>Status</tr>\n"
    for part in matrix.parts { text += rows(of: part) }
    if !matrix.uncovered.isEmpty {
      text += "<tr class=\"head\"><td colspan=\"4\">Rows that nothing covers</tr>\n"
      for row in matrix.uncovered {
        let item = EvidenceItem(thing: .row(row), via: nil)
        text += "<tr><td>\(XML.escaped(item.name))<td>\(XML.escaped(matrix.words(of: item)))"
        text += "<br><small>\(XML.escaped(matrix.place(of: item)))</small><td>"
        text += "<td class=\"status missing\">not covered</tr>\n"
      }
    }
    text += "</table>\n"
    for note in matrix.notes { text += "<p>\(XML.escaped(note))</p>\n" }
    return text + "</html>\n"
  }

  private func rows(of part: EvidenceMatrix.Part) -> String {
    let entry = part.entry
    let because = entry.because.isEmpty ? "" : ": \(entry.because)"
    var text = "<tr class=\"head\" id=\"\(XML.escaped(entry.id))\"><td>\(XML.escaped(entry.id))"
    text += "<td colspan=\"2\">\(XML.escaped(entry.title))"
    let source = entry.source.isEmpty ? entry.path : entry.source
    text += "<br><small>\(XML.escaped(source))</small>"
    text += "<td class=\"status \(part.status)\">\(part.status.words)\(XML.escaped(because))</tr>\n"
    for line in entry.applies ? part.lines : [] {
      let via = line.item.via.map { " <small>by \(XML.escaped($0))</small>" } ?? ""
      let place = matrix.place(of: line.item)
      text += "<tr><td>\(XML.escaped(line.item.name))\(via)"
      text += "<td>\(XML.escaped(matrix.words(of: line.item)))"
      if !place.isEmpty { text += "<br><small>\(XML.escaped(place))</small>" }
      let proofs = line.findings.map { finding in
        "<div class=\"\(finding.status)\">\(XML.escaped(MatrixReport.text(of: finding)))</div>"
      }
      text += "<td>\(proofs.joined())"
      text += "<td class=\"status \(line.status)\">\(line.status.words)</tr>\n"
    }
    return text
  }
}
