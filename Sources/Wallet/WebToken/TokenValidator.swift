public import CryptoCore
internal import Encodings
internal import JSON

/// Verifies tokens as a relying party must: every claim is compared with what the server knows.
public struct TokenValidator: Sendable {
  /// The server's own origin. The token's is only compared with it.
  public let origin: Origin
  /// The authorities that may have issued the signer's certificate.
  public let anchors: TrustAnchors
  /// How far the clocks of server and signer may differ, in seconds.
  public let skew: Int64
  /// Certificate policies that are refused: those of Mobile-ID, whose keys are not on a card.
  public static let refusedPolicies: Set<ObjectIdentifier> = [
    ObjectIdentifier("1.3.6.1.4.1.10015.1.3"), ObjectIdentifier("1.3.6.1.4.1.10015.1.3.1"),
    ObjectIdentifier("1.3.6.1.4.1.10015.1.3.2"), ObjectIdentifier("1.3.6.1.4.1.10015.1.3.3"),
  ]

  /// A validator for a server at `origin`.
  public init(origin: Origin, anchors: TrustAnchors, skew: Int64 = 60) {
    self.origin = origin
    self.anchors = anchors
    self.skew = skew
  }

  /// Verifies a JWT and returns who logs in. Its nonce must be in `nonces` and is used up.
  ///
  /// - Parameter time: seconds since 1970-01-01T00:00:00Z.
  public func validate(
    logIn text: String, nonces: inout NonceBook, session: String = "", at time: Int64
  ) throws(TokenError) -> Subject {
    let token = try JWS(parsing: text)
    guard token.header["typ"]?.string == "JWT" else { throw .malformed }
    let claims = token.payload
    guard let nonce = claims["nonce"]?.string, let issued = claims["iat"]?.integer,
      let expires = claims["exp"]?.integer, let audience = claims["aud"]?.array,
      let subject = claims["sub"]?.string
    else { throw .malformed }
    // The first token that names a challenge uses it up, whether it is valid or not.
    let isFresh = nonces.redeem(nonce, for: session, at: time)
    guard claims["iss"]?.string == LogInToken.issuer else { throw .malformed }
    guard audience == [.string(origin.description)] else { throw .wrongOrigin }
    guard isFresh else { throw .wrongNonce }
    try checkTimes(of: claims, issued: issued, expires: expires, at: time)
    let certificate = try token.certificate()
    let path = try check(
      certificate, token.authorities(), for: .authentication, at: time)
    try token.checkSignature()
    let person = try self.subject(of: path)
    guard person.identifier == subject else { throw .wrongSubject }
    return person
  }

  /// Verifies a Web eID token and returns who logs in. `nonce` is the challenge that the server
  /// issued for this session and has redeemed already.
  public func validate(
    webEID text: String, nonce: String, at time: Int64
  ) throws(TokenError) -> Subject {
    let token = try WebEIDToken(parsing: text)
    let path = try check(token.certificate, for: .authentication, at: time)
    for signing in token.signingCertificates {
      guard signing.subject == token.certificate.subject,
        signing.authorityKeyIdentifier == token.certificate.authorityKeyIdentifier
      else { throw .wrongSubject }
      try check(signing, for: .signature, at: time)
    }
    guard let key = token.certificate.publicKey, key.curve == .p384 else { throw .wrongKey }
    let digest = WebEIDToken.digest(origin, nonce)
    guard key.isValidSignature(token.signature, ofDigest: digest) else { throw .wrongSignature }
    return try subject(of: path)
  }

  /// Verifies the signature of a document and returns who signed.
  public func validate(
    signature text: String, of document: DocumentSignature.Document, at time: Int64
  ) throws(TokenError) -> Subject {
    let token = try JWS(parsing: text)
    guard token.header["typ"]?.string == DocumentSignature.type,
      let signed = token.payload["document"], let issued = token.payload["iat"]?.integer
    else { throw .malformed }
    guard token.payload["aud"]?.array == [.string(origin.description)] else { throw .wrongOrigin }
    guard signed["alg"]?.string == "SHA-384",
      signed["digest"]?.string == Base64.urlEncoded(document.digest),
      signed["name"]?.string == document.name
    else { throw .wrongDigest }
    guard issued <= time + skew else { throw .wrongTime }
    let certificate = try token.certificate()
    let path = try check(certificate, token.authorities(), for: .signature, at: time)
    try token.checkSignature()
    return try subject(of: path)
  }

  /// Verifies a signature that the browser's extension has delivered, and returns who signed.
  ///
  /// - Parameters:
  ///   - signature: R and S.
  ///   - digest: what was to be signed.
  ///   - certificate: the one for which it was prepared.
  public func validate(
    signature: [UInt8], ofDigest digest: [UInt8], certificate: Certificate, at time: Int64
  ) throws(TokenError) -> Subject {
    let path = try check(certificate, for: .signature, at: time)
    guard let key = certificate.publicKey, key.curve == .p384 else { throw .wrongKey }
    guard key.isValidSignature(signature, ofDigest: digest) else { throw .wrongSignature }
    return try subject(of: path)
  }

  // MARK: Times

  /// Checks `iat`, `exp` and `nbf` (RFC 7519 §4.1.4-6). The three are any numbers that the sender
  /// chose, so they are only compared: no sum or difference of them is formed that could overflow.
  private func checkTimes(
    of claims: JSONValue, issued: Int64, expires: Int64, at time: Int64
  ) throws(TokenError) {
    let (length, overflows) = expires.subtractingReportingOverflow(issued)
    guard !overflows, (0...LogInToken.lifetime).contains(length) else { throw .wrongTime }
    guard issued <= time + skew, expires >= time - skew else { throw .wrongTime }
    guard let start = claims["nbf"] else { return }
    guard let start = start.integer else { throw .malformed }
    guard start <= time + skew else { throw .wrongTime }
  }

  // MARK: Certificates

  private enum Purpose {
    case authentication
    case signature
  }

  private func subject(of path: TrustPath) throws(TokenError) -> Subject {
    var subject = try Subject(of: path.certificate)
    subject.path = path
    return subject
  }

  @discardableResult
  private func check(
    _ certificate: Certificate, _ intermediates: [Certificate] = [], for purpose: Purpose,
    at time: Int64
  ) throws(TokenError) -> TrustPath {
    guard certificate.isValid(at: time) else {
      throw .untrusted(time < certificate.notBefore ? .notYetValid : .expired)
    }
    let usage = certificate.keyUsage ?? []
    let isRight =
      switch purpose {
      case .authentication:
        usage.contains(.digitalSignature)
          && certificate.extendedKeyUsages.contains(.clientAuthentication)
      case .signature: usage.contains(.nonRepudiation)
      }
    guard isRight, !certificate.isAuthority,
      TokenValidator.refusedPolicies.isDisjoint(with: certificate.policies)
    else { throw .wrongPurpose }
    do throws(TrustError) {
      return try anchors.verify(certificate, intermediates: intermediates, at: time)
    } catch { throw .untrusted(error) }
  }
}
