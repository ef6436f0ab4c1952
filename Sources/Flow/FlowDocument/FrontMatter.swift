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

  /// Lines of Markdown with `<b>Actor:</b> Guest<br>` as `**Actor:** Guest`, and with HTML's spaces
  /// before them as lines that are indented.
  static func withoutTags(_ line: DocumentLine) -> DocumentLine {
    let text = line.fragment.text
    guard case .text = line.kind, text.hasPrefix("<") || text.hasPrefix("&nbsp;")
    else { return line }
    var found = line
    var rest = text[...]
    while rest.hasPrefix("&nbsp;") {
      rest = rest.dropFirst(6)
      found.indent += 1
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
