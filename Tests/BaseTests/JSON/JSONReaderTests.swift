import JSON
import Testing

@Suite struct JSONReaderTests {
  @Test(
    "JSON that is read is written with the same text",
    arguments: [
      "null", "true", "-0", "12.5e-3", "\"a\\\"b\\\\\"", "[]", "{}", "[1,[2,{\"a\":\"ä\"}]]",
      "{\"b\":1,\"a\":null}",
    ])
  func roundTrip(text: String) throws {
    #expect(try JSONReader.read(text).text == text)
  }

  @Test("An escaped surrogate pair is one character")
  func surrogatePair() throws {
    #expect(try JSONReader.read("\"\\uD83D\\uDE00\"") == .string("😀"))
  }

  @Test(
    "Text that is not JSON is refused",
    arguments: [
      "", " ", "[", "[1,]", "{\"a\"}", "{\"a\":1,\"a\":2}", "01", "1.", "1e", "-", "tru", "\"",
      "\"\\x\"", "\"\\uD83D\"", "\"\\u12\"", "\"\n\"", "1 2", "{a:1}", "[1 2]",
    ])
  func notJSON(text: String) {
    #expect(throws: JSONReader.Failure.self) { try JSONReader.read(text) }
  }

  @Test("Bytes that are not UTF-8 are refused")
  func notUTF8() {
    #expect(throws: JSONReader.Failure.self) { try JSONReader.read([0x22, 0xFF, 0x22]) }
  }

  @Test("100,000 open brackets are refused and do not crash the reader")
  func deepNesting() {
    let text = String(repeating: "[", count: 100_000)
    #expect(throws: JSONReader.Failure.self) { try JSONReader.read(text) }
  }

  @Test("An object that is cut anywhere is refused")
  func truncation() {
    let bytes = Array("{\"a\":[1,\"\\u00e4\",{\"b\":true}]}".utf8)
    for end in 0..<bytes.count {
      #expect(throws: JSONReader.Failure.self) { try JSONReader.read(Array(bytes[..<end])) }
    }
  }

  @Test("Quoting escapes quotes, backslashes, control characters and line separators")
  func quoting() {
    #expect(JSONValue.quoted("a\"\\\n\u{1}\u{2028}") == "\"a\\\"\\\\\\n\\u0001\\u2028\"")
  }
}
