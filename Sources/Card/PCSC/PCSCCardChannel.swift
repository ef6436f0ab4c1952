public import ISO7816

/// A card in a PC/SC reader, held in an exclusive transaction until the channel is closed.
///
/// Every exchange has a deadline (``PCSCTiming/exchange``), since the service has none. After an
/// error the channel is closed, and further exchanges throw `cardLost`.
public actor PCSCCardChannel: CardChannel {
  /// The card's answer to reset, as the service reports it.
  public nonisolated let answerToReset: [UInt8]
  private let context: PCSCContext
  private let timing: PCSCTiming
  private let elapsed: @Sendable () -> Duration
  private var isClosed = false

  init(context: PCSCContext, answerToReset: [UInt8], timing: PCSCTiming) {
    self.context = context
    self.answerToReset = answerToReset
    self.timing = timing
    elapsed = timing.clock.stopwatch()
  }

  public func transmit(_ command: [UInt8]) async throws(CardChannelError) -> [UInt8] {
    guard !isClosed else { throw .cardLost }
    let limit = min(timing.exchange, timing.session - elapsed())
    do throws(PCSCError) {
      guard limit > .zero else { throw .deadlineExceeded }
      return try await firstOutcome(within: limit, on: timing.clock) {
        [context] in
        await context.transmit(command)
      } abandon: {
        [context] in
        context.abandon()
      }
    } catch {
      isClosed = true
      context.abandon()
      throw error.asChannelError
    }
  }

  /// Ends the transaction and resets the card, so that the next program finds neither a verified
  /// PIN nor a session. A channel that is released without `close()` does the same a little later.
  public func close() async {
    guard !isClosed else { return }
    isClosed = true
    await context.close()
  }
}

extension Clock where Duration == Swift.Duration {
  /// Returns the time since this call.
  fileprivate func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
