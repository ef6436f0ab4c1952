internal import EstEID
internal import FlowRuntime

/// The app behind the flows: what it keeps, and what it holds in its hands during a run.
///
/// An actor, since it owns the secrets of the run and the card. `Handlers.wallet(_:)` binds its
/// actions; they are in the files of `Actions`, grouped by subject.
public actor Wallet {
  nonisolated let environment: Environment
  package nonisolated let store: Store
  let memory: PINMemory
  /// Wiped by ``endRun()``.
  var hand = Hand()
  /// When it was unlocked or used last, in milliseconds of the run's clock; nil while it is locked.
  var lastUse: Int64?
  private(set) var notices: [String] = []

  /// Opens the wallet.
  ///
  /// - Parameters:
  ///   - folder: where the app keeps its data; made when it is not there.
  ///   - vault: where the key of the data is; a file in the folder when left out.
  ///   - environment: what the app asks of the phone.
  ///   - lastUse: when it was used last, in milliseconds of the run's clock; nil for locked.
  /// - Throws: ``StoreError``, or a `CryptoError` of this machine.
  public init(
    folder: String, vault: (any KeyVault)? = nil, environment: Environment, lastUse: Int64? = nil
  ) throws {
    store = try Store(folder: folder, vault: vault)
    memory = try PINMemory()
    self.environment = environment
    self.lastUse = lastUse
  }

  /// What the user should read beside the screen, such as the tries left. Each is given once.
  public func takeNotices() -> [String] {
    defer { notices = [] }
    return notices
  }

  /// Adds a notice. Some of its text comes from cards and websites, so control characters are
  /// replaced: none of it may command a terminal.
  func notify(_ notice: String) {
    let scalars = notice.unicodeScalars.prefix(2_000).map { scalar in
      scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
    }
    notices.append(String(String.UnicodeScalarView(scalars)))
  }

  /// Wipes what the run had in its hands. To be called when a run has ended, in whatever way.
  public func endRun() async {
    let (card, channel) = (hand.card, hand.channel)
    hand = Hand()
    await card?.close()
    if channel != nil { await environment.cards.release() }
  }

  /// The facts that flows decide on, as they are now.
  public func facts() async throws -> [String: String] {
    let items = try await store.items()
    return [
      "platform": await environment.phone.platform.rawValue,
      "can": items.contains(.can) ? "saved" : "missing",
      "pin1": items.contains(.pin1) ? "saved" : "missing",
      "failures": String(await environment.biometrics.failures),
    ]
  }

  /// Today, as `2026-06-01`.
  var today: String { CivilDay.text(environment.clock.time / 86_400_000) }

  /// Unlocks the wallet, or notes that it was used.
  func unlock() { lastUse = environment.clock.now }
}
