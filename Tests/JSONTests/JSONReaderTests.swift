import JSON
import Testing

@Suite struct JSONReaderTests {
  @Test(arguments: [
    "null", "true", "-0", "12.5e-3", "\"a\\\"b\\\\\"", "[]", "{}", "[1,[2,{\"a\":\"ä\"}]]",
    "{\"b\":1,\"a\":null}",
  ])
  func whatIsReadIsWrittenTheSame(text: String) throws {
    #expect(try JSONReader.read(text).text == text)
  }

  @Test func aSurrogatePairIsOneCharacter() throws {
    #expect(try JSONReader.read("\"\\uD83D\\uDE00\"") == .string("😀"))
  }

  @Test(arguments: [
    "", " ", "[", "[1,]", "{\"a\"}", "{\"a\":1,\"a\":2}", "01", "1.", "1e", "-", "tru", "\"",
    "\"\\x\"", "\"\\uD83D\"", "\"\\u12\"", "\"\n\"", "1 2", "{a:1}", "[1 2]",
  ])
  func whatIsNoJSONIsRefused(text: String) {
    #expect(throws: JSONReader.Failure.self) { try JSONReader.read(text) }
  }

  @Test func bytesThatAreNotUTF8AreRefused() {
    #expect(throws: JSONReader.Failure.self) { try JSONReader.read([0x22, 0xFF, 0x22]) }
  }

  @Test func deepNestingIsRefusedAndDoesNotCrash() {
    let text = String(repeating: "[", count: 100_000)
    #expect(throws: JSONReader.Failure.self) { try JSONReader.read(text) }
  }

  @Test func everyTruncationOfAnObjectIsRefused() {
    let bytes = Array("{\"a\":[1,\"\\u00e4\",{\"b\":true}]}".utf8)
    for end in 0..<bytes.count {
      #expect(throws: JSONReader.Failure.self) { try JSONReader.read(Array(bytes[..<end])) }
    }
  }

  @Test func quotingEscapesWhatWouldBreakALine() {
    #expect(JSONObject.quoted("a\"\\\n\u{1}\u{2028}") == "\"a\\\"\\\\\\n\\u0001\\u2028\"")
  }
}
