internal import Synchronization
internal import Threads

/// One context of the PC/SC service with at most one card, on a dedicated thread.
///
/// Every call blocks; two contexts never block each other. The card and the context are released
/// when the actor is closed or released, as soon as the call that blocks at that moment returns.
actor PCSCContext {
  private let thread = BlockingThread()
  private let calls: any WinSCard
  private let resources: Resources
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  init(calls: any WinSCard) {
    self.calls = calls
    resources = Resources(calls: calls)
  }

  deinit {
    thread.finish { [resources] in resources.giveBack() }
  }

  /// Ends every wait and refuses every further call. The thread releases what is held.
  nonisolated func abandon() {
    resources.abandon()
    Task { await close() }
  }

  /// Resets and releases the card, and releases the context. Errors are ignored: after a removal
  /// the service answers all these calls with an error.
  func close() {
    resources.retire()
    resources.giveBack()
  }

  /// The readers and their states, in the service's order.
  func readers() -> Result<[ReaderStatus], PCSCError> {
    attempt { () throws(PCSCCode) in try snapshot(in: context()) }
  }

  /// Waits until the readers differ from `known`, or for a limited time. Returns their state at the
  /// end.
  ///
  /// The wait is cut into slices: otherwise a reader that is attached, or a cancellation, between
  /// two calls would go unnoticed.
  func readers(after known: [ReaderStatus]) -> Result<[ReaderStatus], PCSCError> {
    attempt { () throws(PCSCCode) in
      let context = try context()
      do throws(PCSCCode) {
        _ = try calls.statusChange(
          in: context, of: known + [.plugAndPlay], milliseconds: 500)
      } catch {
        guard error == .timeout else { throw error }
      }
      return try snapshot(in: context)
    }
  }

  /// Connects to the card in `reader` and begins a transaction, waiting while another program has
  /// one. Returns the answer to reset.
  func connect(to reader: String) -> Result<[UInt8], PCSCError> {
    attempt { () throws(PCSCCode) in
      let context = try context()
      var card = try calls.connect(context, to: reader)
      resources.hold(card)
      while true {
        do throws(PCSCCode) {
          try calls.beginTransaction(card.handle)
          break
        } catch {
          // Another program has reset the card after using it, as it should.
          guard error == .resetCard else { throw error }
          card.activeProtocol = try calls.reconnect(card.handle)
          resources.hold(card)
        }
      }
      resources.holdTransaction()
      return try calls.answerToReset(of: card.handle)
    }
  }

  /// Exchanges one command. If the card leaves in the middle, the service reports success with less
  /// than a status word.
  func transmit(_ command: [UInt8]) -> Result<[UInt8], PCSCError> {
    attempt { () throws(PCSCCode) in
      guard let card = resources.card else { throw .removedCard }
      let response = try calls.transmit(command, to: card.handle, over: card.activeProtocol)
      guard response.count >= 2 else { throw .removedCard }
      return response
    }
  }

  private func context() throws(PCSCCode) -> Int {
    if let context = resources.context { return context }
    do throws(PCSCCode) {
      let context = try calls.establishContext()
      resources.hold(context)
      return context
    } catch {
      throw error == .securityViolation ? .noService : error
    }
  }

  private func snapshot(in context: Int) throws(PCSCCode) -> [ReaderStatus] {
    let names = try calls.readerNames(in: context)
    guard !names.isEmpty else { return [] }
    return try calls.statusChange(
      in: context, of: names.map { ReaderStatus(name: $0) }, milliseconds: 0)
  }

  private func attempt<Value>(
    _ body: () throws(PCSCCode) -> Value
  ) -> Result<Value, PCSCError> {
    guard !resources.isAbandoned else { return .failure(.cancelled) }
    do throws(PCSCCode) {
      return .success(try body())
    } catch {
      return .failure(PCSCError(error))
    }
  }
}

/// The handles that a context holds, shared with the threads that cancel or release them.
private final class Resources: Sendable {
  private struct State {
    var context: Int?
    var card: ConnectedCard?
    var hasTransaction = false
    var isAbandoned = false
  }

  private let calls: any WinSCard
  private let state = Mutex(State())

  init(calls: any WinSCard) { self.calls = calls }

  var context: Int? { state.withLock { $0.context } }
  var card: ConnectedCard? { state.withLock { $0.card } }
  var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

  func hold(_ context: Int) { state.withLock { $0.context = context } }
  func hold(_ card: ConnectedCard) { state.withLock { $0.card = card } }
  func holdTransaction() { state.withLock { $0.hasTransaction = true } }

  /// Refuses every further call.
  func retire() { state.withLock { $0.isAbandoned = true } }

  func abandon() {
    let context = state.withLock {
      $0.isAbandoned = true
      return $0.context
    }
    if let context { calls.cancel(context) }
  }

  func giveBack() {
    let held = state.withLock {
      let held = $0
      $0 = State(isAbandoned: held.isAbandoned)
      return held
    }
    if let card = held.card {
      if held.hasTransaction { calls.endTransaction(card.handle) }
      calls.disconnectResetting(card.handle)
    }
    if let context = held.context { calls.releaseContext(context) }
  }
}
