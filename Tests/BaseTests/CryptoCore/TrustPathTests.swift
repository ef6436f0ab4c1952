import CryptoCore
import TestSupport
import Testing

/// Paths of several certificates, and those that somebody hostile might send.
@Suite struct TrustPathTests {
  static let now = TrustTests.now

  /// An authority of the tests, with its certificate and key.
  final class Issuer: Sendable {
    let key: CurvePrivateKey
    let certificate: Certificate

    init(key: consuming CurvePrivateKey, certificate: Certificate) {
      self.key = key
      self.certificate = certificate
    }
  }

  /// An authority below `issuer`, or a root.
  static func authority(
    _ name: String, below issuer: Issuer? = nil, on curve: Curve = .p384,
    usage: KeyUsage = .certificateSigning, isAuthority: Bool = true, first: Int64 = now - 100,
    last: Int64 = now + 100,
    change: (inout CertificateTemplate) -> Void = { _ in }
  ) throws -> Issuer {
    let key = try CurvePrivateKey(randomOn: curve)
    var template = CertificateTemplate(
      subject: DistinguishedName(country: "EE", organization: "flowrun", commonName: name),
      publicKey: try key.publicKey(), validity: first...last, keyUsage: usage)
    template.isAuthority = isAuthority
    change(&template)
    let certificate =
      if let issuer {
        try template.signed(by: issuer.key, issuer: issuer.certificate)
      } else {
        try template.signed(by: key)
      }
    return Issuer(key: key, certificate: certificate)
  }

  static func person(below issuer: Issuer) throws -> Certificate {
    let key = try CurvePrivateKey(randomOn: .p384).publicKey()
    return try TrustTests.leaf(key, by: issuer.key, issuer: issuer.certificate)
  }

  @Test("A path says which certificates lie between, and where it ends")
  func path() throws {
    let root = try Self.authority("Root", on: .p521)
    let middle = try Self.authority("Middle", below: root)
    let low = try Self.authority("Low", below: middle, on: .p256)
    let person = try Self.person(below: low)
    let others = [middle.certificate, low.certificate]
    let path = try TrustAnchors([root.certificate]).verify(
      person, intermediates: others, at: Self.now)
    #expect(path.certificate == person)
    #expect(path.intermediates == [low.certificate, middle.certificate])
    #expect(path.anchor == .certificate(root.certificate))
    #expect(path.anchor.label == "Root (flowrun)")
    // The order in which they come does not matter, and a nearer anchor ends the path sooner.
    let nearer = try TrustAnchors([root.certificate, low.certificate]).verify(
      person, intermediates: others.reversed(), at: Self.now)
    #expect(nearer.intermediates.isEmpty && nearer.anchor == .certificate(low.certificate))
  }

  @Test("An authority is trusted by its name and key alone, as long as both are right")
  func keyOnly() throws {
    let authority = try Self.authority("Key only", on: .p521)
    let person = try Self.person(below: authority)
    let certificate = authority.certificate
    let key = try #require(certificate.publicKey)
    let identifier = try #require(certificate.subjectKeyIdentifier)
    func anchors(
      name: String = "C=EE, O=flowrun, CN=Key only", key: CurvePoint = key,
      identifier: [UInt8] = identifier, until: Int64 = Self.now + 50
    ) throws -> TrustAnchors {
      let authority = try #require(
        AuthorityKey(
          name: name, key: key, keyIdentifier: identifier, validity: Self.now - 50...until))
      return TrustAnchors(anchors: [.key(authority)])
    }
    let path = try anchors().verify(person, at: Self.now)
    #expect(path.anchor.label == "Key only (flowrun)" && path.anchor.notAfter == Self.now + 50)
    // Its own validity counts, also where the person's goes on.
    #expect(throws: TrustError.expired) { try anchors().verify(person, at: Self.now + 51) }
    #expect(throws: TrustError.notYetValid) { try anchors().verify(person, at: Self.now - 51) }
    let stranger = try CurvePrivateKey(randomOn: .p521).publicKey()
    #expect(throws: TrustError.wrongSignature) {
      try anchors(key: stranger).verify(person, at: Self.now)
    }
    for wrong in ["C=EE, O=flowrun, CN=Key", "O=flowrun, C=EE, CN=Key only", "CN=Key only"] {
      #expect(throws: TrustError.unknownIssuer) {
        try anchors(name: wrong).verify(person, at: Self.now)
      }
    }
    #expect(throws: TrustError.unknownIssuer) {
      try anchors(identifier: [1, 2, 3]).verify(person, at: Self.now)
    }
  }

  @Test("An authority that is known by its key only certifies persons, not further authorities")
  func keyOnlyIsLowest() throws {
    let authority = try Self.authority("Low")
    let below = try Self.authority("Below", below: authority)
    let person = try Self.person(below: below)
    let certificate = authority.certificate
    let point = try #require(certificate.publicKey)
    let identifier = try #require(certificate.subjectKeyIdentifier)
    let key = try #require(
      AuthorityKey(
        name: "C=EE, O=flowrun, CN=Low", key: point, keyIdentifier: identifier,
        validity: Self.now - 1...Self.now + 1))
    #expect(throws: TrustError.tooLong) {
      try TrustAnchors(anchors: [.key(key)]).verify(
        person, intermediates: [below.certificate], at: Self.now)
    }
  }

  @Test(
    "A name has known attributes with values",
    arguments: ["", "CN", "CN=", "=x", "X=y", "CN=a,", "CN=a, O", "cn=a", "CN=a\u{0},"])
  func names(_ name: String) throws {
    let point = try CurvePrivateKey(randomOn: .p256).publicKey()
    #expect(
      AuthorityKey(name: name, key: point, keyIdentifier: [1], validity: 0...1) == nil)
  }

  @Test("Every certificate of a path must be valid at the time")
  func validity() throws {
    let root = try Self.authority("Root")
    let old = try Self.authority("Old", below: root, last: Self.now - 1)
    let young = try Self.authority("Young", below: root, first: Self.now + 1)
    #expect(throws: TrustError.expired) {
      try TrustAnchors([root.certificate]).verify(
        Self.person(below: old), intermediates: [old.certificate], at: Self.now)
    }
    #expect(throws: TrustError.notYetValid) {
      try TrustAnchors([root.certificate]).verify(
        Self.person(below: young), intermediates: [young.certificate], at: Self.now)
    }
    // Also the anchor's.
    #expect(throws: TrustError.expired) {
      try TrustAnchors([old.certificate]).verify(Self.person(below: old), at: Self.now)
    }
  }

  @Test("Only an authority that may sign certificates can be part of a path")
  func usage() throws {
    let root = try Self.authority("Root")
    let cases: [(usage: KeyUsage, isAuthority: Bool)] = [
      (.digitalSignature, true), (.certificateSigning, false), (.digitalSignature, false),
    ]
    for (usage, isAuthority) in cases {
      let fake = try Self.authority(
        "Fake", below: root, usage: usage, isAuthority: isAuthority)
      #expect(throws: TrustError.self) {
        try TrustAnchors([root.certificate]).verify(
          Self.person(below: fake), intermediates: [fake.certificate], at: Self.now)
      }
      // It is no anchor either.
      #expect(throws: TrustError.self) {
        try TrustAnchors([fake.certificate]).verify(Self.person(below: fake), at: Self.now)
      }
    }
  }

  @Test("A person's certificate that is trusted by itself vouches for nobody, also not for itself")
  func leafAnchor() throws {
    let root = try Self.authority("Root")
    let person = try Self.person(below: root)
    #expect(throws: TrustError.unknownIssuer) {
      try TrustAnchors([person]).verify(person, at: Self.now)
    }
  }

  @Test("An authority may have fewer authorities below it than it allows, not more")
  func pathLength() throws {
    let top = try Self.authority("Top")
    let first = try Self.authority("First", below: top)
    let second = try Self.authority("Second", below: first)
    let third = try Self.authority("Third", below: second)
    let fourth = try Self.authority("Fourth", below: third)
    let anchors = TrustAnchors([top.certificate])
    let three = [first.certificate, second.certificate, third.certificate]
    try anchors.verify(Self.person(below: third), intermediates: three, at: Self.now)
    #expect(throws: TrustError.tooLong) {
      try anchors.verify(
        Self.person(below: fourth), intermediates: three + [fourth.certificate], at: Self.now)
    }
    // Without the first, no path is found.
    #expect(throws: TrustError.unknownIssuer) {
      try anchors.verify(
        Self.person(below: third), intermediates: Array(three.dropFirst()), at: Self.now)
    }
  }

  @Test("Authorities that certify each other lead nowhere and end")
  func loop() throws {
    let first = try Self.authority("First")
    let second = try Self.authority("Second", below: first)
    // The first again, with the same key, now below the second.
    var template = CertificateTemplate(
      subject: first.certificate.subject, publicKey: try first.key.publicKey(),
      validity: Self.now - 100...Self.now + 100, keyUsage: .certificateSigning)
    template.isAuthority = true
    let back = try template.signed(by: second.key, issuer: second.certificate)
    let stranger = try Self.authority("Stranger")
    let person = try Self.person(below: second)
    for others in [[back, second.certificate], [second.certificate, back, first.certificate]] {
      #expect(throws: TrustError.unknownIssuer) {
        try TrustAnchors([stranger.certificate]).verify(
          person, intermediates: others, at: Self.now)
      }
    }
    // With an end in the loop, the path is found.
    try TrustAnchors([first.certificate]).verify(
      person, intermediates: [back, second.certificate], at: Self.now)
  }

  @Test("Among authorities of one name and key identifier, the one with the right key is found")
  func sameNames() throws {
    let root = try Self.authority("Root")
    let right = try Self.authority("Twin", below: root)
    let wrong = try Self.authority("Twin", below: root)
    let person = try Self.person(below: right)
    let path = try TrustAnchors([root.certificate]).verify(
      person, intermediates: [wrong.certificate, right.certificate], at: Self.now)
    #expect(path.intermediates == [right.certificate])
    #expect(throws: TrustError.unknownIssuer) {
      try TrustAnchors([root.certificate]).verify(
        person, intermediates: [wrong.certificate], at: Self.now)
    }
  }

  @Test("A certificate that demands something unknown is refused")
  func critical() throws {
    let root = try Self.authority("Root")
    let strange = try Self.authority("Strange", below: root) {
      $0.extensions = "1.2.3.4 = critical,DER:0500"
    }
    #expect(throws: TrustError.refused(34)) {
      try TrustAnchors([root.certificate]).verify(
        Self.person(below: strange), intermediates: [strange.certificate], at: Self.now)
    }
  }

  @Test("The real certificates of test cards lead to the key of their authority")
  func real() throws {
    // The authority of Trust/test-cards, which the tests of the command line compare with this.
    let point = """
      0401c58ba0e1c12ac26223fb74d56949617f1095f454207ee8250b6ff4531d487aac35d660e336f9c6261916c5a2db\
      5898bb42db61306e51d74e25ecda7b9417afac18010ed7e08daf5edcc2d342463e7054be510c63b7d66285350956c4\
      7b968c1895a1848aaaac19b1219707eedbb5ec9bc6f6ae14a24cebcd7634ed1b9ecd9f05405fe8
      """
    let name =
      "C=EE, O=SK ID Solutions AS, organizationIdentifier=NTREE-10747013, CN=TEST of ESTEID2018"
    let key = try #require(
      AuthorityKey(
        name: name, key: CurvePoint(hex(point), on: .p521),
        keyIdentifier: hex("c0849929c44e9f3b0234f699e10a560008293e7b"),
        validity: 1_536_224_632...2_009_018_908))
    for name in [
      "ee-real-test-card-auth-cert", "esteid2018-test-auth-cert", "esteid2018-test-sign-cert",
    ] {
      let certificate = try Certificate(der: fixture("\(name).der"))
      let path = try TrustAnchors(anchors: [.key(key)]).verify(
        certificate, at: certificate.notBefore)
      #expect(path.anchor.label == "TEST of ESTEID2018 (SK ID Solutions AS)")
      // One bit of its validity, subject or signature.
      for place in [100, 300, certificate.der.count - 10] {
        var changed = certificate.der
        changed[place] ^= 1
        guard let forged = try? Certificate(der: changed) else { continue }
        #expect(throws: TrustError.self) {
          try TrustAnchors(anchors: [.key(key)]).verify(forged, at: certificate.notBefore)
        }
      }
    }
  }
}
