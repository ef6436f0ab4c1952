import CardTestSupport
import CryptoCore
import ISO7816
import PACE
import TestSupport
import Testing

@testable import VirtualCard

@Suite(.timeLimit(.minutes(10))) struct VirtualCardFaultTests {
  @Test("A card that is removed is lost until it is inserted again")
  func removal() async throws {
    let card = try VirtualCard()
    await card.setFaults(Faults([2: .removalBeforeCommand]))
    let channel = await card.insert()
    await #expect(throws: PACEError.channel(.cardLost)) {
      _ = try await SecureTerminal(channel, .idemia)
    }
    await #expect(throws: CardChannelError.cardLost) { try await channel.transmit([0, 0, 0, 0]) }
    _ = try await SecureTerminal(await card.insert(), .idemia)
  }

  @Test("A try is used even if the card's answer never arrives")
  func lostAnswer() async throws {
    for (fault, left): (Faults.Fault, UInt8) in [
      (.removalAfterCommand, 2), (.removalBeforeCommand, 3),
    ] {
      let card = try VirtualCard()
      var terminal = try await SecureTerminal(await card.insert(), .idemia)
      await card.setFaults(Faults([1: fault]))
      await #expect(throws: CardChannelError.cardLost) {
        _ = try await terminal.send(0x20, 0, 0x01, codes: "9999")
      }
      var again = try await SecureTerminal(await card.insert(), .idemia)
      #expect(try await again.send(0, 0x20, 0, 0x01).status == .triesLeft(left))
    }
  }

  @Test("A silent card is given up at the deadline")
  func silentCard() async throws {
    let clock = ManualClock()
    let card = try VirtualCard(clock: clock)
    await card.setFaults(Faults([1: .silence]))
    let channel = await card.insert(deadline: .seconds(50))
    async let response = channel.transmit([0, 0xA4, 0, 0x0C])
    await clock.advance(by: .seconds(50))
    do {
      _ = try await response
      Issue.record("the card was silent")
    } catch { #expect(error as? CardChannelError == .deadlineExceeded) }
  }

  @Test("A slow card answers after its delay")
  func slowCard() async throws {
    let clock = ManualClock()
    let card = try VirtualCard(clock: clock)
    await card.setFaults(Faults([1: .delay(.seconds(2))], delay: .seconds(1)))
    let channel = await card.insert()
    async let response = channel.transmit([0, 0xA4, 0, 0x0C])
    await clock.advance(by: .seconds(3))
    #expect(try await response == [0x90, 0])
  }

  @Test("Garbled, shortened and lengthened responses arrive as they are")
  func garbledResponses() async throws {
    let card = try VirtualCard()
    let channel = await card.insert()
    await card.setFaults(
      Faults([1: .garbledByte(3), 2: .responseLength(0), 3: .responseLength(4)]))
    #expect(try await channel.transmit([0, 0xA4, 0, 0x0C]) == [0x90, 0xFF])
    await #expect(throws: CardChannelError.cardLost) {
      try await channel.transmit([0, 0xA4, 0, 0x0C])
    }
    #expect(try await card.insert().transmit([0, 0xA4, 0, 0x0C]) == [0x90, 0, 0, 0])
  }
}

@Suite struct VirtualCardRobustnessTests {
  /// Every status word the chip knows.
  private static let known: Set<String> = [
    "9000", "6300", "63C0", "63C1", "63C2", "63C3", "6581", "6700", "6982", "6983", "6985", "6986",
    "6987", "6988", "6A80", "6A82", "6A86", "6A88", "6B00", "6D00", "6E00",
  ]

  @Test("Any bytes get a status word that the chip knows")
  func anyBytes() async throws {
    var random = SplitMix(seed: 1)
    let card = try VirtualCard()
    let channel = await card.insert()
    for _ in 0..<3000 {
      let command = random.bytes(Int.random(in: 0...40, using: &random))
      let response = try await channel.transmit(command)
      #expect(Self.known.contains(hexString(response.suffix(2)).uppercased()))
    }
  }

  /// Valid commands, cut, prolonged and with bytes changed.
  @Test(
    "A damaged command gets a status word",
    arguments: [
      "00A4040C10A000000077010800070000FE00000100", "0022C1A40F800A04007F00070202040204830102",
      "10860000027C0000", "00B00000DF", "1086000004 7C028101 00", "00C0000000",
    ])
  func brokenCommands(text: String) async throws {
    var random = SplitMix(seed: 2)
    let channel = try await VirtualCard().insert()
    let command = hex(text)
    for _ in 0..<300 {
      var broken = Array(command.prefix(Int.random(in: 0...command.count, using: &random)))
      broken += random.bytes(Int.random(in: 0...3, using: &random))
      if !broken.isEmpty {
        broken[Int.random(in: 0..<broken.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      #expect(try await channel.transmit(broken).count >= 2)
    }
  }

  @Test("A flipped bit in a protected command ends the session and costs no try")
  func flippedBits() async throws {
    let card = try VirtualCard()
    // A protected VERIFY is header, Lc, 87 with 16 bytes, 8E and Le; the checksum covers all but
    // Le.
    for bit in stride(from: 0, to: 8 * 34, by: 3) {
      let channel = await card.insert()
      var terminal = try await SecureTerminal(channel, .idemia)
      var command = try terminal.protected(
        CommandAPDU(0, 0x20, 0, 0x01, data: Array("9999".utf8) + hex("FFFFFFFFFFFFFFFF")))
      command[bit / 8] ^= 1 << UInt8(bit % 8)
      let response = try await channel.transmit(command)
      #expect(response.count == 2)
      #expect([0x67, 0x69].contains(response[0]))
      let next = try await channel.transmit(hex("0020000100"))
      #expect(next == StatusWord.securityStatusNotSatisfied.bytes)
    }
    var terminal = try await SecureTerminal(await card.insert(), .idemia)
    #expect(try await terminal.send(0, 0x20, 0, 0x01).status == .triesLeft(3))
  }

  @Test("Any command under secure messaging gets a protected status word")
  func anyProtectedCommand() async throws {
    var random = SplitMix(seed: 3)
    for model in CardModel.allCases {
      let card = try VirtualCard(.test(model: model))
      var terminal = try await SecureTerminal(await card.insert(), model)
      let instructions: [UInt8] = [
        0xA4, 0xB0, 0x24, 0x2C, 0xCB, 0x22, 0x88, 0x2A, 0x86, 0xC0, 0xFF,
      ]
      for _ in 0..<600 {
        let command = CommandAPDU(
          0, instructions.randomElement(using: &random) ?? 0,
          [0, 1, 2, 3, 4, 8, 9, 0x3F, 0x41, 0x90, 0x9E].randomElement(using: &random) ?? 0,
          [0, 1, 0x0C, 4, 0x9A, 0xA0, 0xA4, 0xB6, 0xFF].randomElement(using: &random) ?? 0,
          data: random.bytes(Int.random(in: 0...30, using: &random)),
          expectedLength: Bool.random(using: &random) ? 256 : nil)
        let response = try await terminal.send(command)
        #expect(Self.known.contains(response.status.description))
      }
    }
  }
}
