import COpenSSL

/// A question to an authority: was one of its certificates revoked (RFC 6960)? It also judges the
/// answer.
public struct RevocationRequest: Sendable {
  /// The question in DER, sent as `application/ocsp-request`.
  public let der: [UInt8]
  private let issuer: TrustAnchor

  /// How far the responder's clock may differ from the caller's, in seconds.
  public static let skew: Int64 = 60
  /// The age in seconds up to which a status holds without another proof of it.
  public static let freshness: Int64 = 900

  /// A question about `certificate`, which `issuer` has signed: the path was verified before.
  ///
  /// The identifier of the certificate is made with SHA-1, the only hash that every responder knows
  /// (RFC 5019 §2.1.1). Nothing is signed with it.
  public init(_ certificate: Certificate, issuer: TrustAnchor) throws(CryptoError) {
    try self.init(certificate, issuer: issuer, nonce: Random.bytes(32))
  }

  /// - Parameter nonce: the bytes that the answer has to repeat. Empty leaves them out.
  package init(
    _ certificate: Certificate, issuer: TrustAnchor, nonce: [UInt8]
  ) throws(CryptoError) {
    guard let authority = try issuer.owned() else { throw .malformed }
    let leaf = try OwnedCertificate(certificate.der)
    let request = OCSP_REQUEST_new()
    defer { OCSP_REQUEST_free(request) }
    let identifier = OCSP_cert_id_new(
      EVP_sha1(), X509_get_issuer_name(leaf.pointer), X509_get0_pubkey_bitstr(authority.pointer),
      X509_get0_serialNumber(leaf.pointer))
    // The request owns the identifier from here on.
    guard let identifier, OCSP_request_add0_id(request, identifier) != nil else {
      OCSP_CERTID_free(identifier)
      throw .libraryFailure
    }
    if !nonce.isEmpty {
      var bytes = nonce
      guard OCSP_request_add1_nonce(request, &bytes, Int32(bytes.count)) == 1 else {
        throw .libraryFailure
      }
    }
    der = try encoded { i2d_OCSP_REQUEST(request, &$0) }
    self.issuer = issuer
  }

  /// Judges an answer. Returns if it proves that the certificate is good, and throws otherwise.
  ///
  /// An answer is believed if the issuer has signed it, or a responder to which the issuer gave a
  /// certificate for that (RFC 6960 §4.2.2.2); if it is about this certificate; and if it is fresh.
  /// A nonce must be the one of the question. Responders that sign their answers in advance repeat
  /// none; a status of theirs must not be older than ``freshness``.
  ///
  /// - Parameter time: in seconds since 1970-01-01T00:00:00Z.
  public func check(_ answer: [UInt8], at time: Int64) throws(RevocationProblem) {
    let response = try OwnedResponse(answer)
    try checkSigner(of: response, at: time)
    var request: OpaquePointer?
    do throws(CryptoError) {
      request = try parsed(der, free: OCSP_REQUEST_free) { d2i_OCSP_REQUEST(nil, &$0, $1) }
    } catch { throw .cryptography(error) }
    defer { OCSP_REQUEST_free(request) }
    // 1: both have the same; 2: neither has one; -1: only the question has one; 3: only the answer.
    let nonce = OCSP_check_nonce(request, response.basic)
    guard nonce != 0, nonce != 3 else { throw .wrongNonce }
    let identifier = OCSP_onereq_get0_id(OCSP_request_onereq_get0(request, 0))
    var (status, reason) = (Int32(), Int32())
    var revoked: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
    var first: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
    var last: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
    guard
      OCSP_resp_find_status(
        response.basic, identifier, &status, &reason, &revoked, &first, &last) == 1
    else { throw .otherCertificate }
    try RevocationRequest.checkTimes(
      OwnedCertificate.seconds(first), last.map { OwnedCertificate.seconds($0) },
      hasNonce: nonce == 1, at: time)
    switch status {
    case V_OCSP_CERTSTATUS_GOOD: return
    case V_OCSP_CERTSTATUS_REVOKED: throw .revoked(since: OwnedCertificate.seconds(revoked))
    default: throw .unknown
    }
  }

  /// Checks who has signed the answer, and the signature.
  private func checkSigner(
    of response: borrowing OwnedResponse, at time: Int64
  ) throws(RevocationProblem) {
    let certificates = flowrun_certificates()
    defer {
      flowrun_certificates_free(certificates)
      ERR_clear_error()
    }
    let delegate: Certificate?
    do throws(CryptoError) {
      guard let authority = try issuer.owned() else { throw .malformed }
      guard flowrun_certificates_add(certificates, authority.pointer) == 1 else {
        throw .libraryFailure
      }
      var signer: OpaquePointer?
      // The issuer is looked for first, then the certificates that the answer brings along.
      guard OCSP_resp_get0_signer(response.basic, &signer, certificates) == 1, let signer else {
        throw .notAuthentic
      }
      delegate =
        signer == authority.pointer
        ? nil : try Certificate(der: encoded { i2d_X509(signer, &$0) })
      guard flowrun_certificates_add(certificates, signer) == 1 else { throw .libraryFailure }
    } catch { throw error == .notAuthentic ? .wrongSigner : .cryptography(error) }
    if let delegate { try checkDelegate(delegate, at: time) }
    let hash = flowrun_response_hash(response.basic)
    guard [NID_sha256, NID_sha384, NID_sha512].contains(hash) else { throw .tooWeak }
    let flags = UInt(OCSP_NOVERIFY)
    guard OCSP_basic_verify(response.basic, certificates, nil, flags) == 1 else {
      throw .wrongSignature
    }
  }

  /// Checks that the issuer itself has certified a responder, and for nothing but this.
  private func checkDelegate(_ delegate: Certificate, at time: Int64) throws(RevocationProblem) {
    guard delegate.extendedKeyUsages.contains(.revocationAnswers), !delegate.isAuthority,
      delegate.keyUsage.map({ !$0.isDisjoint(with: [.digitalSignature, .nonRepudiation]) }) ?? true
    else { throw .wrongSigner }
    do throws(TrustError) {
      try TrustAnchors(anchors: [issuer]).verify(delegate, at: time)
    } catch { throw .untrustedResponder(error) }
  }

  /// Checks `thisUpdate` and `nextUpdate` (RFC 6960 §4.2.2.1).
  private static func checkTimes(
    _ first: Int64?, _ last: Int64??, hasNonce: Bool, at time: Int64
  ) throws(RevocationProblem) {
    guard let first, first <= time + skew else { throw .notFresh }
    if let last {
      guard let last, last >= time - skew, last >= first else { throw .notFresh }
    }
    // A status that names its end holds until then, if the nonce shows that it was asked for now.
    guard hasNonce && last != nil || first >= time - freshness else { throw .notFresh }
  }
}

/// An answer, freed at the end of its scope.
private struct OwnedResponse: ~Copyable {
  /// What was signed, and the signature.
  let basic: OpaquePointer

  init(_ der: [UInt8]) throws(RevocationProblem) {
    var response: OpaquePointer?
    do throws(CryptoError) {
      response = try parsed(der, free: OCSP_RESPONSE_free) { d2i_OCSP_RESPONSE(nil, &$0, $1) }
    } catch { throw .malformed }
    defer { OCSP_RESPONSE_free(response) }
    let status = OCSP_response_status(response)
    guard status == OCSP_RESPONSE_STATUS_SUCCESSFUL else { throw .declined(status) }
    guard let basic = OCSP_response_get1_basic(response) else {
      ERR_clear_error()
      throw .malformed
    }
    self.basic = basic
  }

  deinit { OCSP_BASICRESP_free(basic) }
}
