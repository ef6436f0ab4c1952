public import CryptoCore

/// Holds the private key of a token and signs with it. A card is one, with all it takes to reach
/// it.
public protocol DigestSigner: Sendable {
  /// The certificate of the signing key, which is on P-384.
  var certificate: Certificate { get }

  /// The ECDSA signature of a SHA-384 digest: R and S, 48 bytes each (RFC 7518 §3.4).
  func signature(ofDigest digest: [UInt8]) async throws -> [UInt8]
}
