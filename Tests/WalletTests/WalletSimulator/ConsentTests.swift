import FlowFiles
import FlowLoader
import FlowModel
import FlowRuntime
import TestSupport
import Testing
import VirtualCard

@testable import WalletApp
@testable import WalletSimulator

/// What the user is told before a PIN is asked for, and what becomes of PINs and CANs.
@Suite struct ConsentTests {
  private let folder: Folder
  private let clock = ManualRunClock()

  init() throws { folder = try Folder() }

  private func simulator(
    isKept: Bool = false, _ settings: (inout World) -> Void = { _ in }
  ) async throws -> Simulator {
    var world = World()
    world.saved.can = TestCode("123456")
    world.card.touchesAfter = 0
    settings(&world)
    return try await Simulator(world, folder: folder.path("state"), clock: clock, isKept: isKept)
  }

  private func runner(_ flow: String, _ simulator: Simulator) async throws -> Runner {
    let catalogue = try #require(FlowLoader().load(folder: flowsFolder).catalogue)
    let program = catalogue.compiled(as: .meant)
    return try Runner(
      program, start: try #require(catalogue.flow(named: flow)),
      handlers: .wallet(simulator.wallet), facts: try await simulator.wallet.facts(of: program),
      clock: clock)
  }

  @Test(
    "Who asks, and what is to be signed, is told before a PIN is asked for",
    arguments: [
      ("EID8", "EID2:2", ["https://website.example asks for a log in"]),
      (
        "EID9", "EID3:2",
        ["https://website.example asks for a signature", #"To be signed: pay\n1\u{202E}0001"#]
      ),
      ("EID10", "EID2:2", ["https://website.example asks for a log in"]),
      (
        "EID11", "EID3:2",
        ["https://website.example asks for a signature", #"To be signed: pay\n1\u{202E}0001"#]
      ),
    ])
  func told(flow: String, step: String, notices: [String]) async throws {
    let simulator = try await simulator { $0.caller.document = "pay\n1\u{202E}0001" }
    let runner = try await runner(flow, simulator)
    var pause = try await runner.run()
    while case .waiting(let waiting) = pause, waiting.qualified != step {
      pause = try await runner.choose(try #require(waiting.rows(.meant).first).reference)
    }
    guard case .waiting(let waiting) = pause, waiting.qualified == step else {
      Issue.record("\(pause)")
      return
    }
    #expect(await simulator.wallet.takeNotices() == notices)
    await runner.cancel()
    await simulator.wallet.endRun()
  }

  @Test("Who asks is told before the card is used, even if CAN and PIN1 are saved")
  func toldWithSavedCodes() async throws {
    let simulator = try await simulator {
      $0.saved.pin1 = TestCode("1234")
      $0.card.touchesAfter = nil
    }
    let runner = try await runner("EID8", simulator)
    _ = try await runner.run()
    guard case .waiting(let asked) = try await runner.choose("1"), asked.qualified == "EID8:9"
    else {
      Issue.record("the user is not asked")
      return
    }
    #expect(await simulator.wallet.takeNotices() == ["https://website.example asks for a log in"])
    #expect(try await simulator.reader.card().exchangeCount == 0)
    // No code is asked for, so the run goes on to where the wallet waits for a card that never
    // comes.
    let rest = Task { try await runner.choose("9a") }
    for _ in 0..<1_000_000 {
      if await runner.state.step.qualified == "EID8:6" { break }
      await Task.yield()
    }
    #expect(await runner.state.step.qualified == "EID8:6")
    #expect(try await simulator.reader.card().exchangeCount == 0)
    await runner.cancel()
    _ = await rest.result
    await simulator.wallet.endRun()
  }

  @Test(
    "A flow that signs nothing does not keep PIN2, and without a told document nothing is signed")
  func unusedPIN2() async throws {
    let simulator = try await simulator()
    let wallet = simulator.wallet
    #expect(try await wallet.start(signs: false) == "started")
    #expect(try await wallet.check(.pin2, secret("12345")) == "valid")
    #expect(try await wallet.waitForCard(since: 0) == "present")
    #expect(try await wallet.signDocument() == "wrong-pin")
    #expect(await wallet.takeNotices().last == "PIN2 was not entered; the card was not asked")
    #expect(try await wallet.start(signs: true) == "started")
    #expect(try await wallet.check(.pin2, secret("12345")) == "valid")
    #expect(try await wallet.signDocument() == "signed")
  }

  @Test(
    "The wallet's own log in takes 16 exchanges with an IDEMIA card, and a signature 17",
    arguments: [(true, 16), (false, 17)])
  func exchanges(logsIn: Bool, count: Int) async throws {
    let simulator = try await simulator { $0.saved.pin1 = TestCode("1234") }
    let wallet = simulator.wallet
    _ = try await wallet.start(signs: !logsIn)
    if !logsIn { _ = try await wallet.check(.pin2, secret("12345")) }
    _ = try await wallet.waitForCard(since: 0)
    let answer = try await logsIn ? wallet.logIn() : wallet.signDocument()
    #expect(answer == "signed")
    #expect(try await simulator.reader.card().exchangeCount == count)
  }

  @Test("One wrong bit in the card's nonce does not cost the saved CAN")
  func flippedNonce() async throws {
    let simulator = try await simulator()
    let wallet = simulator.wallet
    #expect(try await wallet.waitForCard(since: 0) == "present")
    let card = try await simulator.reader.card()
    await card.setFaults(Faults([3: .garbledByte(10)]))
    #expect(try await wallet.connect() == "connected")
    #expect(await card.exchangeCount == 12)
    // An entered CAN is asked for again by the flow, and a wrong one is not tried twice.
    #expect(try await wallet.waitForCard(since: 0) == "present")
    await card.setFaults(Faults([3: .garbledByte(10)]))
    _ = try await wallet.check(.can, secret("123456"))
    #expect(try await wallet.connect() == "wrong-can")
    #expect(await card.exchangeCount == 6)
  }

  @Test("A wrong saved PIN1 costs one try, over all runs, until the store is wiped")
  func wrongSavedPIN() async throws {
    for (run, notice) in [
      (1, "PIN1 was wrong. 2 tries left"),
      (2, "The card has rejected this PIN1 before; it was not sent again"),
      (3, "The card has rejected this PIN1 before; it was not sent again"),
    ] {
      let simulator = try await simulator(isKept: true) { $0.saved.pin1 = TestCode("9999") }
      #expect(try await simulator.wallet.waitForCard(since: 0) == "present")
      #expect(try await simulator.wallet.logIn() == "wrong-pin", "\(run)")
      #expect(await simulator.wallet.takeNotices().last == notice, "\(run)")
      await simulator.wallet.endRun()
    }
    let simulator = try await simulator(isKept: true)
    _ = try await simulator.wallet.wipe()
    #expect(try await simulator.wallet.store.items().isEmpty)
    _ = try await simulator.wallet.check(.can, secret("123456"))
    _ = try await simulator.wallet.check(.pin1, secret("9999"))
    #expect(try await simulator.wallet.waitForCard(since: 0) == "present")
    #expect(try await simulator.wallet.logIn() == "wrong-pin")
    #expect(await simulator.wallet.takeNotices().last == "PIN1 was wrong. 2 tries left")
  }
}
