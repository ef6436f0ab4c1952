internal import Diagnostics

// Notes below tables, which rows name by their numbers.
extension DocumentReader {
  struct Footnote {
    var number: String
    var text: String
    var line: Int
    /// The place of its text.
    var span: Span
    /// Whether it is `[^1]: ...`.
    var isMarked = false
  }

  /// Reads numbered lines after a table, and `[^1]: ...`.
  static func footnotes(_ lines: [DocumentLine]) -> [Footnote] {
    var notes: [Footnote] = []
    var hasTable = false
    for (index, line) in lines.enumerated() {
      guard case .text = line.kind else {
        hasTable = true
        notes.removeAll { !$0.isMarked }
        continue
      }
      let text = line.fragment.text
      if text == "#" { hasTable = true }
      // The title of a section may be "Primary scenario".
      let isAlternative =
        hasTable && text.hasPrefix("#")
        && (ScenarioBuilder.headsAlternative(text)
          || ScenarioBuilder.numberedInBrackets(text) != nil)
      let isLabel =
        hasTable && !isColumnName(text)
        && (HeaderLabel(text).map {
          $0.isHeader || text.hasPrefix("#") || isAboveSteps(index, lines)
            || $0.isExtensions && (text.hasPrefix("**") || text.hasSuffix(":"))
        } ?? isAlternative)
      if isLabel { hasTable = false }
      if text.hasPrefix("[^"), let close = text.firstRange(of: "]:") {
        let number = text[..<close.lowerBound].dropFirst(2)
        let words = CellText(String(text[close.upperBound...]), keepsLinks: true).whole
        notes.append(
          Footnote(
            number: String(number), text: words, line: index,
            span: HeaderPlace.value(of: line.fragment), isMarked: true))
      } else if hasTable, let (id, rest) = ScenarioBuilder.numbered(CellText(text).text),
        DocumentID(id).shape == .section
      {
        // A table that shows an example between steps is followed by the next one.
        guard id == "1" || notes.contains(where: { !$0.isMarked }) else {
          hasTable = false
          continue
        }
        notes.append(
          Footnote(
            number: id, text: rest, line: index, span: HeaderPlace.words(of: line.fragment)))
      } else if hasTable, !isLabel, !text.isEmpty {
        notes.removeAll { !$0.isMarked }
      }
    }
    return notes
  }

  /// Whether the next line is the first step of a list.
  private static func isAboveSteps(_ index: Int, _ lines: [DocumentLine]) -> Bool {
    lines[(index + 1)...].first { !$0.isBlank }.map {
      ScenarioBuilder.numbered($0.fragment.text)?.id == "1"
    } ?? false
  }
}
