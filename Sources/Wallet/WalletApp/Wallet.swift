internal import Dates
internal import EstEID
public import FlowRuntime
internal import Markup

/// The wallet app: its stored data, and the secrets it holds during a run.
///
/// An actor, since it owns the run's secrets and the card. `Handlers.wallet(_:)` binds its actions,
/// which are in the files of `Actions`, grouped by topic.
public actor Wallet {
  nonisolated let environment: Environment
  package nonisolated let store: Store
  private var memory: PINMemory?
  /// Wiped by ``endRun()``.
  var hand = Hand()
  /// When it was unlocked or last used, in milliseconds of the run's clock. Nil while it is locked.
  var lastUse: Int64?
  private(set) var notices: [String] = []

  /// Opens the wallet.
  ///
  /// - Parameters:
  ///   - folder: the folder for the app's data. Created if it does not exist.
  ///   - vault: holds the key of the data. By default a file in the folder.
  ///   - environment: the phone and everything around it.
  ///   - lastUse: when the wallet was last used, in milliseconds of the run's clock. Nil means
  ///     locked.
  /// - Throws: ``StoreError``, or a `CryptoError` if our own cryptography fails.
  public init(
    folder: String, vault: (any KeyVault)? = nil, environment: Environment, lastUse: Int64? = nil
  ) throws {
    store = try Store(folder: folder, vault: vault)
    self.environment = environment
    self.lastUse = lastUse
  }

  /// Texts to show beside the screen, such as the number of tries left. Each is returned once.
  public func takeNotices() -> [String] {
    defer { notices = [] }
    return notices
  }

  /// The memory of PINs: kept in the store, and forgotten with it.
  func pinMemory() async throws -> PINMemory {
    if let memory { return memory }
    let keep: PINMemory.Keeper = { [store] in try await store.set(.refused, $0) }
    var found: PINMemory?
    if let kept = try await store.value(.refused) { found = PINMemory(kept, keep: keep) }
    let memory = try found ?? PINMemory(keep: keep)
    self.memory = memory
    return memory
  }

  func forgetPINs() { memory = nil }

  /// Adds a notice. Parts of it come from cards and websites, and must not control a terminal.
  func notify(_ notice: String) {
    notices.append(TerminalText.line(String(notice.unicodeScalars.prefix(2_000))))
  }

  /// Wipes the secrets of the run. Must be called after every run, however it ended.
  public func endRun() async {
    let (card, channel) = (hand.card, hand.channel)
    hand = Hand()
    await card?.close()
    if channel != nil { await environment.cards.release() }
  }

  /// The current values of the program's facts that the wallet knows.
  public func facts(of program: Program) async throws -> [String: String] {
    let items = try await store.items()
    let known = [
      "platform": await environment.phone.platform.rawValue,
      "can": items.contains(.can) ? "saved" : "missing",
      "pin1": items.contains(.pin1) ? "saved" : "missing",
      "failures": String(await environment.biometrics.failures),
    ]
    return known.filter { known in program.facts.contains { $0.name == known.key } }
  }

  /// Today, as `2026-06-01`.
  var today: String {
    CalendarDay(daysSince1970: environment.clock.timeOfDay / 86_400_000).description
  }

  /// Unlocks the wallet, or notes that it was used.
  func unlock() { lastUse = environment.clock.now }
}
