internal import Diagnostics

/// Lists of HTML in a document of another format: `<ol>` above `<li>The guest asks</li>`.
enum MarkupLists {
  /// The lines of a document with such lists as lists of Markdown, indented by their depth.
  static func read(_ lines: [DocumentLine]) -> [DocumentLine] {
    guard lines.contains(where: { tag($0) == "<li" }) else { return lines }
    var result = lines
    var place = 0
    while place < lines.count {
      guard let end = end(of: place, in: lines) else {
        place += 1
        continue
      }
      let block = lines[place...end]
      // Without one inside another, each line is an item already.
      if block.dropFirst().contains(where: { ["<ol", "<ul"].contains(tag($0)) }) {
        let read = items(of: block)
        for (offset, line) in read.enumerated() { result[place + offset] = line }
      }
      place = end + 1
    }
    return result
  }

  /// The tag that a line begins with, in small letters and without its mark: `<li`, `</ol`.
  private static func tag(_ line: DocumentLine) -> String {
    guard case .text = line.kind, line.fragment.text.utf8.first == UInt8(ascii: "<") else {
      return ""
    }
    return line.fragment.text.prefix { $0 != ">" && $0 != " " }.lowercased()
  }

  /// The last line of the list that begins on a line, if each of its items begins a line. Nil for
  /// another line.
  private static func end(of first: Int, in lines: [DocumentLine]) -> Int? {
    guard ["<ol", "<ul"].contains(tag(lines[first])) else { return nil }
    var depth = 0
    for (offset, line) in lines[first...].prefix(400).enumerated() {
      guard case .text = line.kind else { return nil }
      let text = line.fragment.text.lowercased()
      let opens = text.ranges(of: "<ol").count + text.ranges(of: "<ul").count
      let closes = text.ranges(of: "</ol").count + text.ranges(of: "</ul").count
      guard text.ranges(of: "<li").count < 2, opens + closes < 2,
        opens + closes == 0 || ["<ol", "<ul", "</ol", "</ul"].contains(tag(line))
      else { return nil }
      depth += opens - closes
      if depth == 0 { return first + offset }
    }
    return nil
  }

  private static func items(of block: ArraySlice<DocumentLine>) -> [DocumentLine] {
    var result: [DocumentLine] = []
    /// The numbers of the items that are open; nil in a list without.
    var open: [Int?] = []
    var items: [Int?] = []
    for line in block {
      var found = line
      found.fragment.text = ""
      switch tag(line) {
      case "<ol", "<ul":
        open.append(tag(line) == "<ol" ? 0 : nil)
        items.append(nil)
      case "</ol", "</ul":
        open.removeLast()
        items.removeLast()
      case "<li":
        let number = open.last.flatMap { $0 }.map { $0 + 1 }
        if let number { open[open.count - 1] = number }
        found.fragment.text = "\(number.map { "\($0)." } ?? "-") \(words(line))"
        found.indent = (open.count - 1) * 3
        items[items.count - 1] = result.count
      default:
        let text = words(line)
        guard !text.isEmpty else { break }
        guard let item = items.last.flatMap({ $0 }) else {
          found = line
          break
        }
        result[item].fragment.text += result[item].fragment.text.hasSuffix(" ") ? text : " \(text)"
        if result[item].fragment.text.utf8.count < text.utf8.count + 6 {
          result[item].fragment.span = line.fragment.span
        }
      }
      result.append(found)
    }
    return result
  }

  /// A line without the tags of its item and of a break at its end.
  private static func words(_ line: DocumentLine) -> String {
    var text = line.fragment.text[...]
    if tag(line) == "<li", let end = text.firstIndex(of: ">") { text = text[end...].dropFirst() }
    for end in ["</li>", "</LI>", "<br>", "<br/>", "<br />"] {
      if text.hasSuffix(end) { text = text.dropLast(end.count) }
    }
    return CellText.collapsed(String(text))
  }
}
