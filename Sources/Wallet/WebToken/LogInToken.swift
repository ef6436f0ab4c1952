public import CryptoCore
internal import JSON

/// A log-in token: a JWT over a website's origin and challenge, signed with the card's
/// authentication key (RFC 7519).
public enum LogInToken {
  /// How long a token is valid, in seconds.
  public static let lifetime: Int64 = 300

  /// Has a token signed for one origin and one challenge.
  ///
  /// - Parameters:
  ///   - nonce: the website's challenge, unchanged.
  ///   - time: seconds since 1970-01-01T00:00:00Z.
  public static func signed(
    for origin: Origin, nonce: String, at time: Int64, by signer: some DigestSigner
  ) async throws -> JWS {
    let subject = try Subject(of: signer.certificate)
    let payload = JSONValue.object([
      "iss": .string(issuer), "sub": .string(subject.identifier),
      "aud": .array([.string(origin.description)]), "nonce": .string(nonce),
      "iat": .integer(time), "exp": .integer(time + lifetime),
      "name": .string(subject.name),
    ])
    return try await JWS.signed(payload, type: "JWT", by: signer)
  }

  static let issuer = "https://self-issued.me"
}

/// The person that a certificate was issued to.
public struct Subject: Hashable, Sendable {
  /// `PNOEE-38001085718` (ETSI EN 319 412-1 §5.1.3), or the common name if there is none.
  public let identifier: String
  /// Given names and surname, spelled as in the certificate.
  public let name: String
  /// The path from the certificate to a trusted authority. Nil unless ``TokenValidator`` has
  /// verified it.
  public internal(set) var path: TrustPath?

  /// The subject of `certificate`. Throws `malformed` if the certificate does not name one.
  public init(of certificate: Certificate) throws(TokenError) {
    let subject = certificate.subject
    guard let identifier = subject.serialNumber ?? subject.commonName else { throw .malformed }
    self.identifier = identifier
    let parts = [subject.givenName, subject.surname].compactMap { $0 }
    name = parts.isEmpty ? subject.commonName ?? identifier : parts.joined(separator: " ")
  }
}
