import FlowKit
import FlowStore
import Glibc
import Testing

/// Timers, tries, secrets and releases.
@Suite struct WorkTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  private func asked(_ runs: Runs, _ id: String = "a") async throws {
    try await runs.start("UC1", id: id)
    try await runs.choose("order", in: id, shop.entries())
  }

  @Test("The job takes the row of a timer at its time, not before, and once")
  func timer() async throws {
    let runs = try await shop.runs()
    try await asked(runs)
    #expect(try await runs.look("a").due == shop.clock.timeOfDay + 3_000)
    shop.clock.advance(to: 2_999)
    #expect(try await runs.workOnce() == false)
    shop.clock.advance(to: 3_000)
    let others = try await shop.runs()
    async let one = runs.workOnce()
    async let two = others.workOnce()
    #expect(try await [one, two].count { $0 } == 1)
    #expect(shop.service.calls == ["late"])
    #expect(try await runs.look("a").place == "UC1:1.1")
  }

  @Test("An action behind a timer that fails at once is tried again, however fast it failed")
  func failingAtOnce() async throws {
    let runs = try await shop.runs()
    let ids = (0..<40).map { "r\($0)" }
    for id in ids { try await asked(runs, id) }
    shop.service.fail(ids.count)
    shop.clock.advance(to: 3_000)
    for _ in ids { #expect(try await runs.workOnce()) }
    for id in ids {
      let run = try await runs.look(id)
      #expect(run.place == "UC1:1.5" && run.problem == "the action `late.count` failed: Broken")
      #expect(run.due == shop.clock.timeOfDay + 1_000)
    }
    shop.clock.advance(to: 4_000)
    for _ in ids { #expect(try await runs.workOnce()) }
    for id in ids { #expect(try await runs.look(id).place == "UC1:1.1") }
    #expect(shop.service.calls.count == 80 && shop.service.effects == 40)
  }

  @Test("A choice after a timer's time comes too late, and the timer's row is kept")
  func late() async throws {
    let runs = try await shop.runs()
    try await asked(runs)
    shop.clock.advance(to: 3_000)
    await #expect { try await runs.choose("yes", in: "a", seen: 2) } throws: {
      "\($0)" == "the run `a` has gone on, and now is at `UC1:1.1`"
    }
    let run = try await runs.look("a")
    #expect(run.place == "UC1:1.1" && run.version == 3 && shop.service.calls == ["late"])
  }

  @Test("An action that throws is tried again later with its key and its secret")
  func tries() async throws {
    let runs = try await shop.runs()
    try await asked(runs)
    shop.service.fail(2)
    let stuck = try await runs.choose("yes", in: "a")
    #expect(stuck.problem == "the action `goods.order` failed: Broken")
    #expect(stuck.place == "UC1:1.3" && stuck.due == shop.clock.timeOfDay + 1_000)
    shop.clock.advance(to: 1_000)
    #expect(try await runs.workOnce())
    #expect(try await runs.look("a").due == shop.clock.timeOfDay + 2_000)
    #expect(try await runs.workOnce() == false)
    shop.clock.advance(to: 3_000)
    #expect(try await runs.workOnce())
    let run = try await runs.look("a")
    #expect(run.place == "UC1:1.6" && run.problem == nil && run.due == nil)
    #expect(shop.service.calls == ["order", "order", "order", "pay"] && shop.service.effects == 2)
    #expect(!(try everything()).contains("sesame"))
  }

  @Test("A database that loses the transaction after the actions performs them with the same keys")
  func lost() async throws {
    let runs = try await shop.runs()
    try await asked(runs)
    for loss in [ForgetfulStore.Loss.before, .after] {
      let forgetful = ForgetfulStore(SQLiteStore(path: shop.path), loss)
      let run = try await shop.runs(store: forgetful).choose("yes", in: "a")
      #expect(run.place == "UC1:1.6")
      try await runs.choose("again", in: "a")
      try await runs.choose("order", in: "a", shop.entries())
    }
    // Once it was performed again, once it was found written.
    #expect(shop.service.calls.count == 6 && shop.service.effects == 4)
  }

  @Test("Sealed secrets of one run are of no use to another one, nor to another version")
  func swapped() async throws {
    let runs = try await shop.runs()
    try await asked(runs, "a")
    try await asked(runs, "b")
    let store = SQLiteStore(path: shop.path)
    try await store.transaction { transaction in
      var (a, b) = (try #require(try await transaction.find("a")), try await transaction.find("b"))
      (a.secrets, b) = (b?.secrets, nil)
      try await transaction.write(a, over: a.version)
    }
    #expect(try await runs.choose("yes", in: "a").place == "UC1:1.1")
    #expect(try await runs.choose("yes", in: "b").place == "UC1:1.6")
  }

  @Test("Secrets are nowhere in the database, neither as they are nor in digits")
  func sealed() async throws {
    let runs = try await shop.runs()
    try await asked(runs)
    let text = try everything()
    let digits = "open sesame".utf8.map { String($0, radix: 16) }.joined()
    #expect(text.contains("UC1:1.2") && !text.contains("sesame") && !text.contains(digits))
  }

  @Test("A new release takes over runs where they rest, and rows are taken on what was shown")
  func releases() async throws {
    let old = try await shop.runs()
    try await asked(old, "a")
    let new = try await shop.runs("second", older: ["first"])
    let run = try await new.choose("no", in: "a", seen: 2)
    #expect(run.place == "UC1:1.2" && run.situation?.step.name == "basket")
    // A process of the old release goes on with it.
    let back = try await old.choose("UC1:order", in: "a", shop.entries())
    #expect(back.place == "UC1:1.2")
  }

  @Test("A dry run says what a migration does, which does it, and tells who has to be told")
  func migration() async throws {
    let old = try await shop.runs()
    for id in ["a", "b", "c"] { try await asked(old, id) }
    try await old.choose("yes", in: "c")
    let new = try await shop.runs("second")
    for batch in [1, 2, 200] {
      let told = try await new.migrate(dryRun: true, batch: batch)
      #expect(told.renumbered == 2 && told.changed == 1 && told.stay == 0 && told.lost == 0)
      #expect(told.care.map(\.run) == ["c"] && told.care[0].to == "UC1:1.7")
    }
    #expect(try await new.waiting(at: "UC1:1.2").map(\.id) == ["a", "b"])
    #expect(try await new.migrate(dryRun: false, batch: 1).renumbered == 2)
    #expect(try await new.waiting(at: "UC1:1.3").map(\.id) == ["a", "b"])
    #expect(try await new.migrate(dryRun: true).changed == 1)
    await #expect { try await new.choose("close", in: "c") } throws: {
      "\($0)".contains("cannot go on with these flows")
    }
    #expect(try await new.migrate(dryRun: false, acceptingChanges: true).changed == 1)
    #expect(try await new.choose("track", in: "c").place == "UC1:1.7")
    // The secret has gone along, and the page that was shown before is an older one.
    await #expect(throws: StoreError.self) { try await new.choose("yes", in: "a", seen: 2) }
    #expect(try await new.choose("yes", in: "a", seen: 3).place == "UC1:1.7")
  }

  @Test("The job leaves a run whose flows it lacks to other processes, and does not lose it")
  func foreign() async throws {
    let old = try await shop.runs()
    for id in ["a"] { try await old.start("UC1", id: id) }
    try await old.choose("order", in: "a", shop.entries())
    shop.service.fail(1)
    try await old.choose("yes", in: "a")
    let store = SQLiteStore(path: shop.path)
    // Damage: a snapshot that is none.
    let text = try await store.transaction { transaction in
      var a = try #require(try await transaction.find("a"))
      let text = a.snapshot
      a.snapshot = "{}"
      try await transaction.write(a, over: a.version)
      return text
    }
    shop.clock.advance(to: 1_000)
    #expect(try await old.workOnce())
    #expect(try await old.workOnce() == false)
    try await store.transaction { transaction in
      var a = try #require(try await transaction.find("a"))
      #expect(a.problem?.contains("format") == true)
      a.snapshot = text
      try await transaction.write(a, over: a.version)
    }
    shop.clock.advance(to: 70_000)
    #expect(try await old.workOnce())
    #expect(try await old.look("a").place == "UC1:1.6")
  }

  /// All bytes of the database, as text.
  private func everything() throws -> String {
    var text = ""
    for ending in ["", "-wal"] {
      guard let file = fopen(shop.path + ending, "r") else { continue }
      defer { fclose(file) }
      while case let byte = fgetc(file), byte != EOF {
        text.unicodeScalars.append(UnicodeScalar(UInt8(byte)))
      }
    }
    return text
  }
}
