/// The attributes of an X.509 name that this project uses (RFC 5280 §4.1.2.4). Absent ones are nil.
///
/// Of an attribute that occurs several times, the first value is used.
public struct DistinguishedName: Hashable, Sendable {
  /// C: two letters (ISO 3166-1 alpha-2).
  public var country: String?
  /// O: the organization.
  public var organization: String?
  /// CN: the name to be shown.
  public var commonName: String?
  /// SN: the surname.
  public var surname: String?
  /// GN: the given names.
  public var givenName: String?
  /// serialNumber: on an Estonian card `PNOEE-` and the personal code (ETSI EN 319 412-1 §5.1.3).
  public var serialNumber: String?

  /// A name with these attributes.
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
