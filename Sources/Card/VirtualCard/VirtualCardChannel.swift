public import ISO7816

/// A virtual card on a reader in this process. Put it there with ``VirtualCard/insert(deadline:)``.
public actor VirtualCardChannel: CardChannel {
  public nonisolated let answerToReset: [UInt8]
  private let card: VirtualCard
  private let deadline: Duration
  private let clock: any Clock<Duration>
  private var isClosed = false
  /// The instruction byte, lengths and status of every exchange, in order. Never any data.
  public private(set) var trace: [Exchange] = []

  /// The facts about an exchange that may be shown.
  public struct Exchange: Hashable, Sendable {
    /// The instruction byte of the command.
    public let instruction: UInt8
    /// The length of the command in bytes.
    public let commandLength: Int
    /// The length of the response in bytes.
    public let responseLength: Int
    /// The status word of the response.
    public let status: StatusWord
  }

  init(
    card: VirtualCard, answerToReset: [UInt8], deadline: Duration, _ clock: any Clock<Duration>
  ) {
    self.card = card
    self.answerToReset = answerToReset
    self.deadline = deadline
    self.clock = clock
  }

  public func transmit(_ command: [UInt8]) async throws(CardChannelError) -> [UInt8] {
    guard !isClosed else { throw .cardLost }
    guard !Task.isCancelled else { throw close(.cancelled) }
    switch await card.react(to: command) {
    case .response(let response):
      guard !Task.isCancelled else { throw close(.cancelled) }
      guard response.count >= 2 else { throw close(.cardLost) }
      trace.append(
        Exchange(
          instruction: command.count > 1 ? command[1] : 0, commandLength: command.count,
          responseLength: response.count,
          status: StatusWord(response[response.count - 2], response[response.count - 1])))
      return response
    case .removal: throw close(.cardLost)
    case .silence:
      let isOver = (try? await clock.sleep(for: deadline)) != nil
      throw close(isOver ? .deadlineExceeded : .cancelled)
    }
  }

  private func close(_ error: CardChannelError) -> CardChannelError {
    isClosed = true
    return error
  }
}
