public import CryptoCore
public import EstEID
public import FlowRuntime
internal import ISO7816
internal import JSON
internal import Secrets
public import WalletApp

/// What a person does with an ID card at a computer: logs in and signs through the browser's
/// extension, and takes care of the card's codes. `Handlers.desk(_:)` binds its actions.
///
/// An actor, since it owns the card and the codes that were entered. Nothing is kept after a run.
public actor CardDesk {
  nonisolated let cards: any CardSource
  nonisolated let clock: any RunClock
  nonisolated let browser: any BrowserPort
  /// The code that is changed or unblocked.
  public nonisolated let code: PINReference
  private nonisolated let memory: PINMemory
  /// Ends when the browser's request is there.
  nonisolated let requestIsThere = AsyncStream<Never>.makeStream()

  var channel: (any CardChannel)?
  var card: EstEIDCard?
  /// When it began to wait for a card, on the run's clock.
  var waitingSince: Int64?

  // The request of the browser.
  var request: BrowserRequest?
  var certificate: Certificate?
  var answer: JSONValue?

  // The codes that were compared.
  var oldCode: SecretSlot?
  var newCode: SecretSlot?

  /// The tries left of the codes that the run is about, as they were last read.
  var tries: [(code: PINReference, status: PINStatus)] = []
  /// Why the last action did not do what it was to do.
  public internal(set) var trouble: Trouble?
  private var told: Set<String> = []
  /// Whether the codes of the card are as the person wanted.
  public internal(set) var isDone = false

  /// Why an action did not do what it was to do.
  public struct Trouble: Hashable, Sendable {
    /// In lower case and without a full stop.
    public let words: String
    /// A way out for the person, if there is one.
    public let help: String?
    /// Whether what was entered cannot be right, so that nothing was sent to the card.
    public let isInput: Bool

    init(_ words: String, help: String? = nil, isInput: Bool = false) {
      self.words = words
      self.help = help
      self.isInput = isInput
    }

    init(_ error: EstEIDError) { self.init(error.description, help: error.help) }
  }

  /// - Parameters:
  ///   - cards: where the card comes from.
  ///   - browser: the connection with the browser's extension.
  ///   - code: the code to change or unblock.
  public init(
    cards: any CardSource, browser: any BrowserPort = NoBrowser(), code: PINReference = .pin1,
    clock: any RunClock = SystemRunClock()
  ) throws(CryptoError) {
    self.cards = cards
    self.browser = browser
    self.code = code
    self.clock = clock
    memory = try PINMemory()
  }

  /// The facts that the person needs now: who asks for what, for whom the card signs, how many
  /// tries are left, and what went wrong last. Each is one line; parts of it come from websites and
  /// cards.
  public var lines: [String] {
    facts + (trouble.map { [$0.words] } ?? [])
  }

  /// The same without what went wrong.
  public var facts: [String] {
    requestLines + tries.map { "\($0.code.label): \($0.status.words)" }
  }

  /// The lines that were not returned before.
  package func takeLines() -> [String] {
    let new = lines.filter { !told.contains($0) }
    told.formUnion(new)
    return new
  }

  /// Ends the session with the card and wipes the codes. Must be called after every run.
  public func endRun() async {
    await card?.close()
    if channel != nil { await cards.release() }
    (channel, card, oldCode, newCode) = (nil, nil, nil, nil)
    requestIsThere.continuation.finish()
  }

  /// Returns when the browser has closed the connection after its request.
  nonisolated func closed() async {
    for await _ in requestIsThere.stream {}
    if !Task.isCancelled { await browser.closed() }
  }

  func options() -> EstEIDCard.Options {
    let seconds = clock.timeOfDay / 1_000
    return EstEIDCard.Options(memory: memory) { seconds }
  }

  func note(_ status: PINStatus, of code: PINReference) {
    if let place = tries.firstIndex(where: { $0.code == code }) {
      tries[place].status = status
    } else {
      tries.append((code, status))
    }
  }
}

extension PINStatus {
  /// In words: `3 tries left`.
  public var words: String {
    if isBlocked { return "blocked" }
    let tries = triesLeft == 1 ? "1 try left" : "\(triesLeft) tries left"
    return isActivated ? tries : tries + ", to be changed before its first use"
  }
}
