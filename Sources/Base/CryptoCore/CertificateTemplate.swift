import COpenSSL

/// A certificate to be signed: a test authority's own, or one for a virtual card.
public struct CertificateTemplate: Sendable {
  /// Whose certificate it will be.
  public var subject: DistinguishedName
  /// The key to certify.
  public var publicKey: CurvePoint
  /// The first second of the validity, in seconds since 1970-01-01T00:00:00Z.
  public var notBefore: Int64
  /// The last second of the validity, in seconds since 1970-01-01T00:00:00Z.
  public var notAfter: Int64
  /// What the key may be used for.
  public var keyUsage: KeyUsage
  /// What the key may be used for, as object identifiers. Empty leaves the extension out.
  public var extendedKeyUsages: [ObjectIdentifier] = []
  /// The policies to name. Empty leaves the extension out.
  public var policies: [ObjectIdentifier] = []
  /// Whether the key may sign certificates.
  public var isAuthority = false
  /// Drawn at random if nil. Big-endian, at most 20 bytes, the first below 80 (RFC 5280 §4.1.2.2).
  public var serialNumber: [UInt8]?

  /// A template with random serial number, for an end entity without further usages or policies.
  public init(
    subject: DistinguishedName, publicKey: CurvePoint, notBefore: Int64, notAfter: Int64,
    keyUsage: KeyUsage
  ) {
    self.subject = subject
    self.publicKey = publicKey
    self.notBefore = notBefore
    self.notAfter = notAfter
    self.keyUsage = keyUsage
  }

  /// Signs the certificate with `key`. Without an `issuer` it is self-signed.
  ///
  /// The hash is as strong as the key: SHA-256 up to 256 bits, then SHA-384, then SHA-512.
  public func signed(
    by key: borrowing CurvePrivateKey, issuer: Certificate? = nil
  ) throws(CryptoError) -> Certificate {
    let certificate = try OwnedCertificate()
    let pointer = certificate.pointer
    try require(X509_set_version(pointer, 2))
    try setSerialNumber(pointer)
    try require(ASN1_TIME_set(X509_getm_notBefore(pointer), time_t(notBefore)) != nil ? 1 : 0)
    try require(ASN1_TIME_set(X509_getm_notAfter(pointer), time_t(notAfter)) != nil ? 1 : 0)
    try fill(X509_get_subject_name(pointer))
    let subjectKey = try OwnedKey(publicKey)
    try require(X509_set_pubkey(pointer, subjectKey.pointer))
    if let issuer {
      let owned = try OwnedCertificate(issuer.der)
      try require(X509_set_issuer_name(pointer, X509_get_subject_name(owned.pointer)))
      try addExtensions(to: pointer, issuer: owned.pointer)
    } else {
      try require(X509_set_issuer_name(pointer, X509_get_subject_name(pointer)))
      try addExtensions(to: pointer, issuer: pointer)
    }
    let signer = try key.ownedKey()
    let hash: Hash =
      switch key.curve.length {
      case ...32: .sha256
      case ...48: .sha384
      default: .sha512
      }
    try require(X509_sign(pointer, signer.pointer, hash.algorithm) > 0 ? 1 : 0)
    return try Certificate(der: encoded(pointer))
  }

  private func setSerialNumber(_ certificate: OpaquePointer) throws(CryptoError) {
    var number = if let serialNumber { serialNumber } else { try Random.bytes(16) }
    guard !number.isEmpty, number.count <= 20 else { throw .invalidLength }
    number[0] &= 0x7F
    guard let big = BN_bin2bn(number, Int32(number.count), nil) else { throw .libraryFailure }
    defer { BN_free(big) }
    try require(BN_to_ASN1_INTEGER(big, X509_get_serialNumber(certificate)) != nil ? 1 : 0)
  }

  private func fill(_ name: OpaquePointer?) throws(CryptoError) {
    let attributes = [
      (NID_countryName, subject.country), (NID_organizationName, subject.organization),
      (NID_commonName, subject.commonName), (NID_surname, subject.surname),
      (NID_givenName, subject.givenName), (NID_serialNumber, subject.serialNumber),
    ]
    for case (let attribute, let value?) in attributes {
      let bytes = Array(value.utf8)
      try require(
        X509_NAME_add_entry_by_NID(
          name, attribute, MBSTRING_FLAG, bytes, Int32(bytes.count), -1, 0))
    }
  }

  private func addExtensions(
    to certificate: OpaquePointer, issuer: OpaquePointer
  ) throws(CryptoError) {
    let isOwnIssuer = certificate == issuer
    var extensions: [(Int32, String)] = [
      (NID_basic_constraints, isAuthority ? "critical,CA:TRUE" : "critical,CA:FALSE"),
      (NID_key_usage, "critical," + usageNames.joined(separator: ",")),
      (NID_subject_key_identifier, "hash"),
    ]
    if !isOwnIssuer { extensions.append((NID_authority_key_identifier, "keyid:always")) }
    if !extendedKeyUsages.isEmpty {
      extensions.append((NID_ext_key_usage, joined(extendedKeyUsages)))
    }
    if !policies.isEmpty { extensions.append((NID_certificate_policies, joined(policies))) }
    for (identifier, value) in extensions {
      try require(flowrun_add_extension(certificate, issuer, identifier, value))
    }
  }

  private func joined(_ identifiers: [ObjectIdentifier]) -> String {
    identifiers.map(\.rawValue).joined(separator: ",")
  }

  private var usageNames: [String] {
    let names: [(KeyUsage, String)] = [
      (.digitalSignature, "digitalSignature"), (.nonRepudiation, "nonRepudiation"),
      (.keyEncipherment, "keyEncipherment"), (.keyAgreement, "keyAgreement"),
      (.certificateSigning, "keyCertSign"), (.revocationListSigning, "cRLSign"),
    ]
    return names.filter { keyUsage.contains($0.0) }.map(\.1)
  }

  private func encoded(_ certificate: OpaquePointer) throws(CryptoError) -> [UInt8] {
    var start: UnsafeMutablePointer<UInt8>?
    let length = i2d_X509(certificate, &start)
    guard length > 0, let start else { throw .libraryFailure }
    defer { flowrun_free(start) }
    return Array(UnsafeBufferPointer(start: start, count: Int(length)))
  }

  private func require(_ result: Int32) throws(CryptoError) {
    guard result == 1 else {
      ERR_clear_error()
      throw .libraryFailure
    }
  }
}
