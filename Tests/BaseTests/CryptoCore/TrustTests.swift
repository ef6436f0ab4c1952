import CryptoCore
import Testing

@Suite struct TrustTests {
  static let now: Int64 = 1_790_000_000

  static func authority(
    _ key: borrowing CurvePrivateKey, name: String = "Test authority"
  ) throws -> Certificate {
    var template = CertificateTemplate(
      subject: DistinguishedName(country: "EE", organization: "flowrun", commonName: name),
      publicKey: try key.publicKey(), validity: now - 1_000...now + 1_000,
      keyUsage: [.certificateSigning, .revocationListSigning])
    template.isAuthority = true
    return try template.signed(by: key)
  }

  static func leaf(
    _ publicKey: CurvePoint, by key: borrowing CurvePrivateKey, issuer: Certificate
  ) throws -> Certificate {
    var template = CertificateTemplate(
      subject: DistinguishedName(
        country: "EE", commonName: "MÄNNIK,MARI-LIIS,47101010033", surname: "MÄNNIK",
        givenName: "MARI-LIIS", serialNumber: "PNOEE-47101010033"),
      publicKey: publicKey, validity: now - 100...now + 100,
      keyUsage: [.digitalSignature, .keyAgreement])
    template.extendedKeyUsages = [.clientAuthentication, .emailProtection]
    template.extensions = "certificatePolicies = 0.4.0.2042.1.2"
    return try template.signed(by: key, issuer: issuer)
  }

  @Test("A certificate made from a template has the template's fields")
  func template() throws {
    let authorityKey = try CurvePrivateKey(randomOn: .p521)
    let authority = try Self.authority(authorityKey)
    let key = try CurvePrivateKey(randomOn: .p384).publicKey()
    let leaf = try Self.leaf(key, by: authorityKey, issuer: authority)
    #expect(leaf.subject.serialNumber == "PNOEE-47101010033")
    #expect(leaf.subject.surname == "MÄNNIK")
    #expect(leaf.issuer == authority.subject)
    #expect(leaf.publicKey == key)
    #expect(leaf.keyUsage == [.digitalSignature, .keyAgreement])
    #expect(leaf.extendedKeyUsages == [.clientAuthentication, .emailProtection])
    #expect(leaf.policies == [ObjectIdentifier("0.4.0.2042.1.2")])
    #expect(leaf.notBefore == Self.now - 100 && leaf.notAfter == Self.now + 100)
    #expect(leaf.authorityKeyIdentifier == authority.subjectKeyIdentifier)
    #expect(authority.isAuthority && !leaf.isAuthority)
  }

  @Test("A certificate is trusted during its validity only")
  func validity() throws {
    let authorityKey = try CurvePrivateKey(randomOn: .p384)
    let authority = try Self.authority(authorityKey)
    let leaf = try Self.leaf(
      try CurvePrivateKey(randomOn: .p384).publicKey(), by: authorityKey, issuer: authority)
    let anchors = TrustAnchors([authority])
    try anchors.verify(leaf, at: Self.now)
    #expect(throws: TrustError.notYetValid) { try anchors.verify(leaf, at: Self.now - 101) }
    #expect(throws: TrustError.expired) { try anchors.verify(leaf, at: Self.now + 101) }
  }

  @Test("An authority of the same name with another key is not trusted")
  func sameName() throws {
    let authorityKey = try CurvePrivateKey(randomOn: .p384)
    let strangerKey = try CurvePrivateKey(randomOn: .p384)
    let authority = try Self.authority(authorityKey)
    let stranger = try Self.authority(strangerKey)
    let leaf = try Self.leaf(
      try CurvePrivateKey(randomOn: .p384).publicKey(), by: strangerKey, issuer: stranger)
    #expect(throws: TrustError.unknownIssuer) {
      try TrustAnchors([authority]).verify(leaf, at: Self.now)
    }
    #expect(throws: TrustError.unknownIssuer) {
      try TrustAnchors([]).verify(leaf, at: Self.now)
    }
  }

  @Test("A certificate that names the right authority but is signed by another key is refused")
  func forgedSignature() throws {
    let authorityKey = try CurvePrivateKey(randomOn: .p384)
    let forgerKey = try CurvePrivateKey(randomOn: .p384)
    let authority = try Self.authority(authorityKey)
    // Names and key identifiers of the real authority, the signature of another key.
    let leaf = try Self.leaf(
      try CurvePrivateKey(randomOn: .p384).publicKey(), by: forgerKey, issuer: authority)
    #expect(throws: TrustError.wrongSignature) {
      try TrustAnchors([authority]).verify(leaf, at: Self.now)
    }
  }

  @Test("An intermediate authority links to the root, and can be an anchor itself")
  func intermediate() throws {
    let rootKey = try CurvePrivateKey(randomOn: .p384)
    let root = try Self.authority(rootKey, name: "Test root")
    let middleKey = try CurvePrivateKey(randomOn: .p256)
    var template = CertificateTemplate(
      subject: DistinguishedName(country: "EE", commonName: "Test intermediate"),
      publicKey: try middleKey.publicKey(), validity: Self.now - 10...Self.now + 10,
      keyUsage: .certificateSigning)
    template.isAuthority = true
    let middle = try template.signed(by: rootKey, issuer: root)
    let leaf = try Self.leaf(
      try CurvePrivateKey(randomOn: .p384).publicKey(), by: middleKey, issuer: middle)
    try TrustAnchors([root]).verify(leaf, intermediates: [middle], at: Self.now)
    try TrustAnchors([middle]).verify(leaf, at: Self.now)
    #expect(throws: TrustError.unknownIssuer) {
      try TrustAnchors([root]).verify(leaf, at: Self.now)
    }
  }

  @Test("A certificate that is not an authority cannot issue another")
  func leafIssuer() throws {
    let authorityKey = try CurvePrivateKey(randomOn: .p384)
    let authority = try Self.authority(authorityKey)
    let leafKey = try CurvePrivateKey(randomOn: .p384)
    let leaf = try Self.leaf(try leafKey.publicKey(), by: authorityKey, issuer: authority)
    let below = try Self.leaf(
      try CurvePrivateKey(randomOn: .p384).publicKey(), by: leafKey, issuer: leaf)
    #expect(throws: TrustError.self) {
      try TrustAnchors([authority]).verify(below, intermediates: [leaf], at: Self.now)
    }
  }
}
