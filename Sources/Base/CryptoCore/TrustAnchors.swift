import COpenSSL

/// The certification authorities that are trusted.
public struct TrustAnchors: Hashable, Sendable {
  /// Roots, or issuing authorities that are trusted directly.
  public let anchors: [TrustAnchor]

  /// The most certificates that may lie between a certificate and an anchor.
  public static let maximumIntermediates = 3

  /// Trusts these authorities. A certificate that is not an authority's is ignored.
  public init(anchors: [TrustAnchor]) {
    self.anchors = anchors
  }

  /// Trusts the authorities of these certificates.
  public init(_ certificates: [Certificate]) {
    self.init(anchors: certificates.map(TrustAnchor.certificate))
  }

  /// Checks the path from `certificate` to one of the authorities (RFC 5280 §6): signatures, names
  /// and key identifiers, the validity of every certificate at `time`, basic constraints and key
  /// usage of the authorities, and the strength of keys and hashes (at least 112 bits).
  ///
  /// The caller has to check what the key of the certificate may be used for, and its revocation
  /// (``RevocationRequest``).
  ///
  /// - Parameters:
  ///   - intermediates: certificates that may be part of the path. They are not trusted by
  ///     themselves.
  ///   - time: in seconds since 1970-01-01T00:00:00Z.
  /// - Returns: the path.
  @discardableResult
  public func verify(
    _ certificate: Certificate, intermediates: [Certificate] = [], at time: Int64
  ) throws(TrustError) -> TrustPath {
    guard intermediates.count <= TrustAnchors.maximumIntermediates else { throw .tooLong }
    let verdict: Verdict
    do throws(CryptoError) {
      verdict = try judge(certificate, intermediates, time)
    } catch { throw .cryptography(error) }
    switch verdict {
    case .trusted(let path): return path
    case .refused(let result): throw TrustError(result)
    }
  }

  private func judge(
    _ certificate: Certificate, _ intermediates: [Certificate], _ time: Int64
  ) throws(CryptoError) -> Verdict {
    let store = X509_STORE_new()
    let context = X509_STORE_CTX_new()
    let others = flowrun_certificates()
    defer {
      X509_STORE_CTX_free(context)
      flowrun_certificates_free(others)
      X509_STORE_free(store)
    }
    // The store keeps the certificates, and returns the same ones in the path.
    var trusted: [(pointer: OpaquePointer, anchor: TrustAnchor)] = []
    for anchor in anchors {
      guard let owned = try anchor.owned() else { continue }
      guard X509_STORE_add_cert(store, owned.pointer) == 1 else { throw .libraryFailure }
      trusted.append((owned.pointer, anchor))
    }
    for intermediate in intermediates {
      let owned = try OwnedCertificate(intermediate.der)
      guard flowrun_certificates_add(others, owned.pointer) == 1 else { throw .libraryFailure }
    }
    let leaf = try OwnedCertificate(certificate.der)
    guard X509_STORE_CTX_init(context, store, leaf.pointer, others) == 1 else {
      throw .libraryFailure
    }
    // A path may end at a trusted intermediate as well as at a root. Everything that RFC 5280
    // demands of certificates is demanded.
    X509_STORE_CTX_set_flags(context, UInt(X509_V_FLAG_PARTIAL_CHAIN | X509_V_FLAG_X509_STRICT))
    let parameters = X509_STORE_CTX_get0_param(context)
    X509_VERIFY_PARAM_set_depth(parameters, Int32(TrustAnchors.maximumIntermediates))
    X509_VERIFY_PARAM_set_auth_level(parameters, 2)
    X509_STORE_CTX_set_time(context, 0, time_t(time))
    let verified = X509_verify_cert(context)
    let result = X509_STORE_CTX_get_error(context)
    ERR_clear_error()
    guard verified == 1 else {
      guard verified == 0, result != X509_V_OK else { throw .libraryFailure }
      return .refused(result)
    }
    let chain = X509_STORE_CTX_get0_chain(context)
    let count = flowrun_certificates_count(chain)
    var between: [Certificate] = []
    for index in 1..<max(1, count - 1) {
      let pointer = flowrun_certificate(chain, index)
      between.append(try Certificate(der: encoded { i2d_X509(pointer, &$0) }))
    }
    let last = flowrun_certificate(chain, count - 1)
    guard let anchor = trusted.first(where: { $0.pointer == last })?.anchor else {
      throw .libraryFailure
    }
    return .trusted(TrustPath(certificate: certificate, intermediates: between, anchor: anchor))
  }

  private enum Verdict {
    case trusted(TrustPath)
    case refused(Int32)
  }
}

/// A path from a certificate to an authority that is trusted. Every link was verified.
public struct TrustPath: Hashable, Sendable {
  /// The certificate at its beginning.
  public let certificate: Certificate
  /// The certificates between it and the anchor, from the bottom up.
  public let intermediates: [Certificate]
  /// The authority at its end.
  public let anchor: TrustAnchor

  /// Its certificates from the bottom up, each with the authority that has signed it.
  public var links: [(certificate: Certificate, issuer: TrustAnchor)] {
    let certificates = [certificate] + intermediates
    return Array(zip(certificates, intermediates.map(TrustAnchor.certificate) + [anchor]))
  }
}
