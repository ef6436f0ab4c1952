internal import Markup

// Comments and blocks of code in AsciiDoc and reStructuredText.
extension LiteralBlocks {
  /// What is written for a line that is a comment: a comment of Markdown.
  static let comment = "<!-- -->"

  // MARK: AsciiDoc

  /// The lines of a document in AsciiDoc without comments and code, as many as before.
  static func asciiDoc(_ lines: [String]) -> [String] {
    var result = lines
    /// What the attributes above say that the next block is, and the lines of its title.
    var (style, titles): (String, [Int]) = ("", [])
    /// The marks that no line ends any more.
    var open: Set<String> = []
    var place = 0
    while place < lines.count {
      let text = lines[place].trimmed
      if let end = endOfBlock(lines, place, style, &open) {
        let isComment = text.hasPrefix("/") || style == "comment"
        let inner = lines[(place + 1)..<end]
        let isText =
          !isComment && style != "source" && (text.first != "`" || text.allSatisfy { $0 == "`" })
          && isUseCase(inner, outside: Array(lines[..<place] + lines[(end + 1)...]))
        for line in place...end where !isText || line == place || line == end {
          result[line] = isComment ? comment : ""
        }
        for line in titles where !isText { result[line] = comment }
        (place, style, titles) = (end + 1, "", [])
        continue
      }
      if text.hasPrefix("["), text.hasSuffix("]"), !text.hasPrefix("[[") {
        style = String(text.dropFirst().dropLast().prefix { $0 != "," && $0 != "%" && $0 != "#" })
      } else if lines[place].hasPrefix("//"), !lines[place].hasPrefix("///") {
        result[place] = comment
      } else if ["ifdef::", "ifndef::", "ifeval::", "endif::"].contains(where: text.hasPrefix),
        text.hasSuffix("[]") || text.hasPrefix("ifeval::")
      {
        result[place] = comment
      } else if text.hasPrefix("."), text.dropFirst().first != " " {
        titles.append(place)
      } else if !text.isEmpty {
        if ["comment", "source", "listing", "literal"].contains(style) {
          for line in titles { result[line] = comment }
          while place < lines.count, !lines[place].trimmed.isEmpty {
            result[place] = style == "comment" ? comment : ""
            place += 1
          }
        }
        (style, titles) = ("", [])
      }
      place += 1
    }
    return result
  }

  /// The last line of a block of code or a comment that begins on a line of AsciiDoc. Nil if none
  /// does, or if it has no end.
  private static func endOfBlock(
    _ lines: [String], _ start: Int, _ style: String, _ open: inout Set<String>
  ) -> Int? {
    let text = lines[start].trimmed
    let isLiteral = ["comment", "source", "listing", "literal"].contains(style)
    guard let mark = text.first, text == lines[start] || lines[start].hasPrefix(text) else {
      return nil
    }
    let count = text.prefix { $0 == mark }.count
    let isFence = mark == "`" && count >= 3
    let isRule =
      count == text.count && (count >= 4 && "/-.+".contains(mark) || isLiteral && text == "--")
    guard isFence || isRule else { return nil }
    let above = start > 0 ? lines[start - 1].trimmed : ""
    // The line below a title is as long as the title.
    if !isFence, !isLiteral, mark != "/", above.count > 2, abs(above.count - count) < 2,
      above.first != "[", above.contains(where: \.isLetter)
    {
      return nil
    }
    let last = isFence ? String(repeating: mark, count: count) : text
    guard !open.contains(last) else { return nil }
    let end = lines.indices[(start + 1)...].first { lines[$0].trimmed == last }
    if end == nil { open.insert(last) }
    return end
  }

  // MARK: reStructuredText

  /// The lines of a document in reStructuredText without the literal blocks after `::`, as many as
  /// before.
  static func structured(_ lines: [String]) -> [String] {
    var result = lines
    var place = 0
    while place < lines.count {
      defer { place += 1 }
      let text = lines[place].trimmed
      guard text.hasSuffix("::"), !text.hasPrefix(".. "), place + 1 < lines.count,
        lines[place + 1].trimmed.isEmpty,
        let first = lines[place...].dropFirst().firstIndex(where: { !$0.trimmed.isEmpty })
      else { continue }
      let own = margin(lines[place])
      func isInside(_ line: String) -> Bool { line.trimmed.isEmpty || indent(line) > own }
      let isQuoted = indent(lines[first]) == own && lines[first].trimmed.hasPrefix(">")
      guard isQuoted || indent(lines[first]) > own else { continue }
      result[place] = String(lines[place].trimmed(endOnly: true).dropLast(text == "::" ? 2 : 1))
      // `Main flow::` is a label, and has steps below it.
      if case .heading = Lead(text) { continue }
      var end = first
      while end < lines.count,
        isQuoted ? lines[end].trimmed.hasPrefix(">") : isInside(lines[end])
      {
        result[end] = ""
        end += 1
      }
      place = end - 1
    }
    return result
  }

  /// The column where a line begins.
  static func indent(_ line: String) -> Int {
    line.prefix { $0 == " " || $0 == "\t" }.reduce(0) { $1 == "\t" ? ($0 / 8 + 1) * 8 : $0 + 1 }
  }

  /// The column where the words of a line begin, after the mark of an item.
  private static func margin(_ line: String) -> Int {
    let (start, text) = (indent(line), line.trimmed)
    let word = text.prefix { $0 != " " }
    let isNumber =
      word.count < 6 && (word.hasSuffix(".") || word.hasSuffix(")"))
      && word.dropLast().allSatisfy { $0.isNumber || $0.isLetter || "#(".contains($0) }
    guard word.count < text.count, isNumber || ["-", "*", "+", "•"].contains(word) else {
      return start
    }
    return start + word.count + text.dropFirst(word.count).prefix { $0 == " " }.count
  }
}

extension String {
  fileprivate func trimmed(endOnly: Bool) -> String {
    var text = Substring(self)
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
