import Glibc
import Testing

@testable import FlowRunCLI

@Suite struct WrappingTests {
  @Test(
    "A text takes as many columns as the C library says, whose rules terminals follow",
    arguments: [
      "plain", "ete\u{301}", "日本語！", "한국어", "\u{1100}\u{1161}\u{11A8}", "की", "क्षा", "हिन्दी",
      "မြန်မာ", "ភាសាខ្មែរ",
      "தமிழ்", "සිංහල", "বাংলা", "ไทยกำ", "עִבְרִית", "العَرَبِيَّة",
    ])
  func columns(text: String) throws {
    let rules = try #require(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
    let before = uselocale(rules)
    defer {
      uselocale(before)
      freelocale(rules)
    }
    // Not among what Swift knows of the C library.
    let name = try #require(dlsym(nil, "wcwidth"))
    let width = unsafeBitCast(name, to: (@convention(c) (wchar_t) -> Int32).self)
    let columns = text.unicodeScalars.reduce(0) { $0 + Int(width(wchar_t($1.value))) }
    #expect(text.columns == columns)
  }

  @Test(
    "A picture of several scalars takes two columns",
    arguments: ["🇪🇪", "❤️", "👍🏽", "👩‍💻", "1️⃣", "✅"])
  func pictures(text: String) { #expect(text.columns == 2) }
}
