import Foundation

@testable import PCSC

/// A PC/SC service in memory: readers come and go, a card answers by a closure that may block.
final class FakeWinSCard: WinSCard, @unchecked Sendable {
  // Unchecked: everything mutable is touched with `condition` locked.
  private let condition = NSCondition()
  private var contexts: [Int: Bool] = [:]
  private var nextHandle = 1
  private var readers: [ReaderStatus] = []
  private var isRunning = true
  private var transactions: [Int] = []
  private var failuresToBegin: [PCSCCode] = []
  private var log: [String] = []
  private var waiters: [(isTrue: (FakeWinSCard) -> Bool, wake: CheckedContinuation<Void, Never>)] =
    []
  private let respond: @Sendable ([UInt8]) throws(PCSCCode) -> [UInt8]

  init(respond: @escaping @Sendable ([UInt8]) throws(PCSCCode) -> [UInt8] = { _ in [0x90, 0] }) {
    self.respond = respond
  }

  static let atr: [UInt8] = [0x3B, 0x8B, 0x80, 0x01]

  // MARK: For the test

  func attach(_ name: String) { change { readers.append(ReaderStatus(name: name, state: 0x10)) } }
  func detach(_ name: String) { change { readers.removeAll { $0.name == name } } }
  func insert(into name: String, isMute: Bool = false) {
    set(name, ReaderStatus.present | (isMute ? ReaderStatus.mute : 0), FakeWinSCard.atr)
  }
  func remove(from name: String) { set(name, ReaderStatus.empty, []) }
  func stop() { change { isRunning = false } }
  func failNextTransactions(with codes: [PCSCCode]) { change { failuresToBegin = codes } }

  /// The calls that acquire or release something, in order.
  var calls: [String] { change { log } }
  /// Waits until everything that was taken is given back.
  func waitUntilReleased() async { await wait { $0.contexts.isEmpty } }
  /// Waits until `call` was made.
  func wait(for call: String) async { await wait { $0.log.contains(call) } }

  /// Tests wait by suspending: the threads of the pool are few, and the code under test needs one.
  private func wait(until isTrue: @escaping (FakeWinSCard) -> Bool) async {
    await withCheckedContinuation { wake in change { waiters.append((isTrue, wake)) } }
  }

  // MARK: The calls

  func establishContext() throws(PCSCCode) -> Int {
    try change { () throws(PCSCCode) in
      guard isRunning else { throw .noService }
      contexts[handle()] = false
      return nextHandle
    }
  }

  func releaseContext(_ context: Int) { change { contexts[context] = nil } }
  func cancel(_ context: Int) {
    change { if contexts[context] != nil { contexts[context] = true } }
  }

  func readerNames(in context: Int) throws(PCSCCode) -> [String] {
    try change { () throws(PCSCCode) in
      guard isRunning else { throw .noService }
      return readers.map(\.name)
    }
  }

  func statusChange(
    in context: Int, of known: [ReaderStatus], milliseconds: UInt
  ) throws(PCSCCode) -> [ReaderStatus] {
    try change { () throws(PCSCCode) in
      if milliseconds > 0 {
        log.append("wait")
        wakeWaiters()
      }
      let withoutPlugAndPlay = known.filter { $0 != .plugAndPlay }
      while milliseconds > 0 && isRunning && contexts[context] == false
        && readers == withoutPlugAndPlay
      {
        condition.wait()
      }
      guard isRunning else { throw .communicationError }
      guard contexts[context] == false else { throw .cancelled }
      return known.map { one in readers.first { $0.name == one.name } ?? one }
    }
  }

  func connect(_ context: Int, to reader: String) throws(PCSCCode) -> ConnectedCard {
    try change { () throws(PCSCCode) in
      guard let status = readers.first(where: { $0.name == reader }) else { throw .unknownReader }
      guard status.has(ReaderStatus.present) else { throw .noSmartCard }
      guard !status.has(ReaderStatus.mute) else { throw .unresponsiveCard }
      log.append("connect")
      return ConnectedCard(handle: handle(), activeProtocol: 2)
    }
  }

  func reconnect(_ card: Int) throws(PCSCCode) -> UInt {
    change { log.append("reconnect") }
    return 2
  }

  func beginTransaction(_ card: Int) throws(PCSCCode) {
    try change { () throws(PCSCCode) in
      if !failuresToBegin.isEmpty { throw failuresToBegin.removeFirst() }
      while !transactions.isEmpty { condition.wait() }
      transactions.append(card)
      log.append("begin")
    }
  }

  func endTransaction(_ card: Int) {
    change {
      transactions.removeAll { $0 == card }
      log.append("end")
    }
  }

  func disconnectResetting(_ card: Int) { change { log.append("disconnect") } }
  func answerToReset(of card: Int) throws(PCSCCode) -> [UInt8] { FakeWinSCard.atr }

  func transmit(
    _ command: [UInt8], to card: Int, over protocol: UInt
  ) throws(PCSCCode) -> [UInt8] {
    change { log.append("transmit") }
    return try respond(command)
  }

  // MARK: -

  private func handle() -> Int {
    nextHandle += 1
    return nextHandle
  }

  /// With `condition` locked.
  private func wakeWaiters() {
    let due = waiters.filter { $0.isTrue(self) }
    waiters.removeAll { $0.isTrue(self) }
    for waiter in due { waiter.wake.resume() }
  }

  private func set(_ name: String, _ state: UInt, _ atr: [UInt8]) {
    change {
      readers = readers.map {
        $0.name == name ? ReaderStatus(name: name, state: state, answerToReset: atr) : $0
      }
    }
  }

  private func change<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    condition.lock()
    defer {
      wakeWaiters()
      condition.broadcast()
      condition.unlock()
    }
    return try body()
  }
}
