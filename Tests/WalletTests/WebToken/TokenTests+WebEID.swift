import CryptoCore
import Encodings
import JSON
import TestSupport
import Testing
import WebToken

extension TokenTests {
  @Test("A Web eID token answers its challenge and its origin only")
  func webEID() async throws {
    let signer = try SoftSigner()
    let token = try await WebEIDToken.signed(for: origin, nonce: "n", by: signer)
    #expect(token.format == .basic)
    let subject = try validator(signer).validate(webEID: token.text, nonce: "n", at: now)
    #expect(subject.identifier == "PNOEE-38001085718")
    #expect(throws: TokenError.wrongSignature) {
      try validator(signer).validate(webEID: token.text, nonce: "m", at: now)
    }
    let other = TokenValidator(
      origin: try Origin("https://evil.example"), anchors: TrustAnchors([signer.authority]))
    #expect(throws: TokenError.wrongSignature) {
      try other.validate(webEID: token.text, nonce: "n", at: now)
    }
  }

  @Test("A Web eID token 1.1 with somebody else's signing certificate is refused")
  func webEIDSigningCertificate() async throws {
    let signer = try SoftSigner()
    let stranger = try SoftSigner([.nonRepudiation])
    let token = try await WebEIDToken.signed(
      for: origin, nonce: "n", by: signer, signingCertificate: stranger.certificate)
    #expect(token.format == .withSigningCertificate)
    #expect(throws: TokenError.wrongSubject) {
      try validator(signer).validate(webEID: token.text, nonce: "n", at: now)
    }
    let renamed = token.text.replacing("web-eid:1.1", with: "web-eid:1.0")
    #expect(throws: TokenError.malformed) { try WebEIDToken(parsing: renamed) }
  }

  @Test("A document's signature holds for that document and website")
  func documents() async throws {
    let signer = try SoftSigner([.nonRepudiation])
    let digest = Hash.sha384.digest(of: Array("I owe you".utf8))
    let document = try DocumentSignature.Document(name: "contract.txt", digest: digest)
    let token = try await DocumentSignature.signed(document, for: origin, at: now, by: signer)
    let subject = try validator(signer).validate(
      signature: token.compact, of: document, at: now)
    #expect(subject.identifier == "PNOEE-38001085718")
    let other = try DocumentSignature.Document(
      name: "contract.txt", digest: Hash.sha384.digest(of: Array("You owe me".utf8)))
    #expect(throws: TokenError.wrongDigest) {
      try validator(signer).validate(signature: token.compact, of: other, at: now)
    }
    #expect(throws: TokenError.wrongDigest) {
      try DocumentSignature.Document(name: "short", digest: [1, 2, 3])
    }
    #expect(throws: TokenError.malformed) {
      var nonces = NonceBook()
      _ = try validator(signer).validate(logIn: token.compact, nonces: &nonces, at: now)
    }
  }
}
