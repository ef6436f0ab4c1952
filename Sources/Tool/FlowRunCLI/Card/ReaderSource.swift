internal import ISO7816
internal import PCSC
internal import WalletApp

/// Cards in a reader of this machine, through PC/SC.
actor ReaderSource: CardSource {
  /// The name of the reader. Nil for any reader.
  private let name: String?
  private var channel: PCSCCardChannel?

  init(name: String?) {
    self.name = name
  }

  func card(since began: Int64) async throws -> any CardChannel {
    await release()
    let service = PCSCService()
    // The flow's timer ends the wait. Without a timer, the wait ends after an hour.
    let found = try await service.waitForCard(in: name, within: .seconds(3_600))
    let channel = try await service.connect(to: found.name)
    self.channel = channel
    return channel
  }

  func release() async {
    await channel?.close()
    channel = nil
  }
}
