import COpenSSL

/// A certificate to be signed: a test authority's own, or one for a virtual card.
package struct CertificateTemplate: Sendable {
  /// Whose certificate it will be. Empty attributes are left out.
  package var subject: DistinguishedName
  /// The key to certify.
  package var publicKey: CurvePoint
  /// The first and the last second of the validity, in seconds since 1970-01-01T00:00:00Z.
  package var validity: ClosedRange<Int64>
  /// The uses of the key.
  package var keyUsage: KeyUsage
  /// The uses of the key, as object identifiers. Empty leaves the extension out.
  package var extendedKeyUsages: [ObjectIdentifier] = []
  /// Whether the key may sign certificates.
  package var isAuthority = false
  /// Further extensions, one a line, then the sections that they name: x509v3_config(5).
  package var extensions = ""

  /// A template for an end entity without further usages or extensions.
  package init(
    subject: DistinguishedName, publicKey: CurvePoint, validity: ClosedRange<Int64>,
    keyUsage: KeyUsage
  ) {
    self.subject = subject
    self.publicKey = publicKey
    self.validity = validity
    self.keyUsage = keyUsage
  }

  /// Signs the certificate with `key`. Without an `issuer` it is self-signed. The serial number is
  /// random.
  ///
  /// The hash is as strong as the key: SHA-256 up to 256 bits, then SHA-384, then SHA-512.
  package func signed(
    by key: borrowing CurvePrivateKey, issuer: Certificate? = nil
  ) throws(CryptoError) -> Certificate {
    let certificate = try OwnedCertificate()
    let pointer = certificate.pointer
    try require(X509_set_version(pointer, 2))
    try setSerialNumber(pointer)
    let (first, last) = (X509_getm_notBefore(pointer), X509_getm_notAfter(pointer))
    try require(ASN1_TIME_set(first, time_t(validity.lowerBound)) != nil ? 1 : 0)
    try require(ASN1_TIME_set(last, time_t(validity.upperBound)) != nil ? 1 : 0)
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
    return try Certificate(der: encoded { i2d_X509(pointer, &$0) })
  }

  private func setSerialNumber(_ certificate: OpaquePointer) throws(CryptoError) {
    var number = try Random.bytes(16)
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
    for case (let attribute, let value?) in attributes where !value.isEmpty {
      let bytes = Array(value.utf8)
      try require(
        X509_NAME_add_entry_by_NID(
          name, attribute, MBSTRING_FLAG, bytes, Int32(bytes.count), -1, 0))
    }
  }

  private func addExtensions(
    to certificate: OpaquePointer, issuer: OpaquePointer
  ) throws(CryptoError) {
    var lines = [
      "basicConstraints = " + (isAuthority ? "critical,CA:TRUE" : "CA:FALSE"),
      "keyUsage = critical," + usageNames.joined(separator: ","),
      "subjectKeyIdentifier = hash",
    ]
    if certificate != issuer { lines.append("authorityKeyIdentifier = keyid:always") }
    if !extendedKeyUsages.isEmpty {
      let usages = extendedKeyUsages.map(\.rawValue).joined(separator: ",")
      lines.append("extendedKeyUsage = critical," + usages)
    }
    lines.append(extensions)
    try require(flowrun_add_extensions(certificate, issuer, lines.joined(separator: "\n")))
  }

  private var usageNames: [String] {
    let names: [(KeyUsage, String)] = [
      (.digitalSignature, "digitalSignature"), (.nonRepudiation, "nonRepudiation"),
      (.keyEncipherment, "keyEncipherment"), (.keyAgreement, "keyAgreement"),
      (.certificateSigning, "keyCertSign"), (.revocationListSigning, "cRLSign"),
    ]
    return names.filter { keyUsage.contains($0.0) }.map(\.1)
  }

  private func require(_ result: Int32) throws(CryptoError) {
    guard result == 1 else {
      ERR_clear_error()
      throw .libraryFailure
    }
  }
}
