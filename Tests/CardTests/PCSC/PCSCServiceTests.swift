import CardTestSupport
import Testing

@testable import PCSC

@Suite(.timeLimit(.minutes(10))) struct PCSCServiceTests {
  private let fake = FakeWinSCard()
  private let clock = ManualClock()
  private var service: PCSCService {
    PCSCService(calls: fake, timing: PCSCTiming(clock: clock))
  }

  @Test("Readers are listed with their cards in the service's order")
  func readers() async throws {
    fake.attach("B")
    fake.attach("A")
    fake.attach("C")
    fake.insert(into: "A")
    fake.insert(into: "C", isMute: true)
    let readers = try await service.readers()
    #expect(readers.map(\.name) == ["B", "A", "C"])
    #expect(readers.map(\.content) == [.empty, .card(answerToReset: FakeWinSCard.atr), .mute])
    await fake.waitUntilReleased()
  }

  @Test("If the service is not running, the error says how to start it")
  func notRunning() async {
    fake.stop()
    let error = await #expect(throws: PCSCError.serviceUnavailable) { try await service.readers() }
    #expect(error?.help?.contains("systemctl start pcscd") == true)
  }

  @Test("A card that is already there is found at once")
  func cardPresent() async throws {
    fake.attach("A")
    fake.insert(into: "A")
    let reader = try await service.waitForCard()
    #expect(reader.name == "A")
    await fake.waitUntilReleased()
  }

  @Test("A card in another reader than the requested one is ignored")
  func requestedReader() async throws {
    fake.attach("A")
    fake.attach("B")
    fake.insert(into: "A")
    async let found = service.waitForCard(in: "B")
    await fake.wait(for: "wait")
    fake.insert(into: "B", isMute: true)
    fake.insert(into: "B")
    #expect(try await found.name == "B")
  }

  @Test("A reader that is attached during the wait counts")
  func attachedReader() async throws {
    async let found = service.waitForCard()
    await fake.wait(for: "wait")
    fake.attach("A")
    fake.insert(into: "A")
    #expect(try await found.name == "A")
  }

  @Test("The wait for a card ends after 90 seconds of the given clock")
  func waitEnds() async {
    fake.attach("A")
    async let found = service.waitForCard(within: .seconds(90))
    await fake.wait(for: "wait")
    await clock.advance(by: .seconds(90))
    do {
      _ = try await found
      Issue.record("no card was there")
    } catch { #expect(error as? PCSCError == .deadlineExceeded) }
    await fake.waitUntilReleased()
  }

  @Test("Cancelling the task ends the wait")
  func cancelledWait() async {
    let service = service
    let task = Task { try await service.waitForCard() }
    await fake.wait(for: "wait")
    task.cancel()
    await #expect(throws: PCSCError.cancelled) { try await task.value }
    await fake.waitUntilReleased()
  }

  @Test("A service that stops ends the wait")
  func stoppedDuringWait() async {
    async let found = service.waitForCard()
    await fake.wait(for: "wait")
    fake.stop()
    do {
      _ = try await found
      Issue.record("the service is gone")
    } catch { #expect(error as? PCSCError == .serviceStopped) }
  }

  @Test("Every reader and card that comes or goes is reported")
  func changes() async throws {
    fake.attach("A")
    var seen: [[String]] = []
    for try await readers in service.changes() {
      seen.append(readers.map { $0.answerToReset == nil ? $0.name : "\($0.name)+" })
      switch seen.count {
      case 1: fake.insert(into: "A")
      case 2: fake.attach("B")
      case 3: fake.remove(from: "A")
      case 4: fake.detach("A")
      default: break
      }
      if seen.count == 5 { break }
    }
    #expect(seen == [["A"], ["A+"], ["A+", "B"], ["A", "B"], ["B"]])
    await fake.waitUntilReleased()
  }

  @Test(
    "Every code of the service becomes one error",
    arguments: [
      (PCSCCode.noSmartCard, PCSCError.cardUnavailable), (.removedCard, .cardUnavailable),
      (.resetCard, .cardUnavailable), (.notTransacted, .cardUnavailable),
      (.communicationDataLost, .cardUnavailable), (.communicationError, .serviceStopped),
      (.noService, .serviceUnavailable), (.securityViolation, .serviceStopped),
      (.unknownReader, .readerUnavailable),
      (.unresponsiveCard, .cardUnresponsive), (.sharingViolation, .cardInUse),
      (PCSCCode(rawValue: 0x8010_0011), .refused(PCSCCode(rawValue: 0x8010_0011))),
    ])
  func errorCodes(code: PCSCCode, error: PCSCError) {
    #expect(PCSCError(code) == error)
  }

  @Test("An unknown code is shown in hexadecimal")
  func unknownCode() {
    #expect(PCSCError.refused(.noSmartCard).description.hasSuffix("0x8010000C"))
  }
}
