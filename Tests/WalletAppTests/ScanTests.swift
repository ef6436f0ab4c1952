import Testing
import WalletTestSupport

@testable import WalletActions

@Suite struct ScanTests {
  @Test("The text of a barcode becomes a licence")
  func licence() throws {
    let licence = try Licence(barcode: Licence.sample)
    #expect(licence.familyName == "SAMPLE")
    #expect(licence.firstName == "MICHAEL")
    #expect(licence.birthDate == "1986-06-06")
    #expect(licence.expiryDate == "2035-12-10")
    #expect(licence.number == "T64235789")
    #expect(licence.jurisdiction == "VA")
    #expect(!licence.isExpired(on: "2035-12-10"))
    #expect(licence.isExpired(on: "2035-12-11"))
  }

  @Test("A text that is cut anywhere is no licence, and says that another scan may help")
  func cut() {
    let bytes = Array(Licence.sample.utf8)
    for length in 0..<bytes.count {
      let text = String(decoding: bytes[..<length], as: UTF8.self)
      #expect(throws: LicenceError.unreadable) { try Licence(barcode: text) }
    }
  }

  @Test("A document of another kind is told from one that was read badly")
  func kinds() {
    let identity = Licence.sample.replacing("0001DL0031", with: "0001ID0031")
    #expect(throws: LicenceError.unknownKind) { try Licence(barcode: identity) }
    let future = Licence.sample.replacing("636000090001", with: "636000990001")
    #expect(throws: LicenceError.unknownKind) { try Licence(barcode: future) }
    let date = Licence.sample.replacing("DBB06061986", with: "DBB13061986")
    #expect(throws: LicenceError.unreadable) { try Licence(barcode: date) }
    #expect(throws: LicenceError.unreadable) { try Licence(barcode: "https://menu.example/") }
  }

  @Test("Canada writes the year first")
  func canada() throws {
    let text = Licence.sample.replacing("DCGUSA", with: "DCGCAN").replacing(
      "DBB06061986", with: "DBB19860606"
    ).replacing("DBA12102035", with: "DBA20351210")
    #expect(try Licence(barcode: text).birthDate == "1986-06-06")
  }

  @Test("A QR code carries a nonce, or is of another kind")
  func codes() throws {
    #expect(
      try ProofingCode("proofing:c2FtcGxlLWFjY291bnQtbm9uY2U").nonce
        == "c2FtcGxlLWFjY291bnQtbm9uY2U")
    #expect(throws: ProofingCode.Problem.unreadable) { try ProofingCode("proofing:short") }
    #expect(throws: ProofingCode.Problem.unreadable) { try ProofingCode("") }
    #expect(throws: ProofingCode.Problem.unknownKind) { try ProofingCode("WIFI:S:net;;") }
    #expect(throws: ProofingCode.Problem.unknownKind) {
      try ProofingCode("proofing:c2FtcGxlLWFjY291bnQ\"}<nonce>")
    }
  }

  @Test("A nonce proves one account once")
  func backend() throws {
    var backend = ProofingBackend(accounts: ["n": "SAMPLE"])
    let licence = try Licence(barcode: Licence.sample)
    let half = try Licence(barcode: Licence.truncatedSample)
    #expect(backend.vet("n", half, on: "2026-01-01") == .recoverable)
    #expect(backend.vet("n", licence, on: "2026-01-01") == .proven)
    #expect(backend.vet("n", licence, on: "2026-01-01") == .irrecoverable)
  }

  @Test(
    "Only the app's own links are taken",
    arguments: [
      ("https://wallet.example/login?request=a1", UniversalLink.Purpose.login),
      ("https://wallet.example/sharing?session=same&request=a1", .sharing),
      ("https://wallet.example.evil.example/login?request=a1", nil),
      ("https://wallet.example@evil.example/login?request=a1", nil),
      ("http://wallet.example/login?request=a1", nil),
      ("https://wallet.example/login", nil), ("https://wallet.example/other?request=a1", nil),
      ("https://wallet.example/login?request=a1&request=b2", nil),
      ("https://wallet.example/login?request=%22", nil), ("", nil),
    ])
  func links(_ text: String, _ purpose: UniversalLink.Purpose?) {
    #expect(UniversalLink(text)?.purpose == purpose)
  }

  @Test("Days have their names")
  func days() {
    #expect(CivilDay.text(0) == "1970-01-01")
    #expect(CivilDay.text(20_605) == "2026-06-01")
    #expect(CivilDay.text(11_016) == "2000-02-29")
  }
}
