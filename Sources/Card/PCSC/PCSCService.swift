/// The PC/SC service of this machine: its readers, and the cards in them.
///
/// Every operation has a separate context, so none waits for another.
public struct PCSCService: Sendable {
  private let calls: any WinSCard
  private let timing: PCSCTiming

  /// The service, with these deadlines.
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

  /// The readers now, and again whenever a reader or a card is added or removed. Ends when the
  /// service stops or the consuming task is cancelled.
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

  /// Waits for a card that answers to a reset, in the reader called `name` or in any.
  ///
  /// A card that is already there counts. Cancelling the task ends the wait at once.
  ///
  /// - Parameter limit: how long to wait, on the clock of the timing. The flows of the ID card use
  ///   90 s.
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
  /// Waits for another program's transaction, at most ``PCSCTiming/connection``, and then throws
  /// `cardInUse`.
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
