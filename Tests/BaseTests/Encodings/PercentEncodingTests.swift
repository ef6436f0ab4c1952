import Encodings
import Testing

@Suite struct PercentEncodingTests {
  @Test(
    "A path keeps its slashes and what needs no encoding, and is read back",
    arguments: [
      ("/home/a/Flows/UC1.yaml", "/home/a/Flows/UC1.yaml"), ("/a b%/ä", "/a%20b%25/%C3%A4"),
      ("a+b:c?d#e\n\u{0}", "a%2Bb%3Ac%3Fd%23e%0A%00"), ("", ""),
    ])
  func paths(path: String, encoded: String) {
    #expect(PercentEncoding.path(path) == encoded)
    #expect(PercentEncoding.bytes(encoded) == Array(path.utf8))
  }

  @Test("Only the characters that are named are encoded")
  func named() {
    #expect(PercentEncoding.text("a%b\r\nc,ä", encoding: "%\r\n") == "a%25b%0D%0Ac,ä")
  }

  @Test(
    "A percent sign without two digits is refused",
    arguments: ["%", "%4", "a%", "%4g", "%+1", "%-1", "%ä", "%%41"])
  func refused(text: String) {
    #expect(PercentEncoding.bytes(text) == nil)
  }

  @Test("Digits are read in either case")
  func cases() {
    #expect(PercentEncoding.bytes("%c3%A4") == [0xC3, 0xA4])
  }
}
