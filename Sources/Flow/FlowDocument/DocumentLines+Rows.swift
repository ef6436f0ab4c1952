// Rows of tables whose cells were broken over lines.
extension DocumentLines {
  /// The last line of a row whose cell was broken over lines, which the line with the bar at its
  /// end closes. The line itself if it is another one.
  func brokenRow(from first: Int, _ ranges: [Range<Int>]) -> Int {
    let start = trimmed(ranges[first])
    guard start.count > 2, scalars[start.lowerBound] == "|", scalars[start.upperBound - 1] != "|"
    else { return first }
    let isInTable = lines.last.map { if case .text = $0.kind { false } else { true } } ?? false
    for line in ranges.indices[(first + 1)...].prefix(60) {
      let inner = trimmed(ranges[line])
      guard !inner.isEmpty, let bar = scalars[inner].firstIndex(of: "|") ?? inner.last else {
        return first
      }
      // Not `3 | Guest pays |`, a row of its own.
      if bar + 1 < inner.upperBound { return first }
      if scalars[bar] == "|" {
        // The first row is above another one.
        let below = line + 1 < ranges.count ? trimmed(ranges[line + 1]) : 0..<0
        return isInTable || below.first.map { scalars[$0] == "|" } ?? false ? line : first
      }
    }
    return first
  }

  /// Whether the last row has the number of a step or a line, and is no header of a table.
  var isBelowStep: Bool {
    guard case .row(let cells)? = lines.last?.kind,
      let first = cells.first(where: { !$0.text.isEmpty })
    else { return false }
    return first.text.utf8.first?.isDigitByte ?? false
  }

  /// A cell with `<br>` where it was broken.
  func joined(_ cell: Fragment) -> Fragment {
    guard cell.text.utf8.contains(UInt8(ascii: "\n")) else { return cell }
    var cell = cell
    cell.text = cell.text.split(whereSeparator: \.isNewline).joined(separator: "<br>")
    return cell
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

  /// Whether a row has dashes in place of a number before its text: `---|Show why`.
  func isContinuedRow(_ tokens: [Range<Int>]) -> Bool {
    guard case .row? = lines.last?.kind, case let cells = tokens.map(trimmed),
      case let filled = cells.filter({ !$0.isEmpty }), filled.count == 2,
      let first = filled.first, let last = filled.last, isDelimiter(first)
    else { return false }
    return scalars[last].count > 8 && scalars[last].contains { $0.properties.isAlphabetic }
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
