import FlowKit
import Testing

@testable import FlowStore

/// Keys that are replaced while runs wait.
@Suite struct KeysTests {
  private let shop: Shop
  private let new: SealingKey

  init() throws {
    shop = try Shop()
    new = try #require(Shop.key(8))
  }

  private func asked(_ runs: Runs, _ id: String) async throws {
    try await runs.start("UC1", id: id)
    try await runs.choose("order", in: id, shop.entries())
  }

  @Test("A key that was replaced still opens; one that is gone makes the run ask again")
  func replaced() async throws {
    let runs = try await shop.runs()
    try await asked(runs, "a")
    try await asked(runs, "b")
    let rotated = try await shop.runs(keys: SealingKeys(new, older: [shop.key]))
    #expect(try await rotated.choose("yes", in: "a").place == "UC1:1.6")
    let without = try await shop.runs(keys: SealingKeys(new))
    let again = try await without.choose("yes", in: "b")
    #expect(again.place == "UC1:1.1" && again.problem?.contains("`code` is gone") == true)
    #expect(try await without.look("b").problem == again.problem)
    #expect(!shop.service.calls.contains("wrong"))
  }

  /// A process that is killed after its action and before it has written, and the same request to
  /// another one with other keys.
  private func interrupted(_ id: String, _ before: SealingKeys, _ after: SealingKeys) async throws {
    let store = ForgetfulStore(SQLiteStore(path: shop.path), .always)
    await #expect(throws: StoreError.self) {
      try await shop.runs("send", keys: before, store: store, attempts: 1)
        .choose("sendIt", in: id, shop.entries(), seen: 1)
    }
    let run = try await shop.runs("send", keys: after).choose(
      "sendIt", in: id, shop.entries(), seen: 1)
    #expect(run.place == "UC1:1.3")
    #expect(
      shop.service.calls == ["order", "pay", "order", "pay"]
        && shop.service.effects == 2)
  }

  @Test("The key of an action is the same in every phase in which a sealing key is replaced")
  func phases() async throws {
    let phases = [
      SealingKeys(shop.key), SealingKeys(shop.key, older: [new]),
      SealingKeys(new, older: [shop.key]), SealingKeys(new),
    ]
    for (before, after) in [(0, 1), (1, 2), (2, 1), (2, 3)] {
      let id = "\(before)\(after)"
      try await shop.runs("send", keys: phases[0]).start("UC1", id: id)
      if after == 3 {
        let runs = try await shop.runs("send", keys: phases[2])
        #expect(try await runs.reseal(dryRun: true).sealed == 3)
        #expect(try await runs.reseal(dryRun: false, batch: 1).sealed == 3)
        #expect(try await runs.reseal(dryRun: true) == Resealing())
      }
      shop.service.forget()
      try await interrupted(id, phases[before], phases[after])
    }
  }

  @Test("What was sealed with a key that is gone is counted and left, and the rest is sealed anew")
  func resealing() async throws {
    let old = try await shop.runs()
    try await asked(old, "a")
    let other = try #require(Shop.key(9))
    try await asked(try await shop.runs(keys: SealingKeys(other)), "b")
    let runs = try await shop.runs(keys: SealingKeys(new, older: [shop.key]))
    for isDry in [true, false] {
      let told = try await runs.reseal(dryRun: isDry)
      #expect(told.sealed == 1 && told.lost == 1 && told.busy == 0)
    }
    // Its secret and its version are what they were.
    let without = try await shop.runs(keys: SealingKeys(new))
    #expect(try await without.choose("yes", in: "a", seen: 2).place == "UC1:1.6")
  }

  @Test("Tables and runs of an earlier release get these keys with the next change")
  func upgrade() async throws {
    let runs = try await shop.runs()
    try await runs.start("UC1", id: "a")
    do {
      let connection = try await SQLiteConnection.connect(shop.path)
      _ = try await connection.rows("ALTER TABLE flowrun_runs DROP COLUMN marking", [])
    }
    let new = try await shop.runs()
    #expect(try await new.choose("order", in: "a", shop.entries()).place == "UC1:1.2")
    let written = try await SQLiteStore(path: shop.path).transaction { try await $0.find("a") }
    #expect(written?.marking?.isEmpty == false)
  }
}
