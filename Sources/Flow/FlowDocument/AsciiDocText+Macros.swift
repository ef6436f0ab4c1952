extension AsciiDocText {
  /// A line whose macros are what Markdown has for them: links are links, buttons, keys and menus
  /// are their words, pictures are their words too, and footnotes are left out.
  static func withoutMacros(_ line: String) -> String {
    // One that nothing closes is none, and a longer line is no sentence.
    guard line.utf8.count < 4_000,
      line.utf8.contains(UInt8(ascii: "]")) || line.contains(">>")
    else { return line }
    var rest = line[...]
    var text = ""
    while let next = rest.firstIndex(where: { $0 == "[" || $0 == "<" }) {
      let before = rest[..<next]
      if rest[next] == "<" {
        text += before
        if let (link, end) = reference(rest[next...]) {
          text += link
          rest = rest[end...]
        } else {
          text += "<"
          rest = rest[rest.index(after: next)...]
        }
        continue
      }
      guard let (name, target, start) = macro(endingAt: next, in: before),
        let close = end(of: rest[next...]),
        let words = words(name, target, String(rest[rest.index(after: next)..<close]))
      else {
        text += before + "["
        rest = rest[rest.index(after: next)...]
        continue
      }
      text += before[..<start]
      // What is left out leaves no second space.
      while words.isEmpty, text.last == " " { text.removeLast() }
      text += words
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }

  private static let names = [
    "xref:", "link:", "mailto:", "https://", "http://", "btn:", "kbd:", "menu:", "footnote:",
    "footnoteref:", "image:", "icon:", "pass:",
  ]

  /// Where what stands before the words of a macro ends that begins at a place: at its bracket, or
  /// after the anchor of a reference. Nil if none begins or ends there.
  static func endOfMacroName(_ text: [Unicode.Scalar], at place: Int) -> Int? {
    func begins(_ word: String) -> Bool { text[place...].starts(with: word.unicodeScalars) }
    if begins("<<") {
      let inner = text[(place + 2)...].prefix(400).prefix { $0 != "\n" && $0 != ">" }
      return inner.firstIndex(of: ",").map { $0 + 1 } ?? place + 2
    }
    if begins(">>") { return place + 2 }
    let isInWord = place > 0 && WrittenText.isLetter(text[place - 1])
    guard !isInWord, let name = names.first(where: begins) else { return nil }
    let address = text[(place + name.unicodeScalars.count)...].prefix(400).prefix {
      !WrittenText.isSpace($0) && $0 != "["
    }
    guard address.endIndex < text.count, text[address.endIndex] == "[" else { return nil }
    guard name.hasPrefix("footnote") else { return address.endIndex }
    return text[address.endIndex...].prefix(2_000).firstIndex(of: "]").map { $0 + 1 }
  }

  /// The macro whose bracket opens after a text: its name, its target, and where it begins.
  private static func macro(
    endingAt end: Substring.Index, in text: Substring
  ) -> (name: String, target: String, start: Substring.Index)? {
    var start = end
    for _ in 0..<400 {
      guard start > text.startIndex, case let before = text.index(before: start),
        !text[before].isWhitespace
      else { break }
      start = before
    }
    let word = text[start..<end]
    // A link may stand in parentheses, and its address may have the name of a macro in it.
    let found = names.compactMap { name in
      word.firstRange(of: name).map { (name, $0) }
    }.min { $0.1.lowerBound < $1.1.lowerBound }
    guard let (name, range) = found else { return nil }
    if range.lowerBound > word.startIndex {
      let before = word[word.index(before: range.lowerBound)]
      guard !before.isLetter, !before.isNumber else { return nil }
    }
    return (name, String(word[range.upperBound...]), range.lowerBound)
  }

  /// The bracket that closes the one with which a text begins.
  private static func end(of text: Substring) -> Substring.Index? {
    var depth = 0
    var place = text.startIndex
    while place < text.endIndex {
      switch text[place] {
      case "\\": place = text.index(after: place)
      case "[": depth += 1
      case "]":
        depth -= 1
        if depth == 0 { return place }
      default: break
      }
      guard place < text.endIndex else { return nil }
      place = text.index(after: place)
    }
    return nil
  }

  /// What a macro is in Markdown. Nil if it is none.
  private static func words(_ name: String, _ target: String, _ content: String) -> String? {
    var shown = content.replacing("\\]", with: "]")
    // `[the text,role=external,window=_blank]`
    if let comma = shown.firstIndex(of: ","), shown[comma...].contains("=") {
      shown = String(shown[..<comma])
    }
    if shown.last == "^" { shown.removeLast() }
    switch name {
    case "btn:", "kbd:", "pass:": return content.replacing("\\]", with: "]")
    case "menu:":
      let entries = content.split(separator: ">").map { String($0).trimmed }
      return ([target] + entries).joined(separator: " > ")
    case "footnote:", "footnoteref:": return ""
    case "image:", "icon:":
      // `image::` stands on a line of its own.
      guard target.first != ":" else { return nil }
      return content.split(separator: ",").first.map { String($0).trimmed } ?? ""
    case "https://", "http://", "mailto:":
      return link(shown.isEmpty ? name + target : shown, to: name + target)
    default:
      return link(
        shown.isEmpty ? target.split(separator: "#").last.map(String.init) : shown, to: target)
    }
  }

  private static func link(_ text: String?, to address: String) -> String? {
    guard let text, !address.isEmpty, !address.contains("(") else { return text }
    return "[\(text)](\(address))"
  }

  /// `<<anchor>>` or `<<anchor,the text>>` at the beginning of a text, and where it ends.
  private static func reference(
    _ text: Substring
  ) -> (link: String, end: Substring.Index)? {
    guard text.hasPrefix("<<"), let range = text.prefix(400).firstRange(of: ">>") else {
      return nil
    }
    let inner = text[text.index(text.startIndex, offsetBy: 2)..<range.lowerBound]
    let parts = inner.split(separator: ",", maxSplits: 1).map { String($0).trimmed }
    guard let anchor = parts.first, !anchor.isEmpty, !anchor.contains("<") else { return nil }
    let address = anchor.contains("#") || anchor.contains(".") ? anchor : "#" + anchor
    guard let link = link(parts.count > 1 ? parts[1] : anchor, to: address) else { return nil }
    return (link, range.upperBound)
  }
}
