internal import Diagnostics

// Tables of contents, which say what the headings say.
extension DocumentLines {
  /// Makes empty lines of a table of contents: items that are nothing but links into the document,
  /// most of which have the words of its headings.
  mutating func clearContents() {
    var headings: Set<String>?
    var start = 0
    while start < lines.count {
      guard linked(start) != nil else {
        start += 1
        continue
      }
      var (end, words) = (start, [String]())
      while end < lines.count, linked(end) != nil || lines[end].isBlank {
        if let text = linked(end) { words.append(text) }
        end += 1
      }
      if words.count > 2 {
        let all = headings ?? Set(lines.compactMap(Self.heading))
        headings = all
        if words.count(where: all.contains) * 2 > words.count { clear(start..<end) }
      }
      start = end
    }
  }

  /// The words of a line that is nothing but a link into the document: `- [Basic flow](#basic)`.
  private func linked(_ index: Int) -> String? {
    guard case .text = lines[index].kind else { return nil }
    let text = lines[index].fragment.text
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "["),
      let middle = text.ranges(of: "](#").last, open < middle.lowerBound,
      text[..<open].allSatisfy({ "-*+.) ".contains($0) || $0.isNumber })
    else { return nil }
    return Self.plain(text[text.index(after: open)..<middle.lowerBound])
  }

  private static func heading(_ line: DocumentLine) -> String? {
    guard case .text = line.kind, line.fragment.text.hasPrefix("#") else { return nil }
    return plain(line.fragment.text[...])
  }

  /// The words without the number of their chapter and without marks.
  private static func plain(_ text: Substring) -> String {
    let words = text.split { !$0.isLetter && !$0.isNumber }
    return PlainWords.folded(words.drop { $0.allSatisfy(\.isNumber) }.joined(separator: " "))
  }

  private mutating func clear(_ range: Range<Int>) {
    for index in range {
      let place = lines[index].fragment.span
      lines[index] = DocumentLine(kind: .text, fragment: Fragment(text: "", span: place))
    }
  }
}
