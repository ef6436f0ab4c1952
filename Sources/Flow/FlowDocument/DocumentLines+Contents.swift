internal import Diagnostics

// Tables of contents, which say what the headings say, and chapters of tests.
extension DocumentLines {
  /// Makes empty lines of what says nothing of the use cases, or says it again.
  mutating func clearAside() {
    clearComments()
    clearContents()
    clearTests()
  }

  /// Makes empty lines of a table of contents: items that are nothing but links into the document,
  /// most of which have the words of its headings.
  private mutating func clearContents() {
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

  /// Makes empty lines of chapters of tests that have headings of scenarios of their own:
  /// `## Testing scenarios` above `### Happy path`.
  private mutating func clearTests() {
    var index = 0
    while index < lines.count {
      guard let level = testLevel(index) else {
        index += 1
        continue
      }
      let rest = lines.indices[(index + 1)...]
      let end = rest.first { (1...level).contains(Self.level(lines[$0])) } ?? lines.count
      let hasScenario = lines[index..<end].dropFirst().contains { line in
        guard Self.level(line) > 0, case .main? = HeaderLabel(CellText(line.fragment.text).whole)
        else { return false }
        return true
      }
      if hasScenario { clear(index..<end) }
      index = end
    }
  }

  /// Makes empty lines of comments that are written as the definitions of links, and of arrows
  /// between the steps of a list: `↓`.
  private mutating func clearComments() {
    for index in lines.indices {
      let text = lines[index].fragment.text
      // A `|` between the steps of a list, as arrows are
      if case .row = lines[index].kind, text.trimmed == "|", !isRow(index - 1), !isRow(index + 1) {
        clear(index..<index + 1)
      }
      guard case .text = lines[index].kind else { continue }
      let isComment: Bool
      switch text.utf8.first {
      case UInt8(ascii: "["):
        isComment = text.hasPrefix("[comment]: ") || text.hasPrefix("[//]: ")
      // The first byte of an arrow, or what an arrow is indented by.
      case 0xE2, UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "-"), UInt8(ascii: "="):
        isComment = ["↓", "⬇", "▼", "⇓", "→", "->", "=>"].contains(text.trimmed)
      default: isComment = false
      }
      if isComment { clear(index..<index + 1) }
    }
  }

  private func isRow(_ index: Int) -> Bool {
    guard lines.indices.contains(index), case .row = lines[index].kind else { return false }
    return true
  }

  private static func level(_ line: DocumentLine) -> Int {
    guard case .text = line.kind else { return 0 }
    return line.fragment.text.prefix { $0 == "#" }.count
  }

  /// The level of a heading of tests below that of the document. Nil for another line.
  private func testLevel(_ index: Int) -> Int? {
    let level = Self.level(lines[index])
    guard level > 1 else { return nil }
    let name = Self.plain(lines[index].fragment.text[...])
    return Self.tests.contains(name) ? level : nil
  }

  private static let tests: Set<String> = [
    "test scenarios", "testing scenarios", "test cases", "testing", "tests", "test plan",
    "test scenario", "testszenarien", "testfalle", "tests und szenarien", "scenarios de test",
    "cas de test", "casos de prueba", "escenarios de prueba", "pruebas", "casos de teste",
    "cenarios de teste", "testes", "testscenario's", "testgevallen", "testjuhtumid",
    "scenari di test", "casi di test",
  ]

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
