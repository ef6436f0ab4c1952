internal import FlowModel
internal import Markup

/// A matrix of evidence, written for people and for programs.
package struct MatrixReport {
  let matrix: EvidenceMatrix

  /// A report of a matrix.
  package init(_ matrix: EvidenceMatrix) { self.matrix = matrix }

  /// The matrix in lines.
  package var text: String {
    var text = ""
    for kind in EvidenceEntry.Kind.allCases {
      let parts = matrix.parts.filter { $0.entry.kind == kind }
      guard !parts.isEmpty else { continue }
      text += "\(kind.plural): \(MatrixReport.counts(parts.map(\.status)))\n"
    }
    for part in matrix.parts where part.entry.kind == .requirement || !isChecking(part.entry) {
      text += "\n" + self.text(of: part)
    }
    if !matrix.uncovered.isEmpty {
      text += "\nrows that nothing covers: \(MatrixReport.list(matrix.uncovered))\n"
    }
    for note in matrix.notes { text += "note: \(TerminalText.line(note))\n" }
    return text
  }

  /// Whether a test case is told with its requirements.
  private func isChecking(_ entry: EvidenceEntry) -> Bool {
    entry.kind == .test && entry.applies && !entry.checks.isEmpty
  }

  private func text(of part: EvidenceMatrix.Part) -> String {
    let entry = part.entry
    let title = TerminalText.line(entry.title == entry.id ? "" : " " + entry.title)
    guard entry.applies else {
      let head = "\(part.status.words)  \(TerminalText.line(entry.id))\(title)"
      return "\(head): \(TerminalText.line(entry.because))\n"
    }
    var text = "\(part.status.words.padded(to: 7))  \(TerminalText.line(entry.id))\(title)\n"
    if part.lines.isEmpty { text += "           it covers nothing\n" }
    for line in part.lines {
      let via = line.item.via.map { " (\($0))" } ?? ""
      var words = TerminalText.line(matrix.words(of: line.item))
      if case .gone = line.item.thing { words = "is gone; it said `\(words)`" }
      if case .path = line.item.thing { words = "" }
      text += "           \(line.status.words.padded(to: 7))  \(line.item.name)"
      text += "\(words.isEmpty ? "" : " \(words)")\(via)\n"
      for finding in line.findings {
        text += "                      \(TerminalText.line(MatrixReport.text(of: finding)))\n"
      }
    }
    return text
  }

  /// A proof for people, with how far it proves something.
  static func text(of finding: EvidenceMatrix.Finding) -> String {
    switch finding.status {
    case .stale: "stale: \(finding.proof.text): \(finding.change ?? "")"
    case .failed: "failed: \(finding.proof.text)"
    case .fresh, .missing, .notApplicable: finding.proof.text
    }
  }

  /// `1 fresh, 0 missing, 2 stale`: the first two always.
  static func counts(_ statuses: [EvidenceStatus]) -> String {
    [EvidenceStatus.fresh, .missing, .stale, .failed, .notApplicable].compactMap { status in
      let count = statuses.count { $0 == status }
      return count > 0 || status == .fresh || status == .missing
        ? "\(count) \(status.words)" : nil
    }.joined(separator: ", ")
  }

  /// Rows by their ids; many of them by their numbers in each flow.
  private static func list(_ rows: [Row]) -> String {
    guard rows.count > 20 else { return rows.map(\.qualified).joined(separator: ", ") }
    var counts: [(flow: String, count: Int)] = []
    for row in rows {
      if counts.last?.flow == row.flow.id {
        counts[counts.count - 1].count += 1
      } else {
        counts.append((row.flow.id, 1))
      }
    }
    return "\(rows.count), "
      + counts.map { "\($0.count) of \($0.flow)" }.joined(separator: ", ")
  }
}

extension EvidenceEntry.Kind {
  /// Several of them, for people.
  var plural: String { self == .requirement ? "requirements" : "test cases" }
}
