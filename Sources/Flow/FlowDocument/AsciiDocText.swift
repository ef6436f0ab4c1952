internal import Markup

/// A document in AsciiDoc as Markdown, line by line.
struct AsciiDocText {
  private(set) var markdown = ""
  /// The lines of the document that each line of the Markdown is made of.
  private(set) var origins: [Range<Int>] = []
  private let lines: [String]
  private var place = 0
  /// The open lists, of the outermost first, and how far the block is indented that they are in.
  var (open, base): ([OpenList], String) = ([], "")
  /// The lists outside the open block.
  var blocks: [(open: [OpenList], base: String)] = []
  var nextStyle: ListStyle?
  /// Whether what follows is joined to an item by `+`, until an empty line.
  var isAttached = false
  private var columns: Int?

  init(_ text: String) {
    lines = LiteralBlocks.asciiDoc(text.lines.map(String.init))
    while place < lines.count {
      if lines[place].hasPrefix("|===") || lines[place].hasPrefix("!===") {
        readTable()
      } else {
        add(line(lines[place]), from: place..<(place + 1))
        place += 1
      }
    }
  }

  private mutating func add(_ line: String, from origin: Range<Int>) {
    markdown += line + "\n"
    origins.append(origin)
  }

  private mutating func line(_ raw: String) -> String {
    let text = raw.trimmed
    let marks = text.prefix { $0 == "=" }
    if !marks.isEmpty, text.dropFirst(marks.count).first == " " {
      (open, base, blocks) = ([], "", [])
      return String(repeating: "#", count: min(6, marks.count)) + text.dropFirst(marks.count)
    }
    if text.hasPrefix("["), text.hasSuffix("]") {
      if let start = text.firstRange(of: "cols=") {
        let value = text[start.upperBound...].drop { $0 == "\"" }.prefix { $0 != "\"" && $0 != "]" }
        columns = AsciiDocText.columns(String(value))
      }
      nextStyle = ListStyle(text) ?? nextStyle
      return ""
    }
    let isRule =
      text.count >= 4
      && ["-", "=", "*", "_", ".", "+"].contains { mark in
        text.allSatisfy { String($0) == mark }
      }
    if text == "--" { toggleBlock() }
    if text == "+" { isAttached = true }
    if isRule || text == "+" || text == "--" { return "" }
    if text.isEmpty { isAttached = false }
    if text == LiteralBlocks.comment { return text }
    if text.hasPrefix(":"), text.dropFirst().firstIndex(of: ":") != nil, raw.hasPrefix(":") {
      return ""
    }
    if text.hasPrefix("include::") || text.hasPrefix("image::") || text.hasPrefix("toc::") {
      return ""
    }
    if let item = item(text) { return item }
    if text.hasPrefix("."), text.dropFirst().first?.isLetter == true {
      open = []
      return "**\(text.dropFirst())**"
    }
    // `Actor:: Customer`
    if let mark = text.firstRange(of: "::"), mark.lowerBound > text.startIndex,
      mark.upperBound == text.endIndex || text[mark.upperBound] == " "
    {
      open = []
      let name = AsciiDocText.plain(String(text[..<mark.lowerBound])).filter { $0 != "*" }
      return "**\(name):**\(AsciiDocText.plain(String(text[mark.upperBound...])))"
    }
    if !text.isEmpty, !raw.hasPrefix(" "), !isAttached,
      endsList(text, after: place > 0 ? lines[place - 1] : nil)
    {
      open = []
    }
    let indent = base + raw.prefix { $0 == " " }
    let below = isAttached ? String(repeating: " ", count: 4 * open.count) : ""
    return text.isEmpty ? "" : indent + below + AsciiDocText.plain(text)
  }

  static func plain(_ text: String) -> String {
    var text = withoutMacros(text)
    if text.hasSuffix(" +") { text.removeLast(2) }
    // `*Main scenario*` as a line is bold.
    if text.hasPrefix("*"), !text.hasPrefix("**"), let end = text.dropFirst().firstIndex(of: "*"),
      text.dropFirst().first != " "
    {
      let inner = text[text.index(after: text.startIndex)..<end]
      return "**\(inner)**\(text[text.index(after: end)...])"
    }
    return text
  }

  /// The number of columns of `1,3`, `2*`, `1,2*`.
  private static func columns(_ value: String) -> Int {
    value.split(separator: ",").reduce(0) { sum, part in
      let number = part.drop { $0 == " " }.prefix { $0.isNumber }
      let isRepeated = part.drop { $0 == " " }.dropFirst(number.count).first == "*"
      return sum + (isRepeated ? min(max(Int(number) ?? 1, 0), 1_000) : 1)
    }
  }

  // MARK: Tables

  /// Reads a table: each row stands on the line where it begins.
  private mutating func readTable() {
    let start = place
    var end = start + 1
    while end < lines.count, !lines[end].hasPrefix("|===") { end += 1 }
    var cells: [(text: String, line: Int)] = []
    var first = 0
    for line in start + 1..<end {
      let text = lines[line] == LiteralBlocks.comment ? "" : lines[line].trimmed
      let parts = text.split(separator: "|", omittingEmptySubsequences: false).map { String($0) }
      guard parts.count > 1 else {
        if !text.isEmpty, text != "+", !cells.isEmpty {
          let bullet = [". ", "* ", "- "].contains(where: text.hasPrefix)
          let words = AsciiDocText.plain(text)
          cells[cells.count - 1].text +=
            "<br>" + (bullet ? item(words, cells[cells.count - 1].text) : words)
        }
        continue
      }
      // What stands right before a bar is about its cell: `a|`, `2+|`, `.2+h|`.
      for part in parts.dropFirst() {
        var text = part.trimmed
        if part.last != " ", let mark = text.split(separator: " ").last, mark.count <= 4,
          parts.last != part,
          mark.allSatisfy({ "aehlmsdv<>^.+0123456789*".contains($0) }),
          Int(mark) == nil || mark.count < 1
        {
          text = String(text.dropLast(mark.count)).trimmed
        }
        cells.append((AsciiDocText.plain(text), line))
      }
      if first == 0 { first = cells.count }
    }
    let width = max(1, columns ?? first)
    columns = nil
    var rows: [Int: (text: String, end: Int)] = [:]
    for index in stride(from: 0, to: cells.count, by: width) {
      let row = cells[index..<min(index + width, cells.count)]
      let text = row.map { $0.text.replacing("|", with: "\\|") }.joined(separator: " | ")
      let next = index + width < cells.count ? cells[index + width].line : min(end, lines.count)
      rows[cells[index].line] = ("| \(text) |", next)
    }
    var isHeader = true
    add("", from: start..<start)
    var owed = 0
    for line in start + 1...max(start + 1, end) {
      guard let row = rows[line] else {
        if owed > 0 {
          owed -= 1
        } else if line < lines.count, rows.keys.allSatisfy({ $0 < line }) {
          add("", from: line..<line)
        }
        continue
      }
      var origin = line..<max(line + 1, row.end)
      while origin.count > 1, lines[origin.upperBound - 1].trimmed.isEmpty {
        origin = line..<(origin.upperBound - 1)
      }
      add(row.text, from: origin)
      if isHeader {
        // The delimiter takes the place of an empty line that follows.
        add("|\(String(repeating: "---|", count: width))", from: line..<line)
        owed += 1
      }
      isHeader = false
    }
    place = end + 1
  }

  /// An item of a list in a cell, with its number.
  private func item(_ text: String, _ before: String) -> String {
    guard text.hasPrefix(". ") else { return text }
    let number = before.split(separator: "<br>").count { $0.first?.isNumber == true } + 1
    return "\(number). \(text.dropFirst(2))"
  }
}

extension String {
  /// The text without spaces at its ends.
  var trimmed: String {
    var text = Substring(self)
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text.drop(while: \.isWhitespace))
  }
}
