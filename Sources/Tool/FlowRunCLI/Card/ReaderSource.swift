internal import ISO7816
internal import PCSC
internal import WalletApp

/// Cards in a reader of this machine, through PC/SC.
actor ReaderSource: CardSource {
  /// The name of the reader. Nil for any reader.
  private let name: String?
  private let limit: Duration
  private var channel: PCSCCardChannel?
  /// Why there was no card.
  private(set) var failure: PCSCError?

  /// - Parameter limit: how long to wait for a card. By default the flow's timer ends the wait.
  init(name: String?, within limit: Duration = .seconds(3_600)) {
    self.name = name
    self.limit = limit
  }

  func card(since began: Int64) async throws -> any CardChannel {
    await release()
    let service = PCSCService()
    do throws(PCSCError) {
      let found = try await service.waitForCard(in: name, within: limit)
      let channel = try await service.connect(to: found.name)
      self.channel = channel
      return channel
    } catch {
      failure = error
      throw error
    }
  }

  func release() async {
    await channel?.close()
    channel = nil
  }
}
