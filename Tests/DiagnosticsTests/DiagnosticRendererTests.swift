import Diagnostics
import Testing

@Suite struct DiagnosticRendererTests {
  private let rule = Rule("odd")

  /// The output about a span of a file.
  private func rendered(
    _ text: String, _ start: UInt32, _ end: UInt32, help: String? = nil, color: Bool = false
  ) -> String {
    let file = SourceFile(path: "a.yaml", bytes: Array(text.utf8))
    let diagnostic = Diagnostic(
      rule, path: "a.yaml", span: Span(start: start, end: end), "it is odd", help: help)
    return DiagnosticRenderer(files: [file], color: color).render([diagnostic])
  }

  @Test("A diagnostic has its place, its words, its line with carets, and its help")
  func wholeDiagnostic() {
    #expect(
      rendered("one: 1\ntwo: 22\n", 12, 14, help: "make it even") == """
        a.yaml:2:6: error: it is odd [odd]
          2 | two: 22
            |      ^^
          help: make it even

        """)
  }

  @Test("A diagnostic about a file that is not at hand has no place and no excerpt")
  func unknownFile() {
    let diagnostic = Diagnostic(rule, .warning, path: "b", span: .top, "it is odd")
    let text = DiagnosticRenderer(files: [SourceFile]()).render([diagnostic])
    #expect(text == "b: warning: it is odd [odd]\n")
  }

  @Test("A tab stays a tab below its line, so that the caret is below the place")
  func tabs() {
    #expect(
      rendered("\ta:\tb", 4, 5) == """
        a.yaml:1:5: error: it is odd [odd]
          1 | \ta:\tb
            | \t  \t^

        """)
  }

  @Test(
    "A wide character takes two columns and a combining mark none, so that the caret is below",
    arguments: [
      ("日本: x", 4, 5, "      ^"), ("😀: x", 3, 4, "    ^"), ("e\u{301}: x", 4, 5, "   ^"),
      ("a: 日本", 3, 5, "   ^^^^"), ("ä: x", 3, 4, "   ^"),
    ])
  func wideCharacters(text: String, start: UInt32, end: UInt32, carets: String) {
    #expect(rendered(text, start, end).hasSuffix("  1 | \(text)\n    | \(carets)\n"))
  }

  @Test("Windows line ends are not shown")
  func windowsLineEnds() {
    #expect(
      rendered("one\r\ntwo\r\n", 5, 8) == """
        a.yaml:2:1: error: it is odd [odd]
          2 | two
            | ^^^

        """)
  }

  @Test(
    "A span at the end of the file has one caret after the last character",
    arguments: [("ab", 2, 2, "ab", 1, "  "), ("ab\n", 3, 3, "", 2, ""), ("", 0, 0, "", 1, "")])
  func endOfFile(
    text: String, start: UInt32, end: UInt32, shown: String, line: Int, lead: String
  ) {
    #expect(
      rendered(text, start, end) == """
        a.yaml:\(line):\(lead.count + 1): error: it is odd [odd]
          \(line) | \(shown)
            | \(lead)^

        """)
  }

  @Test("The carets of a span over several lines end with its first line")
  func severalLines() {
    #expect(rendered("a: [1,\n2]\n", 3, 9).hasSuffix("  1 | a: [1,\n    |    ^^^\n"))
  }

  @Test("An empty span has one caret")
  func emptySpan() {
    #expect(rendered("abc", 1, 1).hasSuffix("  1 | abc\n    |  ^\n"))
  }

  @Test("The gutter is as wide as the number of the line")
  func gutter() {
    let text = String(repeating: "\n", count: 99) + "abc"
    #expect(rendered(text, 99, 102).hasSuffix("  100 | abc\n      | ^^^\n"))
  }

  @Test("A long line is cut around the place, which stays visible")
  func longLine() throws {
    let text = String(repeating: "x", count: 5_000) + "here" + String(repeating: "y", count: 5_000)
    let lines = rendered(text, 5_000, 5_004).split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[0].hasPrefix("a.yaml:1:5001: "))
    #expect(lines[1].count == 100 + "  1 | ".count)
    let carets = lines[2].firstIndex(of: "^").map {
      lines[2].distance(from: lines[2].startIndex, to: $0)
    }
    let shown = Array(lines[1])
    #expect(carets.map { String(shown[$0..<$0 + 4]) } == "here")
    #expect(lines[2].hasSuffix("^^^^"))
  }

  @Test(
    "Control characters of a hostile file do not reach the terminal",
    arguments: ["\u{1B}[31m", "\u{7}", "\u{9B}2J", "\u{7F}", "\u{202E}"])
  func controlCharacters(text: String) {
    let output = rendered("a: \(text) b", 0, 1)
    #expect(!output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(!output.unicodeScalars.contains { (0x7F..<0xA0).contains($0.value) })
    #expect(!output.contains("\u{202E}"))
    #expect(output.contains("\\u{"))
  }

  @Test("Carets stand below what an escape shows")
  func carets() {
    #expect(
      rendered("a\u{1B}b", 1, 2).hasSuffix("  1 | a\\u{1B}b\n    |  ^^^^^^\n"))
    #expect(
      rendered("a\u{202E}b", 2, 3).hasSuffix("  1 | a\\u{202E}b\n    |          ^\n"))
  }

  @Test("A name with a line break cannot pass for another message")
  func forgedMessage() {
    let diagnostic = Diagnostic(
      Rule("r"), path: "a\nb.yaml", span: Span(start: 0, end: 1),
      "no step `x\nb.yaml:1:1: error: gone`\n    expected", help: "h\nerror: forged")
    let text = DiagnosticRenderer(files: []).render([diagnostic])
    #expect(
      text == """
        a\\nb.yaml: error: no step `x\\nb.yaml:1:1: error: gone`
            expected [r]
          help: h\\nerror: forged

        """)
  }

  @Test("Colours are escape sequences around place, severity, carets and help only")
  func colors() {
    #expect(
      rendered("ab", 0, 1, help: "h", color: true) == """
        \u{1B}[1ma.yaml:1:1\u{1B}[0m: \u{1B}[31;1merror\u{1B}[0m: it is odd [odd]
          1 | ab
            | \u{1B}[31;1m^\u{1B}[0m
          \u{1B}[36;1mhelp:\u{1B}[0m h

        """)
  }

  @Test("Diagnostics come by file, place, rule and words")
  func order() {
    let found = [
      ("b", 0, "r", "1"), ("a", 5, "r", "2"), ("a", 1, "s", "3"), ("a", 1, "r", "5"),
      ("a", 1, "r", "4"),
    ].map { path, start, rule, words in
      Diagnostic(
        Rule(rule), path: path, span: Span(start: UInt32(start), end: 9), words)
    }
    #expect(found.inReadingOrder().map(\.message) == ["4", "5", "3", "2", "1"])
    let output = DiagnosticRenderer(files: [SourceFile]()).render(found)
    #expect(output.hasPrefix("a: error: 4 [r]\n"))
  }

  @Test("Each of several diagnostics of one file is shown with its own line")
  func severalDiagnostics() {
    let file = SourceFile(path: "a", bytes: Array("one\ntwo\nthree".utf8))
    let found = [(8, 13), (0, 3), (4, 7)].map { start, end in
      Diagnostic(rule, path: "a", span: Span(start: UInt32(start), end: UInt32(end)), "odd")
    }
    let lines = DiagnosticRenderer(files: [file]).render(found).split(separator: "\n")
    #expect(
      lines.filter { $0.contains(" | ") && !$0.contains("^") }
        == ["  1 | one", "  2 | two", "  3 | three"])
  }
}
