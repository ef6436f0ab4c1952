import CardTestSupport
import CryptoCore
import EstEID
import ISO7816
import PACE
import Secrets
import TestSupport
import Testing

@Suite struct SessionTests {
  static let logIn =
    [Scripts.counter1(3), Scripts.selectAuthenticationPath] + Scripts.read(Scripts.certificate)
    + SigningTests.finish

  @Test(
    "A card that is lost at any exchange ends the session, and the next session works",
    arguments: 1...16)
  func lostAtAnyExchange(exchange: Int) async throws {
    let memory = try PINMemory()
    let options = try options(.proven, memory: memory)
    let channel = try ProtectedCard(.idemia, Self.logIn, lostAt: exchange)
    var card: EstEIDCard?
    await #expect(throws: EstEIDError.channel(.cardLost)) {
      let opened = try await RecordedSession.idemia.open(over: channel, options: options)
      card = opened
      _ = try await opened.authenticate(hex(Scripts.digest), pin: secret("1234"))
    }
    #expect(await channel.count == exchange)
    // At most one try was used, and nothing was sent after the loss.
    #expect(await channel.headers.filter { $0.ins == 0x20 }.count <= 1)
    if let card {
      let isOpen = await card.isOpen
      #expect(!isOpen)
      await #expect(throws: EstEIDError.secureMessaging(.sessionClosed)) {
        _ = try await card.status(of: .pin1)
      }
    }
    #expect(await channel.problems.isEmpty)

    let again = try ProtectedCard(.idemia, Self.logIn)
    let next = try await RecordedSession.idemia.open(over: again, options: options)
    let signature = try await next.authenticate(hex(Scripts.digest), pin: secret("1234"))
    #expect(hexString(signature.rawSignature) == Scripts.signature)
    #expect(await again.problems.isEmpty)
  }

  @Test("Status 6300 at the last step of PACE means a wrong CAN")
  func wrongCAN() async throws {
    var exchanges = RecordedSession.idemia.exchanges
    exchanges[5] = .init(exchanges[5].command, .success([0x63, 0x00]))
    let session = RecordedSession(
      answerToReset: RecordedSession.idemia.answerToReset, can: "571500", curve: .p256,
      mapping: RecordedSession.idemia.mapping, agreement: RecordedSession.idemia.agreement,
      exchanges: exchanges)
    let channel = try ProtectedCard(session, [])
    await #expect(throws: EstEIDError.wrongCAN) {
      _ = try await session.open(over: channel, options: options())
    }
    #expect(await channel.problems.isEmpty)
  }

  @Test("A wrong authentication token means a false chip, not a wrong CAN")
  func wrongToken() async throws {
    var exchanges = RecordedSession.idemia.exchanges
    exchanges[5] = .init(
      exchanges[5].command, .success(hex("7c0a86087f42fe3f19e2e6ee9000")))
    let session = RecordedSession(
      answerToReset: RecordedSession.idemia.answerToReset, can: "571500", curve: .p256,
      mapping: RecordedSession.idemia.mapping, agreement: RecordedSession.idemia.agreement,
      exchanges: exchanges)
    let channel = try ProtectedCard(session, [])
    await #expect(throws: EstEIDError.chipNotAuthentic) {
      _ = try await session.open(over: channel, options: options())
    }
  }

  @Test("An unknown card is asked for its protocols and then opened")
  func unknownCard() async throws {
    let recorded = RecordedSession.idemia.exchanges
    let access = """
      31143012060a04007f0007020204020402010202010c\
      000000000000000000000000000000000000000000000000000000000000000000000000000000000000
      """
    // One protocol only, so the curve is not named; the card's answers do not depend on it.
    let opening =
      [
        recorded[0], Scripts.line("00a4020c02011c", "9000"),
        Scripts.line("00b0000000", access + "9000"),
        Scripts.line("0022c1a40f800a04007f0007020204020483010200", "9000"),
      ] + recorded[2...]
    let session = RecordedSession(
      answerToReset: hex("3B80800101"), can: "571500", curve: .p256,
      mapping: RecordedSession.idemia.mapping, agreement: RecordedSession.idemia.agreement,
      exchanges: opening)
    let channel = try ProtectedCard(session, [Scripts.counter1(3)])
    let card = try await session.open(over: channel, options: options())
    #expect(card.profile == .idemia)
    #expect(try await card.status(of: .pin1).triesLeft == 3)
    #expect(await channel.problems.isEmpty)
    #expect(await channel.count == 9)
  }

  @Test("A card without a known protocol is not supported")
  func noKnownProtocol() async throws {
    let channel = ScriptedChannel(
      """
      00a4040c10a000000077010800070000fe00000100 > 6a82
      00a4020c02011c > 9000
      00b0000000 > 31009000
      """)
    await #expect(throws: EstEIDError.unsupportedCard) {
      _ = try await EstEIDCard.open(over: channel, can: secret("123456"), options: options())
    }
    #expect(await channel.problems.isEmpty)
  }

  @Test(
    "The historical bytes tell the make of a card",
    arguments: [
      ("3B8B80010012233F536549440F9000A0", "IDEMIA"),
      ("3BDB960080B1FE451F830012233F536549440F9000F1", "IDEMIA"),
      ("3B8C80010012233F54654944320F900092", "IDEMIA"),
      ("3BDC960080B1FE451F830012233F54654944320F9000C3", "IDEMIA"),
      ("3B8F80018031D85365494464B085051012233F16", "Thales"),
      ("3BFF9600008031FE438031B85365494464B085051012233F1D", "Thales"),
      ("", nil), ("3B", nil),
    ])
  func cardProfile(answerToReset: String, name: String?) {
    #expect(CardProfile(answerToReset: hex(answerToReset))?.name == name)
  }

  @Test("A second operation during the first is refused")
  func busy() async throws {
    let channel = try ProtectedCard(.idemia, [Scripts.counter1(3)])
    let held = HeldChannel(channel)
    let card = try await RecordedSession.idemia.open(over: held, options: options())
    await held.hold()
    async let first = card.status(of: .pin1)
    await held.waitForCommand()
    await #expect(throws: EstEIDError.busy) { _ = try await card.status(of: .pin2) }
    await held.release()
    #expect(try await first.triesLeft == 3)
  }

  @Test("A protected response in two parts is joined before it is checked")
  func responseInParts() async throws {
    let channel = try ProtectedCard(.idemia, [Scripts.counter1(2)])
    let card = try await RecordedSession.idemia.open(over: Parts(channel), options: options())
    #expect(try await card.status(of: .pin1).triesLeft == 2)
  }

  @Test("A closed session sends nothing")
  func closed() async throws {
    let channel = try ProtectedCard(.idemia, [])
    let card = try await RecordedSession.idemia.open(over: channel, options: options())
    await card.close()
    await #expect(throws: EstEIDError.secureMessaging(.sessionClosed)) {
      _ = try await card.personalData([.surname])
    }
    #expect(await channel.count == 6)
  }
}

/// A channel that can delay a command until a test lets it continue.
actor HeldChannel: CardChannel {
  nonisolated let answerToReset: [UInt8]
  private let channel: any CardChannel
  private var isHolding = false
  private var held: CheckedContinuation<Void, Never>?
  private var watcher: CheckedContinuation<Void, Never>?

  init(_ channel: any CardChannel) {
    self.channel = channel
    answerToReset = channel.answerToReset
  }

  func hold() { isHolding = true }

  func release() {
    isHolding = false
    held?.resume()
    held = nil
  }

  func waitForCommand() async {
    guard held == nil else { return }
    await withCheckedContinuation { watcher = $0 }
  }

  func transmit(_ command: [UInt8]) async throws(CardChannelError) -> [UInt8] {
    if isHolding {
      await withCheckedContinuation {
        held = $0
        watcher?.resume()
        watcher = nil
      }
    }
    return try await channel.transmit(command)
  }
}

/// A channel that hands out every protected response in two parts (ISO/IEC 7816-4 §5.1.3).
actor Parts: CardChannel {
  nonisolated let answerToReset: [UInt8]
  private let channel: any CardChannel
  private var rest: [UInt8]?

  init(_ channel: any CardChannel) {
    self.channel = channel
    answerToReset = channel.answerToReset
  }

  func transmit(_ command: [UInt8]) async throws(CardChannelError) -> [UInt8] {
    if let rest {
      self.rest = nil
      return command[1] == 0xC0 ? rest : [0x69, 0x88]
    }
    let response = try await channel.transmit(command)
    guard command[0] & 0x0C == 0x0C else { return response }
    rest = Array(response[20...])
    return response[..<20] + [0x61, UInt8(response.count - 22)]
  }
}
