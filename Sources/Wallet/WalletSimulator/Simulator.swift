package import CardDesk
package import CryptoCore
internal import Files
package import FlowRuntime
internal import LoopbackHTTP
internal import Secrets
package import WalletApp
internal import WebToken

/// A wallet in a world: phone, account server, caller and card in this process, with the past that
/// the world describes.
package struct Simulator: Sendable {
  package let wallet: Wallet
  package let phone: SimulatedPhone
  package let party: RelyingParty
  package let reader: VirtualReader
  /// The desk, for flows that run there and not on the phone.
  package let desk: CardDesk

  /// - Parameters:
  ///   - folder: the folder for the store. Data of an earlier run is wiped, unless `isKept`.
  ///   - account: an account server instead of the one in this process.
  ///   - caller: a caller instead of the one in this process.
  ///   - cards: a source of cards instead of the virtual reader.
  ///   - cardFile: the file that keeps the virtual card. Nil for a new card.
  ///   - browser: a browser instead of the one that the world describes.
  ///   - trusted: authorities that the caller in this process trusts, besides the virtual card's.
  package init(
    _ world: World, folder: String, clock run: any RunClock, isKept: Bool = false,
    account: (any AccountService)? = nil, caller: (any Caller)? = nil,
    cards: (any CardSource)? = nil, trusted: [TrustAnchor] = [], vault: (any KeyVault)? = nil,
    cardFile: String? = nil, browser: (any BrowserPort)? = nil
  ) async throws {
    // A folder that cannot be trusted is refused before anything is made beside it.
    if isKept { try FileSystem.makePrivateFolder(folder) }
    let clock = WorldClock(run: run, start: world.time)
    let backDate = BackDate()
    let server: any AccountService =
      if let account { account } else {
        try AccountServer(
          path: isKept ? Simulator.serverFile(beside: folder) : nil, opensLater: true,
          versions: world.versions
        ) {
          backDate.value.map { world.time * 1_000 + $0 } ?? clock.timeOfDay
        }
      }
    let phone = SimulatedPhone(world, server: server)
    let reader = VirtualReader(phone, clock: clock, file: cardFile)
    let responder = try world.caller.responder.map { text in
      guard let address = HTTPAddress(text) else {
        throw WalletProblem("`\(text)` is not a responder; write `http://HOST/PATH`")
      }
      return address
    }
    let party = RelyingParty(
      origin: try Origin(world.caller.origin), document: world.caller.document,
      anchors: {
        TrustAnchors(anchors: trusted + (reader.authority.map { [.certificate($0)] } ?? []))
      },
      revocation: RevocationCheck(world.caller.revocation, responder: responder),
      now: { clock.timeOfDay / 1_000 })
    let proofing = ProofingBackend(
      accounts: [world.proofing.nonce: world.proofing.familyName], clock: clock, connection: phone)
    wallet = try Wallet(
      folder: folder, vault: vault,
      environment: Environment(
        phone: phone, biometrics: phone, links: phone, camera: phone,
        caller: caller ?? LocalCaller(party, world.caller), account: phone, proofing: proofing,
        clock: clock, cards: cards ?? reader),
      lastUse: world.app.isUnlocked ? -world.app.unused : nil)
    desk = try CardDesk(
      cards: cards ?? reader,
      browser: browser ?? SimulatedBrowser(world.browser, party: party, reader: reader),
      code: world.code, clock: clock)
    self.phone = phone
    self.party = party
    self.reader = reader
    if !isKept { try await wallet.store.wipe() }
    // Data kept from an earlier run takes precedence over the past that the world describes.
    if try await wallet.store.items().isEmpty { try await prepare(world, server, backDate) }
  }

  /// The account server's file. It is not in the app's folder: with the server's public key and the
  /// app's salt, a PIN would be found in no time.
  private static func serverFile(beside folder: String) throws(FileError) -> String {
    let own = folder + "-server"
    try FileSystem.makePrivateFolder(own)
    return own + "/accounts.db"
  }

  /// Makes the world's past happen: stores what is saved, registers the PIN, and enters wrong PINs
  /// as often as the world says, with the pauses between them.
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
    let name = try await server.register(
      Registration(
        publicKey: key.encoded, attestation: DeviceAuthority().statement(on: key.encoded)))
    // So far in the past that the last wrong attempt is at the beginning of the run.
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
