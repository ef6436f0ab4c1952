internal import CryptoCore

/// A certification authority that exists only while one card is made. It certifies the card's two
/// keys with the same extensions as the real authority (ETSI EN 319 412-2). It names no responder
/// for revocation (OCSP), since nobody could answer for it.
struct TestAuthority: ~Copyable {
  /// The purpose of one of the card's keys.
  enum Purpose {
    case authentication
    case signature
  }

  private let key: CurvePrivateKey
  /// The authority's own certificate, self-signed.
  let certificate: Certificate

  init(curve: Curve) throws(CryptoError) {
    let key = try CurvePrivateKey(randomOn: curve)
    var template = CertificateTemplate(
      subject: DistinguishedName(
        country: "EE", organization: "flowrun virtual card",
        commonName: "TEST of a virtual ESTEID CA"),
      // From 2018 to 2049.
      publicKey: try key.publicKey(), validity: 1_514_764_800...2_524_607_999,
      keyUsage: [.certificateSigning, .revocationListSigning])
    template.isAuthority = true
    certificate = try template.signed(by: key)
    self.key = key
  }

  /// A certificate for one of the card's keys, in DER.
  func certificate(
    for publicKey: CurvePoint, _ purpose: Purpose, of holder: CardHolder,
    validity: ClosedRange<Int64>
  ) throws(CryptoError) -> [UInt8] {
    let fullName = [holder.surname, holder.givenNames, holder.personalCode].joined(separator: ",")
    var template = CertificateTemplate(
      subject: DistinguishedName(
        // X.520 allows a common name of 64 characters.
        country: "EE", commonName: String(fullName.prefix(64)), surname: holder.surname,
        givenName: holder.givenNames, serialNumber: "PNOEE-" + holder.personalCode),
      publicKey: publicKey, validity: validity, keyUsage: .nonRepudiation)
    switch purpose {
    case .authentication:
      template.keyUsage = [.digitalSignature, .keyAgreement]
      template.extendedKeyUsages = [.clientAuthentication, .emailProtection]
      template.extensions = """
        certificatePolicies = @authentication, 0.4.0.2042.1.2
        subjectAltName = email:\(holder.personalCode)@eesti.invalid
        qcStatements = ASN1:SEQUENCE:statements
        \(Self.extensions)
        """
    case .signature:
      template.extensions = """
        certificatePolicies = @signature, 0.4.0.194112.1.2
        qcStatements = ASN1:SEQUENCE:qualified
        \(Self.extensions)
        """
    }
    return try template.signed(by: key, issuer: certificate).der
  }

  /// The extension that both certificates have, and the sections that extensions name. A qualified
  /// certificate is one in a qualified device, for electronic signatures.
  private static let extensions = """
    authorityInfoAccess = @access
    [access]
    caIssuers;URI = http://ca.invalid/virtual-esteid.der.crt
    [authentication]
    policyIdentifier = 1.3.6.1.4.1.51361.1.2.2
    CPS = https://ca.invalid/CPS
    [signature]
    policyIdentifier = 1.3.6.1.4.1.51361.1.2.1
    CPS = https://ca.invalid/CPS
    [statements]
    conditions = SEQUENCE:conditions
    [qualified]
    certificate = SEQUENCE:certificate
    device = SEQUENCE:device
    use = SEQUENCE:use
    conditions = SEQUENCE:conditions
    [certificate]
    id = OID:0.4.0.1862.1.1
    [device]
    id = OID:0.4.0.1862.1.4
    [use]
    id = OID:0.4.0.1862.1.6
    uses = SEQUENCE:signatures
    [signatures]
    id = OID:0.4.0.1862.1.6.1
    [conditions]
    id = OID:0.4.0.1862.1.5
    addresses = SEQUENCE:addresses
    [addresses]
    address = SEQUENCE:address
    [address]
    url = IA5:https://ca.invalid/en/repository/conditions-for-use-of-certificates/
    language = PRINTABLE:EN
    """
}
