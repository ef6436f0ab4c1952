import FlowModel
import FlowRuntime
import FlowTestSupport
import Secrets
import Synchronization
import TestSupport
import Testing

/// The keys of actions, the due time, and secrets between two requests: what a run needs that is
/// kept in a database.
@Suite struct ActionKeyTests {
  private static let flow = """
    flow: X
    title: X
    steps:
      - step: 1
        screen: Order
        input: { what: { length: 1..9 }, pin: { secret: yes, length: 4..8 } }
        rows:
          a: { user: orders, enters: [what, pin], next: 2 }
          b: { event: Time is up, after: 15 min, next: 3 }
      - step: 2
        screen: Sure?
        rows:
          a: { user: is sure, next: 3 }
      - step: 3
        system: orders
        action: goods.order
        rows:
          a: { case: Ordered, on: done, next: 4 }
      - step: 4
        system: pays
        action: goods.pay
        with: { pin: pin }
        rows:
          a: { case: Paid, on: done, next: 1 }
    """

  private let program: Program
  private let flow: Flow
  private let keys = Keys()

  init() throws {
    let catalogue = try catalogue(ActionKeyTests.flow)
    program = catalogue.compiled()
    flow = try need(catalogue.flow(id: "X"))
  }

  /// The keys and secrets that actions were given.
  private final class Keys: Sendable {
    private let list = Mutex<[String]>([])
    var all: [String] { list.withLock { $0 } }
    func add(_ key: String) { list.withLock { $0.append(key) } }
  }

  private struct Broken: Error {}

  private func handlers(failing: Bool = false) -> Handlers {
    var handlers = Handlers()
    handlers.bind("goods.order", outcomes: ["done"]) { [keys] context in
      keys.add(context.key ?? "none")
      return "done"
    }
    handlers.bind("goods.pay", outcomes: ["done"]) { [keys] context in
      keys.add(context.key ?? "none")
      let pin = try context.secret("pin")
      guard !failing else {
        context.giveBack(pin, as: "pin")
        throw Broken()
      }
      return "done"
    }
    return handlers
  }

  private func waiting(as name: String? = "4711") async throws -> Runner {
    let runner = try Runner(
      program, start: flow, handlers: handlers(), clock: ManualRunClock(timeOfDay: 1_000))
    if let name { await runner.identify(as: name) }
    try await runner.run()
    return runner
  }

  /// What a request does: restores, takes both rows, and gives the snapshot.
  private func request(
    _ text: String, what: String = "tea", mark: String = "", failing: Bool = false
  ) async throws -> String? {
    let runner = try Runner(
      restoring: Snapshot(json: text), on: program, handlers: handlers(failing: failing),
      clock: ManualRunClock(timeOfDay: 1_000))
    try await runner.run()
    if await runner.state.step.id == "1" {
      await runner.enter(what, as: "what")
      await runner.enter(secret: secret("1234"), as: "pin")
      try await runner.choose("1a", mark: mark)
      _ = try? await runner.choose("2a")
    }
    return await runner.snapshot?.json
  }

  @Test("A run without a name gives its actions no keys, and its snapshot has none")
  func none() async throws {
    let text = try need(await waiting(as: nil).snapshot?.json)
    #expect(!text.contains("\"key\""))
    _ = try await request(text)
    #expect(keys.all == ["none", "none"])
  }

  @Test("After a crash the same decision gives the same keys, each of them once in a run")
  func crashed() async throws {
    let text = try need(await waiting().snapshot?.json)
    let after = try need(try await request(text))
    _ = try await request(text)
    let first = keys.all
    #expect(first.count == 4 && Array(first[..<2]) == Array(first[2...]))
    #expect(first.allSatisfy { $0.hasPrefix("4711/") } && first[0] != first[1])
    _ = try await request(after)
    #expect(Set(keys.all).count == 4)
  }

  @Test("Another input or another mark at the same place gives other keys")
  func decisions() async throws {
    let text = try need(await waiting().snapshot?.json)
    for what in ["tea", "coffee"] {
      for mark in ["", "1", "2"] { _ = try await request(text, what: what, mark: mark) }
    }
    #expect(Set(keys.all).count == 12)
  }

  @Test("An action that threw has the same key at its next try, in another process too")
  func thrown() async throws {
    let text = try need(await waiting().snapshot?.json)
    let stuck = try need(try await request(text, failing: true))
    let runner = try Runner(
      restoring: Snapshot(json: stuck), on: program, handlers: handlers(),
      clock: ManualRunClock(timeOfDay: 1_000))
    await runner.keep(KeptSecret(secret("1234"), as: .init(now: "pin", entered: "pin")))
    try await runner.run()
    #expect(keys.all.count == 3 && keys.all[1] == keys.all[2])
  }

  @Test("A secret that was entered in one request is there in the next one, and no longer after")
  func secrets() async throws {
    let runner = try await waiting()
    await runner.enter("tea", as: "what")
    await runner.enter(secret: secret("1234"), as: "pin")
    try await runner.choose("1a")
    let kept = Keys()
    await runner.lendSecrets { name, secret in
      kept.add("\(name.now) \(name.entered) \(secret.count)")
    }
    #expect(kept.all == ["pin pin 4"])
    let next = try Runner(
      restoring: try need(await runner.snapshot), on: program, handlers: handlers(),
      clock: ManualRunClock(timeOfDay: 1_000))
    await next.keep(KeptSecret(secret("1234"), as: .init(now: "pin", entered: "pin")))
    try await next.run()
    try await next.choose("2a")
    #expect(await next.situation.askedAgain == nil)
    #expect(keys.all.count == 2)
    await next.lendSecrets { name, _ in kept.add(name.now) }
    #expect(kept.all.count == 1)
  }

  @Test("A snapshot says when it is due, by the time of day, and reads it again")
  func due() async throws {
    let snapshot = try need(await waiting().snapshot)
    let quarter: Int64 = 15 * 60_000
    #expect(snapshot.due == quarter + 1_000)
    #expect(try Snapshot(json: snapshot.json) == snapshot)
    #expect(try Snapshot(json: snapshot.json).due == snapshot.due)
  }

  @Test("A key that no run could have is damage")
  func damaged() throws {
    for text in ["", "x", "x/1", "x/1-", "x/1-zz", "x/-1-0000000000000000", "x/1-1"] {
      #expect(ActionKey(text: text) == nil, "\(text)")
    }
    #expect(ActionKey(text: "a/b/3-00000000000000ff")?.run == "a/b")
  }
}
