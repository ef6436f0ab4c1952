import CryptoCore
import Encodings
import JSON
import TestSupport
import Testing
import WebToken

@testable import CardDesk

@Suite struct BrowserRequestTests {
  private static let nonce = "12345678123456781234567812345678912356789123"
  private static let digest = Base64.encoded([UInt8](repeating: 7, count: 48))

  private func request(_ text: String) throws(BrowserRequest.Problem) -> BrowserRequest {
    try BrowserRequest(Array(text.utf8))
  }

  @Test("The four commands are read, with or without a language")
  func commands() throws {
    let origin = #""origin":"https://ria.ee""#
    for language in ["", #","lang":"et""#] {
      let logIn = try request(
        #"{"command":"authenticate","arguments":{"challengeNonce":"\#(Self.nonce)",\#(origin)\#(language)}}"#
      )
      #expect(logIn.command == .authenticate(challenge: Self.nonce))
      #expect(logIn.origin?.description == "https://ria.ee")
      let sign = try request(
        #"{"command":"sign","arguments":{"hash":"\#(Self.digest)","hashFunction":"SHA-384",\#(origin),"certificate":"AAEC"\#(language)}}"#
      )
      #expect(
        sign.command
          == .sign(
            digest: [UInt8](repeating: 7, count: 48), function: .sha384, certificate: [0, 1, 2]))
      let certificate = try request(
        #"{"command":"get-signing-certificate","arguments":{\#(origin)\#(language)}}"#)
      #expect(certificate.command == .signingCertificate)
    }
    #expect(try request(#"{"command":"quit","arguments":{}}"#).command == .quit)
  }

  @Test(
    "An origin that no browser spells, or that is not https, is a wrong origin",
    arguments: [
      "http://ria.ee", "https://ria.ee/", "https://ria.ee/path", "https://ria.ee?x", "ria.ee",
      "https://user@ria.ee", "HTTPS://ria.ee", "https://RIA.ee", "https://ria.ee:443",
      "http://localhost:8080", "https://", "https:///", "https://ria.ee#a", "file:///etc/passwd",
      "null", "https://ria ee", "https://" + String(repeating: "a", count: 250) + ".ee",
    ])
  func wrongOrigins(origin: String) {
    for command in [
      #""authenticate","arguments":{"challengeNonce":"\#(Self.nonce)","#,
      #""get-signing-certificate","arguments":{"#,
    ] {
      #expect(
        throws: BrowserRequest.Problem.wrongOrigin(
          "the origin is not `https://host` or `https://host:port`")
      ) {
        try request(#"{"command":\#(command)"origin":"\#(origin)"}}"#)
      }
    }
  }

  @Test(
    "Everything else is refused with a reason",
    arguments: [
      ("[]   ", "a message is an object with `command` and `arguments`"),
      (#"{"command":"quit"}"#, "a message is an object with `command` and `arguments`"),
      (#"{"command":1,"arguments":{}}"#, "a message is an object with `command` and `arguments`"),
      (#"{"command":"quit","arguments":[]}"#, "`arguments` is not an object"),
      (#"{"command":"erase","arguments":{}}"#, "there is no such command"),
      ("{}", "a message has from 5 to 8192 bytes"),
      (
        #"{"command":"authenticate","arguments":{"origin":"https://a.ee"}}"#,
        "`authenticate` has the arguments `challengeNonce`, `origin`"
      ),
      (
        #"{"command":"get-signing-certificate","arguments":{"origin":"https://a.ee","more":1}}"#,
        "`get-signing-certificate` has the arguments `origin`"
      ),
      (
        #"{"command":"authenticate","arguments":{"challengeNonce":"short","origin":"https://a.ee"}}"#,
        "`challengeNonce` has from 44 to 128 characters"
      ),
      (
        #"{"command":"authenticate","arguments":{"challengeNonce":7,"origin":"https://a.ee"}}"#,
        "`challengeNonce` is not a text, or an empty one"
      ),
      (
        #"{"command":"sign","arguments":{"hash":"AAAA","hashFunction":"SHA-384","origin":"https://a.ee","certificate":"AA=="}}"#,
        "`hash` is not a digest of SHA-384 in base64"
      ),
      (
        #"{"command":"sign","arguments":{"hash":"AAAA","hashFunction":"MD5","origin":"https://a.ee","certificate":"AA=="}}"#,
        "the card signs digests of SHA-256, SHA-384 and SHA-512 only"
      ),
      (
        #"{"command":"sign","arguments":{"hash":"\#(digest)","hashFunction":"SHA-384","origin":"https://a.ee","certificate":"!"}}"#,
        "`certificate` is not base64"
      ),
    ])
  func refused(text: String, reason: String) {
    #expect(throws: BrowserRequest.Problem.invalid(reason)) { try request(text) }
  }

  @Test("A challenge has from 44 to 128 characters, and a message at most 8192 bytes")
  func limits() throws {
    for (count, isGood) in [(43, false), (44, true), (128, true), (129, false)] {
      let text =
        #"{"command":"authenticate","arguments":{"challengeNonce":"\#(String(repeating: "a", count: count))","origin":"https://a.ee"}}"#
      let isRead = (try? request(text)) != nil
      #expect(isRead == isGood, "\(count)")
    }
    let quit = #"{"command":"quit","arguments":{}}"#
    let padding = String(repeating: " ", count: 8_192 - quit.utf8.count)
    #expect(try request(quit + padding).command == .quit)
    #expect(throws: BrowserRequest.Problem.self) { try request(quit + padding + " ") }
  }
}
