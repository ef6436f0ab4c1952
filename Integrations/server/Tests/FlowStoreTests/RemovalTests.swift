import FlowKit
import FlowStore
import Testing

/// Runs that are over, and runs that nobody returns to.
@Suite struct RemovalTests {
  private let shop: Shop
  private let day = Duration.seconds(86_400)

  init() throws { shop = try Shop() }

  @Test(
    "Runs that ended long ago are counted and removed, without those that wait or were not told")
  func removal() async throws {
    let runs = try await shop.runs()
    for id in ["a", "b", "c", "d", "told"] { try await runs.start("UC1", id: id) }
    for id in ["a", "b", "told"] { try await runs.choose("close", in: id) }
    shop.clock.advance(to: 86_400_000)
    #expect(try await runs.removeEnded(olderThan: day, withUpdates: true, dryRun: true) == 0)
    shop.clock.advance(to: 86_400_001)
    try await runs.choose("close", in: "c")
    for _ in 0..<2 {
      try await SQLiteStore(path: shop.path).transaction { transaction in
        for update in try await transaction.lockUpdates(most: 100) where update.run != "b" {
          try await transaction.remove(update)
        }
      }
    }
    #expect(try await runs.removeEnded(olderThan: day, withUpdates: true, dryRun: true) == 3)
    #expect(try await runs.removeEnded(olderThan: day, dryRun: true) == 2)
    #expect(try await runs.removeEnded(olderThan: day, dryRun: false, batch: 1) == 2)
    #expect(try await runs.look("b").end == "end")
    #expect(try await runs.removeEnded(olderThan: day, withUpdates: true, dryRun: false) == 1)
    for id in ["a", "b", "told"] {
      await #expect { try await runs.look(id) } throws: { "\($0)" == "there is no run `\(id)`" }
    }
    #expect(try await runs.look("c").end == "end")
    #expect(try await runs.look("d").end == nil)
    // The name is free, and no update of the run before is in the way.
    try await runs.start("UC1", id: "b")
    #expect(try await runs.delivered().map(\.run) == ["b"])
  }

  @Test("A run that nobody returns to is given up: its secrets are gone, and others are told")
  func leaving() async throws {
    let runs = try await shop.runs()
    for id in ["a", "b", "ended", "recent"] { try await runs.start("UC1", id: id) }
    try await runs.choose("close", in: "ended")
    shop.clock.advance(to: 1)
    try await runs.start("UC1", id: "late")
    shop.clock.advance(to: 86_400_000)
    #expect(try await runs.giveUp(untouchedFor: day, dryRun: false) == 0)
    shop.clock.advance(to: 86_400_001)
    try await touch(runs, "recent")
    #expect(try await runs.giveUp(untouchedFor: day, dryRun: true) == 2)
    #expect(try await runs.look("a").end == nil)
    #expect(try await runs.giveUp(untouchedFor: day, dryRun: false, batch: 1) == 2)
    #expect(try await runs.giveUp(untouchedFor: day, dryRun: false) == 0)
    for id in ["a", "b"] {
      let run = try await runs.look(id)
      #expect(run.end == StoredRun.givenUp && run.version == 2 && run.place == "UC1:1.1")
      await #expect { try await runs.choose("close", in: id) } throws: {
        "\($0)" == "the run `\(id)` has ended: given up"
      }
    }
    #expect(try await runs.look("ended").end == "end")
    for id in ["recent", "late"] { #expect(try await runs.look(id).end == nil) }
    let told = try await runs.delivered().filter { $0.body.contains("\"end\":\"given up\"") }
    #expect(told.map(\.run) == ["a", "b"] && told.allSatisfy { $0.version == 2 })
    // Later they are removed like all others that are over.
    #expect(try await runs.removeEnded(olderThan: day, dryRun: true) == 1)
    shop.clock.advance(to: 172_800_002)
    #expect(try await runs.removeEnded(olderThan: day, dryRun: true) == 3)
  }

  @Test("A run that something is due for is never given up, and one with secrets is without them")
  func due() async throws {
    let runs = try await shop.runs()
    for id in ["timer", "tried", "secret"] {
      try await runs.start("UC1", id: id)
      try await runs.choose("order", in: id, shop.entries())
    }
    shop.service.fail(1)
    try await runs.choose("yes", in: "tried")
    let store = SQLiteStore(path: shop.path)
    try await store.transaction { transaction in
      var run = try #require(try await transaction.find("secret"))
      #expect(run.secrets != nil && run.marking != nil)
      // As a step without a timer would be.
      run.due = nil
      try await transaction.write(run, over: run.version)
    }
    shop.clock.advance(to: 86_400_001)
    #expect(try await runs.giveUp(untouchedFor: day, dryRun: false) == 1)
    let run = try #require(try await store.transaction { try await $0.find("secret") })
    #expect(run.end == "given up" && run.snapshot == nil && run.secrets == nil)
    #expect(run.marking == nil)
    // What is due still happens.
    while try await runs.workOnce() {}
    #expect(try await runs.look("timer").place == "UC1:1.1")
    #expect(try await runs.look("tried").place == "UC1:1.6")
  }

  @Test("A run whose flows no process has is given up, and one that was only moved counts as old")
  func releases() async throws {
    let old = try await shop.runs()
    for id in ["a", "b"] { try await old.start("UC1", id: id) }
    try await SQLiteStore(path: shop.path).transaction { transaction in
      var run = try #require(try await transaction.find("b"))
      run.snapshot = "{}"
      try await transaction.write(run, over: run.version)
    }
    shop.clock.advance(to: 86_400_000)
    let new = try await shop.runs("second")
    let moved = try await new.migrate(dryRun: false)
    #expect(moved.renumbered == 1 && moved.lost == 1)
    shop.clock.advance(to: 86_400_001)
    #expect(try await new.giveUp(untouchedFor: day, dryRun: false) == 2)
    #expect(try await new.look("b").end == "given up")
  }

  @Test("A run that a request holds is left out, without waiting for it", .timeLimit(.minutes(1)))
  func held() async throws {
    let store = MemoryStore(connections: 4)
    let runs = try await shop.runs(store: store)
    for id in ["a", "held"] { try await runs.start("UC1", id: id) }
    shop.clock.advance(to: 86_400_001)
    let day = day
    try await store.transaction { transaction in
      _ = try await transaction.lock("held")
      #expect(try await runs.giveUp(untouchedFor: day, dryRun: false) == 1)
    }
    #expect(try await runs.look("a").end == "given up")
    #expect(try await runs.look("held").end == nil)
    #expect(try await runs.giveUp(untouchedFor: day, dryRun: false) == 1)
  }

  /// Takes a row that leads back.
  private func touch(_ runs: Runs, _ id: String) async throws {
    try await runs.choose("order", in: id, shop.entries())
    try await runs.choose("no", in: id)
  }
}
