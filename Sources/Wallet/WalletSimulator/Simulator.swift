public import CryptoCore
public import FlowRuntime
internal import Secrets
internal import WebToken

/// A wallet in a world: the store in a folder, the account server, the caller and the card in this
/// process, and everything done that the world says was done before.
public struct Simulator: Sendable {
  public let wallet: Wallet
  public let store: Store
  public let party: RelyingParty
  public let reader: VirtualReader
  public let server: AccountServer

  /// - Parameters:
  ///   - folder: for the store. A world is a beginning: what an earlier run left there is wiped,
  ///     unless `isKept`.
  ///   - trusted: authorities that the caller in this process trusts besides the virtual card's.
  ///   - pause: how time passes; the clock itself when left out.
  public init(
    _ world: World, folder: String, clock: any RunClock, isKept: Bool = false,
    account: (any AccountService)? = nil, caller: (any Caller)? = nil,
    reader otherReader: (any CardSource)? = nil,
    trusted: [Certificate] = [], pause: Wallet.Pause? = nil
  ) async throws {
    let store = try Store(folder: folder)
    if !isKept { try await store.wipe() }
    let start = world.time
    let setUpTime = TimeBefore()
    let server = try AccountServer(
      path: isKept ? folder + "/server.json" : nil, versions: world.versions
    ) {
      (setUpTime.value ?? clock.now) + start * 1_000
    }
    let reader = VirtualReader(world.card, time: start)
    let party = RelyingParty(
      origin: try Origin(world.caller.origin), document: world.caller.document,
      anchors: { TrustAnchors(trusted + (reader.authority.map { [$0] } ?? [])) },
      now: { start + clock.now / 1_000 })
    let local = LocalCaller(
      party, answerAddress: world.caller.answersTo, usesWebEID: world.caller.usesWebEID,
      isApp: world.caller.isApp)
    wallet = try Wallet(
      world: world,
      doors: Wallet.Doors(
        store: store, account: account ?? server, caller: caller ?? local,
        reader: otherReader ?? reader,
        pause: pause ?? { until, _ in try await clock.sleep(until: until) }))
    self.store = store
    self.party = party
    self.reader = reader
    self.server = server
    // What is kept from an earlier run goes before what the world says was done.
    if try await store.items().isEmpty { try await prepare(world, account ?? server, setUpTime) }
  }

  /// Does what was done before the run began: saves what is saved, registers the PIN, enters it
  /// wrong as often as the world says, with the pauses between.
  private func prepare(
    _ world: World, _ account: any AccountService, _ time: TimeBefore
  ) async throws {
    if let can = world.saved.can { try await store.set(.can, can.secret) }
    if let pin1 = world.saved.pin1 { try await store.set(.pin1, pin1.secret) }
    if world.saved.hasPID { try await store.set(.pid, TestCode("PID").secret) }
    if world.biometrics.isOn { try await store.set(.biometrics, TestCode("").secret) }
    guard let pin = world.account.pin else { return }
    let salt = try Random.secret(PINKey.saltLength)
    let key = try PINKey.derived(from: pin.secret, salt: salt).publicKey()
    let name = try await account.register(Registration(publicKey: key.encoded, isAttested: true))
    // So far back that the last wrong attempt falls on the beginning of the run.
    var before = RetryPolicy.pauses.prefix(max(0, world.account.failures - 1) / 4).reduce(0, +)
    for failure in 0..<world.account.failures {
      time.set(-before * 1_000)
      let challenge = try await account.challenge(for: name)
      _ = try await account.check(
        [UInt8](repeating: 0, count: 64), of: challenge, account: name)
      if failure % 4 == 3, failure / 4 < RetryPolicy.pauses.count {
        before -= RetryPolicy.pauses[failure / 4]
      }
    }
    time.set(nil)
    var bytes = Array(name.utf8)
    try await store.set(.salt, salt)
    try await store.set(.account, Secret(moving: &bytes))
  }

  /// The world becomes another in the midst of a run.
  public func change(_ change: @escaping @Sendable (World) -> World) async {
    await wallet.change(change)
    await reader.change(await wallet.world.card)
  }
}
