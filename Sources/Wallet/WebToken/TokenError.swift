public import CryptoCore

/// Why a token is refused, or cannot be made.
public enum TokenError: Error, Hashable, Sendable {
  /// Not a token: broken base64, JSON or certificate, or a claim of the wrong kind.
  case malformed
  /// Longer or shorter than a token can be.
  case wrongLength
  /// Not signed with ES384.
  case wrongAlgorithm
  /// The certificate's key is not on P-384.
  case wrongKey
  /// An unknown Web eID format.
  case wrongFormat
  /// Made for another website.
  case wrongOrigin
  /// The challenge was never issued, was used before, or has expired.
  case wrongNonce
  /// The token has expired, or is not valid yet.
  case wrongTime
  /// The certificate is not meant for this use, as key usage, extended key usage or policy says.
  case wrongPurpose
  /// The subject is not the one named in the certificate.
  case wrongSubject
  /// The signature belongs to another document.
  case wrongDigest
  /// The certificate is not trusted.
  case untrusted(TrustError)
  /// The signature does not match the certificate.
  case wrongSignature
}
