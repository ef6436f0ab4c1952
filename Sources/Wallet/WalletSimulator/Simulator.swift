package import CryptoCore
package import FlowRuntime
internal import Secrets
package import WalletApp
internal import WebToken

/// A wallet in a world: the phone, the account server, the caller and the card in this process, and
/// everything done that the world says was done before.
package struct Simulator: Sendable {
  package let wallet: Wallet
  package let phone: SimulatedPhone
  package let party: RelyingParty
  package let reader: VirtualReader

  /// - Parameters:
  ///   - folder: for the store. What an earlier run left there is wiped, unless `isKept`.
  ///   - account: an account server in place of the one in this process.
  ///   - caller: a caller in place of the one in this process.
  ///   - cards: where cards come from, in place of the virtual reader.
  ///   - trusted: authorities that the caller in this process trusts besides the virtual card's.
  package init(
    _ world: World, folder: String, clock run: any RunClock, isKept: Bool = false,
    account: (any AccountService)? = nil, caller: (any Caller)? = nil,
    cards: (any CardSource)? = nil, trusted: [Certificate] = []
  ) async throws {
    let clock = WorldClock(run: run, start: world.time)
    let backDate = BackDate()
    let server: any AccountService =
      if let account { account } else {
        try AccountServer(path: isKept ? folder + "/server.json" : nil, versions: world.versions) {
          backDate.value.map { world.time * 1_000 + $0 } ?? clock.time
        }
      }
    let phone = SimulatedPhone(world, server: server)
    let reader = VirtualReader(phone, clock: clock)
    let party = RelyingParty(
      origin: try Origin(world.caller.origin), document: world.caller.document,
      anchors: { TrustAnchors(trusted + (reader.authority.map { [$0] } ?? [])) },
      now: { clock.time / 1_000 })
    let proofing = ProofingBackend(
      accounts: [world.proofing.nonce: world.proofing.familyName], clock: clock, connection: phone)
    wallet = try Wallet(
      folder: folder,
      environment: Environment(
        phone: phone, biometrics: phone, links: phone, camera: phone,
        caller: caller ?? LocalCaller(party, world.caller), account: phone, proofing: proofing,
        clock: clock, cards: cards ?? reader),
      lastUse: world.app.isUnlocked ? -world.app.unused : nil)
    self.phone = phone
    self.party = party
    self.reader = reader
    if !isKept { try await wallet.store.wipe() }
    // What is kept from an earlier run goes before what the world says was done.
    if try await wallet.store.items().isEmpty { try await prepare(world, server, backDate) }
  }

  /// Does what was done before the run began: saves what is saved, registers the PIN, enters it
  /// wrong as often as the world says, with the pauses between.
  private func prepare(
    _ world: World, _ server: any AccountService, _ backDate: BackDate
  ) async throws {
    let store = wallet.store
    if let can = world.saved.can { try await store.set(.can, can.secret) }
    if let pin1 = world.saved.pin1 { try await store.set(.pin1, pin1.secret) }
    if world.saved.hasPID { try await store.set(.pid, TestCode("PID").secret) }
    if world.biometrics.isOn { try await store.set(.biometrics, TestCode("").secret) }
    guard let pin = world.account.pin else { return }
    let salt = try Random.secret(PINKey.saltLength)
    let key = try PINKey.derived(from: pin.secret, salt: salt).publicKey()
    let name = try await server.register(Registration(publicKey: key.encoded, isAttested: true))
    // So far back that the last wrong attempt falls on the beginning of the run.
    var before = RetryPolicy.pauses.prefix(max(0, world.account.failures - 1) / 4).reduce(0, +)
    for failure in 0..<world.account.failures {
      backDate.set(-before * 1_000)
      let challenge = try await server.challenge(for: name)
      _ = try await server.check([UInt8](repeating: 0, count: 64), of: challenge, account: name)
      if failure % 4 == 3, failure / 4 < RetryPolicy.pauses.count {
        before -= RetryPolicy.pauses[failure / 4]
      }
    }
    backDate.set(nil)
    try await store.set(.salt, salt)
    try await store.set(.account, TestCode(name).secret)
  }
}
