import FlowRuntime
import JSON
import TestSupport
import Testing

@testable import WalletApp
@testable import WalletSimulator

@Suite struct SimulatorTests {
  @Test("Setting up the remote PIN counts as a use of the wallet, which locks 300 s later")
  func setUpUnlocks() async throws {
    let folder = try Folder()
    let clock = ManualRunClock()
    var world = World()
    world.app.unused = 400_000
    let wallet = try await Simulator(world, folder: folder.path, clock: clock).wallet
    #expect(await wallet.lockState() == "locked")
    _ = try await wallet.checkPINPolicy(secret("142536"))
    #expect(try await wallet.setUpAccount() == "done")
    clock.advance(to: 299_999)
    #expect(await wallet.lockState() == "unlocked")
    clock.advance(to: 300_000)
    #expect(await wallet.lockState() == "locked")
  }

  @Test(
    "An answer arrives as it was sent, whichever way it goes",
    arguments: [CallerAnswer.token("t"), .signature("s"), .failure(449)])
  func answers(_ answer: CallerAnswer) throws {
    for way in [AnswerWay.post, .result] {
      let text = answer.json(by: way).text
      #expect(CallerAnswer(try #require(JSONValue(parsing: text)), by: way) == answer)
    }
  }

  @Test("A changed world is what the phone answers from at once")
  func changes() async throws {
    let folder = try Folder()
    let simulator = try await Simulator(World(), folder: folder.path, clock: ManualRunClock())
    #expect(await simulator.wallet.checkConditions() == "ready")
    await simulator.phone.change { world in
      var world = world
      world.device.hasCamera = false
      return world
    }
    #expect(await simulator.wallet.checkConditions() == "not-ready")
  }
}
