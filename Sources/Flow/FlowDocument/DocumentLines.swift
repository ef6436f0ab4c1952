package import Diagnostics

/// Splits a document into lines and table rows. A Markdown document that was collapsed to one line
/// is split where its tables and headings were.
package struct DocumentLines {
  /// The lines.
  package internal(set) var lines: [DocumentLine] = []
  let (scalars, bytes): ([Unicode.Scalar], [UInt8])
  /// Where each scalar begins in the bytes. Empty if each is one byte.
  private let starts: [Int]
  /// How many tables of HTML have no end. After some of them no other is looked for.
  private var openTables = 0
  /// Whether the table that is open has the line below its header.
  private(set) var hasDelimiter = false

  /// Splits a document.
  package init(_ file: SourceFile) {
    let body =
      file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? file.bytes.dropFirst(3) : file.bytes[...]
    var all = Array(String(decoding: body, as: UTF8.self).unicodeScalars)
    let path = file.path.lowercased()
    let isSheet = path.hasSuffix(".csv")
    var (ranges, left): ([Range<Int>], Set<Int>) = ([], [])
    if !isSheet {
      let isMarkdown = path.hasSuffix(".md") || path.hasSuffix(".markdown")
      let blocks = LiteralBlocks.Markdown(all, indents: isMarkdown)
      (all, ranges, left) = (blocks.scalars, blocks.lines, blocks.comments)
    }
    let raw = Array(String(String.UnicodeScalarView(all)).utf8)
    (scalars, bytes) = (all, raw)
    // Every byte but those that go on begins a scalar.
    let begins = raw.indices.filter { raw[$0] & 0xC0 != 0x80 }
    starts = begins.count == raw.count ? [] : begins + [raw.count]
    guard !isSheet else {
      readCSV()
      return
    }
    var end = 0
    for (index, range) in ranges.enumerated() where index >= end && !left.contains(index) {
      if let last = addMarkup(from: index, ranges) {
        end = last + 1
        continue
      }
      let last = brokenRow(from: index, ranges)
      end = last + 1
      let next = last + 1 < ranges.count ? ranges[last + 1] : nil
      add(range.lowerBound..<ranges[last].upperBound, next: next)
    }
    clearAside()
  }

  // MARK: Tables of HTML

  /// Adds the rows of a table of HTML that begins on a line. Returns its last line; nil if there is
  /// none.
  private mutating func addMarkup(from first: Int, _ ranges: [Range<Int>]) -> Int? {
    let start = trimmed(ranges[first])
    guard openTables < 8, !start.isEmpty, scalars[start.lowerBound] == "<",
      fragment(ranges[first]).text.lowercased().hasPrefix("<table")
    else { return nil }
    var (last, depth) = (first, 0)
    while last < ranges.count {
      let line = fragment(ranges[last]).text.lowercased()
      depth += line.ranges(of: "<table").count - line.ranges(of: "</table").count
      if depth <= 0 { break }
      last += 1
    }
    guard last < ranges.count else {
      openTables += 1
      return nil
    }
    let block = ranges[first].lowerBound..<ranges[last].upperBound
    let page = DocumentLines.withBreaks(fragment(block).text)
    guard let markdown = HTMLDocument.markdown(Array(page.utf8)) else { return nil }
    let span = fragment(ranges[first]).span
    for line in DocumentLines(SourceFile(path: "table.md", bytes: Array(markdown.utf8))).lines {
      var kind = line.kind
      if case .row(let cells) = kind {
        kind = .row(cells.map { Fragment(text: $0.text, span: span) })
      }
      lines.append(
        DocumentLine(
          kind: kind, fragment: Fragment(text: line.fragment.text, span: span), indent: line.indent)
      )
    }
    return last
  }

  // MARK: CSV

  /// Reads rows of cells that are separated by commas, semicolons or tabs (RFC 4180). The first row
  /// is the header.
  private mutating func readCSV() {
    let head = scalars.prefix { $0 != "\n" && $0 != "\r" }
    let separator: Unicode.Scalar =
      [";", "\t", ","].max { one, other in
        head.count { $0 == one } < head.count { $0 == other }
      } ?? ","
    var cells: [Fragment] = []
    var place = 0
    var start = 0
    while place <= scalars.count {
      var text = String.UnicodeScalarView()
      let first = place
      if place < scalars.count, scalars[place] == "\"" {
        place += 1
        while place < scalars.count {
          if scalars[place] == "\"" {
            guard place + 1 < scalars.count, scalars[place + 1] == "\"" else { break }
            place += 1
          }
          text.append(scalars[place] == "\n" || scalars[place] == "\r" ? " " : scalars[place])
          place += 1
        }
        place += 1
      }
      while place < scalars.count, scalars[place] != separator, scalars[place] != "\n",
        scalars[place] != "\r"
      {
        text.append(scalars[place])
        place += 1
      }
      let end = min(place, scalars.count)
      let words = Fragment(
        text: CellText.collapsed(String(text)), span: fragment(first..<max(first, end)).span)
      cells.append(words)
      if place < scalars.count, scalars[place] == separator {
        place += 1
        continue
      }
      let line = fragment(start..<max(start, end))
      if cells.contains(where: { !$0.text.isEmpty }) {
        let isHeader = lines.isEmpty
        lines.append(DocumentLine(kind: .row(cells), fragment: line))
        if isHeader { lines.append(DocumentLine(kind: .delimiter, fragment: line)) }
      }
      cells = []
      place += 1
      start = place
    }
  }

  // MARK: One line

  private mutating func add(_ range: Range<Int>, next: Range<Int>?) {
    let tokens = tokens(of: range)
    guard tokens.count > 1 else {
      addText(range)
      return
    }
    let isDashed = hasDashedCells(tokens)
    if !isDashed, let run = shortDelimiter(tokens) ?? delimiterRun(tokens, from: 0) {
      if run.lowerBound <= 1 {
        // A table has one; others only look like rules between its rows.
        if hasDelimiter, isBelowStep || lines.last?.isDelimiter ?? false { return }
        hasDelimiter = true
        lines.append(DocumentLine(kind: .delimiter, fragment: fragment(range)))
      } else {
        addCollapsed(tokens)
      }
      return
    }
    let first = trimmed(range)
    let isAfterRow = lines.last.map { if case .text = $0.kind { false } else { true } } ?? false
    guard scalars[first.lowerBound] == "|" || isAfterRow || isAbove(next) else {
      addText(range)
      return
    }
    var cells = tokens[...]
    if let head = cells.first, trimmed(head).isEmpty { cells = cells.dropFirst() }
    if let tail = cells.last, cells.count > 1, trimmed(tail).isEmpty { cells = cells.dropLast() }
    let row = cells.map { joined(isDashed && isDelimiter($0) ? blank($0) : fragment($0)) }
    let indent = first.lowerBound - range.lowerBound
    lines.append(DocumentLine(kind: .row(row), fragment: fragment(range), indent: indent))
  }

  private mutating func addText(_ range: Range<Int>) {
    hasDelimiter = false
    let inner = withoutClosing(trimmed(range))
    let indent = columns(range.lowerBound..<inner.lowerBound)
    lines.append(DocumentLine(kind: .text, fragment: fragment(inner), indent: indent))
  }

  /// A heading without the marks that close it: `## Main flow ##`.
  private func withoutClosing(_ range: Range<Int>) -> Range<Int> {
    guard !range.isEmpty, scalars[range.lowerBound] == "#" else { return range }
    let body = scalars[range]
    guard let last = body.lastIndex(where: { $0 != "#" }), last + 1 < range.upperBound,
      isSpace(scalars[last]), let space = body.firstIndex(where: isSpace), space < last
    else { return range }
    return trimmed(range.lowerBound..<last)
  }

  /// Adds the header, the rows and the text between tables, each as a separate line.
  private mutating func addCollapsed(_ tokens: [Range<Int>]) {
    var place = 0
    while let run = delimiterRun(tokens, from: place) {
      let columns = run.count
      let header = run.lowerBound - 1 - columns
      guard header >= place, run.upperBound < tokens.count else { break }
      addHeadings(tokens[place].lowerBound..<tokens[header].lowerBound)
      addRow(tokens[header..<header + columns])
      lines.append(
        DocumentLine(
          kind: .delimiter,
          fragment: fragment(
            tokens[run.lowerBound].lowerBound..<tokens[run.upperBound - 1].upperBound)))
      place = run.upperBound
      while place + columns + 1 < tokens.count, trimmed(tokens[place]).isEmpty {
        // Another delimiter means the header of the next table. A row never contains one.
        if isDelimiter(tokens[place + 1]) { break }
        addRow(tokens[(place + 1)...(place + columns)])
        place += columns + 1
      }
    }
    if place < tokens.count {
      addHeadings(tokens[place].lowerBound..<tokens[tokens.count - 1].upperBound)
    }
  }

  private mutating func addRow(_ tokens: ArraySlice<Range<Int>>) {
    guard let first = tokens.first, let last = tokens.last else { return }
    lines.append(
      DocumentLine(
        kind: .row(tokens.map(fragment)), fragment: fragment(first.lowerBound..<last.upperBound)))
  }

  /// Adds text between tables that is on one line. A heading begins at every ` # `; rules are
  /// omitted.
  private mutating func addHeadings(_ range: Range<Int>) {
    var start = range.lowerBound
    var place = start
    while place < range.upperBound {
      let isStart = place == range.lowerBound || scalars[place - 1] == " "
      var end = place
      while end < range.upperBound, scalars[end] == "#" { end += 1 }
      if isStart, end > place, end < range.upperBound, scalars[end] == " " {
        addPart(start..<place)
        start = place
      }
      place = max(end, place + 1)
    }
    addPart(start..<range.upperBound)
  }

  private mutating func addPart(_ range: Range<Int>) {
    var inner = trimmed(range)
    while inner.upperBound > inner.lowerBound,
      scalars[inner.upperBound - 1] == "|" || scalars[inner.upperBound - 1] == "-"
    {
      inner = trimmed(inner.lowerBound..<inner.upperBound - 1)
    }
    if !inner.isEmpty { addText(inner) }
  }

  // MARK: Pieces

  /// The ranges between unescaped pipes.
  func tokens(of range: Range<Int>) -> [Range<Int>] {
    var tokens: [Range<Int>] = []
    var start = range.lowerBound
    var place = start
    while place < range.upperBound {
      if scalars[place] == "\\" {
        place += 2
        continue
      }
      if scalars[place] == "|" {
        tokens.append(start..<place)
        start = place + 1
      }
      place += 1
    }
    tokens.append(start..<range.upperBound)
    return tokens
  }

  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, isSpace(scalars[start]) { start += 1 }
    while end > start, isSpace(scalars[end - 1]) { end -= 1 }
    return start..<end
  }

  private func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar == " " || (0x09...0x0D).contains(scalar.value) }
    return scalar.properties.isWhitespace || scalar == "\u{200B}" || scalar == "\u{FEFF}"
  }

  func fragment(_ range: Range<Int>) -> Fragment {
    let inner = trimmed(range)
    let written = starts.isEmpty ? inner : starts[inner.lowerBound]..<starts[inner.upperBound]
    return Fragment(
      text: String(decoding: bytes[written], as: UTF8.self),
      span: Span(
        start: UInt32(truncatingIfNeeded: inner.lowerBound),
        end: UInt32(truncatingIfNeeded: inner.upperBound)))
  }
}
