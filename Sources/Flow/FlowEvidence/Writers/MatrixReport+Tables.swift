internal import FlowModel
internal import Markup

extension MatrixReport {
  /// A line of the flat table: something that an entry covers, an entry that covers nothing, or a
  /// row that nothing covers.
  struct FlatLine {
    var kind = "gap"
    var id = ""
    var title = ""
    var source = ""
    var applies = ""
    var because = ""
    var via = ""
    var item = ""
    var words = ""
    var place = ""
    var status = EvidenceStatus.missing
    /// The proofs, by kind.
    var proofs: [Proof.Kind: [String]] = [:]

    /// The names of the columns.
    static let columns =
      [
        "kind", "id", "title", "source", "applies", "because", "by", "covers", "words", "place",
        "status",
      ] + Proof.Kind.allCases.map(\.rawValue)

    /// What stands in the columns.
    var cells: [String] {
      [
        kind, id, title, source, applies, because, via, item, words, place, status.words,
      ] + Proof.Kind.allCases.map { (proofs[$0] ?? []).joined(separator: "; ") }
    }
  }

  /// The lines of the flat table, gaps last.
  var lines: [FlatLine] {
    var all: [FlatLine] = []
    for part in matrix.parts {
      let entry = part.entry
      var head = FlatLine(
        kind: entry.kind.rawValue, id: entry.id, title: entry.title, source: entry.source,
        applies: entry.applies ? "yes" : "no", because: entry.because, status: part.status)
      if part.lines.isEmpty || !entry.applies { all.append(head) }
      for line in entry.applies ? part.lines : [] {
        fill(&head, line)
        all.append(head)
      }
    }
    for row in matrix.uncovered {
      let item = EvidenceItem(thing: .row(row), via: nil)
      all.append(
        FlatLine(
          item: item.name, words: matrix.words(of: item), place: matrix.place(of: item)))
    }
    return all
  }

  private func fill(_ flat: inout FlatLine, _ line: EvidenceMatrix.Line) {
    (flat.via, flat.item) = (line.item.via ?? "", line.item.name)
    (flat.words, flat.place) = (matrix.words(of: line.item), matrix.place(of: line.item))
    (flat.status, flat.proofs) = (line.status, [:])
    for finding in line.findings {
      let revision = finding.proof.revision.isEmpty ? "" : " \(finding.proof.revision)"
      var text = "\(finding.proof.date)\(revision) \(finding.proof.subject.parts.name)"
      if !finding.proof.signer.isEmpty {
        text += " by \(finding.proof.signer): \(finding.proof.words)"
      }
      if let change = finding.change { text += " (stale: \(change))" }
      if finding.status == .failed { text += " (failed)" }
      flat.proofs[finding.proof.kind, default: []].append(text)
    }
  }

  /// The flat table with commas (RFC 4180).
  package var csv: String {
    ([FlatLine.columns] + lines.map(\.cells)).map { cells in
      cells.map { cell in
        let isPlain = !cell.contains { ",\"".contains($0) || $0.isNewline }
        return isPlain ? cell : "\"\(cell.replacing(["\"": "\"\""]))\""
      }.joined(separator: ",") + "\r\n"
    }.joined()
  }

  /// The matrix in Markdown: what is covered, with its proofs in one cell.
  package var markdown: String {
    var text = "# Evidence\n\n"
    for kind in EvidenceEntry.Kind.allCases {
      let parts = matrix.parts.filter { $0.entry.kind == kind }
      guard !parts.isEmpty else { continue }
      text += "\(MatrixReport.counts(parts.map(\.status))) of the \(kind.plural).\n\n"
    }
    text += "| | title | covers | words | proofs | status |\n"
    text += "| --- | --- | --- | --- | --- | --- |\n"
    for line in lines {
      let proofs = Proof.Kind.allCases.flatMap { kind in
        (line.proofs[kind] ?? []).map { "\(kind.words) \($0)" }
      }
      let status = line.status == .fresh ? line.status.words : "**\(line.status.words)**"
      let title = line.applies == "no" ? "\(line.title): \(line.because)" : line.title
      let item = line.via.isEmpty ? line.item : "\(line.item) (\(line.via))"
      let cells = [line.id.isEmpty ? line.kind : line.id, title, item, line.words]
      text += "| " + cells.map { Markdown.escaped($0) }.joined(separator: " | ")
      text += " | \(proofs.map { Markdown.escaped($0) }.joined(separator: "<br>")) | \(status) |\n"
    }
    for note in matrix.notes { text += "\n\(Markdown.escaped(note))\n" }
    return text
  }
}
