import CardTestSupport
import CryptoCore
import EstEID
import ISO7816
import PACE
import Secrets
import TestSupport
import Testing

/// A card in a contact reader: the same commands in the clear, without PACE.
@Suite struct ContactTests {
  static let answerToReset = hex("3BDB960080B1FE451F830012233F536549440F9000F1")

  /// Up to the document number, by which the card is known.
  static let opening = [
    Scripts.selectMain, Scripts.line("00a4010c025000", "9000"),
    Scripts.line("00a4020c025007", "9000"),
    Scripts.line("00b00000df", "455330323530313234" + "9000"),
  ]

  static func card(
    _ lines: [Scripts.Exchange], memory: PINMemory? = nil
  ) async throws -> (EstEIDCard, ScriptedChannel) {
    let channel = ScriptedChannel(opening + lines, answerToReset: answerToReset)
    let card = try await EstEIDCard.open(
      onContactsOf: channel, options: options(memory: memory))
    return (card, channel)
  }

  @Test(
    "A CAN is needed for contactless and unknown cards only",
    arguments: [
      ("3BDB960080B1FE451F830012233F536549440F9000F1", false),
      ("3B8B80010012233F536549440F9000A0", true),
      ("3BFF9600008031FE438031B85365494464B085051012233F1D", false),
      ("3B8F80018031D85365494464B085051012233F16", true),
      ("3BFF960000", true), ("", true),
    ])
  func needsCAN(answerToReset: String, isNeeded: Bool) {
    #expect(EstEIDCard.needsCAN(answerToReset: hex(answerToReset)) == isNeeded)
  }

  @Test("Logging in over contacts sends the same commands, unprotected")
  func logIn() async throws {
    let (card, channel) = try await Self.card(
      [Scripts.selectAWP, Scripts.selectAuthenticationFile] + Scripts.read(Scripts.certificate)
        + SigningTests.finish)
    let signature = try await card.authenticate(
      hex(Scripts.digest), pin: secret("1234"), policy: .fewestExchanges)
    #expect(hexString(signature.rawSignature) == Scripts.signature)
    #expect(await channel.problems.isEmpty)
  }

  @Test("Opening with a CAN skips PACE if the card is in a contact reader")
  func openWithCAN() async throws {
    let channel = ScriptedChannel(
      Self.opening + [
        Scripts.line("00a4020c025001", "9000"), Scripts.line("00b00000df", "41429000"),
      ],
      answerToReset: Self.answerToReset)
    let card = try await EstEIDCard.open(
      over: channel, can: secret("123456"), options: options())
    #expect(try await card.personalData([.surname]).surname == "AB")
    #expect(await channel.problems.isEmpty)
  }

  @Test("A contactless card is not opened without its CAN, and gets no command")
  func contactlessWithoutCAN() async throws {
    let channel = ScriptedChannel([], answerToReset: RecordedSession.idemia.answerToReset)
    await #expect(throws: EstEIDError.unsupportedCard) {
      _ = try await EstEIDCard.open(onContactsOf: channel, options: options())
    }
    #expect(await channel.count == 0)
  }

  @Test("Exact lengths (6Cxx) and waiting bytes (61xx) are followed")
  func exactLengths() async throws {
    let (card, channel) = try await Self.card([
      Scripts.line("00a4020c025001", "9000"), Scripts.line("00b00000df", "6c02"),
      Scripts.line("00b0000002", "41429000"), Scripts.selectMain,
      Scripts.line("00cb3fff0a4d087006bf810102a08000", "6111"),
      Scripts.line("00c0000011", "700ebf81010aa0089a01039b0102a1009000"),
    ])
    #expect(try await card.personalData([.surname]).surname == "AB")
    #expect(try await card.status(of: .pin1).triesLeft == 2)
    #expect(await channel.problems.isEmpty)
  }

  @Test("A PIN that the card rejected is not sent again in the next session")
  func rejectedPIN() async throws {
    let memory = try PINMemory()
    let (card, channel) = try await Self.card([Scripts.verify1("63c2")], memory: memory)
    await #expect(throws: EstEIDError.wrongPIN(.pin1, triesLeft: 2)) {
      try await card.verify(secret("1234"), as: .pin1, policy: .fewestExchanges)
    }
    #expect(await channel.problems.isEmpty)
    let (next, nextChannel) = try await Self.card([], memory: memory)
    await #expect(throws: EstEIDError.rejectedBefore(.pin1)) {
      try await next.verify(secret("1234"), as: .pin1)
    }
    #expect(await nextChannel.problems.isEmpty)
  }

  @Test("A lost card closes the session")
  func lostCard() async throws {
    let lost = Scripts.Exchange(Scripts.verify1().command, .failure(.cardLost))
    let (card, channel) = try await Self.card([lost])
    await #expect(throws: EstEIDError.channel(.cardLost)) {
      try await card.verify(secret("1234"), as: .pin1, policy: .fewestExchanges)
    }
    let isOpen = await card.isOpen
    #expect(!isOpen)
    await #expect(throws: EstEIDError.secureMessaging(.sessionClosed)) {
      _ = try await card.personalData([.surname])
    }
    #expect(await channel.problems.isEmpty)
  }
}
