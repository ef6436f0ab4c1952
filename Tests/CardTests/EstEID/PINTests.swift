import CardTestSupport
import CryptoCore
import EstEID
import ISO7816
import PACE
import Secrets
import TestSupport
import Testing
import VirtualCard

@Suite struct PINTests {
  static func card(
    _ lines: [Scripts.Exchange], memory: PINMemory? = nil
  ) async throws -> (EstEIDCard, ProtectedCard) {
    let channel = try ProtectedCard(.idemia, lines)
    let card = try await RecordedSession.idemia.open(
      over: channel, options: options(memory: memory))
    return (card, channel)
  }

  @Test("The tries left are read without using one")
  func counters() async throws {
    let (card, channel) = try await Self.card([
      Scripts.counter1(3), Scripts.selectQSCD, Scripts.counter2(1), Scripts.selectMain,
      Scripts.counterPUK(0),
    ])
    #expect(try await card.status(of: .pin1) == PINStatus(triesLeft: 3))
    #expect(try await card.status(of: .pin2) == PINStatus(triesLeft: 1))
    #expect(try await card.status(of: .puk).isBlocked)
    #expect(await channel.problems.isEmpty)
  }

  @Test("A rejected PIN is not sent again, in this session or the next")
  func rejectedPIN() async throws {
    let memory = try PINMemory()
    let (card, channel) = try await Self.card(
      [Scripts.verify1("63c2")], memory: memory)
    await #expect(throws: EstEIDError.wrongPIN(.pin1, triesLeft: 2)) {
      try await card.verify(secret("1234"), as: .pin1, policy: .fewestExchanges)
    }
    await #expect(throws: EstEIDError.rejectedBefore(.pin1)) {
      try await card.verify(secret("1234"), as: .pin1, policy: .fewestExchanges)
    }
    #expect(await channel.problems.isEmpty)

    let (next, nextChannel) = try await Self.card([], memory: memory)
    await #expect(throws: EstEIDError.rejectedBefore(.pin1)) {
      try await next.verify(secret("1234"), as: .pin1)
    }
    #expect(await nextChannel.problems.isEmpty)
  }

  @Test("A rejected PIN is sent again only if the caller insists, and never when blocked")
  func insisting() async throws {
    let memory = try PINMemory()
    let (card, channel) = try await Self.card(
      [Scripts.verify1("63c1"), Scripts.verify1("6983")], memory: memory)
    await #expect(throws: EstEIDError.wrongPIN(.pin1, triesLeft: 1)) {
      try await card.verify(secret("1234"), as: .pin1, policy: .fewestExchanges)
    }
    await #expect(throws: EstEIDError.pinBlocked(.pin1)) {
      try await card.verify(secret("1234"), as: .pin1, policy: .insisting)
    }
    // Blocked is known now; nothing more is sent, whatever the policy.
    await #expect(throws: EstEIDError.pinBlocked(.pin1)) {
      try await card.verify(secret("4321"), as: .pin1, policy: .insisting)
    }
    #expect(await channel.problems.isEmpty)
  }

  @Test("Only the rejected PIN of that reference is held back")
  func otherPIN() async throws {
    let memory = try PINMemory()
    let (card, channel) = try await Self.card(
      [
        Scripts.line("002000010c3132333435ffffffffffffff", "63c2"), Scripts.selectQSCD,
        Scripts.verify2(), Scripts.verify1(),
      ],
      memory: memory)
    await #expect(throws: EstEIDError.wrongPIN(.pin1, triesLeft: 2)) {
      try await card.verify(secret("12345"), as: .pin1, policy: .fewestExchanges)
    }
    try await card.verify(secret("12345"), as: .pin2, policy: .fewestExchanges)
    try await card.verify(secret("1234"), as: .pin1, policy: .fewestExchanges)
    #expect(await channel.problems.isEmpty)
  }

  @Test("The last try is kept unless the caller insists")
  func lastTry() async throws {
    let (card, channel) = try await Self.card([Scripts.counter1(1), Scripts.verify1()])
    await #expect(throws: EstEIDError.tooFewTries(.pin1, left: 1)) {
      try await card.verify(secret("1234"), as: .pin1)
    }
    try await card.verify(secret("1234"), as: .pin1, policy: .insisting)
    #expect(await channel.problems.isEmpty)
  }

  @Test(
    "A PIN is not sent when its tries cannot be read",
    arguments: ["6a88", "9000", "700ebf81010aa0089a01039c0103a1009000"])
  func unknownTries(answer: String) async throws {
    let (card, channel) = try await Self.card([
      Scripts.line("00cb3fff0a4d087006bf810102a08000", answer)
    ])
    await #expect(throws: EstEIDError.triesUnknown(.pin1)) {
      try await card.verify(secret("1234"), as: .pin1)
    }
    #expect(await channel.problems.isEmpty)
  }

  @Test("After the right PIN, the tries that were left before it no longer count")
  func rightAfterWrong() async throws {
    let card = try await EstEIDCard.open(
      over: VirtualCard().insert(), can: secret("123456"), options: .init(memory: PINMemory()))
    for (wrong, left) in [("9999", 2), ("8888", 1)] {
      await #expect(throws: EstEIDError.wrongPIN(.pin1, triesLeft: left)) {
        try await card.verify(secret(wrong), as: .pin1, policy: PINPolicy(floor: 1))
      }
    }
    try await card.verify(secret("1234"), as: .pin1, policy: PINPolicy(floor: 1))
    // All tries are back, so the last one is not used.
    try await card.verify(secret("1234"), as: .pin1)
  }

  @Test("A code of the wrong length or with other characters is not sent")
  func malformedPIN() async throws {
    let (card, channel) = try await Self.card([])
    for (text, reference) in [
      ("123", PINReference.pin1), ("1234567890123", .pin1), ("12a4", .pin1), ("1234", .pin2),
      ("1234567", .puk), ("", .pin1), ("12３4", .pin1),
    ] {
      await #expect(throws: EstEIDError.malformedPIN(reference)) {
        try await card.verify(secret(text), as: reference)
      }
    }
    #expect(await channel.count == 6)
  }

  @Test("After a card was lost during VERIFY, the next session reads the tries first")
  func lostDuringVerify() async throws {
    let memory = try PINMemory()
    let lost = Scripts.Exchange(Scripts.verify1().command, .failure(.cardLost))
    let (card, _) = try await Self.card([lost], memory: memory)
    await #expect(throws: EstEIDError.channel(.cardLost)) {
      try await card.verify(secret("1234"), as: .pin1, policy: .fewestExchanges)
    }
    let isOpen = await card.isOpen
    #expect(!isOpen)

    // The card had counted the try: the next session finds out before it spends one.
    let (next, channel) = try await Self.card([Scripts.counter1(1)], memory: memory)
    await #expect(throws: EstEIDError.tooFewTries(.pin1, left: 1)) {
      try await next.verify(secret("1234"), as: .pin1, policy: .fewestExchanges)
    }
    #expect(await channel.problems.isEmpty)

    // Known again, it is not read again.
    let (third, thirdChannel) = try await Self.card([Scripts.verify1()], memory: memory)
    try await third.verify(secret("1234"), as: .pin1, policy: .fewestExchanges)
    #expect(await thirdChannel.problems.isEmpty)
  }

  @Test("Changing a PIN forgets its earlier rejections")
  func changePIN() async throws {
    let memory = try PINMemory()
    let (card, channel) = try await Self.card(
      [
        Scripts.verify1("63c2"),
        Scripts.line(
          "0024000118" + "34333231ffffffffffffffff" + "31323334ffffffffffffffff", "9000"),
        Scripts.verify1(),
      ],
      memory: memory)
    await #expect(throws: EstEIDError.wrongPIN(.pin1, triesLeft: 2)) {
      try await card.verify(secret("1234"), as: .pin1, policy: .fewestExchanges)
    }
    try await card.change(
      .pin1, from: secret("4321"), to: secret("1234"), policy: .fewestExchanges)
    try await card.verify(secret("1234"), as: .pin1, policy: .fewestExchanges)
    #expect(await channel.problems.isEmpty)
  }

  @Test("A wrong old PIN costs a try, and a malformed new one is not sent")
  func wrongOldPIN() async throws {
    let (card, channel) = try await Self.card([
      Scripts.selectQSCD,
      Scripts.line(
        "0024008518" + "3132333435ffffffffffffff" + "3534333231ffffffffffffff", "63c1"),
    ])
    await #expect(throws: EstEIDError.wrongPIN(.pin2, triesLeft: 1)) {
      try await card.change(
        .pin2, from: secret("12345"), to: secret("54321"), policy: .fewestExchanges)
    }
    await #expect(throws: EstEIDError.malformedPIN(.pin2)) {
      try await card.change(.pin2, from: secret("12345"), to: secret("1"))
    }
    #expect(await channel.problems.isEmpty)
  }

  @Test("The PUK unblocks PIN2 in its application")
  func unblock() async throws {
    let (card, channel) = try await Self.card([
      Scripts.counterPUK(3),
      Scripts.line("002000020c3132333435363738ffffffff", "9000"),
      Scripts.selectQSCD,
      Scripts.line("002c02850c3534333231ffffffffffffff", "9000"),
    ])
    try await card.unblock(.pin2, puk: secret("12345678"), new: secret("54321"))
    #expect(await channel.problems.isEmpty)
  }

  @Test("A wrong PUK is not sent again")
  func wrongPUK() async throws {
    let (card, channel) = try await Self.card([
      Scripts.counterPUK(3), Scripts.line("002000020c3132333435363738ffffffff", "63c2"),
    ])
    await #expect(throws: EstEIDError.wrongPIN(.puk, triesLeft: 2)) {
      try await card.unblock(.pin1, puk: secret("12345678"), new: secret("4321"))
    }
    await #expect(throws: EstEIDError.rejectedBefore(.puk)) {
      try await card.unblock(.pin1, puk: secret("12345678"), new: secret("4321"))
    }
    #expect(await channel.problems.isEmpty)
  }

  @Test("A Thales card is unblocked with one command")
  func unblockThales() async throws {
    let channel = try ProtectedCard(
      .thales,
      [
        Scripts.line("00a4040c0ca000000063504b43532d3135", "9000"),
        Scripts.line("00cb00ff05a00383018300", "a00a830183df210403ffa5039000"),
        Scripts.line(
          "002c008118" + "313233343536373800000000" + "343332310000000000000000", "9000"),
      ])
    let card = try await RecordedSession.thales.open(over: channel, options: options())
    try await card.unblock(.pin1, puk: secret("12345678"), new: secret("4321"))
    #expect(await channel.problems.isEmpty)
  }

  @Test("A PIN never goes over the air unprotected")
  func protectedPIN() async throws {
    let (card, channel) = try await Self.card([
      Scripts.line("002000010c393735333837313634ffffff", "9000")
    ])
    try await card.verify(secret("975387164"), as: .pin1, policy: .fewestExchanges)
    let pin = "393735333837313634"
    #expect(await !channel.traffic.contains { hexString($0).contains(pin) })
  }
}
