internal import YAMLTree

/// Writes texts as scalars of a file: as they are written there, if that can hold the text.
package struct ScalarWriter {
  /// The longest line, in columns, where a text is wrapped or a collection is put between brackets.
  static let width = 100

  /// The keys whose values are prose. A number or a `yes` is quoted there, since other programs
  /// would not take it for a text.
  private static let prose: Set<String> = [
    "title", "outline", "summary", "goal", "actor", "preconditions", "postconditions", "notes",
    "documentation", "tests", "screen", "prompt", "notice", "determine", "validate", "execute",
    "system", "os", "await", "user", "outside", "message", "note", "loading", "buttons", "items",
    "case", "result", "event", "error", "results", "why", "slip", "does", "because", "about",
    "proposal",
  ]

  /// Words and numbers of YAML 1.1 that are no texts.
  private static func isOther(_ text: String) -> Bool {
    let words: Set<String> = [
      "yes", "no", "on", "off", "true", "false", "null", "y", "n", "~",
    ]
    if words.contains(text.lowercased()) { return true }
    guard let first = text.utf8.first, (48...57).contains(first) || "+.".utf8.contains(first) else {
      return false
    }
    return text.utf8.allSatisfy {
      (48...57).contains($0) || (65...70).contains($0) || (97...102).contains($0)
        || "+-._:xo".utf8.contains($0)
    }
  }

  /// A scalar on one line.
  ///
  /// - Parameter key: the key whose value it is, or in whose list it is.
  package static func text(_ text: String, for key: String? = nil, inline: Bool) -> String {
    let written = YAMLScalar.text(text, inline: inline)
    guard let key, prose.contains(key), written == text, isOther(text) else { return written }
    return YAMLScalar.quoted(text)
  }

  /// The scalar that stands in place of another one.
  static func text(
    _ text: String, for key: String?, inPlaceOf node: YAMLNode, in file: YAMLText, inline: Bool
  ) -> String {
    switch node.style {
    case .single: return wrapped(YAMLScalar.quoted(text), inPlaceOf: node, in: file)
    case .double: return wrapped(YAMLScalar.doubleQuoted(text), inPlaceOf: node, in: file)
    case .block:
      return block(text, inPlaceOf: node, in: file) ?? self.text(text, for: key, inline: inline)
    case .plain, .lines, .inline:
      return wrapped(self.text(text, for: key, inline: inline), inPlaceOf: node, in: file)
    }
  }

  // MARK: Texts of several lines

  /// A scalar, on several lines if the one before was.
  private static func wrapped(
    _ scalar: String, inPlaceOf node: YAMLNode, in file: YAMLText
  ) -> String {
    let start = file.nextLine(node.range.lowerBound)
    guard node.isScalar, start < node.range.upperBound else { return scalar }
    let indent = file.bytes[start...].prefix { $0 == 0x20 }.count
    let lines = wrapped(
      scalar, first: width - file.column(node.range.lowerBound), other: width - indent)
    return lines.joined(separator: file.lineBreak + spaces(indent))
  }

  /// The lines of a text, broken at single blanks between two words.
  private static func wrapped(_ text: String, first: Int, other: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in words(text) {
      let limit = max(lines.isEmpty ? first : other, 20)
      if !line.isEmpty, line.count + 1 + word.count > limit {
        lines.append(line)
        line = word
      } else {
        line += line.isEmpty ? word : " " + word
      }
    }
    return lines + [line]
  }

  /// The parts of a text between which a line may end.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    let all = Array(text)
    for (place, character) in all.enumerated() {
      let isSingle =
        character == " " && place > 0 && place + 1 < all.count && all[place - 1] != " "
        && all[place + 1] != " " && all[place + 1] != "#"
      if isSingle {
        words.append(word)
        word = ""
      } else {
        word.append(character)
      }
    }
    return words + [word]
  }

  /// A text after `|` or `>`. Nil if it cannot be written so.
  private static func block(
    _ text: String, inPlaceOf node: YAMLNode, in file: YAMLText
  ) -> String? {
    let header = node.range.lowerBound..<file.lineEnd(node.range.lowerBound)
    let start = file.nextLine(node.range.lowerBound)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var content = lines
    while content.last == "" { content.removeLast() }
    guard start < node.range.upperBound, !YAMLScalar.needsEscape(text.replacing("\n", with: "")),
      let first = content.first, !first.isEmpty, !content.contains(where: { $0.first == " " }),
      // Without this, the text would need a line that only has blanks.
      !content.contains(where: { $0.last == " " })
    else { return nil }
    let isFolded = file.bytes[node.range.lowerBound] == UInt8(ascii: ">")
    let sign = isFolded ? ">" : "|"
    let chomping = lines.count == content.count ? "-" : lines.count == content.count + 1 ? "" : "+"
    guard chomping != "+", let indent = indent(of: node, from: start, in: file) else { return nil }
    // An indicator of the indentation stays true, since the indentation does.
    let digits = file.string(header).dropFirst().prefix { "+-123456789".contains($0) }
    let number = digits.filter(\.isNumber)
    let rest = file.string(header).dropFirst(1 + digits.count)
    let written = isFolded ? folded(content, indent) : content
    let margin = spaces(indent)
    return ([sign + number + chomping + rest] + written.map { $0.isEmpty ? "" : margin + $0 })
      .joined(separator: file.lineBreak)
  }

  /// The lines of a folded text: a line break is an empty line.
  private static func folded(_ content: [String], _ indent: Int) -> [String] {
    var written: [String] = []
    for (place, line) in content.enumerated() {
      if place > 0 { written.append("") }
      guard !line.isEmpty else { continue }
      written += wrapped(line, first: width - indent, other: width - indent)
    }
    return written
  }

  /// The indentation of a block scalar's text.
  private static func indent(of node: YAMLNode, from start: Int, in file: YAMLText) -> Int? {
    var line = start
    while line < node.range.upperBound {
      let count = file.bytes[line...].prefix { $0 == 0x20 }.count
      if line + count < file.lineEnd(line) { return count }
      line = file.nextLine(line)
    }
    return nil
  }

  static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
