internal import Markup

/// A document in reStructuredText as Markdown, line by line.
struct StructuredText {
  private(set) var markdown = ""
  /// The lines of the document that each line of the Markdown is made of.
  private(set) var origins: [Range<Int>] = []
  let lines: [String]
  var place = 0
  /// The marks of headings in their order, which gives their levels.
  private var marks: [String] = []
  private var count = 0

  init(_ text: String) {
    lines = LiteralBlocks.structured(text.lines.map(String.init))
    while place < lines.count { readPart() }
  }

  /// Adds a line of Markdown.
  ///
  /// - Parameter origin: the lines of the document that it is made of.
  private mutating func add(_ line: String, from origin: Range<Int>) {
    markdown += line + "\n"
    origins.append(origin)
  }

  private mutating func addEmpty() { add("", from: place..<place) }

  private static let lineMarks: Set<Character> = [
    "=", "-", "~", "^", "\"", "*", "+", "#", "'", "`", ":", ".", "_",
  ]

  private func isRule(_ line: Int) -> Bool {
    guard line < lines.count, let first = lines[line].first, lines[line].count >= 3,
      StructuredText.lineMarks.contains(first)
    else { return false }
    return lines[line].allSatisfy { $0 == first }
  }

  private mutating func readPart() {
    let line = lines[place]
    let text = line.trimmed
    if text.hasPrefix("+-") || text.hasPrefix("+=") {
      readGrid()
    } else if isTableRule(place) {
      readSimple()
    } else if isRule(place), isRule(place + 2), place + 1 < lines.count {
      addEmpty()
      heading(lines[place + 1].trimmed, "over \(line.prefix(1))", height: 3)
      addEmpty()
      place += 3
    } else if !text.isEmpty, !line.hasPrefix(" "), isRule(place + 1), !isRule(place) {
      heading(text, String(lines[place + 1].prefix(1)), height: 2)
      addEmpty()
      place += 2
    } else if text.hasPrefix(".. ") || text == ".." {
      readDirective(text)
    } else {
      add(StructuredWords.plain(plain(line)), from: place..<(place + 1))
      place += 1
    }
  }

  /// - Parameter height: how many lines it is written on.
  private mutating func heading(_ text: String, _ mark: String, height: Int) {
    if !marks.contains(mark) { marks.append(mark) }
    let level = (marks.firstIndex(of: mark) ?? 0) + 1
    add(
      "\(String(repeating: "#", count: min(6, level))) \(StructuredWords.plain(text))",
      from: place..<(place + height))
    count = 0
  }

  private mutating func plain(_ line: String) -> String {
    let text = line.trimmed
    let indent = line.prefix { $0 == " " }
    if text.hasPrefix("#. ") {
      count += 1
      return "\(indent)\(count). \(text.dropFirst(3))"
    }
    // `:Actor: Customer`
    if text.hasPrefix(":"), let end = text.dropFirst().firstIndex(of: ":"),
      text.index(after: end) == text.endIndex || text[text.index(after: end)] == " "
    {
      return
        "**\(text[text.index(after: text.startIndex)..<end]):**\(text[text.index(after: end)...])"
    }
    if text.hasPrefix("| ") { return String(indent) + String(text.dropFirst(2)) }
    return line
  }

  /// Reads `.. list-table::` as a table, and leaves other directives out.
  private mutating func readDirective(_ text: String) {
    let start = place
    place += 1
    let own = LiteralBlocks.indent(lines[start])
    // A line without words, above an empty one, has nothing below it.
    // Nor has a target, `.. _flow:`.
    let isEmpty =
      (text == ".." || text.hasPrefix(".. _") && text.hasSuffix(":")) && place < lines.count
      && lines[place].trimmed.isEmpty
    while !isEmpty, place < lines.count,
      lines[place].trimmed.isEmpty || LiteralBlocks.indent(lines[place]) > own
    {
      place += 1
    }
    let end = place
    if text.hasPrefix(".. table::"),
      let first = (start + 1..<end).first(where: { isTableRule($0) || isGridRule($0) })
    {
      for _ in start..<first { addEmpty() }
      place = first
      return
    }
    guard text.hasPrefix(".. list-table::") else {
      for _ in start..<end { addEmpty() }
      return
    }
    var rows: [(line: Int, cells: [String])] = []
    for line in start + 1..<end {
      let text = lines[line].trimmed
      if text.hasPrefix("* -") {
        rows.append((line, [text.dropFirst(3).description.trimmed]))
      } else if text.hasPrefix("- "), !rows.isEmpty,
        lines[line].prefix(while: { $0 == " " }).count < 7
      {
        rows[rows.count - 1].cells.append(text.dropFirst(2).description.trimmed)
      } else if text == "-", !rows.isEmpty {
        rows[rows.count - 1].cells.append("")
      } else if !text.isEmpty, !text.hasPrefix(":"), !rows.isEmpty, let last = rows.last?.cells.last
      {
        rows[rows.count - 1].cells[rows[rows.count - 1].cells.count - 1] =
          last.isEmpty ? text : "\(last)<br>\(text)"
      }
    }
    addRows(rows, from: start, to: end)
  }

  /// Adds the rows of a table on the lines where they begin.
  mutating func addRows(
    _ rows: [(line: Int, cells: [String])], from start: Int, to end: Int
  ) {
    let table = MarkdownSheet.lines(rows.map { $0.cells.map(StructuredWords.plain) })
    var next = 0
    // What is between the first row and the second one stands above both.
    let gap = rows.count > 1 ? rows[1].line - rows[0].line - 2 : 0
    for line in start..<end {
      if next < rows.count, rows[next].line == line, table.count > rows.count {
        var origin = line..<(next + 1 < rows.count ? rows[next + 1].line : end)
        while let last = origin.last, last > line, lines[last].trimmed.isEmpty || isTableRule(last)
        {
          origin = line..<last
        }
        if next == 0 { for _ in 0..<max(0, gap) { addEmpty() } }
        add(table[next == 0 ? 0 : next + 1], from: origin)
        if next == 0 { add(table[1], from: line..<line) }
        next += 1
      } else if next != 1 || line + 1 == end {
        addEmpty()
      }
    }
  }
}
