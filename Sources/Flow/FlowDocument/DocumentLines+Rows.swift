// Rows of tables whose cells were broken over lines.
extension DocumentLines {
  /// How many columns blanks take: a tab goes to the next of 4, 8 and so on, as Markdown has it.
  func columns(_ blanks: Range<Int>) -> Int {
    scalars[blanks].reduce(0) { column, scalar in
      scalar == "\t" ? (column / 4 + 1) * 4 : column + 1
    }
  }

  /// The last line of a row whose cell was broken over lines, which the line with the bar at its
  /// end closes. The line itself if it is another one.
  func brokenRow(from first: Int, _ ranges: [Range<Int>]) -> Int {
    let start = trimmed(ranges[first])
    guard start.count > 2, scalars[start.lowerBound] == "|", scalars[start.upperBound - 1] != "|"
    else { return first }
    let isInTable = lines.last.map { if case .text = $0.kind { false } else { true } } ?? false
    let bars = isInTable ? self.bars(lines.last?.fragment.text[...] ?? "") : 0
    var open = tokens(of: start).count - 1
    for line in ranges.indices[(first + 1)...].prefix(60) {
      let inner = trimmed(ranges[line])
      guard !inner.isEmpty, scalars[inner.lowerBound] != "|" || inner.count == 1 else {
        return first
      }
      let added = tokens(of: inner).count - 1
      open += added
      let isClosed = scalars[inner.upperBound - 1] == "|"
      // Not `3 | Guest pays |`, a row of its own: the bars of the row are those of the table.
      if added > (isClosed ? 1 : 0), open > bars { return first }
      guard isClosed else { continue }
      if added > 1 { return open == bars ? line : first }
      // The first row is above another one.
      let below = line + 1 < ranges.count ? trimmed(ranges[line + 1]) : 0..<0
      return isInTable || below.first.map { scalars[$0] == "|" } ?? false ? line : first
    }
    return first
  }

  /// How many bars a row has that begins and ends with one. 0 for another one.
  private func bars(_ row: Substring) -> Int {
    guard row.hasPrefix("|"), row.hasSuffix("|") else { return 0 }
    return row.replacing("\\|", with: "").count { $0 == "|" }
  }

  /// Whether the last row has the number of a step or a line, and is no header of a table.
  var isBelowStep: Bool {
    guard case .row(let cells)? = lines.last?.kind,
      let first = cells.first(where: { !$0.text.isEmpty })
    else { return false }
    return first.text.utf8.first?.isDigitByte ?? false
  }

  /// A cell with `<br>` where it was broken, except in the middle of a sentence.
  func joined(_ cell: Fragment) -> Fragment {
    guard cell.text.utf8.contains(UInt8(ascii: "\n")) else { return cell }
    var cell = cell
    let parts = cell.text.split(whereSeparator: \.isNewline).map { CellText.collapsed(String($0)) }
    cell.text = parts.dropFirst().reduce(into: parts.first ?? "") { text, part in
      let isCut =
        part.first?.isLowercase == true
        && part.dropFirst().first.map { !".)".contains($0) } ?? false
        && text.last.map { $0.isLetter || $0.isNumber || $0 == "," } ?? false
      text += "\(isCut ? " " : "<br>")\(part)"
    }
    return cell
  }

  /// A table of HTML with `<br>` between the lines of a cell that are sentences: each begins with a
  /// capital or a number, and with no tag.
  static func withBreaks(_ table: String) -> String {
    var lines = table.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map(String.init)
    func begins(_ line: String) -> Bool {
      guard let first = line.first(where: { $0 != " " && $0 != "\t" }) else { return false }
      return first.isUppercase || first.isNumber
    }
    /// Whether a cell goes on below a line.
    func isOpen(_ line: String) -> Bool {
      let cell = line.ranges(of: "<td").last ?? line.ranges(of: "<th").last
      return !line[(cell?.lowerBound ?? line.startIndex)...].contains("</t")
    }
    var first = 0
    while first < lines.count {
      let isCell = lines[first].contains("<td") || lines[first].contains("<th")
      var last = first
      while isCell, last + 1 < lines.count, isOpen(lines[last]), begins(lines[last + 1]) {
        last += 1
      }
      // A sentence that goes on in small letters was only wrapped.
      let isWrapped =
        isOpen(lines[last]) && last + 1 < lines.count
        && lines[last + 1].first { $0 != " " && $0 != "\t" }?.isLowercase == true
      for line in first..<last where !isWrapped && !lines[line].hasSuffix(">") {
        lines[line] += "<br>"
      }
      first = last + 1
    }
    return lines.joined(separator: "\n")
  }

  /// The cells of `| - | - |` below the first row of a table. Nil for another line: a row may say
  /// nothing.
  func shortDelimiter(_ tokens: [Range<Int>]) -> Range<Int>? {
    guard case .row? = lines.last?.kind else { return nil }
    if let above = lines.dropLast().last, !above.isBlank {
      guard case .text = above.kind else { return nil }
    }
    return areDashes(tokens) ? 0..<tokens.count : nil
  }

  /// Whether the next line is the one below the header of a table.
  func isAbove(_ next: Range<Int>?) -> Bool {
    let below = next.map { tokens(of: $0) } ?? []
    return (delimiterRun(below, from: 0)?.lowerBound ?? 9) <= 1 || areDashes(below)
  }

  /// Whether there are several cells, and each has dashes only: `-|-`.
  func areDashes(_ tokens: [Range<Int>]) -> Bool {
    let cells = tokens.map(trimmed).filter { !$0.isEmpty }
    return cells.count > 1
      && cells.allSatisfy { cell in
        scalars[cell].allSatisfy { $0 == "-" || $0 == ":" } && scalars[cell].contains("-")
      }
  }

  /// Whether a row has dashes where nothing stands: `---|Show why` without a number, and `| --- |
  /// 2. The system asks |` in a table of as many columns.
  func hasDashedCells(_ tokens: [Range<Int>]) -> Bool {
    let filled = tokens.map(trimmed).filter { !$0.isEmpty }
    guard filled.contains(where: isDelimiter),
      filled.contains(where: { cell in
        scalars[cell].count > 8 && scalars[cell].contains { $0.properties.isAlphabetic }
      })
    else { return false }
    switch lines.last?.kind {
    case .row? where filled.count == 2 && isDelimiter(filled[0]): return true
    case .row(let cells)? where hasDelimiter: return filled.count == cells.count
    case .delimiter? where hasDelimiter:
      guard case .row(let cells)? = lines.dropLast().last?.kind else { return false }
      return filled.count == cells.count
    default: return false
    }
  }

  /// A cell with dashes in place of nothing.
  func blank(_ range: Range<Int>) -> Fragment {
    Fragment(text: "", span: fragment(range).span)
  }

  func delimiterRun(_ tokens: [Range<Int>], from start: Int) -> Range<Int>? {
    guard let first = tokens.indices.first(where: { $0 >= start && isDelimiter(tokens[$0]) }) else {
      return nil
    }
    let end = tokens[first...].firstIndex { !isDelimiter($0) } ?? tokens.count
    return first..<end
  }

  func isDelimiter(_ range: Range<Int>) -> Bool {
    let inner = trimmed(range)
    return inner.count >= 3
      && inner.allSatisfy { scalars[$0] == "-" || scalars[$0] == ":" }
      && inner.contains { scalars[$0] == "-" }
  }
}

extension [DocumentLine] {
  /// Whether a row is the head of a table with an id in each row: `| ID | Rule |` above `| BR-1 |`.
  func areIDs(below place: Int) -> Bool {
    guard place + 2 < count, case .delimiter = self[place + 1].kind,
      case .row(let cells) = self[place + 2].kind, let first = cells.first
    else { return false }
    let name = CellText(first.text).whole
    return HeaderLabel(name) == nil && name.contains(where: \.isNumber)
  }

  /// Whether all rows below the head of a table begin with the codes of things: `FA-01`.
  func haveCodes(below place: Int, in column: Int) -> Bool {
    var count = 0
    for line in self[Swift.min(place + 2, self.count)...] {
      guard case .row(let cells) = line.kind else { break }
      let code = column < cells.count ? CellText(cells[column].text).whole : ""
      let letters = code.prefix { $0.isUppercase && $0.isASCII }
      guard letters.count > 1, code.dropFirst(letters.count).first == "-",
        code.last?.isNumber ?? false
      else { return false }
      count += 1
    }
    return count > 1
  }
}
