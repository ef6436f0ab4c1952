/// What a certificate's key may be used for (RFC 5280 §4.2.1.3).
public struct KeyUsage: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  // libcrypto's bits: those of the DER encoding's first byte, highest first.
  public static let digitalSignature = KeyUsage(rawValue: 0x80)
  /// Also called content commitment: the holder's own will, a signature on a document.
  public static let nonRepudiation = KeyUsage(rawValue: 0x40)
  public static let keyEncipherment = KeyUsage(rawValue: 0x20)
  public static let keyAgreement = KeyUsage(rawValue: 0x08)
  public static let certificateSigning = KeyUsage(rawValue: 0x04)
  public static let revocationListSigning = KeyUsage(rawValue: 0x02)
}

/// An object identifier in its dotted form, such as `1.3.6.1.5.5.7.3.2`.
public struct ObjectIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public init(_ dotted: String) {
    rawValue = dotted
  }

  /// Extended key usage: TLS client authentication.
  public static let clientAuthentication = ObjectIdentifier("1.3.6.1.5.5.7.3.2")
  /// Extended key usage: protection of e-mail.
  public static let emailProtection = ObjectIdentifier("1.3.6.1.5.5.7.3.4")
}
