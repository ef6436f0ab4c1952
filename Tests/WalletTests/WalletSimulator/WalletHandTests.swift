import EstEID
import FlowRuntime
import TestSupport
import Testing
import VirtualCard

@testable import WalletApp
@testable import WalletSimulator

/// What the wallet holds in its hand during a run: codes, a challenge, a token; and for how long.
@Suite struct WalletHandTests {
  private let folder: Folder
  private let clock = ManualRunClock()

  init() throws { folder = try Folder() }

  private func simulator(_ settings: (inout World) -> Void = { _ in }) async throws -> Simulator {
    var world = World()
    world.card.touchesAfter = 0
    settings(&world)
    return try await Simulator(world, folder: folder.path("state"), clock: clock)
  }

  /// Has the caller start the app, enters CAN and PIN1 and puts the card on the reader.
  private func begin(_ wallet: Wallet, pin1: String? = "1234") async throws {
    #expect(try await wallet.start(signs: false) == "started")
    #expect(try await wallet.check(.can, secret("123456")) == "valid")
    if let pin1 { #expect(try await wallet.check(.pin1, secret(pin1)) == "valid") }
    #expect(try await wallet.waitForCard(since: 0) == "present")
  }

  /// Whether the wallet holds a code: only then it could be saved.
  private func holds(_ code: CardCode, _ wallet: Wallet) async -> Bool {
    do {
      _ = try await wallet.save(code)
      return true
    } catch {
      return "\(error)" != "no \(code.name) was entered"
    }
  }

  @Test("Nothing that the wallet held is there after a run")
  func endOfRun() async throws {
    let wallet = try await simulator().wallet
    try await begin(wallet)
    #expect(try await wallet.start(signs: true) == "started")
    #expect(try await wallet.check(.pin2, secret("12345")) == "valid")
    #expect(try await wallet.checkPINPolicy(secret("142536")) == "accepted")
    #expect(try await wallet.logIn() == "signed")
    #expect(try await wallet.check(.pin1, secret("1234")) == "valid")
    await wallet.endRun()
    for code in [CardCode.can, .pin1, .pin2] {
      #expect(await !holds(code, wallet), "\(code.name)")
    }
    #expect(try await wallet.comparePIN(secret("142536")) == "different")
    await #expect(throws: WalletProblem("there is no token to deliver")) {
      try await wallet.answerCaller()
    }
    await #expect(throws: WalletProblem("no card is connected")) { try await wallet.read() }
  }

  @Test("A wipe locks the wallet and forgets the PINs that cards have refused")
  func wiped() async throws {
    let wallet = try await simulator().wallet
    #expect(await wallet.lockState() == "unlocked")
    let memory = try await wallet.pinMemory()
    #expect(try await wallet.pinMemory() === memory)
    #expect(try await wallet.wipe() == "wiped")
    #expect(await wallet.lockState() == "locked")
    #expect(try await wallet.pinMemory() !== memory)
  }

  @Test("The caller gets one answer, however often a run would give one")
  func oneAnswer() async throws {
    let simulator = try await simulator()
    let wallet = simulator.wallet
    try await begin(wallet)
    #expect(try await wallet.logIn() == "signed")
    #expect(try await wallet.answerCaller() == "delivered")
    try await wallet.answer(code: 449)
    await #expect(throws: WalletProblem.self) { try await wallet.answerCaller() }
    #expect(await simulator.party.received.map(\.code) == [200])
    // A caller that starts the app again gets another one.
    #expect(try await wallet.start(signs: false) == "started")
    try await wallet.answer(code: 449)
    try await wallet.answer(code: 408)
    #expect(await simulator.party.received.map(\.code) == [200, 449])
  }

  @Test("A challenge is used for one token; the next token gets a new one")
  func challenges() async throws {
    let simulator = try await simulator()
    let wallet = simulator.wallet
    try await begin(wallet)
    for _ in 0..<2 {
      #expect(try await wallet.logIn() == "signed")
      #expect(try await wallet.answerCaller() == "delivered")
      #expect(try await wallet.check(.pin1, secret("1234")) == "valid")
      #expect(try await wallet.waitForCard(since: 0) == "present")
    }
    #expect(await simulator.party.received.map(\.refusal) == [nil, nil])
  }

  @Test("A saved PIN1 never uses the last try, and one that was just entered may")
  func lastTry() async throws {
    let simulator = try await simulator {
      $0.saved.pin1 = TestCode("1234")
      $0.card.pin1Tries = 1
    }
    let wallet = simulator.wallet
    try await begin(wallet, pin1: nil)
    #expect(try await wallet.logIn() == "wrong-pin")
    #expect(
      await wallet.takeNotices().last == "1 try left for PIN1; the saved one was not sent")
    #expect(try await wallet.enterSavedPIN1() == "rejected")
    #expect(try await wallet.check(.pin1, secret("1234")) == "valid")
    #expect(try await wallet.waitForCard(since: 0) == "present")
    #expect(try await wallet.logIn() == "signed")
  }

  @Test("A PIN that is refused, or that cannot be registered, is not kept")
  func refusedPINs() async throws {
    let wallet = try await simulator { $0.device.isSecure = false }.wallet
    #expect(try await wallet.checkPINPolicy(secret("111111")) == "too-simple")
    #expect(try await wallet.comparePIN(secret("111111")) == "different")
    #expect(try await wallet.checkPINPolicy(secret("142536")) == "accepted")
    await #expect(throws: ActionFailure("Device insecure")) { try await wallet.setUpAccount() }
    await #expect(throws: WalletProblem("no PIN was chosen")) { try await wallet.setUpAccount() }
  }

  @Test("A PIN is kept for another attempt if the server is out of reach, and only then")
  func keptForLater() async throws {
    let simulator = try await simulator { $0.account.pin = TestCode("142536") }
    let wallet = simulator.wallet
    func change(_ network: World.Network) async {
      await simulator.phone.change { world in
        var world = world
        world.network = network
        return world
      }
    }
    await change(.noInternet)
    await #expect(throws: ActionFailure("No internet")) {
      try await wallet.checkPIN(secret("142536"))
    }
    await change(.ok)
    let kept = await wallet.giveUpPIN()
    guard let kept else {
      Issue.record("no PIN is kept")
      return
    }
    let answer = try await wallet.checkPIN(kept)
    #expect(answer == "valid")
    try await wallet.store.set(.account, secret("nobody"))
    await #expect(throws: WalletProblem("the account server does not know this account")) {
      try await wallet.checkPIN(secret("142536"))
    }
    let none = await wallet.giveUpPIN()
    let isGone = none == nil
    #expect(isGone)
  }

  @Test("Nothing is asked of, or sent to, a caller that wants the answer elsewhere")
  func relay() async throws {
    let simulator = try await simulator { $0.caller.answersTo = "https://evil.example/answer" }
    await #expect(throws: CallerError.otherOrigin) { try await simulator.wallet.newChallenge() }
    await #expect(throws: CallerError.otherOrigin) { try await simulator.wallet.answer(code: 449) }
    #expect(await simulator.party.received.isEmpty)
  }

  @Test("PIN2 is kept only while there is something to sign")
  func pin2() async throws {
    let wallet = try await simulator().wallet
    #expect(try await wallet.start(signs: true) == "started")
    #expect(try await wallet.start(signs: false) == "started")
    #expect(try await wallet.check(.pin2, secret("12345")) == "valid")
    #expect(await !holds(.pin2, wallet))
    #expect(try await wallet.start(signs: true) == "started")
    #expect(try await wallet.check(.pin2, secret("12345")) == "valid")
    #expect(await holds(.pin2, wallet))
  }

  @Test("A deleted code is gone from the store and from the run")
  func deleted() async throws {
    let wallet = try await simulator { $0.saved.pin1 = TestCode("1234") }.wallet
    #expect(try await wallet.check(.can, secret("123456")) == "valid")
    #expect(try await wallet.delete(.can) == "deleted")
    #expect(await !holds(.can, wallet))
    #expect(try await wallet.disableBiometrics() == "disabled")
    #expect(try await !wallet.store.contains(.pin1))
  }

  @Test("A wrong CAN that was entered is tried once, a saved one twice")
  func wrongCAN() async throws {
    let entered = try await simulator()
    #expect(try await entered.wallet.check(.can, secret("111111")) == "valid")
    #expect(try await entered.wallet.waitForCard(since: 0) == "present")
    #expect(try await entered.wallet.connect() == "wrong-can")
    let once = try await entered.reader.card().exchangeCount
    let saved = try await simulator { $0.saved.can = TestCode("111111") }
    #expect(try await saved.wallet.waitForCard(since: 0) == "present")
    #expect(try await saved.wallet.connect() == "wrong-can")
    #expect(try await saved.reader.card().exchangeCount > once)
  }
}
