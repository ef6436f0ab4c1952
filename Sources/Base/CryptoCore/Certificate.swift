/// An X.509 certificate, read (RFC 5280). Reading says nothing about trust: see ``TrustAnchors``.
///
/// Two certificates are equal if their bytes are.
public struct Certificate: Sendable {
  /// The whole certificate in DER.
  public let der: [UInt8]
  public let subject: DistinguishedName
  public let issuer: DistinguishedName
  /// The issuer's number for it, big-endian.
  public let serialNumber: [UInt8]
  /// The first second of its validity, in seconds since 1970-01-01T00:00:00Z.
  public let notBefore: Int64
  /// The last second of its validity, in seconds since 1970-01-01T00:00:00Z.
  public let notAfter: Int64
  /// Nil without the extension, which allows any use.
  public let keyUsage: KeyUsage?
  /// Empty without the extension.
  public let extendedKeyUsages: [ObjectIdentifier]
  public let policies: [ObjectIdentifier]
  /// Nil for a key that is not on a ``Curve``, such as an RSA key.
  public let publicKey: CurvePoint?
  public let subjectKeyIdentifier: [UInt8]?
  public let authorityKeyIdentifier: [UInt8]?
  public let isAuthority: Bool

  /// Reads the certificate that `der` holds. Any input is safe.
  ///
  /// Throws `malformed` for anything else, bytes behind the certificate included.
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
    isAuthority = x509.isAuthority
  }

  /// Whether `time`, in seconds since 1970-01-01T00:00:00Z, lies within its validity.
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
