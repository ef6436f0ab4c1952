import CryptoCore
import Dates
import JSON
import LoopbackHTTP
import Secrets
import Synchronization
import TestSupport
import Testing
import WalletApp
import WebToken

@testable import WalletSimulator

/// Log ins with a certificate of an authority whose responder is on this machine.
@Suite struct RevocationCheckTests {
  private static let nowhere = "http://127.0.0.1:1/ocsp"

  /// A check that does not give up on a busy machine.
  private func check(
    _ policy: RevocationCheck.Policy = .required, responder: HTTPAddress? = nil
  ) -> RevocationCheck {
    RevocationCheck(policy, responder: responder, patience: 300_000)
  }

  /// An answer of the website to a log in with the person's certificate.
  ///
  /// - Parameter nonce: a challenge instead of the website's own.
  private func logIn(
    _ authority: RevocationAuthority, _ check: RevocationCheck, nonce: String? = nil
  ) async throws -> RelyingParty.Received {
    let anchor = try Certificate(der: authority.certificate("authority"))
    let party = RelyingParty(
      origin: try Origin("http://localhost:80"), document: "d",
      anchors: { TrustAnchors([anchor]) }, revocation: check, now: { SystemTime.seconds() })
    var scalar = try authority.privateKey("person")
    let signer = WebsiteTests.Signer(
      key: try CurvePrivateKey(scalar: Secret(moving: &scalar), on: .p384),
      certificate: try Certificate(der: authority.certificate("person")))
    let challenge = try await party.challenge()
    let token = try await LogInToken.signed(
      for: party.origin, nonce: nonce ?? challenge, at: SystemTime.seconds(), by: signer)
    return await party.take(.token(token.compact))
  }

  /// A responder that answers with `status`, and counts the questions.
  private final class Responder: Sendable {
    let authority = Mutex<RevocationAuthority?>(nil)
    let count = Mutex(0)
    let status: Int
    let isGarbage: Bool

    init(status: Int = 200, isGarbage: Bool = false) {
      (self.status, self.isGarbage) = (status, isGarbage)
    }

    func answer(_ request: HTTPRequest) async -> HTTPResponse {
      count.withLock { $0 += 1 }
      guard request.headers["content-type"] == "application/ocsp-request",
        request.target == "/ocsp", let authority = authority.withLock({ $0 }),
        let answer = try? await onOwnThread({ try authority.answer(to: request.body) })
      else { return HTTPResponse(400) }
      return HTTPResponse(status, body: isGarbage ? Array("ok".utf8) : answer)
    }
  }

  /// Runs `body` with an authority whose person's certificate names a responder on this machine.
  private func withResponder(
    _ responder: Responder = Responder(), status: String = "V",
    _ body: (RevocationAuthority, String) async throws -> Void
  ) async throws {
    let server = try HTTPServer(patience: 300_000) { await responder.answer($0) }
    defer { server.stop() }
    let address = "http://127.0.0.1:\(server.port)/ocsp"
    let authority = try RevocationAuthority(status: status, naming: address)
    responder.authority.withLock { $0 = authority }
    try await body(authority, address)
  }

  @Test("The responder that the certificate names is asked, and the statement says so")
  func good() async throws {
    try await withResponder { authority, address in
      let received = try await logIn(authority, check())
      #expect(received.subject == "person" && received.refusal == nil)
      #expect(
        received.checks.last
          == "checked: that the certificate is not revoked, with \(address)")
      #expect(received.json["revocation"]?.string == "good")
    }
  }

  @Test("A revoked or unknown certificate is refused in a sentence, whatever happens if silent")
  func revoked() async throws {
    for policy in [RevocationCheck.Policy.required, .ifReachable] {
      for (status, reason) in [("R", "it was revoked, as the responder"), ("", "the responder")] {
        try await withResponder(status: status) { authority, address in
          let received = try await logIn(authority, check(policy))
          #expect(received.subject == nil && received.checks.isEmpty)
          #expect(
            received.sentence.hasPrefix(
              "refused a log in: the certificate is not good: \(reason) \(address) "))
        }
      }
    }
  }

  @Test("A responder that cannot be reached is named, and the setting decides")
  func unreachable() async throws {
    let authority = try RevocationAuthority(naming: Self.nowhere)
    let why = "the responder \(Self.nowhere) could not be reached: it does not accept connections"
    let required = try await logIn(authority, check())
    #expect(
      required.sentence
        == "refused a log in: it is not known whether the certificate was revoked: \(why)")
    let lax = try await logIn(authority, check(.ifReachable))
    #expect(lax.subject == "person")
    #expect(
      lax.checks.last == "not checked: whether the certificate was revoked, since \(why)")
    let off = try await logIn(authority, check(.off))
    #expect(off.subject == "person" && off.json["revocation"]?.string == "not checked")
    #expect(off.checks.last?.hasSuffix("since the setting `revocation` is `off`") == true)
  }

  @Test("An answer that proves nothing refuses, one with another status than 200 is none")
  func answers() async throws {
    try await withResponder(Responder(isGarbage: true)) { authority, _ in
      let received = try await logIn(authority, check(.ifReachable))
      #expect(received.subject == nil && received.sentence.hasSuffix(" says is not an answer"))
    }
    try await withResponder(Responder(status: 503)) { authority, _ in
      #expect(try await logIn(authority, check(.ifReachable)).subject == "person")
      let received = try await logIn(authority, check())
      #expect(received.sentence.hasSuffix(" could not be reached: it answers with status 503"))
    }
  }

  @Test("A certificate that names no responder is accepted, with a statement")
  func none() async throws {
    let received = try await logIn(try RevocationAuthority(), check())
    #expect(received.subject == "person")
    #expect(
      received.checks.last
        == "not checked: whether the certificate was revoked, since it names no responder")
  }

  @Test("A responder of the settings is asked in place of the one that the certificate names")
  func setting() async throws {
    let responder = Responder()
    let server = try HTTPServer(patience: 300_000) { await responder.answer($0) }
    defer { server.stop() }
    let authority = try RevocationAuthority(status: "R", naming: Self.nowhere)
    responder.authority.withLock { $0 = authority }
    let address = try #require(HTTPAddress("http://127.0.0.1:\(server.port)/ocsp"))
    let received = try await logIn(authority, check(responder: address))
    #expect(received.sentence.contains("it was revoked, as the responder \(address) says"))
  }

  @Test("Nobody is asked about a token that is refused anyway")
  func order() async throws {
    let responder = Responder()
    try await withResponder(responder) { authority, _ in
      let received = try await logIn(authority, check(), nonce: "never issued")
      #expect(received.refusal == .token(.wrongNonce))
    }
    #expect(responder.count.withLock { $0 } == 0)
  }

  @Test("`openssl ocsp` is asked over its own server")
  func openSSL() async throws {
    let authority = try RevocationAuthority()
    let (port, responder) = try authority.serve()
    defer { withExtendedLifetime(responder) {} }
    let address = try #require(HTTPAddress("http://127.0.0.1:\(port)"))
    let received = try await logIn(authority, check(responder: address))
    #expect(
      received.checks.last
        == "checked: that the certificate is not revoked, with http://127.0.0.1:\(port)")
  }

  @Test("Each authority of a path is asked about the next")
  func path() async throws {
    // The certificate below is asked about at its own responder, the one above at none.
    let key = try CurvePrivateKey(randomOn: .p384)
    func template(_ name: String, _ extensions: String = "") throws -> CertificateTemplate {
      var template = CertificateTemplate(
        subject: DistinguishedName(commonName: name), publicKey: try key.publicKey(),
        validity: 0...4_000_000_000, keyUsage: .certificateSigning)
      template.isAuthority = true
      template.extensions = extensions
      return template
    }
    let root = try template("Root").signed(by: key)
    let address = Self.nowhere
    let middle = try template("Middle", "authorityInfoAccess = OCSP;URI:\(address)").signed(
      by: key, issuer: root)
    let low = try template("Low").signed(by: key, issuer: middle)
    let path = try TrustAnchors([root]).verify(
      low, intermediates: [middle], at: SystemTime.seconds())
    #expect(path.links.map(\.issuer) == [.certificate(middle), .certificate(root)])
    #expect(
      try await check().finding(about: path, at: 0)
        == .unchecked("it names no responder"))
    let above = try TrustAnchors([root]).verify(middle, at: SystemTime.seconds())
    await #expect(throws: RevocationCheck.Refusal.self) {
      try await check().finding(about: above, at: 0)
    }
  }

  @Test(
    "Only addresses of HTTP can be asked",
    arguments: [
      ("http://ocsp.example", "http://ocsp.example:80", "/"),
      ("http://ocsp.example/ee?x", "http://ocsp.example:80", "/ee?x"),
      ("HTTP://ocsp.example:8080?x", "http://ocsp.example:8080", "/?x"),
      ("https://ocsp.example", nil, ""), ("ldap://ocsp.example", nil, ""),
      ("http://", nil, ""), ("http://a@b", nil, ""), ("http://a:b", nil, ""),
      ("http://a:0", nil, ""), ("http://a:1:2", nil, ""), ("http://a/ b", nil, ""),
      ("http://a/\r\nb", nil, ""), ("http://[::1]/", nil, ""),
    ] as [(String, String?, String)])
  func addresses(_ text: String, _ host: String?, _ target: String) {
    let address = HTTPAddress(text)
    #expect(address?.host.description == host && address?.target ?? "" == target)
  }
}
