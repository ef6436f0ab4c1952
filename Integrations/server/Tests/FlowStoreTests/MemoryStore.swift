import FlowStore
import Synchronization

/// Runs in memory, each with a lock of its own as in PostgreSQL. So many requests have a connection
/// at once, and the job has others.
final class MemoryStore: RunStore {
  fileprivate struct State {
    var runs: [String: RunRecord] = [:]
    var updates: [RunUpdate] = []
    var locked: Set<String> = []
    var free: Int
  }

  fileprivate let state: Mutex<State>

  init(connections: Int) { state = Mutex(State(free: connections)) }

  func prepare() async throws {}

  func transaction<R: Sendable>(
    _ body: @Sendable (any StoreTransaction) async throws -> R
  ) async throws -> R {
    await wait { state in
      guard state.free > 0 else { return false }
      state.free -= 1
      return true
    }
    defer { state.withLock { $0.free += 1 } }
    return try await jobTransaction(body)
  }

  func jobTransaction<R: Sendable>(
    _ body: @Sendable (any StoreTransaction) async throws -> R
  ) async throws -> R {
    let transaction = MemoryTransaction(self)
    do {
      let result = try await body(transaction)
      transaction.end(keeping: true)
      return result
    } catch {
      transaction.end(keeping: false)
      throw error
    }
  }

  fileprivate func wait(until isDone: (inout State) -> Bool) async {
    while !state.withLock({ isDone(&$0) }) { await Task.yield() }
  }
}

/// What a transaction changes is kept at its end.
private final class MemoryTransaction: StoreTransaction {
  struct Changes {
    var runs: [String: RunRecord?] = [:]
    var updates: [RunUpdate] = []
    var removed: [RunUpdate] = []
    var locked: Set<String> = []
  }

  let store: MemoryStore
  let own = Mutex(Changes())

  init(_ store: MemoryStore) { self.store = store }

  func end(keeping isKept: Bool) {
    let own = own.withLock { $0 }
    store.state.withLock { state in
      state.locked.subtract(own.locked)
      guard isKept else { return }
      for (id, run) in own.runs { state.runs[id] = run }
      state.updates.removeAll { own.removed.contains($0) }
      state.updates += own.updates
    }
  }

  private func take(_ id: String, in state: inout MemoryStore.State) -> Bool {
    if own.withLock({ $0.locked.contains(id) }) { return true }
    guard state.locked.insert(id).inserted else { return false }
    own.withLock { _ = $0.locked.insert(id) }
    return true
  }

  private func all(_ isMeant: (RunRecord) -> Bool) -> [RunRecord] {
    store.state.withLock { $0.runs.values.filter(isMeant) }.sorted { $0.id < $1.id }
  }

  private func set(_ run: RunRecord) { own.withLock { $0.runs[run.id] = .some(run) } }

  func insert(_ run: RunRecord) async throws(StoreError) {
    guard try await lock(run.id) == nil else { throw .exists(run.id) }
    set(run)
  }

  func find(_ id: String) async throws(StoreError) -> RunRecord? {
    own.withLock { $0.runs[id] } ?? store.state.withLock { $0.runs[id] }
  }

  func lock(_ id: String) async throws(StoreError) -> RunRecord? {
    await store.wait { take(id, in: &$0) }
    return try await find(id)
  }

  func lockDue(by time: Int64) async throws(StoreError) -> RunRecord? {
    store.state.withLock { state in
      let due = state.runs.values.filter { $0.due ?? .max <= time && !state.locked.contains($0.id) }
      return due.min { $0.due ?? 0 < $1.due ?? 0 }.flatMap { take($0.id, in: &state) ? $0 : nil }
    }
  }

  /// Refuses every later row of a run whose name begins with `poison`.
  func write(_ run: RunRecord, over version: Int64) async throws(StoreError) {
    guard !run.id.hasPrefix("poison") || version < 2 || run.version == version else {
      throw .refused("a test")
    }
    set(run)
  }

  func add(_ update: RunUpdate) async throws(StoreError) {
    own.withLock { $0.updates.append(update) }
  }

  func waiting(
    at step: String, after id: String, most: Int
  ) async throws(StoreError) -> [RunRecord] {
    Array(all { [$0.place, $0.name].contains(step) && $0.end == nil && $0.id > id }.prefix(most))
  }

  func notOn(
    release: String, after id: String, most: Int, locked: Bool
  ) async throws(StoreError) -> [RunRecord] {
    let runs = all { $0.release != release && $0.id > id && $0.end == nil }
    guard locked else { return Array(runs.prefix(most)) }
    return Array(
      runs.filter { run in store.state.withLock { take(run.id, in: &$0) } }.prefix(most))
  }

  func untouched(
    since time: Int64, after id: String, most: Int, locked: Bool
  ) async throws(StoreError) -> [RunRecord] {
    let runs = all { $0.changedAt < time && $0.due == nil && $0.id > id && $0.end == nil }
    guard locked else { return Array(runs.prefix(most)) }
    return Array(
      runs.filter { run in store.state.withLock { take(run.id, in: &$0) } }.prefix(most))
  }

  func lockUpdates(most: Int) async throws(StoreError) -> [RunUpdate] {
    Array(store.state.withLock { $0.updates }.prefix(most))
  }

  func remove(_ update: RunUpdate) async throws(StoreError) {
    own.withLock { $0.removed.append(update) }
  }

  func countEnded(before time: Int64, withUpdates: Bool) async throws(StoreError) -> Int { 0 }

  func removeEnded(
    before time: Int64, withUpdates: Bool, most: Int
  ) async throws(StoreError) -> Int { 0 }
}

/// Where actions stand still until the test lets them go on.
final class Gate: Sendable {
  private let state = Mutex((isOpen: false, waiting: [CheckedContinuation<Void, Never>]()))

  func pass() async {
    await withCheckedContinuation { caller in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(caller) }
        return state.isOpen
      }
      if isOpen { caller.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      return state.waiting
    }
    for caller in waiting { caller.resume() }
  }
}
