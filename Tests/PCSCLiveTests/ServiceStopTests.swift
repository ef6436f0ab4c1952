import ISO7816
import PCSC
import Testing
import VirtualCard

/// Stops the private pcscd, so nothing can run after it.
@Suite(.serialized, .enabled(if: Bench.isRunning, Bench.isMissing), .timeLimit(.minutes(1)))
struct ServiceStopTests {
  @Test("A pcscd that stops is a lost reader first and unavailable afterwards")
  func serviceStops() async throws {
    let service = PCSCService()
    let slot = try VPCDSlot(port: #require(Bench.port))
    let card = Task { try await slot.serve(EchoCard()) }
    let reader = try await service.waitForCard(within: .seconds(10))
    let channel = try await service.connect(to: reader.name)
    _ = try await channel.transmit([0, 0xA4, 0, 0])

    try await Bench.killService()
    // The other side of the card's connection closes when the process is gone.
    try await card.value

    await #expect(throws: CardChannelError.readerLost) {
      try await channel.transmit([0, 0xA4, 0, 0])
    }
    let error = await #expect(throws: PCSCError.serviceUnavailable) { try await service.readers() }
    #expect(error?.help?.contains("systemctl start pcscd") == true)
  }
}
