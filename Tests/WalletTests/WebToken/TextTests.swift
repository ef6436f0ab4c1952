import JSON
import Testing
import WebToken

@Suite struct TextTests {
  @Test("A string cannot leave its quotes")
  func escaping() throws {
    let nasty = "\",\"admin\":true,\"x\":\"\\\u{0}\n</script>\u{2028}😀"
    let text = JSONValue.object(["nonce": .string(nasty)]).text
    #expect(!text.contains("</script>"))
    let back = try #require(JSONValue(parsing: text))
    #expect(back["nonce"]?.string == nasty)
    #expect(back["admin"] == nil)
  }

  @Test(
    "JSON that readers could disagree about is refused",
    arguments: [
      "", "{}x", "{\"a\":1,\"a\":2}", "[1,]", "{\"a\":1,}", "01", "-", "\"\\ud800\"",
      "\"\\ud800\\u0041\"", "\"\u{1}\"", "'a'", "nul", "\"\\x\"", "{a:1}", "[", "\"", "NaN",
      "\"\\u00g0\"",
    ])
  func strictJSON(_ text: String) {
    #expect(JSONValue(parsing: text) == nil)
  }

  @Test(
    "A number that is not whole is refused as a time",
    arguments: ["1.5", "1e3", "99999999999999999999"])
  func wholeNumbers(_ text: String) {
    #expect(JSONValue(parsing: text)?.integer == nil)
  }

  @Test("Bytes that are not UTF-8 are refused")
  func invalidUTF8() {
    #expect(JSONValue(parsing: [0x22, 0xFF, 0x22]) == nil)
    #expect(JSONValue(parsing: [0x22, 0xC0, 0x80, 0x22]) == nil)
  }

  @Test("JSON with spaces and escapes is read")
  func goodJSON() {
    let text = " { \"a\" : [ 1 , -20 , true , null ] , \"b\\u00e9\\ud83d\\ude00\" : \"\\/\" } "
    #expect(
      JSONValue(parsing: text)?.text == "{\"a\":[1,-20,true,null],\"bé😀\":\"/\"}")
  }

  @Test(
    "The origin of an address is what a browser would send",
    arguments: [
      ("https://Bank.Example/login?x=1", "https://bank.example"),
      ("https://bank.example:443/", "https://bank.example"),
      ("https://bank.example:8443#frag", "https://bank.example:8443"),
      ("http://localhost:8080/auth", "http://localhost:8080"),
      ("http://127.0.0.1:80/", "http://127.0.0.1"), ("http://[::1]:9/x", "http://[::1]:9"),
    ])
  func origins(_ address: String, _ origin: String) throws {
    #expect(try Origin(of: address).description == origin)
  }

  @Test(
    "An address that may not take a token is refused",
    arguments: [
      ("http://bank.example/", OriginError.notSecure), ("ftp://bank.example", .notSecure),
      ("javascript:alert(1)", .notAnAddress), ("https://", .notAnAddress),
      ("https://bank.example@evil.example/", .namesUser),
      ("https://user:pw@bank.example/", .namesUser), ("https://bank.example:0/", .notAnAddress),
      ("https://bank.example:99999/", .notAnAddress), ("https://bank..example/", .notAnAddress),
      ("https://bank.example\\@evil.example/", .notAnAddress),
      ("http://127.0.0.1.evil.example/", .notSecure), ("http://127.evil/", .notSecure),
      ("https://bank exämple/", .notAnAddress), ("bank.example", .notAnAddress),
    ])
  func refusedOrigins(_ address: String, _ error: OriginError) {
    #expect(throws: error) { try Origin(of: address) }
  }

  @Test("An origin is at most 255 bytes long, with nothing before or after it")
  func originLimits() throws {
    let label = String(repeating: "a", count: 60)
    let host = Array(repeating: label, count: 4).joined(separator: ".")
    #expect(try Origin("https://\(host)").description.utf8.count == 251)
    #expect(throws: OriginError.tooLong) { try Origin("https://\(host).aaaaa") }
    #expect(throws: OriginError.notAnAddress) { try Origin("https://bank.example/path") }
    #expect(throws: OriginError.notAnAddress) { try Origin("https://bank.example?x") }
  }
}
