internal import Diagnostics

/// The fields between two lines of dashes at the beginning of a document, as parts of its header.
enum FrontMatter {
  /// The lines with `primaryActor: Guest` as `**Primary actor:** Guest`, if that names a part.
  static func read(_ lines: [DocumentLine]) -> [DocumentLine] {
    guard lines.first?.fragment.text == "---",
      let end = lines.indices.dropFirst().prefix(60).first(where: {
        lines[$0].fragment.text == "---"
      })
    else { return lines }
    var result = lines
    for place in 1..<end where lines[place].indent == 0 {
      let text = lines[place].fragment.text
      guard let colon = text.prefix(40).firstIndex(of: ":"),
        case let key = text[..<colon], key.allSatisfy({ $0.isASCII && $0.isLetter || $0 == "_" }),
        key != "title", case let words = words(of: key),
        words.contains(" ") || key == "trigger"
          || key == "precondition" || key == "postcondition" || key == "preconditions"
          || key == "postconditions" || key == "actor" || key == "actors",
        HeaderLabel(words)?.isHeader ?? false
      else { continue }
      let name = words.prefix(1).uppercased() + words.dropFirst()
      result[place].fragment.text = "**\(name):**\(text[text.index(after: colon)...])"
    }
    return result
  }

  /// `##Main flow##` as `## Main flow`. Nil for another line.
  private static func closed(_ text: String) -> String? {
    guard text.hasPrefix("#"), text.hasSuffix("#") else { return nil }
    let marks = text.prefix { $0 == "#" }
    var title = text.dropFirst(marks.count)
    let isJoined = title.first != " "
    var count = 0
    while title.last == "#" {
      title.removeLast()
      count += 1
    }
    // Not `# Learn C#`.
    guard !title.isEmpty, isJoined ? count == marks.count : count > 1 else { return nil }
    return "\(marks) \(CellText.collapsed(String(title)))"
  }

  /// Lines of Markdown with `<b>Actor:</b> Guest<br>` as `**Actor:** Guest`, and with HTML's spaces
  /// before them as lines that are indented.
  static func withoutTags(_ line: DocumentLine) -> DocumentLine {
    let text = line.fragment.text
    if case .text = line.kind, let heading = closed(text) {
      var found = line
      found.fragment.text = heading
      return found
    }
    if case .text = line.kind, text.utf8.contains(UInt8(ascii: "_")),
      let bold = underlined(text)
    {
      var found = line
      found.fragment.text = bold
      return found
    }
    guard case .text = line.kind, text.hasPrefix("<") || text.hasPrefix("&")
    else { return line }
    var found = line
    var rest = text[...]
    while let (space, width) = spaces.first(where: { rest.hasPrefix($0.key) }) {
      rest = rest.dropFirst(space.count)
      found.indent += width
    }
    var plain = String(rest)
    for tag in ["b", "strong"] where plain.hasPrefix("<\(tag)>") {
      plain = plain.replacing("<\(tag)>", with: "**").replacing("</\(tag)>", with: "**")
    }
    guard plain != text else { return line }
    for end in ["<br>", "<br/>", "<br />"] where plain.hasSuffix(end) {
      plain.removeLast(end.count)
    }
    found.fragment.text = CellText.collapsed(plain)
    return found
  }

  /// How wide the spaces of HTML are.
  private static let spaces = [
    "&nbsp;": 1, "&#160;": 1, "&ensp;": 2, "&#8194;": 2, "&emsp;": 4, "&#8195;": 4, "&thinsp;": 1,
  ]

  /// `__Actor__: Guest` and `- __Actor:__ Guest` as `**Actor**: Guest`. Nil for another line.
  private static func underlined(_ text: String) -> String? {
    let bullet = DocumentReader.isBullet(text) ? 2 : 0
    let rest = text.dropFirst(bullet)
    guard rest.hasPrefix("__"), let end = rest.dropFirst(3).firstRange(of: "__") else { return nil }
    let (name, behind) = (rest[..<end.lowerBound].dropFirst(2), rest[end.upperBound...])
    guard name.first?.isLetter == true, name.last == ":" || behind.isEmpty || behind.first == ":"
    else { return nil }
    return "\(text.prefix(bullet))**\(name)**\(behind)"
  }

  /// `primary actor` of `primaryActor` and of `primary_actor`.
  private static func words(of key: Substring) -> String {
    var words = ""
    for letter in key {
      if letter == "_" {
        words.append(" ")
      } else {
        if letter.isUppercase, words.last?.isLowercase ?? false { words.append(" ") }
        words += letter.lowercased()
      }
    }
    return words
  }
}
