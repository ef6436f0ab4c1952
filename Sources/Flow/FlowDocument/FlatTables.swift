internal import Diagnostics

/// Reads tables that were pasted as text: a row on a line, with tabs between its cells, or each
/// cell in a paragraph of its own.
enum FlatTables {
  static func read(_ lines: [DocumentLine]) -> [DocumentLine] {
    let labels = lines.lazy.filter { FlatTables.label($0) != nil }.prefix(3).count
    let split = labels > 2 ? lines.indices.flatMap { FlatTables.split($0, lines) } : lines
    return split.contains(where: namesSystem) ? paired(split) : split
  }

  // MARK: Labels and values

  /// The cells of a line between tabs. One for another line.
  private static func cells(_ line: DocumentLine) -> [Fragment] {
    let text = line.fragment.text
    guard case .text = line.kind, text.utf8.contains(UInt8(ascii: "\t")) else {
      return [line.fragment]
    }
    var cells: [Fragment] = []
    var place = line.fragment.span.start
    for part in text.split(separator: "\t", omittingEmptySubsequences: false) {
      let start = place + UInt32(part.unicodeScalars.prefix { $0 == " " }.count)
      place += UInt32(part.unicodeScalars.count) + 1
      let words = CellText.collapsed(String(part))
      guard !words.isEmpty else { continue }
      let end = start + UInt32(words.unicodeScalars.count)
      cells.append(Fragment(text: words, span: Span(start: start, end: max(start, end))))
    }
    return cells
  }

  /// The part of a use case that a line names before a tab: `Actor<TAB>Guest`.
  private static func label(_ line: DocumentLine) -> HeaderLabel? {
    guard line.indent == 0, line.fragment.text.first?.isNumber == false else { return nil }
    let cells = cells(line)
    guard cells.count == 2, let label = HeaderLabel(cells[0].text), label.isPart,
      !areColumns(cells)
    else { return nil }
    return label
  }

  /// A line with a label and a value as two, and one with another name as `**Name:** value`.
  private static func split(_ place: Int, _ lines: [DocumentLine]) -> [DocumentLine] {
    let line = lines[place]
    let cells = cells(line)
    guard cells.count == 2, line.indent == 0 else { return [line] }
    if label(line) != nil {
      let next = lines[(place + 1)...].first { !$0.isBlank }
      let indent = next.map { label($0) == nil ? $0.indent : 0 } ?? 0
      return [
        DocumentLine(kind: .text, fragment: cells[0]),
        DocumentLine(kind: .text, fragment: cells[1], indent: indent),
      ]
    }
    let name = cells[0].text
    guard name.first?.isUppercase == true, name.split(separator: " ").count < 5,
      !name.contains(where: { ".:;".contains($0) }), HeaderLabel(name) == nil,
      !areColumns(cells)
    else { return [line] }
    var plain = line
    plain.fragment.text = "**\(name):** \(cells[1].text)"
    return [DocumentLine(kind: .text, fragment: .empty), plain]
  }

  // MARK: Two columns

  private static func areColumns(_ cells: [Fragment]) -> Bool {
    guard cells.count == 2, cells.allSatisfy({ $0.text.utf8.count < 40 }) else { return false }
    let names = ColumnNames(cells)
    return names.actorColumns.count == 2 && names.actor(of: 0) != names.actor(of: 1)
  }

  /// Whether a line ends with the name of a column of what the system does.
  private static func namesSystem(_ line: DocumentLine) -> Bool {
    let text = line.fragment.text
    guard case .text = line.kind, text.utf8.count < 60, let last = text.utf8.last,
      last != UInt8(ascii: "."), last != UInt8(ascii: ":"), let name = cells(line).last
    else { return false }
    return ColumnWords.systems.contains(PlainWords.folded(name.text))
  }

  /// The lines with what two columns have below a main scenario: `Actor action` and `System
  /// response` above what each does in turn.
  private static func paired(_ lines: [DocumentLine]) -> [DocumentLine] {
    var result: [DocumentLine] = []
    var place = 0
    while place < lines.count {
      let columns = isMain(lines[place]) ? names(below: place, lines) : nil
      result.append(lines[place])
      place += 1
      guard let columns else { continue }
      let end = lines.indices[columns.end...].first { ends(lines[$0]) } ?? lines.count
      let body = lines[columns.end..<end].filter { !$0.isBlank }
      var rows = body.map { cells($0) }
      if rows.allSatisfy({ $0.count == 1 }) { rows = pairs(rows.flatMap(\.self)) }
      let texts = rows.flatMap(\.self)
      if texts.allSatisfy({ ScenarioBuilder.numbered(withNumber($0.text)) != nil })
        || !rows.allSatisfy({ $0.count == 2 && takeTurns($0) })
      {
        result += texts.map { DocumentLine(kind: .text, fragment: $0) }
      } else {
        let head = Fragment(text: "", span: columns.names[0].span)
        result += [
          DocumentLine(kind: .row(columns.names), fragment: head),
          DocumentLine(kind: .delimiter, fragment: head),
        ]
        result += rows.map { cells in
          let span = Span(start: cells[0].span.start, end: cells[1].span.end)
          return DocumentLine(kind: .row(cells), fragment: Fragment(text: "", span: span))
        }
      }
      result.append(DocumentLine(kind: .text, fragment: .empty))
      place = end
    }
    return result
  }

  private static func withNumber(_ text: String) -> String { ScenarioBuilder.withPlainNumber(text) }

  private static func isMain(_ line: DocumentLine) -> Bool {
    guard case .text = line.kind, !line.isBlank, line.fragment.text.utf8.count < 80,
      case .main? = HeaderLabel(CellText(line.fragment.text).whole)
    else { return false }
    return true
  }

  /// The names of two columns in the lines below one, and where they end.
  private static func names(
    below place: Int, _ lines: [DocumentLine]
  ) -> (names: [Fragment], end: Int)? {
    let below = lines.indices[(place + 1)...].lazy.filter { !lines[$0].isBlank }.prefix(2)
    guard let first = below.first, let second = below.last, case .text = lines[first].kind,
      case .text = lines[second].kind
    else { return nil }
    let one = cells(lines[first])
    if areColumns(one) { return (one, first + 1) }
    let two = [lines[first].fragment, lines[second].fragment]
    return first != second && areColumns(two) ? (two, second + 1) : nil
  }

  /// Whether a line is none of the cells below two columns.
  private static func ends(_ line: DocumentLine) -> Bool {
    guard case .text = line.kind else { return true }
    let text = CellText(line.fragment.text).whole
    if text.hasPrefix("#") || line.fragment.text.hasPrefix("**") || HeaderLabel(text) != nil {
      return true
    }
    guard let colon = text.prefix(40).firstIndex(of: ":") else { return false }
    return HeaderLabel(String(text[..<colon])) != nil
  }

  private static func pairs(_ cells: [Fragment]) -> [[Fragment]] {
    guard cells.count.isMultiple(of: 2) else { return cells.map { [$0] } }
    return stride(from: 0, to: cells.count, by: 2).map { [cells[$0], cells[$0 + 1]] }
  }

  /// Whether the first of two sentences is not about the system, and the second about no person.
  private static func takeTurns(_ cells: [Fragment]) -> Bool {
    let texts = cells.map { cell in
      let plain = withNumber(cell.text)
      return ScenarioBuilder.numbered(plain)?.rest ?? cell.text
    }
    return ScenarioWords.split(texts[0], after: ScenarioWords.systems) == nil
      && ScenarioWords.split(texts[1], after: ScenarioWords.people) == nil
  }
}
