import Markup
import Testing

@Suite struct MarkdownTests {
  @Test(
    "What means something inside of a line gets a backslash, and HTML is shown",
    arguments: [
      ("a | b", #"a \| b"#), (#"a\|b"#, #"a\\\|b"#), ("`rm`", #"\`rm\`"#),
      ("**_x_**", #"\*\*\_x\_\*\*"#),
      ("[text](link)", #"\[text\](link)"#), ("<b>&amp;", "&lt;b>&amp;"), ("", ""),
      ("Größe ☃ 😀", "Größe ☃ 😀"),
    ])
  func special(_ text: String, _ escaped: String) {
    #expect(Markdown.escaped(text) == escaped)
  }

  @Test(
    "A line break of any kind becomes one space, so that a cell stays in its row",
    arguments: ["\n", "\r", "\r\n", "\u{2028}", "\u{2029}", "\u{85}", "\u{0B}", "\u{0C}"])
  func lineBreaks(_ lineBreak: String) {
    #expect(Markdown.escaped("a\(lineBreak)b") == "a b")
  }

  @Test("A caller may escape fewer characters; HTML and line breaks are no choice")
  func fewer() {
    #expect(Markdown.escaped("*a* | <b>\n", escaping: ["|"]) == #"*a* \| &lt;b> "#)
  }
}
