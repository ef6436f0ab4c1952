import FlowRuntime
import Testing

@testable import WalletApp
@testable import WalletSimulator

@Suite struct LicenceTests {
  @Test("The text of a barcode becomes a licence")
  func licence() throws {
    let licence = try Licence(barcode: SampleLicence.good.barcode)
    #expect(licence.familyName == "SAMPLE")
    #expect(licence.firstName == "MICHAEL")
    #expect(licence.birthDate == "1986-06-06")
    #expect(licence.expiryDate == "2035-12-10")
    #expect(licence.number == "T64235789")
    #expect(licence.jurisdiction == "VA")
    #expect(!licence.isExpired(on: "2035-12-10"))
    #expect(licence.isExpired(on: "2035-12-11"))
  }

  @Test("A text that is cut anywhere is refused, and the error says that another scan may help")
  func cut() {
    let bytes = Array(SampleLicence.good.barcode.utf8)
    for length in 0..<bytes.count {
      let text = String(decoding: bytes[..<length], as: UTF8.self)
      #expect(throws: ScanProblem.unreadable) { try Licence(barcode: text) }
    }
  }

  @Test("A document of another kind is told from one that was read badly")
  func kinds() {
    let identity = SampleLicence.good.barcode.replacing("0001DL0031", with: "0001ID0031")
    #expect(throws: ScanProblem.unknownKind) { try Licence(barcode: identity) }
    let future = SampleLicence.good.barcode.replacing("636000090001", with: "636000990001")
    #expect(throws: ScanProblem.unknownKind) { try Licence(barcode: future) }
    let date = SampleLicence.good.barcode.replacing("DBB06061986", with: "DBB13061986")
    #expect(throws: ScanProblem.unreadable) { try Licence(barcode: date) }
    #expect(throws: ScanProblem.unreadable) { try Licence(barcode: "https://menu.example/") }
  }

  @Test("Canada writes the year first")
  func canada() throws {
    let text = SampleLicence.good.barcode.replacing("DCGUSA", with: "DCGCAN").replacing(
      "DBB06061986", with: "DBB19860606"
    ).replacing("DBA12102035", with: "DBA20351210")
    #expect(try Licence(barcode: text).birthDate == "1986-06-06")
  }

  @Test("A nonce proves one account once, and a licence that does not name it whole proves nothing")
  func backend() async throws {
    let clock = WorldClock(run: ManualRunClock(), start: World().time)
    let server = try AccountServer { clock.timeOfDay }
    let backend = ProofingBackend(accounts: ["n": "SAMPLE"], clock: clock, connection: server)
    let verdicts = [
      await backend.verdict(on: SampleLicence.truncated.barcode, for: "n"),
      await backend.verdict(on: SampleLicence.expired.barcode, for: "n"),
      await backend.verdict(on: SampleLicence.good.barcode, for: "n"),
      await backend.verdict(on: SampleLicence.good.barcode, for: "n"),
    ]
    #expect(verdicts == [.recoverable, .recoverable, .proven, .irrecoverable])
    #expect(await !backend.knows("n"))
  }
}
