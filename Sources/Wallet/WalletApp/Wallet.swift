public import CryptoCore
internal import EstEID
internal import FlowRuntime
internal import ISO7816
internal import LoopbackHTTP
internal import Secrets
internal import WebToken

/// The app behind the flows: what it keeps, what it holds in its hands during a run, and the doors
/// to the world. Its handlers stand in the files of `Actions`, by what they are about.
///
/// An actor, since it owns the secrets of the run and the card. ``Handlers/wallet(_:)`` binds it.
public actor Wallet {
  /// What the app reaches the world through. A phone would put its own in place of these.
  public struct Doors: Sendable {
    public var store: Store
    public var account: any AccountService
    public var caller: any Caller
    public var reader: any CardSource
    /// Lets time pass: until a time of the run's clock, but not behind the step's timer.
    public var pause: Pause

    public init(
      store: Store, account: any AccountService, caller: any Caller, reader: any CardSource,
      pause: @escaping Pause
    ) {
      self.store = store
      self.account = account
      self.caller = caller
      self.reader = reader
      self.pause = pause
    }
  }

  /// Returns when the run's clock has reached `time`, in milliseconds; `due` is when the timer of
  /// the step runs out, if it has one.
  public typealias Pause = @Sendable (_ time: Int64, _ due: Int64?) async throws -> Void

  var doors: Doors
  var world: World
  let memory: PINMemory

  // In its hands during a run; wiped by `endRun`.
  var keptCAN: Secret?
  var keptPIN1: Secret?
  var keptPIN2: Secret?
  var keptPIN: Secret?
  var channel: (any CardChannel)?
  var card: EstEIDCard?
  /// When the waiting for a card began that has not come yet, on the run's clock.
  var waitingSince: Int64?
  var challenge: String?
  var token: CallerAnswer?
  var isAnswered = false
  var proofingCode: ProofingCode?
  var licence: Licence?
  var backend: ProofingBackend
  var link: UniversalLink?
  var pausedUntil: Int64?

  /// Milliseconds of the run's clock when it was unlocked or used last.
  var lastUse: Int64
  var isUnlocked: Bool
  /// What the user should read beside the screen; taken by ``takeNotices()``.
  var notices: [String] = []

  public init(world: World, doors: Doors) throws(CryptoError) {
    self.world = world
    self.doors = doors
    memory = try PINMemory()
    backend = ProofingBackend(accounts: [world.proofing.nonce: world.proofing.familyName])
    isUnlocked = world.app.isUnlocked
    lastUse = -world.app.unused
  }

  /// The world becomes another in the midst of a run: a connection fails, a card is held on.
  public func change(_ change: @Sendable (World) -> World) {
    world = change(world)
  }

  /// What the user should read, such as the tries left; each is given once.
  public func takeNotices() -> [String] {
    defer { notices = [] }
    // Some of it comes from cards and websites: nothing in it may command a terminal.
    return notices.map { notice in
      String(
        String.UnicodeScalarView(
          notice.unicodeScalars.prefix(2_000).map { scalar in
            scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
          }))
    }
  }

  /// Wipes what the run had in its hands. To be called when a run has ended, however it did.
  public func endRun() async {
    keptCAN = nil
    keptPIN1 = nil
    keptPIN2 = nil
    keptPIN = nil
    await card?.close()
    card = nil
    if channel != nil { await doors.reader.release() }
    channel = nil
    waitingSince = nil
    challenge = nil
    token = nil
    isAnswered = false
    proofingCode = nil
    licence = nil
    link = nil
  }

  /// The facts that flows decide on, as they are now.
  public func facts() async throws -> [String: String] {
    let items = try await doors.store.items()
    return [
      "platform": world.platform.rawValue, "can": items.contains(.can) ? "saved" : "missing",
      "pin1": items.contains(.pin1) ? "saved" : "missing",
      "failures": String(world.biometrics.failures),
    ]
  }

  /// Milliseconds since 1970-01-01T00:00:00Z at a time of the run's clock.
  func time(_ clock: any RunClock) -> Int64 { world.time * 1_000 + clock.now }

  /// Today, as `2026-06-01`.
  func day(_ clock: any RunClock) -> String { CivilDay.text(time(clock) / 86_400_000) }

  /// The account server, over the device's connection.
  var account: any AccountService {
    switch world.network {
    case .ok: doors.account
    // The failure is a real one: an address without a route, a port where nobody listens.
    case .noInternet: HTTPAccountService(host: .nowhere)
    case .serverUnreachable: HTTPAccountService(host: HTTPAccountService.deaf)
    }
  }
}

/// A step that cannot be done in a way for which the flow has no row.
public struct WalletProblem: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
