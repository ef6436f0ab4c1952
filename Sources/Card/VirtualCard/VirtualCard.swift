public import CryptoCore
internal import Files
public import ISO7816

/// An ID card in memory. Everybody else sees a real card: PACE, secure messaging, files, codes and
/// keys. Any bytes are safe.
///
/// Pass it to a reader as a ``ISO7816/CardProgram``, or use it through ``insert(deadline:)``.
public actor VirtualCard: CardProgram {
  /// The make of chip.
  public nonisolated let model: CardModel
  public nonisolated let answerToReset: [UInt8]
  /// The certificate of the authority that certified the card's keys.
  public nonisolated let authority: [UInt8]

  private var chip: Chip
  private let clock: any Clock<Duration>
  /// How many commands have reached the card since ``faults`` was set, or from the beginning.
  public private(set) var exchangeCount = 0
  /// The faults to inject. Setting them restarts the count of exchanges.
  public var faults = Faults.none {
    didSet { exchangeCount = 0 }
  }

  /// A new card in memory, with newly generated keys and certificates.
  ///
  /// - Parameters:
  ///   - interface: of the reader into which it is put.
  ///   - clock: for the delays in ``faults``.
  public init(
    _ personalization: consuming Personalization = .test(),
    interface: CardInterface = .contactless, clock: any Clock<Duration> = ContinuousClock()
  ) throws(CryptoError) {
    self.init(memory: try ChipMemory(personalization), interface, clock) { _ in true }
  }

  /// The card in the file at `path`. If there is none, a new one is made from `personalization`.
  ///
  /// Every change of a code or its tries is stored before the card answers. If storing fails, the
  /// card answers 6581. The file holds the private keys: this is a test card.
  public init(
    storedAt path: String, otherwise personalization: consuming Personalization = .test(),
    interface: CardInterface = .contactless, clock: any Clock<Duration> = ContinuousClock()
  ) throws(CardFileError) {
    let file = CardFile(path: path)
    if let stored = try file.load() {
      self.init(memory: stored, interface, clock) { (try? file.save($0)) != nil }
      return
    }
    let new: ChipMemory
    do throws(CryptoError) {
      new = try ChipMemory(personalization)
    } catch {
      throw .cryptography
    }
    do throws(FileError) { try file.save(new) } catch { throw .file(error) }
    self.init(memory: new, interface, clock) { (try? file.save($0)) != nil }
  }

  init(
    memory: consuming ChipMemory, _ interface: CardInterface, _ clock: any Clock<Duration>,
    persist: @escaping @Sendable (borrowing ChipMemory) -> Bool
  ) {
    model = memory.model
    authority = memory.authority
    let profile = ChipProfile.profile(of: memory.model)
    switch interface {
    case .contactless: answerToReset = profile.answerToReset
    case .contacts: answerToReset = profile.contactAnswerToReset
    }
    self.clock = clock
    chip = Chip(memory: memory, interface: interface, persist: persist)
  }

  /// The last second in which the card's certificates are valid, in seconds since
  /// 1970-01-01T00:00:00Z. Nil if the file of the card holds none.
  public var lastSecond: Int64? {
    let place = ChipProfile.profile(of: model).authenticationCertificate
    return chip.memory.files[place].flatMap { try? Certificate(der: $0) }?.notAfter
  }

  /// Sets ``faults`` from outside the actor.
  public func setFaults(_ faults: Faults) { self.faults = faults }

  /// Removes the power: sessions and verified codes are lost, the numbers of tries are kept.
  public func reset() { chip.reset() }

  /// Resets the card and puts it on a reader in this process. Channels from before can no longer be
  /// used.
  ///
  /// - Parameter deadline: how long the reader waits for a silent card, on the card's clock.
  public func insert(deadline: Duration = .seconds(50)) -> VirtualCardChannel {
    chip.reset()
    return VirtualCardChannel(card: self, answerToReset: answerToReset, deadline: deadline, clock)
  }

  public func react(to command: [UInt8]) async -> CardReaction {
    exchangeCount += 1
    let fault = faults.exchanges[exchangeCount]
    if fault == .removalBeforeCommand {
      chip.reset()
      return .removal
    }
    var response = chip.respond(to: command)
    var delay = faults.delay
    switch fault {
    case .removalBeforeCommand, nil: break
    case .removalAfterCommand:
      chip.reset()
      return .removal
    case .silence: return .silence
    case .garbledByte(let index): response[index % response.count] ^= 0xFF
    case .responseLength(let count):
      response = Array(
        (response + [UInt8](repeating: 0, count: max(count, 0))).prefix(max(count, 0)))
    case .delay(let duration): delay += duration
    }
    if delay > .zero { try? await clock.sleep(for: delay) }
    return .response(response)
  }
}
