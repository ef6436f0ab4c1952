import CardTestSupport
import ISO7816
import PCSC
import Testing
import VirtualCard

/// One after the other: they share the reader.
@Suite(.serialized, .enabled(if: Bench.isRunning, Bench.isMissing), .timeLimit(.minutes(1)))
struct ReaderTests {
  private let service = PCSCService()

  @Test("A served card is found and answers through pcscd")
  func exchange() async throws {
    try await Bench.serving(EchoCard()) { reader, _ in
      #expect(reader.answerToReset == EchoCard.atr)
      let channel = try await service.connect(to: reader.name)
      #expect(channel.answerToReset == EchoCard.atr)
      let response = try await channel.transmit([0, 0xA4, 4, 0x0C, 1, 7])
      #expect(response == [0, 0xA4, 4, 0x0C, 1, 7, 0x90, 0])
      await channel.close()
    }
  }

  @Test("The longest short command and an extended one arrive whole")
  func longCommands() async throws {
    try await Bench.serving(EchoCard()) { reader, _ in
      let channel = try await service.connect(to: reader.name)
      let short: [UInt8] = [0, 0xD6, 0, 0, 255] + [UInt8](repeating: 7, count: 255) + [0]
      #expect(try await channel.transmit(short) == short + [0x90, 0])
      let long: [UInt8] = [0, 0xD6, 0, 0, 0, 0x20, 0] + [UInt8](repeating: 7, count: 0x2000)
      #expect(try await channel.transmit(long) == long + [0x90, 0])
      await channel.close()
    }
  }

  @Test("Insertion and removal are reported as they happen")
  func changes() async throws {
    let port = try #require(Bench.port)
    var slots: [VPCDSlot] = []
    var seen: [Int] = []
    for try await readers in service.changes() {
      let count = readers.count { $0.answerToReset != nil }
      guard seen.last != count else { continue }
      seen.append(count)
      switch seen.count {
      case 1, 2:
        // The second slot listens one port above the first.
        let slot = try VPCDSlot(port: port + UInt16(slots.count))
        Task { try await slot.serve(EchoCard()) }
        slots.append(slot)
      case 3, 4: slots.removeLast().remove()
      default: break
      }
      if seen.count == 5 { break }
    }
    #expect(seen == [0, 1, 2, 1, 0])
  }

  @Test("A card that leaves during an exchange is lost")
  func leavesDuringExchange() async throws {
    try await Bench.serving(EchoCard()) { reader, _ in
      let channel = try await service.connect(to: reader.name)
      await #expect(throws: CardChannelError.cardLost) {
        try await channel.transmit([0, EchoCard.removal, 0, 0])
      }
      await #expect(throws: CardChannelError.cardLost) {
        try await channel.transmit([0, 0xA4, 0, 0])
      }
    }
  }

  @Test("A card that leaves between exchanges is lost")
  func leavesBetweenExchanges() async throws {
    try await Bench.serving(EchoCard()) { reader, slot in
      let channel = try await service.connect(to: reader.name)
      _ = try await channel.transmit([0, 0xA4, 0, 0])
      slot.remove()
      await #expect(throws: CardChannelError.cardLost) {
        try await channel.transmit([0, 0xA4, 0, 0])
      }
    }
  }

  @Test("A silent card is given up at the deadline")
  func silentCard() async throws {
    let card = EchoCard()
    let clock = ManualClock()
    try await Bench.serving(card) { reader, _ in
      let channel = try await PCSCService(timing: PCSCTiming(clock: clock)).connect(to: reader.name)
      async let response = channel.transmit([0, EchoCard.silence, 0, 0])
      await card.waitForCommand(EchoCard.silence)
      await clock.advance(by: .seconds(50))
      do {
        _ = try await response
        Issue.record("the card was silent")
      } catch { #expect(error as? CardChannelError == .deadlineExceeded) }
    }
  }

  @Test("Two clients take turns, and the card is reset in between")
  func twoClients() async throws {
    let card = EchoCard()
    try await Bench.serving(card) { reader, _ in
      let first = try await service.connect(to: reader.name)
      async let second = service.connect(to: reader.name)
      _ = try await first.transmit([0, 0xA4, 0, 0])
      let resetsBefore = await card.resets
      await first.close()
      let channel = try await second
      #expect(try await channel.transmit([0, 0xB0, 0, 0]) == [0, 0xB0, 0, 0, 0x90, 0])
      // Nothing that the first client has opened on the card is left open for the second.
      #expect(await card.resets > resetsBefore)
      await channel.close()
    }
  }

  @Test("A card that another client holds for ten seconds is reported in use")
  func cardInUse() async throws {
    let clock = ManualClock()
    try await Bench.serving(EchoCard()) { reader, _ in
      let first = try await service.connect(to: reader.name)
      let impatient = PCSCService(timing: PCSCTiming(clock: clock))
      async let second = impatient.connect(to: reader.name)
      await clock.advance(by: .seconds(10))
      do {
        _ = try await second
        Issue.record("the first client has the card")
      } catch { #expect(error as? PCSCError == .cardInUse) }
      #expect(try await first.transmit([0, 0xA4, 0, 0]) == [0, 0xA4, 0, 0, 0x90, 0])
      await first.close()
    }
  }

  @Test("The wait for a card ends at its time and on cancellation")
  func waitEnds() async throws {
    let clock = ManualClock()
    let service = PCSCService(timing: PCSCTiming(clock: clock))
    async let found = service.waitForCard(within: .seconds(90))
    await clock.advance(by: .seconds(90))
    do {
      _ = try await found
      Issue.record("no card was there")
    } catch { #expect(error as? PCSCError == .deadlineExceeded) }
    let task = Task { try await service.waitForCard(within: .seconds(90)) }
    task.cancel()
    await #expect(throws: PCSCError.cancelled) { try await task.value }
  }
}
