public import CryptoCore

/// Who holds the private key of a token: a card, behind whatever it takes to reach it.
public protocol DigestSigner: Sendable {
  /// The certificate of the key that signs, on P-384.
  var certificate: Certificate { get }

  /// The ECDSA signature of a SHA-384 digest: R and S, 48 bytes each (RFC 7518 §3.4).
  func signature(ofDigest digest: [UInt8]) async throws -> [UInt8]
}
