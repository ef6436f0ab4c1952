import FlowKit
import FlowStore
import Testing

/// Actions that take long, beside what has to be done meanwhile.
@Suite struct SlownessTests {
  private let shop: Shop
  private let gate = Gate()

  init() throws { shop = try Shop() }

  /// Runs whose actions stand still before the gate if the name of their run begins with `slow`.
  /// `begun` is told of each action.
  private func runs(
    _ store: MemoryStore, _ begun: AsyncStream<String>.Continuation
  ) throws -> Runs {
    var handlers = Handlers()
    let gate = gate
    for (action, outcomes) in [
      "goods.order": ["ordered"], "goods.pay": ["paid", "wrong"], "late.count": ["counted"],
    ] {
      handlers.bind(action, outcomes: outcomes) { context in
        let key = context.key ?? ""
        begun.yield("\(action) \(key.prefix { $0 != "/" })")
        if key.hasPrefix("slow") { await gate.pass() }
        return Answer(outcomes[0])
      }
    }
    return Runs(
      store, release: try Shop.release("first"), handlers: handlers, keys: SealingKeys(shop.key),
      clock: shop.clock)
  }

  /// The names of what was told, once so many were.
  private func next(_ count: Int, of begun: AsyncStream<String>) async -> Set<String> {
    var names: Set<String> = []
    for await name in begun {
      names.insert(name)
      if names.count == count { break }
    }
    return names
  }

  @Test(
    "Timers come in time beside slow actions of the job, and of requests on every connection",
    .timeLimit(.minutes(1)))
  func timers() async throws {
    let (begun, tell) = AsyncStream<String>.makeStream()
    let runs = try runs(MemoryStore(connections: 2), tell)
    let (requests, slow) = (["slow0", "slow1"], ["slow2", "slow3", "slow4"])
    let timely = ["a", "b", "c", "d"]
    for id in requests + slow + timely {
      try await runs.start("UC1", id: id)
      try await runs.choose("order", in: id, shop.entries())
    }
    await withThrowingTaskGroup { group in
      for id in requests { group.addTask { _ = try await runs.choose("yes", in: id) } }
      #expect(await next(2, of: begun) == ["goods.order slow0", "goods.order slow1"])
      shop.clock.advance(to: 3_000)
      let job = Task { await runs.work(every: .milliseconds(1)) }
      let late = await next(slow.count + timely.count, of: begun)
      #expect(late == Set((slow + timely).map { "late.count \($0)" }))
      gate.open()
      job.cancel()
      await job.value
    }
    for id in timely { #expect(try await runs.look(id).place == "UC1:1.1") }
    for id in requests { #expect(try await runs.look(id).place == "UC1:1.6") }
  }

  @Test("The job works on as many runs at once as it may", .timeLimit(.minutes(1)))
  func bound() async throws {
    let (begun, tell) = AsyncStream<String>.makeStream()
    let runs = try runs(MemoryStore(connections: 1), tell)
    for number in 0..<5 {
      try await runs.start("UC1", id: "slow\(number)")
      try await runs.choose("order", in: "slow\(number)", shop.entries())
    }
    shop.clock.advance(to: 3_000)
    let job = Task { await runs.work(every: .milliseconds(1), workers: 2) }
    #expect(await next(2, of: begun).count == 2)
    gate.open()
    #expect(await next(3, of: begun).count == 3)
    job.cancel()
    await job.value
  }

  @Test("A run whose change the database refuses is left for later, and others come before it")
  func poison() async throws {
    let (begun, tell) = AsyncStream<String>.makeStream()
    let runs = try runs(MemoryStore(connections: 1), tell)
    for id in ["poison", "a"] {
      try await runs.start("UC1", id: id)
      try await runs.choose("order", in: id, shop.entries())
      shop.clock.advance(to: shop.clock.now + 1)
    }
    shop.clock.advance(to: 3_001)
    #expect(try await runs.workOnce())
    let run = try await runs.look("poison")
    #expect(run.place == "UC1:1.2" && run.due == shop.clock.timeOfDay + 1_000)
    #expect(run.problem == "what follows could not be written")
    #expect(try await runs.workOnce())
    #expect(try await runs.look("a").place == "UC1:1.1")
    #expect(try await runs.workOnce() == false)
    #expect(await next(2, of: begun) == ["late.count poison", "late.count a"])
  }

  @Test("A migration counts the runs that a request holds, and moves them when called again")
  func migration() async throws {
    let (begun, tell) = AsyncStream<String>.makeStream()
    let store = MemoryStore(connections: 3)
    let runs = try runs(store, tell)
    for id in ["a", "slow0", "z"] {
      try await runs.start("UC1", id: id)
      try await runs.choose("order", in: id, shop.entries())
    }
    let new = try await shop.runs("second", store: store)
    let request = Task { try await runs.choose("yes", in: "slow0") }
    _ = await next(1, of: begun)
    for batch in [1, 200] {
      #expect(try await new.migrate(dryRun: true, batch: batch).busy == 0)
    }
    let told = try await new.migrate(dryRun: false, batch: 1)
    #expect(told.renumbered == 2 && told.changed == 0 && told.busy == 1)
    gate.open()
    _ = try await request.value
    let again = try await new.migrate(dryRun: false, acceptingChanges: true)
    #expect(again.changed == 1 && again.busy == 0)
  }
}
