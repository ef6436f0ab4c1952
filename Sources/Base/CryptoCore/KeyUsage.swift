/// The uses of a certificate's key (RFC 5280 §4.2.1.3).
public struct KeyUsage: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  // libcrypto's bits: those of the first byte of the DER encoding, highest first.
  /// Signatures other than those on certificates and revocation lists; for authentication.
  public static let digitalSignature = KeyUsage(rawValue: 0x80)
  /// Also called content commitment: the holder's own will, as in a signature on a document.
  public static let nonRepudiation = KeyUsage(rawValue: 0x40)
  /// Encryption of other keys.
  public static let keyEncipherment = KeyUsage(rawValue: 0x20)
  /// Key agreement, such as Diffie-Hellman.
  public static let keyAgreement = KeyUsage(rawValue: 0x08)
  /// Signatures on certificates.
  public static let certificateSigning = KeyUsage(rawValue: 0x04)
  /// Signatures on revocation lists.
  public static let revocationListSigning = KeyUsage(rawValue: 0x02)
}

/// An object identifier in its dotted form, such as `1.3.6.1.5.5.7.3.2`.
public struct ObjectIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The identifier that is written `dotted`. The form is not checked.
  public init(_ dotted: String) {
    rawValue = dotted
  }

  /// Extended key usage: TLS client authentication.
  public static let clientAuthentication = ObjectIdentifier("1.3.6.1.5.5.7.3.2")
  /// Extended key usage: protection of e-mail.
  public static let emailProtection = ObjectIdentifier("1.3.6.1.5.5.7.3.4")
  /// Extended key usage: signatures on answers about revocation (RFC 6960 §4.2.2.2).
  public static let revocationAnswers = ObjectIdentifier("1.3.6.1.5.5.7.3.9")
}
