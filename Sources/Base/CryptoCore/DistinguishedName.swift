/// The attributes of an X.509 name that matter here (RFC 5280 §4.1.2.4); nil where absent.
///
/// An attribute that stands more than once counts with its first value.
public struct DistinguishedName: Hashable, Sendable {
  public var country: String?
  public var organization: String?
  public var commonName: String?
  public var surname: String?
  public var givenName: String?
  /// For an Estonian card `PNOEE-` and the personal code (ETSI EN 319 412-1 §5.1.3).
  public var serialNumber: String?

  public init(
    country: String? = nil, organization: String? = nil, commonName: String? = nil,
    surname: String? = nil, givenName: String? = nil, serialNumber: String? = nil
  ) {
    self.country = country
    self.organization = organization
    self.commonName = commonName
    self.surname = surname
    self.givenName = givenName
    self.serialNumber = serialNumber
  }
}
