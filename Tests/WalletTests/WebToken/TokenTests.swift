import CryptoCore
import Encodings
import JSON
import TestSupport
import Testing
import WebToken

@Suite struct TokenTests {
  let now = SoftSigner.now
  let origin: Origin

  init() throws {
    origin = try Origin("https://bank.example")
  }

  func validator(_ signer: SoftSigner) -> TokenValidator {
    TokenValidator(origin: origin, anchors: TrustAnchors([signer.authority]))
  }

  @Test("A log-in token has the claims of a JWT, with numbers for times")
  func claims() async throws {
    let signer = try SoftSigner()
    let token = try await LogInToken.signed(for: origin, nonce: "n", at: now, by: signer)
    let read = try JWS(parsing: token.compact)
    #expect(read.payload["iat"]?.integer == now)
    #expect(read.payload["exp"]?.integer == now + 300)
    #expect(read.payload["aud"] == .array([.string("https://bank.example")]))
    #expect(read.payload["sub"]?.string == "PNOEE-38001085718")
    #expect(read.payload["nonce"]?.string == "n")
    #expect(read.header["alg"]?.string == "ES384")
    #expect(try read.certificate() == signer.certificate)
  }

  @Test("A good token logs its holder in, once")
  func logsInOnce() async throws {
    let signer = try SoftSigner()
    var nonces = NonceBook()
    let nonce = try nonces.issue(at: now)
    let token = try await LogInToken.signed(for: origin, nonce: nonce, at: now, by: signer)
    let subject = try validator(signer).validate(
      logIn: token.compact, nonces: &nonces, at: now + 10)
    #expect(subject.identifier == "PNOEE-38001085718")
    #expect(subject.name == "JAAK JÕEORG")
    #expect(throws: TokenError.wrongNonce) {
      try validator(signer).validate(logIn: token.compact, nonces: &nonces, at: now + 10)
    }
  }

  @Test("A challenge is good for 300 seconds and not one more")
  func nonceTime() throws {
    var nonces = NonceBook()
    let early = try nonces.issue(at: now)
    let late = try nonces.issue(at: now)
    #expect(early != late)
    let inTime = nonces.redeem(early, at: now + 300)
    let tooLate = nonces.redeem(late, at: now + 301)
    let unknown = nonces.redeem("never issued", at: now)
    #expect(inTime && !tooLate && !unknown)
  }

  @Test("A token for another website is refused, and its challenge is used up")
  func otherOrigin() async throws {
    let signer = try SoftSigner()
    var nonces = NonceBook()
    let nonce = try nonces.issue(at: now)
    let other = try Origin("https://evil.example")
    let token = try await LogInToken.signed(for: other, nonce: nonce, at: now, by: signer)
    #expect(throws: TokenError.wrongOrigin) {
      try validator(signer).validate(logIn: token.compact, nonces: &nonces, at: now)
    }
    let isLeft = nonces.redeem(nonce, at: now)
    #expect(!isLeft)
  }

  @Test("A challenge serves the session that asked for it, and another one cannot use it up")
  func sessions() throws {
    var nonces = NonceBook()
    let mine = try nonces.issue(for: "mine", at: now)
    let theirs = try nonces.issue(for: "theirs", at: now)
    let isTaken = nonces.redeem(theirs, for: "mine", at: now)
    #expect(!isTaken)
    #expect(nonces.latest(for: "mine") == mine)
    #expect(nonces.latest(for: "nobody") == nil)
    let isStillThere = nonces.redeem(theirs, for: "theirs", at: now)
    #expect(isStillThere)
    #expect(nonces.latest(for: "theirs") == nil)
  }

  @Test("A token of another issuer, or without one, is refused")
  func issuer() async throws {
    #expect(try await refusal(["iss": .string("https://evil.example")]) == .malformed)
    #expect(try await refusal(["iss": .null]) == .malformed)
  }

  @Test("Of the two forms of a signature only the lower is made, and accepted")
  func lowSignature() async throws {
    let signer = try SoftSigner()
    for _ in 0..<8 {
      var nonces = NonceBook()
      let token = try await LogInToken.signed(
        for: origin, nonce: try nonces.issue(at: now), at: now, by: signer)
      let raw = token.signature
      #expect(try ECDSASignature.lowS(raw, curve: .p384) == raw)
      // The order of P-384 minus s.
      let order = hex(
        "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973"
      )
      var high = raw
      var borrow = 0
      for index in (0..<48).reversed() {
        let difference = Int(order[index]) - Int(raw[48 + index]) - borrow
        borrow = difference < 0 ? 1 : 0
        high[48 + index] = UInt8(difference & 0xFF)
      }
      #expect(try ECDSASignature.lowS(high, curve: .p384) == raw)
      let digest = Hash.sha384.digest(of: token.signedBytes)
      #expect(signer.certificate.publicKey?.isValidSignature(high, ofDigest: digest) == true)
      let copied =
        String(decoding: token.signedBytes, as: UTF8.self) + "." + Base64.urlEncoded(high)
      #expect(throws: TokenError.wrongSignature) {
        try validator(signer).validate(logIn: copied, nonces: &nonces, at: now)
      }
    }
  }

  @Test("A token from another time is refused")
  func times() async throws {
    let signer = try SoftSigner()
    for (made, asked) in [(now - 400, now), (now + 100, now)] {
      var nonces = NonceBook()
      let nonce = try nonces.issue(at: asked)
      let token = try await LogInToken.signed(for: origin, nonce: nonce, at: made, by: signer)
      #expect(throws: TokenError.wrongTime) {
        try validator(signer).validate(logIn: token.compact, nonces: &nonces, at: asked)
      }
    }
  }

  @Test(
    "Times at the ends of 64 bits are refused and do not stop the server",
    arguments: [
      (Int64.max, Int64.max), (.min, .max), (.min, .min), (.max, .min), (0, .max), (.min, 0),
      (SoftSigner.now, .max), (.min, SoftSigner.now), (SoftSigner.now + 1, SoftSigner.now),
    ])
  func extremeTimes(issued: Int64, expires: Int64) async throws {
    let error = try await refusal(["iat": JSONValue.integer(issued), "exp": .integer(expires)])
    #expect(error == .wrongTime)
  }

  @Test("A token that is not valid yet by its `nbf` is refused")
  func notBefore() async throws {
    #expect(try await refusal(["nbf": .integer(Int64.max)]) == .wrongTime)
    #expect(try await refusal(["nbf": .integer(now + 61)]) == .wrongTime)
    #expect(try await refusal(["nbf": .string("soon")]) == .malformed)
    #expect(try await refusal(["nbf": .integer(now + 60)]) == nil)
  }

  @Test("A token that names another person than its certificate is refused")
  func otherSubject() async throws {
    #expect(try await refusal(["sub": .string("PNOEE-47101010033")]) == .wrongSubject)
    #expect(try await refusal(["sub": .string("PNOEE-38001085718")]) == nil)
  }

  /// Why a log-in token that is good but for these claims is refused; nil when it is accepted.
  private func refusal(_ changes: [String: JSONValue]) async throws -> TokenError? {
    let signer = try SoftSigner()
    var nonces = NonceBook()
    let good = try await LogInToken.signed(
      for: origin, nonce: try nonces.issue(at: now), at: now, by: signer)
    let kept = (good.payload.members ?? []).filter { changes[$0.key] == nil }
    let claims = kept + changes.map { JSONValue.Member(key: $0.key, value: $0.value) }
    let token = try await JWS.signed(JSONValue.object(claims), type: "JWT", by: signer)
    do throws(TokenError) {
      _ = try validator(signer).validate(logIn: token.compact, nonces: &nonces, at: now)
      return nil
    } catch { return error }
  }

  @Test("The signature certificate does not log in")
  func wrongUsage() async throws {
    let signer = try SoftSigner([.nonRepudiation])
    var nonces = NonceBook()
    let nonce = try nonces.issue(at: now)
    let token = try await LogInToken.signed(for: origin, nonce: nonce, at: now, by: signer)
    #expect(throws: TokenError.wrongPurpose) {
      try validator(signer).validate(logIn: token.compact, nonces: &nonces, at: now)
    }
  }

  @Test("A certificate without client authentication, or of Mobile-ID, does not log in")
  func wrongPurpose() async throws {
    let signers = [
      try SoftSigner { $0.extendedKeyUsages = [.emailProtection] },
      try SoftSigner { $0.extensions = "certificatePolicies = 1.3.6.1.4.1.10015.1.3" },
    ]
    for signer in signers {
      let token = try await WebEIDToken.signed(for: origin, nonce: "n", by: signer)
      #expect(throws: TokenError.wrongPurpose) {
        try validator(signer).validate(webEID: token.text, nonce: "n", at: now)
      }
    }
  }

  @Test("A certificate that has expired, or of an unknown authority, is refused")
  func trust() async throws {
    let signer = try SoftSigner()
    let token = try await WebEIDToken.signed(for: origin, nonce: "n", by: signer)
    #expect(throws: TokenError.untrusted(.expired)) {
      try validator(signer).validate(webEID: token.text, nonce: "n", at: now + 1_001)
    }
    let stranger = try SoftSigner()
    #expect(throws: TokenError.self) {
      try validator(stranger).validate(webEID: token.text, nonce: "n", at: now)
    }
  }

  @Test("A changed byte anywhere in a token is noticed")
  func tampering() async throws {
    let signer = try SoftSigner()
    var nonces = NonceBook()
    let nonce = try nonces.issue(at: now)
    let token = try await LogInToken.signed(for: origin, nonce: nonce, at: now, by: signer)
    let bytes = Array(token.compact.utf8)
    for place in stride(from: 0, to: bytes.count, by: 7) {
      var changed = bytes
      changed[place] = changed[place] == 0x41 ? 0x42 : 0x41
      var book = nonces
      #expect(throws: TokenError.self) {
        try validator(signer).validate(
          logIn: String(decoding: changed, as: UTF8.self), nonces: &book, at: now)
      }
    }
  }

  @Test("Another algorithm, such as none, is refused")
  func algorithms() async throws {
    let signer = try SoftSigner()
    let good = try await LogInToken.signed(for: origin, nonce: "n", at: now, by: signer)
    for algorithm in ["none", "ES256", "HS256", "es384"] {
      let header = JSONValue.object([
        "typ": .string("JWT"), "alg": .string(algorithm), "x5c": good.header["x5c"],
      ])
      let parts = good.compact.split(separator: ".")
      let forged =
        Base64.urlEncoded(Array(header.text.utf8)) + ".\(parts[1]).\(parts[2])"
      #expect(throws: TokenError.wrongAlgorithm) { try JWS(parsing: forged).checkSignature() }
    }
  }

  @Test("A key on another curve signs no token")
  func otherCurve() async throws {
    let signer = try SoftSigner(curve: .p256)
    await #expect(throws: TokenError.wrongKey) {
      try await LogInToken.signed(for: origin, nonce: "n", at: now, by: signer)
    }
  }
}
