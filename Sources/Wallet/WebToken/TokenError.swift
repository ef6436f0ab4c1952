public import CryptoCore

/// Why a token is refused, or cannot be made.
public enum TokenError: Error, Hashable, Sendable, CustomStringConvertible {
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

  /// The reason, as a sentence without a full stop.
  public var description: String {
    switch self {
    case .malformed: "it is not a token, or a part of it is broken"
    case .wrongLength: "it is longer or shorter than a token can be"
    case .wrongAlgorithm: "it is not signed with ES384"
    case .wrongKey: "the key of the certificate is not on the curve P-384"
    case .wrongFormat: "its format of Web eID is unknown"
    case .wrongOrigin: "it was made for another website"
    case .wrongNonce: "its challenge was never issued here, was used before, or has expired"
    case .wrongTime: "it has expired, or is not valid yet"
    case .wrongPurpose: "the certificate is not meant for this"
    case .wrongSubject: "it names another person than its certificate"
    case .wrongDigest: "the signature belongs to another document"
    case .untrusted(let error): "the certificate is not trusted, since \(error)"
    case .wrongSignature: "its signature does not match the certificate"
    }
  }
}
