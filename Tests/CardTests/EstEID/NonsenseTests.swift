import CardTestSupport
import CryptoCore
import EstEID
import ISO7816
import PACE
import TestSupport
import Testing

/// A card that answers anything: every operation ends, in a result or a typed error.
@Suite struct NonsenseTests {
  /// Answers with random bytes, or with something that is nearly right.
  actor Babbler: CardChannel {
    nonisolated let answerToReset: [UInt8]
    /// How many commands it answers well before it begins.
    private var manners: Int

    init(answerToReset: [UInt8], manners: Int = 0) {
      self.answerToReset = answerToReset
      self.manners = manners
    }

    func transmit(_ command: [UInt8]) async throws(CardChannelError) -> [UInt8] {
      if manners > 0 {
        manners -= 1
        return [0x41, 0x90, 0x00]
      }
      let status: [UInt8] =
        [
          [0x90, 0x00], [0x90, 0x00], [0x62, 0x82], [0x6A, 0x88], [0x61, 0x10], [0x6C, 0x04],
          [0x63, 0xC3], [0x6B, 0x00],
        ].randomElement() ?? []
      let start: [UInt8] =
        [
          [], [], [0x30, 0x82, 0x04, 0x04], [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x30, 0x80],
          [0x70, 0x1E, 0xBF, 0x81], [0xA0, 0x05, 0xDF, 0x21], [0x70, 0x03, 0x9B, 0x01, 0x02],
          [0x7C, 0x22, 0x80, 0x20], [0x7C, 0x43, 0x82, 0x41, 0x04], [0x31, 0x14, 0x30, 0x12],
        ].randomElement() ?? []
      let length = [0, 1, 2, 16, 65, 223, 224, 300].randomElement() ?? 0
      let body = (0..<length).map { _ in UInt8.random(in: 0...255) }
      return Bool.random() && Bool.random() ? Array(body.prefix(3)) : start + body + status
    }
  }

  static func everything(_ card: EstEIDCard) async {
    _ = try? await card.personalData()
    _ = try? await card.certificate(.signing)
    _ = try? await card.certificate(.authentication)
    for reference in PINReference.allCases { _ = try? await card.status(of: reference) }
    _ = try? await card.authenticate(
      hex(Scripts.digest), pin: secret("1234"), policy: .fewestExchanges)
    _ = try? await card.sign(
      hex(Scripts.digest), pin: secret("12345"),
      certificate: try? Certificate(der: Scripts.certificate))
    _ = try? await card.change(.pin1, from: secret("1234"), to: secret("4321"))
    _ = try? await card.unblock(.pin2, puk: secret("12345678"), new: secret("54321"))
  }

  @Test(
    "No operation crashes on a contact card that answers nonsense",
    arguments: [
      "3BDB960080B1FE451F830012233F536549440F9000F1",
      "3BFF9600008031FE438031B85365494464B085051012233F1D",
    ])
  func contacts(answerToReset: String) async throws {
    for _ in 0..<300 {
      let channel = Babbler(answerToReset: hex(answerToReset), manners: 4)
      let card = try await EstEIDCard.open(onContactsOf: channel, options: options(.all))
      await Self.everything(card)
    }
  }

  @Test(
    "A contactless card that answers nonsense is never opened",
    arguments: [
      "3B8B80010012233F536549440F9000A0", "3B8F80018031D85365494464B085051012233F16", "3B8080",
    ])
  func contactless(answerToReset: String) async throws {
    let channel = Babbler(answerToReset: hex(answerToReset))
    for _ in 0..<300 {
      await #expect(throws: EstEIDError.self) {
        _ = try await EstEIDCard.open(over: channel, can: secret("123456"), options: options())
      }
    }
  }
}
