import COpenSSL

/// An authority's name, key and validity, without its certificate: all that a path needs of its end
/// (RFC 5280 §6.1.1 d).
///
/// It may certify persons, but no further authorities.
public struct AuthorityKey: Hashable, Sendable {
  /// The name, as far as this project uses its attributes.
  public let subject: DistinguishedName
  /// The key that signs certificates.
  public let key: CurvePoint
  /// Identifies the key in certificates (RFC 5280 §4.2.1.2).
  public let keyIdentifier: [UInt8]
  /// The first and the last second of the validity, in seconds since 1970-01-01T00:00:00Z.
  public let validity: ClosedRange<Int64>
  /// All attributes of the name, in the order of the certificate: certificates that it issued name
  /// it in this order.
  private let attributes: [Attribute]

  private struct Attribute: Hashable, Sendable {
    let kind: Int32
    let value: String
  }

  /// Nil if `name` is not written as in `C=EE, O=SK ID Solutions AS, CN=ESTEID2018`, with the
  /// attributes C, O, OU, CN, serialNumber and organizationIdentifier, each with a value.
  public init?(
    name: String, key: CurvePoint, keyIdentifier: [UInt8], validity: ClosedRange<Int64>
  ) {
    var attributes: [Attribute] = []
    var subject = DistinguishedName()
    for part in name.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, let kind = AuthorityKey.kinds[String(pair[0])] else { return nil }
      let value = String(pair[1])
      attributes.append(Attribute(kind: kind, value: value))
      switch kind {
      case NID_countryName: subject.country = subject.country ?? value
      case NID_organizationName: subject.organization = subject.organization ?? value
      case NID_commonName: subject.commonName = subject.commonName ?? value
      case NID_serialNumber: subject.serialNumber = subject.serialNumber ?? value
      default: break
      }
    }
    self.attributes = attributes
    self.subject = subject
    self.key = key
    self.keyIdentifier = keyIdentifier
    self.validity = validity
  }

  private static let kinds = [
    "C": NID_countryName, "O": NID_organizationName, "OU": NID_organizationalUnitName,
    "CN": NID_commonName, "serialNumber": NID_serialNumber,
    "organizationIdentifier": NID_organizationIdentifier,
  ]

  /// A certificate with this name and key, for libcrypto, which knows no other form of an
  /// authority. Its signature means nothing: that of an anchor is never verified.
  func owned() throws(CryptoError) -> OwnedCertificate {
    let certificate = try OwnedCertificate()
    let pointer = certificate.pointer
    for name in [X509_get_subject_name(pointer), X509_get_issuer_name(pointer)] {
      for attribute in attributes {
        let bytes = Array(attribute.value.utf8)
        try require(
          X509_NAME_add_entry_by_NID(
            name, attribute.kind, MBSTRING_FLAG, bytes, Int32(bytes.count), -1, 0))
      }
    }
    let subjectKey = try OwnedKey(key)
    let (first, last) = (X509_getm_notBefore(pointer), X509_getm_notAfter(pointer))
    let identifier = keyIdentifier.map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
    let extensions = """
      basicConstraints = critical,CA:TRUE,pathlen:0
      keyUsage = critical,keyCertSign
      subjectKeyIdentifier = \(identifier)
      """
    try require(X509_set_version(pointer, 2))
    try require(ASN1_TIME_set(first, time_t(validity.lowerBound)) != nil ? 1 : 0)
    try require(ASN1_TIME_set(last, time_t(validity.upperBound)) != nil ? 1 : 0)
    try require(X509_set_pubkey(pointer, subjectKey.pointer))
    try require(flowrun_add_extensions(pointer, pointer, extensions))
    let signer = try CurvePrivateKey(randomOn: .p256).ownedKey()
    try require(X509_sign(pointer, signer.pointer, Hash.sha256.algorithm) > 0 ? 1 : 0)
    return certificate
  }

  private func require(_ result: Int32) throws(CryptoError) {
    guard result == 1 else {
      ERR_clear_error()
      throw .libraryFailure
    }
  }
}
