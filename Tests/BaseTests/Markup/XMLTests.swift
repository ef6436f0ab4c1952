import Markup
import Testing

@Suite struct XMLTests {
  @Test(
    "Characters of the markup are escaped, so that a text may stand as content or in quotes",
    arguments: [
      ("a < b > c", "a &lt; b &gt; c"), ("]]>", "]]&gt;"), ("&lt;", "&amp;lt;"),
      ("\"x\" onload=\"y\"", "&quot;x&quot; onload=&quot;y&quot;"),
      ("</script><script>", "&lt;/script&gt;&lt;script&gt;"), ("it's", "it's"), ("", ""),
      ("Größe ☃ 😀 e\u{301}", "Größe ☃ 😀 e\u{301}"),
    ])
  func markup(_ text: String, _ escaped: String) {
    #expect(XML.escaped(text) == escaped)
  }

  @Test("Line breaks and tabs are kept as references, since an attribute would lose them")
  func lineBreaks() {
    #expect(XML.escaped("a\nb\tc\rd\r\ne") == "a&#10;b&#9;c&#13;d&#13;&#10;e")
  }

  @Test("Characters that XML 1.0 does not allow are replaced")
  func controls() {
    for value in UInt8(0)..<0x20 where ![0x09, 0x0A, 0x0D].contains(value) {
      #expect(XML.escaped("a\(Character(Unicode.Scalar(value)))b") == "a\u{FFFD}b", "\(value)")
    }
    #expect(
      XML.escaped("\u{FFFE}\u{FFFF}\u{FFFD}\u{7F}\u{85}") == "\u{FFFD}\u{FFFD}\u{FFFD}\u{7F}\u{85}")
  }
}
