import COpenSSL

/// An authority that is trusted (RFC 5280 §6.1.1 d).
public enum TrustAnchor: Hashable, Sendable {
  /// The authority of a certificate.
  case certificate(Certificate)
  /// An authority of which only the name, the key and the validity are known, not the certificate.
  case key(AuthorityKey)

  /// Its name, for people: `ESTEID2025 (Zetes Estonia OÜ)`.
  public var label: String {
    switch self {
    case .certificate(let certificate): certificate.subject.label
    case .key(let key): key.subject.label
    }
  }

  /// The last second of its validity, in seconds since 1970-01-01T00:00:00Z.
  public var notAfter: Int64 {
    switch self {
    case .certificate(let certificate): certificate.notAfter
    case .key(let key): key.validity.upperBound
    }
  }

  /// The certificate that stands for it in libcrypto's store. Nil if it may not certify anybody.
  func owned() throws(CryptoError) -> OwnedCertificate? {
    switch self {
    case .certificate(let certificate):
      certificate.isAuthority ? try OwnedCertificate(certificate.der) : nil
    case .key(let key): try key.owned()
    }
  }
}

extension DistinguishedName {
  /// The name, for people: the common name, and the organization in parentheses.
  public var label: String {
    let organization = organization.map { " (\($0))" } ?? ""
    return (commonName ?? serialNumber ?? "an authority without a name") + organization
  }
}
