import CardTestSupport
import CryptoCore
import Diagnostics
import Files
import FlowFiles
import FlowLoader
import FlowModel
import FlowRuntime
import FlowTesting
import Foundation
import Glibc
import Secrets
import TestSupport
import Testing
import VirtualCard
import WebToken

@testable import WalletApp
@testable import WalletSimulator

private func catalogue() throws -> Catalogue {
  try #require(FlowLoader().load(folder: flowsFolder).catalogue)
}

private func scripts(
  _ text: String, path: String = "script.yaml"
) -> (scripts: [Script], diagnostics: [Diagnostic]) {
  ScriptLoader(world: World.shape).load(SourceFile(path: path, bytes: Array(text.utf8)))
}

private func outcome(_ text: String) async throws -> WorldScript.Outcome {
  let folder = try Folder()
  try folder.write(Array(text.utf8), to: "script.yaml")
  let loaded = scripts(text, path: folder.path + "/script.yaml")
  #expect(loaded.diagnostics.isEmpty, "\(loaded.diagnostics)")
  let script = try #require(loaded.scripts.first)
  return await WorldScript.run(
    script, on: try catalogue().compiled(as: script.reading), folder: folder.path)
}

@Suite struct WorldTests {
  @Test(
    "Each script below Flows/real takes the rows of its trace at their times; all take every row"
  )
  func real() async throws {
    let catalogue = try catalogue()
    let book = ReplayBook(
      folder: flowsFolder + "/" + FlowLoader.realFolder, world: World.shape)
    #expect(book.diagnostics.isEmpty)
    var taken: Set<Row> = []
    for chapter in book.chapters {
      for script in chapter.scripts {
        let temporary = try Folder()
        let outcome = await WorldScript.run(
          script, on: catalogue.compiled(as: script.reading), folder: temporary.path)
        let trace = TraceBook.text(of: outcome.entries, ending: outcome.ending)
        let failure =
          outcome.failure
          ?? TraceBook.difference(of: script, trace, from: chapter.trace(of: script) ?? "")
        #expect(failure == nil, "\(failure?.message ?? "")")
        taken.formUnion(outcome.entries.map(\.row.original))
      }
    }
    let missing = catalogue.flows.flatMap(\.rows).filter { !taken.contains($0) }
    let exceptions = book.chapters.flatMap { $0.scripts.first?.exceptions ?? [] }.map(\.name)
    #expect(missing.map(\.qualified).sorted() == exceptions.sorted())
    #expect(
      exceptions.sorted() == ["UC1.2:*a", "UC1.2:*b", "UC2.3:*a", "UC2.3:*b"])
  }

  @Test("A failed expectation shows both paths beside each other, with the lines of their files")
  func sideBySide() async throws {
    let outcome = try await outcome(
      """
      flow: PF1.4
      world: { app: { version: 1.0 }, versions: { oldest: 2.0, newest: 2.0 } }
      steps: [selects Close]
      expect:
        rows: [1.1a]
        end: result App version is allowed
      """)
    let message = try #require(outcome.failure).message
    let line = try #require(message.split(separator: "\n").first { $0.hasPrefix("  | 1.1a") })
    #expect(line.contains("(line 5)") && line.contains("PF1.4:1.1b  ("))
    #expect(line.hasSuffix("PF1.4-apply-update-policy.yaml:22)"), "\(line)")
    #expect(message.contains("result App version is allowed"))
  }

  @Test(
    "The script's expectations of what is stored and received are checked",
    arguments: [
      ("stored: { can: no }", "`can` is stored at the end"),
      ("received: { code: 200 }", "the caller received `code`: `449`, not `200`"),
      ("received: { kode: 200 }", "nothing is received under `kode`"),
      ("stored: { pin3: yes }", "nothing is stored under `pin3`"),
      ("end: back", "ended with `end`, not with `back`"),
    ])
  func expectations(_ expectation: String, _ message: String) async throws {
    let outcome = try await outcome(
      """
      flow: EID8
      world: { saved: { can: 123456, pin1: 9999 } }
      expect: { \(expectation) }
      """)
    let failure = try #require(outcome.failure)
    #expect(failure.message.contains(message), "\(failure.message)")
  }

  @Test(
    "A world with a wrong entry is refused with its place",
    arguments: [
      ("world: { platfrom: ios }", "a world has no key `platfrom`"),
      ("world: { platform: windows }", "`windows` is not what `platform` may be"),
      ("world: { card: { can: 12345 } }", "`12345` is not what `can` may be"),
      ("world: { card: { touches: soon } }", "`soon` is not what `touches` may be"),
      ("world: { account: { failures: 17 } }", "`17` is not what `failures` may be"),
      ("world: { app: yes }", "an app must be a mapping"),
      ("world: { date: 2026-13-01 }", "`2026-13-01` is not what `date` may be"),
      ("world: {}\nrows: [1.1a]", "`rows` and `world` exclude each other"),
      ("steps: [1.1a]", "`steps` needs a `world`"),
      ("world: {}\nsteps: [{ wait: soon }]", "`soon` is not a duration"),
      ("world: {}\nsteps: [{ 1.1a: { pin: 1 }, 1.1b: {} }]", "a step is one row"),
    ])
  func refusedWorlds(_ text: String, _ message: String) {
    let found = scripts("flow: UC2.3\n\(text)\n").diagnostics
    #expect(found.contains { $0.message.contains(message) }, "\(found.map(\.message))")
  }

  @Test("A row that the current step does not have stops the script at its line")
  func otherRow() async throws {
    let outcome = try await outcome(
      """
      flow: UC2.1
      world: {}
      steps: [selects Cancel]
      """)
    let failure = try #require(outcome.failure)
    #expect(failure.message.contains("`UC2.1:1.1`, which has no such row"))
    #expect(failure.help?.contains("`1.1a` User enters PIN") == true)
  }
}

@Suite struct SecretTests {
  /// Digits that are not in the source: computed from a number.
  /// The digits of a seed, one at each call.
  private static func sequence(_ seed: UInt64) -> () -> UInt8 {
    var value = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return {
      value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return 0x30 + UInt8((value >> 33) % 10)
    }
  }

  private static func digits(_ seed: UInt64, _ count: Int) -> [UInt8] {
    let next = sequence(seed)
    return (0..<count).map { _ in next() }
  }

  private func made(_ seed: UInt64, _ count: Int) -> Secret {
    var bytes = SecretTests.digits(seed, count)
    return Secret(moving: &bytes)
  }

  /// Runs EID12 and UC2.1 to their ends with secrets that are entered by hand.
  private func runs(
    in folder: Folder, pin1: UInt64, pin: UInt64
  ) async throws -> (trace: String, Simulator) {
    let clock = ManualRunClock()
    let world = try await Simulator(World(), folder: folder.path, clock: clock)
    let catalogue = try catalogue()
    let program = catalogue.compiled(as: .meant)
    var trace = ""
    for (name, rows) in [("EID12", ["1", "2", "2"]), ("UC2.1", ["1.1a", "1.3a", "1.7b", "1.9a"])] {
      let flow = try #require(catalogue.flow(named: name))
      let runner = try Runner(
        program, start: flow, handlers: .wallet(world.wallet),
        facts: try await world.wallet.facts(of: program), clock: clock)
      _ = try await runner.run()
      for row in rows {
        for input in await runner.state.step.inputs {
          let digits = input.name == "pin1" ? made(pin1, 12) : made(pin, 6)
          await runner.enter(secret: digits, as: input.name)
        }
        _ = try await runner.choose(row)
      }
      trace += await runner.trace.map { $0.json + $0.text }.joined()
      await runner.cancel()
    }
    await world.wallet.endRun()
    return (trace, world)
  }

  @Test("No PIN is in the store in clear, in a trace, or on the disk after a wipe")
  func nowhere() async throws {
    let folder = try Folder()
    let (trace, world) = try await runs(in: folder, pin1: 11, pin: 23)
    #expect(try await world.wallet.store.items() == [.pin1, .salt, .account])
    for (seed, count) in [(UInt64(11), 12), (23, 6)] {
      let text = String(decoding: SecretTests.digits(seed, count), as: UTF8.self)
      #expect(!folder.holds(text))
      #expect(!trace.contains(text))
    }
    let salt = try await world.wallet.store.value(.salt)
    let planted = try #require(salt?.withBytes { Array($0) })
    try await world.wallet.store.wipe()
    for file in folder.files {
      #expect(Data(folder.bytes(file)).range(of: Data(planted)) == nil)
    }
  }

  @Test("No PIN1 is in the memory of the process after the run")
  func memory() async throws {
    let folder = try Folder()
    _ = try await runs(in: folder, pin1: 41, pin: 43)
    // The pattern is made byte by byte beside the search, so that the search does not find itself.
    // The first search resolves symbols, which puts registers with the pattern on the stack.
    _ = SecretTests.occurrences(seed: 7, count: 12)
    #expect(SecretTests.occurrences(seed: 55, count: 12) == 0)
    #expect(SecretTests.occurrences(seed: 41, count: 12) == 0)
    // The search does find digits that are in memory.
    let kept = made(97, 12)
    #expect(SecretTests.occurrences(seed: 97, count: 12) == 1)
    _ = consume kept
    #expect(SecretTests.occurrences(seed: 97, count: 12) == 0)
  }

  /// Counts the occurrences of a seed's digits in the writable memory of this process.
  private static func occurrences(seed: UInt64, count: Int) -> Int {
    let next = SecretTests.sequence(seed)
    return HiddenPattern(count: count) { _ in next() }.occurrences()
  }

  @Test("A card that a file holds and that has not expired is refused in a world where it has")
  func expiredFile() async throws {
    let folder = try Folder()
    func card(_ file: String, isExpired: Bool) async throws -> Int64? {
      var world = World()
      world.card.isExpired = isExpired
      let simulator = try await Simulator(
        world, folder: folder.path("state"), clock: ManualRunClock(), cardFile: folder.path(file))
      return try await simulator.reader.card().lastSecond
    }
    _ = try await card("valid", isExpired: false)
    let name = folder.path("valid")
    await #expect(
      throws: WalletProblem(
        "the card in `\(name)` has not expired; `card: { expired: yes }` is for a new one")
    ) { try await card("valid", isExpired: true) }
    #expect(try await card("expired", isExpired: true) == 1_735_689_599)
    #expect(try await card("expired", isExpired: true) == 1_735_689_599)
  }
}
