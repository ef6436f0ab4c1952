import Testing

@testable import FlowCheck

@Suite struct WordsTests {
  @Test("Words are letters and digits, in ASCII and in any other script")
  func words() {
    #expect(Words.of("User enters PIN1, (again)") == ["User", "enters", "PIN1", "again"])
    #expect(Words.of("isn't\r\n_a-b_") == ["isn", "t", "a", "b"])
    #expect(Words.of("Jõeorg: ²x — 日本 e\u{301}a") == ["Jõeorg", "²x", "日本", "e\u{301}a"])
    #expect(Words.of(" ,.") == [])
    // The way for ASCII gives the same as the one for all scripts.
    for byte in UInt8(0)..<128 {
      let text = "a\(Character(Unicode.Scalar(byte)))b"
      #expect(Words.of(text) == text.split { !($0.isLetter || $0.isNumber) })
    }
  }
}
