import CardTestSupport
import CryptoCore
import EstEID
import ISO7816
import PACE
import Secrets
import TestSupport
import Testing

@Suite struct SigningTests {
  static let finish = [
    Scripts.verify1(), Scripts.chooseAuthenticationKey, Scripts.authenticate,
  ]

  static func logIn(
    _ lines: [Scripts.Exchange], _ paths: EstEIDCard.PathSelection,
    certificate: Certificate? = nil, policy: PINPolicy
  ) async throws -> (signature: CardSignature, count: Int) {
    let channel = try ProtectedCard(.idemia, lines)
    let card = try await RecordedSession.idemia.open(over: channel, options: options(paths))
    let signature = try await card.authenticate(
      hex(Scripts.digest), pin: secret("1234"), certificate: certificate, policy: policy)
    #expect(await channel.problems.isEmpty)
    #expect(hexString(signature.rawSignature) == Scripts.signature)
    #expect(signature.certificate.der == Scripts.certificate)
    return (signature, await channel.count)
  }

  @Test("Logging in takes 16 exchanges")
  func logIn() async throws {
    let result = try await Self.logIn(
      [Scripts.selectAWP, Scripts.selectAuthenticationFile]
        + Scripts.read(Scripts.certificate) + Self.finish,
      [], policy: .fewestExchanges)
    #expect(result.count == 16)
  }

  @Test("Logging in by path takes 15 exchanges")
  func logInByPath() async throws {
    let result = try await Self.logIn(
      [Scripts.selectAuthenticationPath] + Scripts.read(Scripts.certificate) + Self.finish,
      .proven, policy: .fewestExchanges)
    #expect(result.count == 15)
  }

  @Test("Logging in with a known certificate takes 10 exchanges")
  func logInKnownCertificate() async throws {
    let certificate = try Certificate(der: Scripts.certificate)
    let result = try await Self.logIn(
      [Scripts.selectAWP] + Self.finish, .proven, certificate: certificate,
      policy: .fewestExchanges)
    #expect(result.count == 10)
  }

  @Test("Reading the tries first costs one exchange")
  func readCounter() async throws {
    let result = try await Self.logIn(
      [Scripts.counter1(3), Scripts.selectAuthenticationPath]
        + Scripts.read(Scripts.certificate) + Self.finish,
      .proven, policy: .standard)
    #expect(result.count == 16)
  }

  @Test(
    "If a path did not select the application, it is selected after the key was not found",
    arguments: ["6a88", "6985"])
  func pathRepair(status: String) async throws {
    let result = try await Self.logIn(
      [Scripts.selectAuthenticationPath] + Scripts.read(Scripts.certificate)
        + [
          Scripts.verify1(), Scripts.line("002241a4098004ff200800840181", status),
          Scripts.selectAWP, Scripts.chooseAuthenticationKey, Scripts.authenticate,
        ],
      .proven, policy: .fewestExchanges)
    #expect(result.count == 17)
  }

  /// A card with a new key and certificate, valid around `Scripts.now`.
  struct OwnKey: ~Copyable {
    let key: CurvePrivateKey
    let certificate: Certificate

    init(
      _ usage: KeyUsage = .nonRepudiation, extended: [ObjectIdentifier] = [],
      from notBefore: Int64 = Scripts.now - 10, to notAfter: Int64 = Scripts.now + 10
    ) throws {
      let key = try CurvePrivateKey(randomOn: .p384)
      var template = CertificateTemplate(
        subject: DistinguishedName(country: "EE", commonName: "TEST"),
        publicKey: try key.publicKey(), validity: notBefore...notAfter, keyUsage: usage)
      template.extendedKeyUsages = extended
      certificate = try template.signed(by: key)
      self.key = key
    }
  }

  @Test("Signing with a known certificate takes 10 exchanges, and only reading it adds to them")
  func sign() async throws {
    let own = try OwnKey()
    let digest = Hash.sha384.digest(of: Array("a document".utf8))
    let signature = try own.key.signature(ofDigest: digest)
    let compute = Scripts.line(
      "002a9e9a30" + hexString(digest) + "00", hexString(signature) + "9000")
    let rest = [Scripts.verify2(), Scripts.chooseSigningKey, compute]
    let reading = Scripts.read(own.certificate.der)
    for known in [true, false] {
      let lines =
        [Scripts.selectQSCD] + (known ? [] : [Scripts.selectSigningFile] + reading) + rest
      let channel = try ProtectedCard(.idemia, lines)
      let card = try await RecordedSession.idemia.open(over: channel, options: options(.proven))
      let result = try await card.sign(
        digest, pin: secret("12345"), certificate: known ? own.certificate : nil,
        policy: .fewestExchanges)
      #expect(result.rawSignature == signature)
      #expect(await channel.problems.isEmpty)
      #expect(await channel.count == (known ? 10 : 11 + reading.count))
    }
  }

  @Test("If a path did not select the signing application, PIN2 is verified again inside it")
  func signingPathRepair() async throws {
    let own = try OwnKey()
    let digest = Hash.sha384.digest(of: [1])
    let signature = try own.key.signature(ofDigest: digest)
    let compute = Scripts.line(
      "002a9e9a30" + hexString(digest) + "00", hexString(signature) + "9000")
    let start =
      [Scripts.line("00a4090c04adf2341f", "9000")] + Scripts.read(own.certificate.der)
    let ends = [
      // The card does not know PIN2 there: no try used.
      [Scripts.verify2("6a88"), Scripts.selectQSCD, Scripts.verify2(), Scripts.chooseSigningKey],
      // The key is not there: the local PIN is verified again where it is.
      [
        Scripts.verify2(), Scripts.line("002241b6098004ff15080084019f", "6a88"),
        Scripts.selectQSCD, Scripts.verify2(), Scripts.chooseSigningKey,
      ],
    ]
    for end in ends {
      let channel = try ProtectedCard(.idemia, start + end + [compute])
      let card = try await RecordedSession.idemia.open(over: channel, options: options(.all))
      let result = try await card.sign(digest, pin: secret("12345"), policy: .fewestExchanges)
      #expect(result.rawSignature == signature)
      #expect(await channel.problems.isEmpty)
    }
  }

  @Test("A digest is padded or cut to 48 bytes before it is sent", arguments: [32, 48, 64])
  func digestLength(length: Int) async throws {
    let own = try OwnKey()
    let digest = (1...UInt8(length)).map { $0 }
    let sent = [UInt8](repeating: 0, count: max(0, 48 - length)) + digest.prefix(48)
    // The chip signs the bytes that it was sent.
    let signature = try own.key.signature(ofDigest: sent)
    let channel = try ProtectedCard(
      .idemia,
      [
        Scripts.selectQSCD, Scripts.verify2(), Scripts.chooseSigningKey,
        Scripts.line("002a9e9a30" + hexString(sent) + "00", hexString(signature) + "9000"),
      ])
    let card = try await RecordedSession.idemia.open(over: channel, options: options())
    let result = try await card.sign(
      digest, pin: secret("12345"), certificate: own.certificate, policy: .fewestExchanges)
    #expect(result.rawSignature == signature)
  }

  @Test("A digest of another length is refused before anything is sent")
  func otherDigests() async throws {
    let channel = try ProtectedCard(.idemia, [])
    let card = try await RecordedSession.idemia.open(over: channel, options: options())
    for length in [0, 20, 47, 49, 65] {
      await #expect(throws: EstEIDError.unsupportedDigest) {
        _ = try await card.sign([UInt8](repeating: 1, count: length), pin: secret("12345"))
      }
    }
    #expect(await channel.count == 6)
  }

  @Test("A certificate that does not allow logging in costs no try")
  func unsuitableCertificate() async throws {
    let now = Scripts.now
    let client = [ObjectIdentifier.clientAuthentication]
    let cases: [(OwnKeyParameters, CertificateProblem)] = [
      ((.digitalSignature, client, now - 9, now - 1), .expired),
      ((.digitalSignature, client, now + 1, now + 9), .notYetValid),
      ((.nonRepudiation, client, now - 9, now + 9), .wrongKeyUsage),
      ((.digitalSignature, [.emailProtection], now - 9, now + 9), .wrongExtendedKeyUsage),
    ]
    for (parameters, problem) in cases {
      let own = try OwnKey(
        parameters.0, extended: parameters.1, from: parameters.2, to: parameters.3)
      let channel = try ProtectedCard(
        .idemia, [Scripts.selectAuthenticationPath] + Scripts.read(own.certificate.der))
      let card = try await RecordedSession.idemia.open(over: channel, options: options(.proven))
      await #expect(throws: EstEIDError.certificate(problem)) {
        _ = try await card.authenticate(
          hex(Scripts.digest), pin: secret("1234"), policy: .fewestExchanges)
      }
      #expect(await channel.problems.isEmpty)
    }
  }

  typealias OwnKeyParameters = (KeyUsage, [ObjectIdentifier], Int64, Int64)

  @Test("A known certificate of another card is noticed by the signature")
  func otherCertificate() async throws {
    let own = try OwnKey(.digitalSignature, extended: [.clientAuthentication])
    let channel = try ProtectedCard(.idemia, [Scripts.selectAWP] + Self.finish)
    let card = try await RecordedSession.idemia.open(over: channel, options: options())
    let other = own.certificate
    await #expect(throws: EstEIDError.signatureMismatch) {
      _ = try await card.authenticate(
        hex(Scripts.digest), pin: secret("1234"), certificate: other, policy: .fewestExchanges)
    }
  }

  @Test("A Thales card signs in two steps once its PIN2 was changed")
  func signThales() async throws {
    let own = try OwnKey()
    let digest = Hash.sha384.digest(of: [2])
    let signature = try own.key.signature(ofDigest: digest)
    let lines = [
      Scripts.line("00a4040c0ca000000063504b43532d3135", "9000"),
      Scripts.line(
        "00cb00ff05a00383018200", "a00e830182df210403ffa503df2f0101" + "0000" + "9000"),
      Scripts.line("002000820c313233343500000000000000", "9000"),
      Scripts.line("002241b606800154840105", "9000"),
      Scripts.line("002a90a0329030" + hexString(digest), "9000"),
      Scripts.line("002a9e9a00", hexString(signature) + "9000"),
    ]
    let channel = try ProtectedCard(.thales, lines)
    let card = try await RecordedSession.thales.open(over: channel, options: options())
    let result = try await card.sign(
      digest, pin: secret("12345"), certificate: own.certificate)
    #expect(result.rawSignature == signature)
    #expect(await channel.problems.isEmpty)
    #expect(await channel.count == 12)
  }

  @Test("A Thales card with its first PIN2 is not asked for a signature")
  func newThalesCard() async throws {
    let own = try OwnKey()
    let channel = try ProtectedCard(
      .thales,
      [
        Scripts.line("00a4040c0ca000000063504b43532d3135", "9000"),
        Scripts.line("00cb00ff05a00383018200", "a00e830182df210403ffa503df2f01009000"),
      ])
    let card = try await RecordedSession.thales.open(over: channel, options: options())
    let certificate = own.certificate
    await #expect(throws: EstEIDError.pinNotActivated(.pin2)) {
      _ = try await card.sign(
        [UInt8](repeating: 1, count: 48), pin: secret("12345"), certificate: certificate)
    }
    #expect(await channel.problems.isEmpty)
  }
}
