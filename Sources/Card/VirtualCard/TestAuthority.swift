internal import CryptoCore
internal import ISO7816

/// A certification authority that exists only while one card is made. It certifies the card's two
/// keys with the same extensions as the real authority (ETSI EN 319 412-2).
struct TestAuthority: ~Copyable {
  private let key: CurvePrivateKey
  private let profile: ChipProfile
  private let name: TLV
  /// The authority's own certificate, self-signed.
  let certificate: [UInt8]

  init(profile: ChipProfile) throws(CryptoError) {
    let key = try CurvePrivateKey(randomOn: profile.authorityCurve)
    let publicKey = try key.publicKey()
    let name = DER.sequence(
      TestAuthority.attribute(DER.identifier(2, 5, 4, 6), DER.printable("EE")),
      TestAuthority.attribute(DER.identifier(2, 5, 4, 10), DER.utf8("flowrun virtual card")),
      TestAuthority.attribute(DER.identifier(2, 5, 4, 3), DER.utf8("TEST of a virtual ESTEID CA")))
    certificate = try TestAuthority.signed(
      subject: name, issuer: name, publicKey: publicKey,
      validity: Validity(from: "20180101000000Z", to: "20491231235959Z"),
      extensions: [
        TestAuthority.extension(
          DER.identifier(2, 5, 29, 19), DER.sequence(DER.true), isCritical: true),
        // keyCertSign and cRLSign.
        TestAuthority.extension(
          DER.identifier(2, 5, 29, 15), DER.bits([0x06], unused: 1), isCritical: true),
        TestAuthority.extension(
          DER.identifier(2, 5, 29, 14), DER.octets(Hash.sha1.digest(of: publicKey.encoded))),
      ], by: key, profile)
    self.profile = profile
    self.key = consume key
    self.name = name
  }

  /// A certificate for `publicKey`, for authentication or for signatures.
  func certificate(
    for publicKey: CurvePoint, of holder: CardHolder, usage: KeyPurpose, validity: Validity
  ) throws(CryptoError) -> [UInt8] {
    let fullName = [holder.surname, holder.givenNames, holder.personalCode].joined(separator: ",")
    let subject = DER.sequence(
      TestAuthority.attribute(DER.identifier(2, 5, 4, 6), DER.printable("EE")),
      TestAuthority.attribute(DER.identifier(2, 5, 4, 3), DER.utf8(fullName)),
      TestAuthority.attribute(DER.identifier(2, 5, 4, 4), DER.utf8(holder.surname)),
      TestAuthority.attribute(DER.identifier(2, 5, 4, 42), DER.utf8(holder.givenNames)),
      TestAuthority.attribute(
        DER.identifier(2, 5, 4, 5), DER.printable("PNOEE-" + holder.personalCode)))
    let authorityKey = Hash.sha1.digest(of: try key.publicKey().encoded)
    let common = [
      TestAuthority.extension(
        DER.identifier(2, 5, 29, 14), DER.octets(Hash.sha1.digest(of: publicKey.encoded))),
      TestAuthority.extension(
        DER.identifier(2, 5, 29, 35), DER.sequence(TLV(0x80, authorityKey))),
      TestAuthority.extension(
        DER.identifier(1, 3, 6, 1, 5, 5, 7, 1, 1), TestAuthority.informationAccess),
    ]
    return try TestAuthority.signed(
      subject: subject, issuer: name, publicKey: publicKey, validity: validity,
      extensions: usage.extensions(personalCode: holder.personalCode) + common, by: key, profile)
  }

  private static let informationAccess = DER.sequence(
    DER.sequence(
      DER.identifier(1, 3, 6, 1, 5, 5, 7, 48, 1),
      TLV(0x86, Array("http://ocsp.invalid/virtual-esteid".utf8))),
    DER.sequence(
      DER.identifier(1, 3, 6, 1, 5, 5, 7, 48, 2),
      TLV(0x86, Array("http://ca.invalid/virtual-esteid.der.crt".utf8))))

  private static func attribute(_ type: TLV, _ value: TLV) -> TLV {
    DER.set(DER.sequence(type, value))
  }

  static func `extension`(_ type: TLV, _ value: TLV, isCritical: Bool = false) -> TLV {
    DER.sequence([type] + (isCritical ? [DER.true] : []) + [DER.octets(value)])
  }

  private static func signed(
    subject: TLV, issuer: TLV, publicKey: CurvePoint, validity: Validity, extensions: [TLV],
    by key: borrowing CurvePrivateKey, _ profile: ChipProfile
  ) throws(CryptoError) -> [UInt8] {
    var serial = try Random.bytes(16)
    serial[0] = serial[0] & 0x7F | 0x40
    let curve: TLV =
      publicKey.curve == .p521
      ? DER.identifier(1, 3, 132, 0, 35) : DER.identifier(1, 3, 132, 0, 34)
    // ecdsa-with-SHA512 for P-521, with SHA-384 for P-384.
    let usesSHA512 = profile.authorityCurve == .p521
    let algorithm = DER.sequence(
      DER.identifier(1, 2, 840, 10045, 4, 3, usesSHA512 ? 4 : 3))
    let body = DER.sequence(
      TLV(0xA0, [DER.integer([2])]), DER.integer(serial), algorithm, issuer,
      DER.sequence(DER.time(validity.from), DER.time(validity.to)), subject,
      DER.sequence(
        DER.sequence(DER.identifier(1, 2, 840, 10045, 2, 1), curve), DER.bits(publicKey.encoded)),
      TLV(0xA3, [DER.sequence(extensions)]))
    let digest = (usesSHA512 ? Hash.sha512 : .sha384).digest(of: body.encoded)
    return DER.sequence(body, algorithm, DER.bits(try key.derSignature(ofDigest: digest))).encoded
  }
}

/// The validity of certificates, as `YYYYMMDDhhmmssZ` in UTC.
public struct Validity: Hashable, Sendable {
  /// The first second.
  public var from: String
  /// The last second.
  public var to: String

  /// A validity with these limits.
  public init(from: String, to: String) {
    self.from = from
    self.to = to
  }

  /// Long enough for a test card.
  public static let test = Validity(from: "20240101000000Z", to: "20391231215959Z")
}

/// What one of the card's keys is for, which determines its extensions.
enum KeyPurpose {
  case authentication
  case signature

  func extensions(personalCode: String) -> [TLV] {
    let practice = DER.sequence(
      DER.sequence(
        DER.identifier(1, 3, 6, 1, 5, 5, 7, 2, 1), DER.ia5("https://ca.invalid/CPS")))
    let notCA = TestAuthority.extension(DER.identifier(2, 5, 29, 19), DER.sequence())
    switch self {
    case .authentication:
      return [
        notCA,
        // digitalSignature and keyAgreement.
        TestAuthority.extension(
          DER.identifier(2, 5, 29, 15), DER.bits([0x88], unused: 3), isCritical: true),
        TestAuthority.extension(
          DER.identifier(2, 5, 29, 32),
          DER.sequence(
            DER.sequence(DER.identifier(1, 3, 6, 1, 4, 1, 51361, 1, 2, 2), practice),
            DER.sequence(DER.identifier(0, 4, 0, 2042, 1, 2)))),
        TestAuthority.extension(
          DER.identifier(2, 5, 29, 17),
          DER.sequence(TLV(0x81, Array((personalCode + "@eesti.invalid").utf8)))),
        statements([]),
        // clientAuth and emailProtection.
        TestAuthority.extension(
          DER.identifier(2, 5, 29, 37),
          DER.sequence(
            DER.identifier(1, 3, 6, 1, 5, 5, 7, 3, 2), DER.identifier(1, 3, 6, 1, 5, 5, 7, 3, 4)),
          isCritical: true),
      ]
    case .signature:
      return [
        notCA,
        // nonRepudiation.
        TestAuthority.extension(
          DER.identifier(2, 5, 29, 15), DER.bits([0x40], unused: 6), isCritical: true),
        TestAuthority.extension(
          DER.identifier(2, 5, 29, 32),
          DER.sequence(
            DER.sequence(DER.identifier(1, 3, 6, 1, 4, 1, 51361, 1, 2, 1), practice),
            DER.sequence(DER.identifier(0, 4, 0, 194112, 1, 2)))),
        // A qualified certificate, in a qualified device, for electronic signatures.
        statements([
          DER.sequence(DER.identifier(0, 4, 0, 1862, 1, 1)),
          DER.sequence(DER.identifier(0, 4, 0, 1862, 1, 4)),
          DER.sequence(
            DER.identifier(0, 4, 0, 1862, 1, 6),
            DER.sequence(DER.identifier(0, 4, 0, 1862, 1, 6, 1))),
        ]),
      ]
    }
  }

  /// The statements of a qualified certificate, ending with the address of its conditions.
  private func statements(_ more: [TLV]) -> TLV {
    let conditions = DER.sequence(
      DER.identifier(0, 4, 0, 1862, 1, 5),
      DER.sequence(
        DER.sequence(
          DER.ia5("https://ca.invalid/en/repository/conditions-for-use-of-certificates/"),
          DER.printable("EN"))))
    return TestAuthority.extension(
      DER.identifier(1, 3, 6, 1, 5, 5, 7, 1, 3), DER.sequence(more + [conditions]))
  }
}
