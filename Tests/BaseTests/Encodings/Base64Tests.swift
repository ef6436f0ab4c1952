import Encodings
import Testing

@Suite struct Base64Tests {
  @Test(
    "The vectors of RFC 4648 §10 are written and read",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
  func base64Vectors(_ plain: String, _ encoded: String) {
    #expect(Base64.encoded(Array(plain.utf8)) == encoded)
    #expect(Base64.decoded(encoded) == Array(plain.utf8))
    let short = encoded.filter { $0 != "=" }
    #expect(Base64.urlEncoded(Array(plain.utf8)) == short)
    #expect(Base64.urlDecoded(short) == Array(plain.utf8))
  }

  @Test(
    "Base64 that nobody writes is refused",
    arguments: ["Zg", "Zh==", "Zg=", "Zg===", "Z g=", "Zm9v\n", "====", "-_8=", "=Zg="])
  func strictBase64(_ text: String) {
    #expect(Base64.decoded(text) == nil)
  }

  @Test("The alphabet for URLs takes no padding and no other alphabet")
  func strictURLAlphabet() {
    #expect(Base64.urlEncoded([0xFB, 0xFF]) == "-_8")
    #expect(Base64.urlDecoded("-_8") == [0xFB, 0xFF])
    for text in ["-_8=", "+/8", "-_9", "A"] { #expect(Base64.urlDecoded(text) == nil) }
  }
}
