public import CryptoCore

/// Why a token is refused, or cannot be made.
public enum TokenError: Error, Hashable, Sendable {
  /// Not a token at all: broken base64, JSON, certificate, or a claim of the wrong kind.
  case malformed
  /// Longer or shorter than any token may be.
  case wrongLength
  /// Signed by another algorithm than ES384.
  case wrongAlgorithm
  /// The certificate's key is not on P-384.
  case wrongKey
  /// A Web eID format that is not known.
  case wrongFormat
  /// Made for another website.
  case wrongOrigin
  /// The challenge was never given out, is used up, or is too old.
  case wrongNonce
  /// The token's own time has passed, or has not come.
  case wrongTime
  /// The certificate is not for this use: key usage, extended key usage or policy.
  case wrongPurpose
  /// The subject is not who the certificate says.
  case wrongSubject
  /// The signature is of another document.
  case wrongDigest
  /// The certificate is not trusted.
  case untrusted(TrustError)
  /// The signature is not the certificate's.
  case wrongSignature
}
