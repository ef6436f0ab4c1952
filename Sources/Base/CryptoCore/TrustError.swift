import COpenSSL

/// Why a certificate is not trusted.
public enum TrustError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No path leads to a trusted authority.
  case unknownIssuer
  /// At that time, a certificate of the path is not valid yet.
  case notYetValid
  /// At that time, a certificate of the path is no longer valid.
  case expired
  /// A signature of the path is wrong.
  case wrongSignature
  /// A certificate of the path was issued by one that may not issue certificates.
  case notAuthority
  /// The path is longer than is allowed here, or than one of its authorities allows.
  case tooLong
  /// A key or a hash of the path is too weak.
  case tooWeak
  /// The path is refused for another reason, given as libcrypto's number (X509_V_ERR_*).
  case refused(Int32)
  /// Our own cryptography failed; the certificate was not judged.
  case cryptography(CryptoError)

  init(_ result: Int32) {
    self =
      switch result {
      case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
        X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT,
        X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
        .unknownIssuer
      case X509_V_ERR_CERT_NOT_YET_VALID: .notYetValid
      case X509_V_ERR_CERT_HAS_EXPIRED: .expired
      case X509_V_ERR_CERT_SIGNATURE_FAILURE: .wrongSignature
      case X509_V_ERR_INVALID_CA, X509_V_ERR_KEYUSAGE_NO_CERTSIGN: .notAuthority
      case X509_V_ERR_CERT_CHAIN_TOO_LONG, X509_V_ERR_PATH_LENGTH_EXCEEDED: .tooLong
      case X509_V_ERR_EE_KEY_TOO_SMALL, X509_V_ERR_CA_KEY_TOO_SMALL, X509_V_ERR_CA_MD_TOO_WEAK:
        .tooWeak
      default: .refused(result)
      }
  }

  /// The reason, as part of a sentence.
  public var description: String {
    switch self {
    case .unknownIssuer: "no path leads from it to a trusted authority"
    case .notYetValid: "it, or an authority above it, is not valid yet"
    case .expired: "it, or an authority above it, has expired"
    case .wrongSignature: "its signature, or that of an authority above it, is wrong"
    case .notAuthority: "it was issued with a certificate that may not issue others"
    case .tooLong: "there are too many authorities above it"
    case .tooWeak: "its key, or a key or hash above it, is too weak"
    case .refused(let number): "libcrypto refuses the path to its authority (error \(number))"
    case .cryptography(let error): "it could not be judged: \(error)"
    }
  }
}
