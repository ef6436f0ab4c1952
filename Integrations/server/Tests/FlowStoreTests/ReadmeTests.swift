import FlowKit
import FlowStore
import Foundation
import Testing

/// The code of the README, which is compiled here as it stands there.
@Suite struct ReadmeTests {
  struct Bus {
    func publish(_ bodies: [String]) async throws {}
  }

  struct Bank {
    func charge(_ card: borrowing Secret, idempotencyKey: String) async throws -> Bool { true }
  }

  func request(
    _ bytes: [UInt8], _ handlers: Handlers, _ key: SealingKey, code: consuming Secret
  ) async throws {
    let runs = Runs(
      PostgresStore("host=db dbname=shop"), release: try Release(compiled: bytes),
      handlers: handlers, keys: SealingKeys(key))

    let page = try await runs.start("UC1", id: "order-4711")
    var entries = Entries(["what": "tea"])
    entries.enter(secret: code, as: "code")
    let next = try await runs.choose("order", in: "order-4711", entries, seen: page.version)
    let people = try await runs.waiting(at: "UC1:sure")
    _ = (next, people)
  }

  func handler(_ handlers: inout Handlers, _ bank: Bank) {
    handlers.bind("payment.take", outcomes: ["paid", "refused"]) { context in
      let card = try context.secret("card")
      return try await bank.charge(card, idempotencyKey: context.key ?? "") ? "paid" : "refused"
    }
  }

  func others(_ runs: Runs, _ bus: Bus) async throws {
    let job = Task { await runs.work() }
    try await runs.deliver { updates in try await bus.publish(updates.map(\.body)) }
    let told = try await runs.migrate(dryRun: true)
    try await runs.migrate(dryRun: false)
    let resealed = try await runs.reseal(dryRun: false)
    let left = try await runs.giveUp(untouchedFor: .seconds(90 * 86_400), dryRun: true)
    try await runs.giveUp(untouchedFor: .seconds(90 * 86_400), dryRun: false)
    try await runs.removeEnded(olderThan: .seconds(90 * 86_400), dryRun: false)
    _ = (job, told, resealed, left)
  }

  @Test("Every line of code in the README is one that is compiled here")
  func lines() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let readme = folder.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("README.md")
    func code(_ file: URL) throws -> [Substring] {
      try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    }
    func plain(_ line: Substring) -> String {
      let code = line.split(separator: "  //", maxSplits: 1).first ?? ""
      return code.trimmingCharacters(in: .whitespaces)
    }
    let compiled = Set(try code(URL(fileURLWithPath: #filePath)).map(plain))
    var (isCode, count) = (false, 0)
    for line in try code(readme) {
      if line.hasPrefix("```") {
        isCode = line == "```swift"
      } else if isCode {
        #expect(compiled.contains(plain(line)), "\(line)")
        count += 1
      }
    }
    #expect(count > 15)
  }
}
