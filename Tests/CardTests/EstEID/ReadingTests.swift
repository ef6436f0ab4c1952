import CardTestSupport
import CryptoCore
import Dates
import EstEID
import ISO7816
import PACE
import Secrets
import Testing

@Suite struct ReadingTests {
  static let six: [PersonalField] = [
    .surname, .givenNames, .personalCode, .expiry, .citizenship, .sex,
  ]

  static func check(_ data: PersonalData) {
    #expect(data.surname == "JÕEORG")
    #expect(data.givenNames == "JAAK-KRISTJAN")
    #expect(data.personalCode == "38001085718")
    #expect(data.expiry?.description == "2026-07-22")
    #expect(data.citizenship == "FIN")
    #expect(data.sex == "M")
    #expect(data[.birth] == nil)
  }

  @Test("Reading six fields of an IDEMIA card takes 19 exchanges")
  func sixFields() async throws {
    let channel = try ProtectedCard(.idemia, script("personal-idemia.apdu"))
    let card = try await RecordedSession.idemia.open(over: channel, options: options())
    #expect(await channel.count == 6)
    Self.check(try await card.personalData(Self.six))
    #expect(await channel.count == 19)
    #expect(await channel.problems.isEmpty)
  }

  @Test("Reading six fields takes 18 exchanges if the card accepts a path")
  func sixFieldsByPath() async throws {
    let channel = try ProtectedCard(.idemia, script("personal-idemia-by-path.apdu"))
    let card = try await RecordedSession.idemia.open(over: channel, options: options(.all))
    Self.check(try await card.personalData(Self.six))
    #expect(await channel.count == 18)
    #expect(await channel.problems.isEmpty)
  }

  @Test("A path that the card refuses costs one exchange", arguments: ["6a82", "6a88", "6985"])
  func refusedPath(status: String) async throws {
    let refused = [Scripts.line("00a4090c0450005001", status)]
    let channel = try ProtectedCard(.idemia, refused + script("personal-idemia.apdu"))
    let card = try await RecordedSession.idemia.open(over: channel, options: options(.all))
    Self.check(try await card.personalData(Self.six))
    #expect(await channel.count == 20)
    #expect(await channel.problems.isEmpty)
  }

  @Test("All fields of a Thales card are read")
  func thalesFields() async throws {
    let channel = try ProtectedCard(.thales, script("personal-thales.apdu"))
    let card = try await RecordedSession.thales.open(over: channel, options: options())
    let data = try await card.personalData()
    #expect(data.surname == "MÖLDER")
    #expect(data.givenNames == "HUGO MARTIN")
    #expect(data.birthDate?.description == "1989-10-23")
    #expect(data.birthPlace == nil)
    #expect(data.documentNumber == "AT0006680")
    #expect(data.expiry?.description == "2030-10-05")
    #expect(await channel.problems.isEmpty)
    #expect(await channel.count == 24)
  }

  @Test("Empty fields are absent")
  func emptyFields() async throws {
    let channel = try ProtectedCard(
      .idemia,
      [
        Scripts.line("00a4010c025000", "9000"),
        Scripts.line("00a4020c025003", "9000"), Scripts.line("00b00000df", "009000"),
        Scripts.line("00a4020c025004", "9000"), Scripts.line("00b00000df", "9000"),
        Scripts.line("00a4020c025005", "9000"), Scripts.line("00b00000df", "6b00"),
        Scripts.line("00a4020c025001", "9000"), Scripts.line("00b00000df", "41426282"),
      ])
    let card = try await RecordedSession.idemia.open(over: channel, options: options())
    let data = try await card.personalData([.sex, .citizenship, .birth, .surname])
    #expect(data.values == [.surname: "AB"])
    #expect(data.birthDate == nil)
    #expect(await channel.problems.isEmpty)
  }

  @Test("A field that is not UTF-8 is malformed data")
  func invalidText() async throws {
    let channel = try ProtectedCard(
      .idemia,
      [
        Scripts.line("00a4010c025000", "9000"), Scripts.line("00a4020c025001", "9000"),
        Scripts.line("00b00000df", "4affff9000"),
      ])
    let card = try await RecordedSession.idemia.open(over: channel, options: options())
    await #expect(throws: EstEIDError.malformedData(.readFile)) {
      _ = try await card.personalData([.surname])
    }
  }

  @Test("The birth field holds a date and a place")
  func birth() {
    let data = PersonalData([.birth: "08 01 1980 FIN"])
    #expect(data.birthDate?.description == "1980-01-08")
    #expect(data.birthPlace == "FIN")
    #expect(PersonalData([.birth: "FIN"]).birthPlace == nil)
  }

  @Test(
    "A day that is not in the calendar is not a date",
    arguments: ["31 02 2020", "1 01 2020", "aa 01 2020", "29 02 2021", "00 01 2020", ""])
  func calendar(text: String) {
    #expect(PersonalData([.birth: text]).birthDate == nil)
    #expect(PersonalData([.birth: "29 02 2024"]).birthDate?.description == "2024-02-29")
  }

  @Test("A certificate is read once per session")
  func certificateOnce() async throws {
    let channel = try ProtectedCard(
      .idemia, [Scripts.selectAuthenticationPath] + Scripts.read(Scripts.certificate))
    let card = try await RecordedSession.idemia.open(over: channel, options: options(.proven))
    let certificate = try await card.certificate(.authentication)
    #expect(certificate.der == Scripts.certificate)
    #expect(try await card.certificate(.authentication) == certificate)
    #expect(await channel.count == 12)
    #expect(await channel.problems.isEmpty)
  }

  @Test("Personal data and the other certificate can be read after a certificate")
  func dataAfterCertificate() async throws {
    let channel = try ProtectedCard(
      .idemia,
      [Scripts.selectAuthenticationPath] + Scripts.read(Scripts.certificate)
        + [Scripts.selectMain] + script("personal-idemia.apdu").prefix(3)
        + [Scripts.selectQSCD, Scripts.selectSigningFile]
        + Scripts.read(Scripts.der("esteid2018-test-sign-cert.der")))
    let card = try await RecordedSession.idemia.open(over: channel, options: options(.proven))
    _ = try await card.certificate(.authentication)
    #expect(try await card.personalData([.surname]).surname == "JÕEORG")
    #expect(try await card.certificate(.signing).keyUsage == .nonRepudiation)
    #expect(await channel.problems.isEmpty)
  }

  @Test(
    "A file that is not a certificate is refused with a typed error",
    arguments: ["", "30", "3084ffffffff", "30820404", "0101"])
  func notACertificate(first: String) async throws {
    var lines = [Scripts.selectAuthenticationPath, Scripts.line("00b00000df", first + "9000")]
    if first == "30820404" { lines.append(Scripts.line("00b00004df", "9000")) }
    let channel = try ProtectedCard(.idemia, lines)
    let card = try await RecordedSession.idemia.open(over: channel, options: options(.proven))
    await #expect(throws: EstEIDError.self) { _ = try await card.certificate(.authentication) }
    #expect(await channel.problems.isEmpty)
  }
}
