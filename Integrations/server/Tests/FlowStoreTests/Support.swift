import FlowKit
import FlowStore
import FlowYAML
import Synchronization
import Testing

/// A shop whose runs are in a file of SQLite, and a service that counts each key once.
struct Shop {
  let path: String
  let service = Service()
  let clock = ManualRunClock(timeOfDay: 1_700_000_000_000)
  let key: SealingKey

  init() throws {
    path = "/tmp/flowrun-store-\(UInt64.random(in: 0 ... .max)).sqlite"
    key = try #require(Shop.key(7))
  }

  static func key(_ seed: UInt8) -> SealingKey? {
    var bytes = [UInt8](repeating: seed, count: 32)
    return SealingKey(Secret(moving: &bytes))
  }

  /// The flows of a release.
  static func release(_ name: String) throws -> Release {
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let loaded = FlowLoader().load(folder: "/\(folder)/Fixtures/\(name)")
    return Release(name, try #require(loaded.catalogue).compiled())
  }

  /// What one process of the shop has.
  func runs(
    _ release: String = "first", older: [String] = [], keys: SealingKeys? = nil,
    store: (any RunStore)? = nil, attempts: Int = 6
  ) async throws -> Runs {
    let store = store ?? SQLiteStore(path: path)
    try await store.prepare()
    var options = Runs.Options()
    options.patience = .milliseconds(50)
    options.attempts = attempts
    return Runs(
      store, release: try Shop.release(release), older: try older.map(Shop.release),
      handlers: service.handlers, keys: keys ?? SealingKeys(key), options: options, clock: clock)
  }

  /// What is ordered, with a secret code.
  func entries(_ what: String = "tea", code: String = "open sesame") -> Entries {
    var entries = Entries(["what": what])
    var bytes = Array(code.utf8)
    entries.enter(secret: Secret(moving: &bytes), as: "code")
    return entries
  }
}

/// Performs the actions. It counts each key once, and may fail.
final class Service: Sendable {
  struct Broken: Error { let detail: String }

  struct State {
    /// All calls: the action and its key.
    var calls: [(action: String, key: String)] = []
    var failures = 0
    var codes: [Int] = []
  }

  let state = Mutex(State())

  var calls: [String] { state.withLock { $0.calls.map(\.action) } }
  /// What has an effect: the calls whose key was not there before.
  var effects: Int { state.withLock { Set($0.calls.map(\.key)).count } }

  /// How long the codes were that were given.
  var codes: [Int] { state.withLock { $0.codes } }

  func forget() { state.withLock { $0.calls = [] } }

  func fail(_ times: Int) { state.withLock { $0.failures = times } }

  private func call(_ action: String, _ key: String?) throws {
    try state.withLock { state in
      state.calls.append((action, key ?? "none"))
      guard state.failures == 0 else {
        state.failures -= 1
        throw Broken(detail: "open sesame was not accepted")
      }
    }
  }

  var handlers: Handlers {
    var handlers = Handlers()
    handlers.bind("goods.order", outcomes: ["ordered"]) { [self] context in
      try call("order", context.key)
      return "ordered"
    }
    handlers.bind("goods.pay", outcomes: ["paid", "wrong"]) { [self] context in
      let code = try context.secret("code")
      do { try call("pay", context.key) } catch {
        context.giveBack(code, as: "code")
        throw error
      }
      state.withLock { $0.codes.append(code.count) }
      return code.withBytes { $0.elementsEqual("open sesame".utf8) } ? "paid" : "wrong"
    }
    handlers.bind("late.count", outcomes: ["counted"]) { [self] context in
      try call("late", context.key)
      return "counted"
    }
    return handlers
  }
}

/// What was delivered.
final class Box: Sendable {
  private let list = Mutex<[RunUpdate]>([])
  var all: [RunUpdate] { list.withLock { $0 } }
  func add(_ updates: [RunUpdate]) { list.withLock { $0 += updates } }
}

extension Runs {
  /// All updates that wait, delivered.
  func delivered() async throws -> [RunUpdate] {
    let box = Box()
    while try await deliver({ box.add($0) }) > 0 {}
    return box.all
  }
}

/// A store that loses a transaction: before it is written, or its answer after it was written.
struct ForgetfulStore: RunStore {
  enum Loss { case before, after, always }

  private let store: any RunStore
  private let loss: Loss
  private let rest = Rest()

  private final class Rest: Sendable { let count = Mutex(1) }

  init(_ store: any RunStore, _ loss: Loss) { (self.store, self.loss) = (store, loss) }

  func prepare() async throws { try await store.prepare() }

  func transaction<R: Sendable>(
    _ body: @Sendable (any StoreTransaction) async throws -> R
  ) async throws -> R {
    let loses =
      loss == .always
      || rest.count.withLock { count in
        count -= 1
        return count == 0
      }
    if loses, loss != .after {
      return try await store.transaction { transaction in
        _ = try await body(transaction)
        throw StoreError.unavailable("a test")
      }
    }
    let result = try await store.transaction(body)
    if loses { throw StoreError.unknownOutcome("a test") }
    return result
  }
}
