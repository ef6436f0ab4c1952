import COpenSSL

/// The certification authorities that are trusted.
public struct TrustAnchors: Hashable, Sendable {
  /// Root certificates, or intermediates that are trusted directly.
  public let authorities: [Certificate]

  /// Trusts these authorities.
  public init(_ authorities: [Certificate]) {
    self.authorities = authorities
  }

  /// Checks the path from `certificate` to one of the authorities: signatures, validity at `time`,
  /// basic constraints (RFC 5280 §6).
  ///
  /// The caller has to check the key usage of the certificate and its revocation.
  ///
  /// - Parameters:
  ///   - intermediates: certificates that may be part of the path. They are not trusted by
  ///     themselves.
  ///   - time: in seconds since 1970-01-01T00:00:00Z.
  public func verify(
    _ certificate: Certificate, intermediates: [Certificate] = [], at time: Int64
  ) throws(TrustError) {
    let result: Int32
    do throws(CryptoError) {
      result = try pathResult(certificate, intermediates, time)
    } catch { throw .cryptography(error) }
    guard result == X509_V_OK else { throw TrustError(result) }
  }

  private func pathResult(
    _ certificate: Certificate, _ intermediates: [Certificate], _ time: Int64
  ) throws(CryptoError) -> Int32 {
    let store = X509_STORE_new()
    let context = X509_STORE_CTX_new()
    let others = flowrun_certificates()
    defer {
      X509_STORE_CTX_free(context)
      flowrun_certificates_free(others)
      X509_STORE_free(store)
    }
    for authority in authorities {
      let owned = try OwnedCertificate(authority.der)
      guard X509_STORE_add_cert(store, owned.pointer) == 1 else { throw .libraryFailure }
    }
    for intermediate in intermediates {
      let owned = try OwnedCertificate(intermediate.der)
      guard flowrun_certificates_add(others, owned.pointer) == 1 else { throw .libraryFailure }
    }
    let leaf = try OwnedCertificate(certificate.der)
    guard X509_STORE_CTX_init(context, store, leaf.pointer, others) == 1 else {
      throw .libraryFailure
    }
    // Lets a path end at a trusted intermediate as well as at a root.
    X509_STORE_CTX_set_flags(context, UInt(X509_V_FLAG_PARTIAL_CHAIN))
    X509_STORE_CTX_set_time(context, 0, time_t(time))
    let verified = X509_verify_cert(context)
    let result = X509_STORE_CTX_get_error(context)
    ERR_clear_error()
    guard verified >= 0, verified == 1 || result != X509_V_OK else { throw .libraryFailure }
    return result
  }
}

/// Why a certificate is not trusted.
public enum TrustError: Error, Hashable, Sendable {
  /// No path leads to a trusted authority.
  case unknownIssuer
  /// At that time, a certificate of the path is not valid yet.
  case notYetValid
  /// At that time, a certificate of the path is no longer valid.
  case expired
  /// A signature of the path is wrong.
  case wrongSignature
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
      default: .refused(result)
      }
  }
}
