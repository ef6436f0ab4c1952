/// The PC/SC service of this machine: its readers, and the cards in them.
///
/// Every operation has a context of its own, so none waits for another.
public struct PCSCService: Sendable {
  private let calls: any WinSCard
  private let timing: PCSCTiming

  public init(timing: PCSCTiming = PCSCTiming()) {
    self.init(calls: SystemWinSCard(), timing: timing)
  }

  init(calls: any WinSCard, timing: PCSCTiming) {
    self.calls = calls
    self.timing = timing
  }

  /// The attached readers, in the service's order.
  public func readers() async throws(PCSCError) -> [CardReader] {
    let context = PCSCContext(calls: calls)
    return try await firstOutcome(within: timing.connection, on: timing.clock) {
      let readers = await context.readers().map { $0.map { CardReader($0) } }
      await context.close()
      return readers
    } abandon: {
      context.abandon()
    }
  }

  /// The readers now, and again whenever a reader or a card comes or goes, until the service stops
  /// or the task that reads this is cancelled.
  public func changes() -> AsyncThrowingStream<[CardReader], any Error> {
    let context = PCSCContext(calls: calls)
    return AsyncThrowingStream { continuation in
      let task = Task {
        var known: [ReaderStatus]?
        while !Task.isCancelled {
          let next =
            if let known { await context.readers(after: known) } else { await context.readers() }
          switch next {
          case .success(let readers):
            if readers != known { continuation.yield(readers.map { CardReader($0) }) }
            known = readers
          case .failure(let error):
            continuation.finish(throwing: error)
            return
          }
        }
      }
      continuation.onTermination = { _ in
        task.cancel()
        context.abandon()
      }
    }
  }

  /// Waits for a card that answers to a reset, in the reader of that name or in any.
  ///
  /// A card that is there already counts. A cancelled task stops the wait at once.
  /// - Parameter limit: the window, on the clock of the timing; 90 s for the flows of the ID card.
  public func waitForCard(
    in name: String? = nil, within limit: Duration = .seconds(90)
  ) async throws(PCSCError) -> CardReader {
    let context = PCSCContext(calls: calls)
    return try await firstOutcome(within: limit, on: timing.clock) {
      var next = await context.readers()
      while true {
        switch next {
        case .failure(let error):
          return .failure(error)
        case .success(let known):
          let found = known.lazy.map { CardReader($0) }.first {
            $0.answerToReset != nil && (name == nil || $0.name == name)
          }
          if let found {
            await context.close()
            return .success(found)
          }
          next = await context.readers(after: known)
        }
      }
    } abandon: {
      context.abandon()
    }
  }

  /// Connects to the card in a reader and holds it in an exclusive transaction.
  ///
  /// Waits while another program is in a transaction, at most ``PCSCTiming/connection``, and then
  /// throws `cardInUse`.
  public func connect(to reader: String) async throws(PCSCError) -> PCSCCardChannel {
    let context = PCSCContext(calls: calls)
    do throws(PCSCError) {
      let answerToReset = try await firstOutcome(within: timing.connection, on: timing.clock) {
        await context.connect(to: reader)
      } abandon: {
        context.abandon()
      }
      return PCSCCardChannel(context: context, answerToReset: answerToReset, timing: timing)
    } catch {
      context.abandon()
      throw error == .deadlineExceeded ? .cardInUse : error
    }
  }
}
