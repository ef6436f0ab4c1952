/// An X.509 certificate, read (RFC 5280). Reading says nothing about trust: see ``TrustAnchors``.
///
/// Two certificates are equal if their bytes are.
public struct Certificate: Sendable {
  /// The whole certificate in DER.
  public let der: [UInt8]
  /// Whose certificate this is.
  public let subject: DistinguishedName
  /// The signer of the certificate.
  public let issuer: DistinguishedName
  /// The issuer's number for it, big-endian.
  public let serialNumber: [UInt8]
  /// The first second of its validity, in seconds since 1970-01-01T00:00:00Z.
  public let notBefore: Int64
  /// The last second of its validity, in seconds since 1970-01-01T00:00:00Z.
  public let notAfter: Int64
  /// The uses of the key. Nil without the extension, which allows any use.
  public let keyUsage: KeyUsage?
  /// The uses of the key, as object identifiers. Empty without the extension.
  public let extendedKeyUsages: [ObjectIdentifier]
  /// The policies under which it was issued (RFC 5280 §4.2.1.4). Empty without the extension.
  public let policies: [ObjectIdentifier]
  /// The certified key. Nil for a key that is not on a ``Curve``, such as an RSA key.
  public let publicKey: CurvePoint?
  /// Identifies the certified key (RFC 5280 §4.2.1.2). Nil without the extension.
  public let subjectKeyIdentifier: [UInt8]?
  /// Identifies the issuer's key (RFC 5280 §4.2.1.1). Nil without the extension.
  public let authorityKeyIdentifier: [UInt8]?
  /// The addresses at which its issuer says whether it was revoked (RFC 5280 §4.2.2.1), sorted.
  /// Empty without the extension.
  public let responders: [String]
  /// Whether its key may sign certificates, as basic constraints and key usage say (RFC 5280
  /// §4.2.1.9).
  public let isAuthority: Bool

  /// Reads the certificate that `der` holds. Any input is safe.
  ///
  /// Throws `malformed` for anything else, also for bytes after the certificate.
  public init(der: [UInt8]) throws(CryptoError) {
    let x509 = try OwnedCertificate(der)
    self.der = der
    subject = x509.subject
    issuer = x509.issuer
    serialNumber = x509.serialNumber
    (notBefore, notAfter) = try x509.validity()
    keyUsage = x509.keyUsage
    extendedKeyUsages = x509.extendedKeyUsages
    policies = x509.policies
    publicKey = x509.publicKey
    subjectKeyIdentifier = x509.subjectKeyIdentifier
    authorityKeyIdentifier = x509.authorityKeyIdentifier
    responders = x509.responders
    isAuthority = x509.isAuthority
  }

  /// Whether `time`, in seconds since 1970-01-01T00:00:00Z, is within its validity.
  public func isValid(at time: Int64) -> Bool {
    notBefore <= time && time <= notAfter
  }
}

extension Certificate: Hashable {
  public static func == (left: Certificate, right: Certificate) -> Bool {
    left.der == right.der
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(der)
  }
}
