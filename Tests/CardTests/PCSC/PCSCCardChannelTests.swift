import CardTestSupport
import Foundation
import ISO7816
import Synchronization
import Testing

@testable import PCSC

@Suite(.timeLimit(.minutes(10))) struct PCSCCardChannelTests {
  private let clock = ManualClock()

  private func channel(
    _ respond: @escaping @Sendable ([UInt8]) throws(PCSCCode) -> [UInt8]
  ) async throws -> (FakeWinSCard, PCSCCardChannel) {
    let fake = FakeWinSCard(respond: respond)
    fake.attach("A")
    fake.insert(into: "A")
    let service = PCSCService(calls: fake, timing: PCSCTiming(clock: clock))
    return (fake, try await service.connect(to: "A"))
  }

  @Test("An exchange holds a transaction, which closing the channel ends")
  func exchange() async throws {
    let (fake, channel) = try await channel { command in command + [0x90, 0] }
    #expect(channel.answerToReset == FakeWinSCard.atr)
    #expect(try await channel.transmit([0, 0xA4, 0, 0]) == [0, 0xA4, 0, 0, 0x90, 0])
    await channel.close()
    #expect(fake.calls == ["connect", "begin", "transmit", "end", "disconnect"])
    await fake.waitUntilReleased()
  }

  @Test("A channel without owners releases the card")
  func droppedChannel() async throws {
    let fake = try await channel { _ in [0x90, 0] }.0
    await fake.waitUntilReleased()
    #expect(fake.calls == ["connect", "begin", "end", "disconnect"])
  }

  @Test(
    "Every code of a removal counts as a lost card, and nothing more is sent",
    arguments: [
      PCSCCode.removedCard, .notTransacted, .resetCard, .communicationDataLost, .noSmartCard,
      .unpoweredCard, PCSCCode(rawValue: 0x8010_0001),
    ])
  func removalCodes(code: PCSCCode) async throws {
    let (fake, channel) = try await channel { _ throws(PCSCCode) in throw code }
    await #expect(throws: CardChannelError.cardLost) { try await channel.transmit([0, 0, 0, 0]) }
    await #expect(throws: CardChannelError.cardLost) { try await channel.transmit([0, 0, 0, 0]) }
    #expect(fake.calls.filter { $0 == "transmit" }.count == 1)
    await fake.waitUntilReleased()
  }

  @Test(
    "An answer without a status word counts as a lost card", arguments: [[], [0x90]] as [[UInt8]])
  func missingStatus(response: [UInt8]) async throws {
    let (_, channel) = try await channel { _ in response }
    await #expect(throws: CardChannelError.cardLost) { try await channel.transmit([0, 0, 0, 0]) }
  }

  /// A clock on which every exchange takes long, and no deadline of a single exchange comes.
  private final class JumpingClock: Clock {
    private let offset = Mutex(Duration.zero)
    private let start = ContinuousClock.now
    var now: ContinuousClock.Instant { start + offset.withLock { $0 } }
    var minimumResolution: Duration { .zero }
    func jump(by duration: Duration) { offset.withLock { $0 += duration } }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      try await Task.sleep(for: .seconds(100_000))
    }
  }

  @Test("A card that answers each command late has an end all the same")
  func sessionDeadline() async throws {
    let clock = JumpingClock()
    let fake = FakeWinSCard { _ in
      clock.jump(by: .seconds(49))
      return [0x90, 0]
    }
    fake.attach("A")
    fake.insert(into: "A")
    let channel = try await PCSCService(calls: fake, timing: PCSCTiming(clock: clock))
      .connect(to: "A")
    for _ in 0..<7 { _ = try await channel.transmit([0, 0, 0, 0]) }
    await #expect(throws: CardChannelError.deadlineExceeded) {
      try await channel.transmit([0, 0, 0, 0])
    }
    #expect(fake.calls.filter { $0 == "transmit" }.count == 7)
    await fake.waitUntilReleased()
  }

  @Test("A service that stops counts as a lost reader")
  func stoppedService() async throws {
    let (_, channel) = try await channel { _ throws(PCSCCode) in throw .communicationError }
    await #expect(throws: CardChannelError.readerLost) { try await channel.transmit([0, 0, 0, 0]) }
  }

  @Test("A silent card is given up at the deadline, and released when it answers")
  func silentCard() async throws {
    let gate = DispatchSemaphore(value: 0)
    let (fake, channel) = try await channel { _ in
      gate.wait()
      return [0x90, 0]
    }
    async let response = channel.transmit([0, 0, 0, 0])
    await fake.wait(for: "transmit")
    await clock.advance(by: .seconds(50))
    do {
      _ = try await response
      Issue.record("the card was silent")
    } catch { #expect(error as? CardChannelError == .deadlineExceeded) }
    await #expect(throws: CardChannelError.cardLost) { try await channel.transmit([0, 0, 0, 0]) }
    gate.signal()
    await fake.waitUntilReleased()
    #expect(fake.calls == ["connect", "begin", "transmit", "end", "disconnect"])
  }

  @Test("A cancelled task does not wait for the card")
  func cancelled() async throws {
    let gate = DispatchSemaphore(value: 0)
    let (fake, channel) = try await channel { _ in
      gate.wait()
      return [0x90, 0]
    }
    let task = Task { try await channel.transmit([0, 0, 0, 0]) }
    await fake.wait(for: "transmit")
    task.cancel()
    await #expect(throws: CardChannelError.cancelled) { try await task.value }
    gate.signal()
    await fake.waitUntilReleased()
  }

  @Test("A task that was cancelled before sends nothing")
  func cancelledBefore() async throws {
    let (fake, channel) = try await channel { _ in [0x90, 0] }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await channel.transmit([0, 0x20, 0, 1])
    }
    await #expect(throws: CardChannelError.cancelled) { try await task.value }
    await fake.waitUntilReleased()
    #expect(!fake.calls.contains("transmit"))
  }

  @Test("A second client gets the card when the first closes its channel")
  func secondClient() async throws {
    let (fake, first) = try await channel { _ in [0x90, 0] }
    let service = PCSCService(calls: fake, timing: PCSCTiming(clock: clock))
    async let second = service.connect(to: "A")
    #expect(try await first.transmit([0, 0, 0, 0]) == [0x90, 0])
    await first.close()
    #expect(try await second.transmit([0, 0, 0, 0]) == [0x90, 0])
  }

  @Test("A card that another client holds for ten seconds is reported in use")
  func cardInUse() async throws {
    let (fake, first) = try await channel { _ in [0x90, 0] }
    let service = PCSCService(calls: fake, timing: PCSCTiming(clock: clock))
    async let second = service.connect(to: "A")
    await clock.advance(by: .seconds(10))
    do {
      _ = try await second
      Issue.record("the first client has the card")
    } catch { #expect(error as? PCSCError == .cardInUse) }
    await first.close()
    await fake.waitUntilReleased()
  }

  @Test("A card that another program reset is connected again")
  func resetCard() async throws {
    let fake = FakeWinSCard()
    fake.attach("A")
    fake.insert(into: "A")
    fake.failNextTransactions(with: [.resetCard])
    let channel = try await PCSCService(calls: fake, timing: PCSCTiming(clock: clock))
      .connect(to: "A")
    #expect(try await channel.transmit([0, 0, 0, 0]) == [0x90, 0])
    #expect(fake.calls.prefix(3) == ["connect", "reconnect", "begin"])
  }

  @Test("The error of connecting says whether reader, card or answer is missing")
  func missing() async {
    let fake = FakeWinSCard()
    let service = PCSCService(calls: fake, timing: PCSCTiming(clock: clock))
    await #expect(throws: PCSCError.readerUnavailable) { try await service.connect(to: "A") }
    fake.attach("A")
    await #expect(throws: PCSCError.cardUnavailable) { try await service.connect(to: "A") }
    fake.insert(into: "A", isMute: true)
    await #expect(throws: PCSCError.cardUnresponsive) { try await service.connect(to: "A") }
    await fake.waitUntilReleased()
  }
}
