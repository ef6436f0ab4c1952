internal import Synchronization
internal import Threads

/// One context with the PC/SC service, and at most one card in it, on a thread of its own.
///
/// Every call blocks; two contexts never block each other. What is held is given back when the
/// actor is closed or dropped, as soon as the call that blocks at that moment comes back.
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

  /// Ends every wait and refuses every further call; what is held is given back by the thread.
  nonisolated func abandon() {
    resources.abandon()
    Task { await close() }
  }

  /// Gives back the card, reset, and the context. What goes wrong in this is of no consequence:
  /// after a removal the service answers everything here with an error.
  func close() {
    resources.retire()
    resources.giveBack()
  }

  /// The readers with their states, in the service's order.
  func readers() -> Result<[ReaderStatus], PCSCError> {
    attempt { () throws(PCSCCode) in try snapshot(in: context()) }
  }

  /// Waits until the readers differ from `known`, or for a while; returns them as they are then.
  ///
  /// The wait comes in slices: a reader that is attached, or a cancellation, between two calls
  /// would go unnoticed otherwise.
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

  /// Connects to the card in `reader` and begins a transaction, waiting while another has one.
  /// Returns the answer to reset.
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
          // The program before us reset the card when it was done, as it should.
          guard error == .resetCard else { throw error }
          card.activeProtocol = try calls.reconnect(card.handle)
          resources.hold(card)
        }
      }
      resources.holdTransaction()
      return try calls.answerToReset(of: card.handle)
    }
  }

  /// One exchange. "Success" with less than a status word is what the service says when the card
  /// leaves in the middle.
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

/// What a context holds of the service, as handles, shared with whoever has to cancel or give back.
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

  /// From here on every call is refused.
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
