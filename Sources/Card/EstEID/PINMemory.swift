public import CryptoCore
public import Secrets

/// The PINs that are remembered across sessions: those that a card has rejected, and those that
/// were sent without an answer. All sessions should share one.
///
/// Of a PIN only a fingerprint is kept: an HMAC over card and PIN, under a random key. A card is
/// identified by its answer to reset and its CAN, which costs no exchange; by contacts, by its
/// document number. Short PINs can be found from the fingerprints with the key, so a kept
/// memory belongs into an encrypted store.
public actor PINMemory {
  /// Keeps the memory beyond this process. Called with all of it at every change, and before a PIN
  /// is sent.
  public typealias Keeper = @Sendable (consuming Secret) async throws -> Void

  struct Key: Hashable, Sendable {
    let card: [UInt8]
    let reference: PINReference
  }

  private struct Entry: Sendable {
    let key: Key
    let fingerprint: [UInt8]
    /// For a PIN without an answer, the tries left before it was sent; 15 if they were unknown. Nil
    /// for a rejected PIN.
    var triesBefore: UInt8?
  }

  private static let unknownTries: UInt8 = 15
  private static let saltLength = 32
  private static let entryLength = 32 + 1 + 1 + 32
  /// A wallet with more is improbable; the oldest are forgotten.
  private static let capacity = 500

  private let salt: Secret
  private let keep: Keeper?
  private var entries: [Entry] = []

  /// An empty memory with a new key.
  public init(keep: Keeper? = nil) throws(CryptoError) {
    salt = try Random.secret(PINMemory.saltLength)
    self.keep = keep
  }

  /// The memory that a keeper was given. Nil if it is damaged.
  public init?(_ kept: borrowing Secret, keep: Keeper? = nil) {
    let length = kept.count - PINMemory.saltLength
    guard length >= 0, length.isMultiple(of: PINMemory.entryLength) else { return nil }
    var entries: [Entry] = []
    let isWhole = kept.withBytes { bytes in
      for start in stride(
        from: PINMemory.saltLength, to: bytes.count, by: PINMemory.entryLength)
      {
        let entry = Array(bytes[start..<start + PINMemory.entryLength])
        let place = Int(entry[32])
        guard place < PINReference.allCases.count else { return false }
        entries.append(
          Entry(
            key: Key(card: Array(entry[..<32]), reference: PINReference.allCases[place]),
            fingerprint: Array(entry[34...]), triesBefore: entry[33] == 0xFF ? nil : entry[33]))
      }
      return true
    }
    guard isWhole else { return nil }
    salt = kept.copy(of: 0..<PINMemory.saltLength)
    self.keep = keep
    self.entries = entries
  }

  /// The name of a card in this memory.
  nonisolated func name(
    ofCardWith answerToReset: [UInt8], number: borrowing Secret
  ) throws(EstEIDError) -> [UInt8] {
    try fingerprint(of: number, context: answerToReset)
  }

  func isRejected(_ pin: borrowing Secret, for key: Key) throws(EstEIDError) -> Bool {
    let fingerprint = try fingerprint(of: pin, context: key.card)
    return entries.contains {
      $0.key == key && $0.triesBefore == nil && $0.fingerprint == fingerprint
    }
  }

  /// Called with a PIN that the card has just rejected.
  func remember(rejected pin: borrowing Secret, for key: Key) async throws(EstEIDError) {
    let fingerprint = try fingerprint(of: pin, context: key.card)
    entries.removeAll { $0.key == key && ($0.triesBefore != nil || $0.fingerprint == fingerprint) }
    entries.append(Entry(key: key, fingerprint: fingerprint))
    // If this cannot be kept, the doubt was, and the counter settles it.
    try? await save()
  }

  /// Called after a PIN was changed, when any value may be right.
  func forgetRejections(for key: Key) async {
    entries.removeAll { $0.key == key }
    try? await save()
  }

  /// Called before a PIN is sent. An error means that it must not be sent.
  func doubt(
    _ pin: borrowing Secret, for key: Key, triesBefore: Int?
  ) async throws(EstEIDError) {
    let fingerprint = try fingerprint(of: pin, context: key.card)
    entries.removeAll { $0.key == key && $0.triesBefore != nil }
    let tries = triesBefore.map { UInt8(clamping: $0) } ?? PINMemory.unknownTries
    entries.append(Entry(key: key, fingerprint: fingerprint, triesBefore: tries))
    try await save()
  }

  /// Called once the card has answered a PIN with anything but a rejection.
  func settle(_ key: Key) async {
    entries.removeAll { $0.key == key && $0.triesBefore != nil }
    try? await save()
  }

  /// Called with the counter. A PIN without an answer was rejected if there are fewer tries than
  /// before: a right one resets the counter, and one that did not arrive leaves it as it was. If
  /// the tries before are unknown, the PIN gets the benefit of the doubt.
  func settle(_ key: Key, triesLeft: Int) async {
    guard let place = entries.firstIndex(where: { $0.key == key && $0.triesBefore != nil }) else {
      return
    }
    let before = entries[place].triesBefore ?? PINMemory.unknownTries
    if before != PINMemory.unknownTries, triesLeft < Int(before) {
      entries[place].triesBefore = nil
    } else {
      entries.remove(at: place)
    }
    try? await save()
  }

  func isInDoubt(_ key: Key) -> Bool {
    entries.contains { $0.key == key && $0.triesBefore != nil }
  }

  private func save() async throws(EstEIDError) {
    entries.removeFirst(max(0, entries.count - PINMemory.capacity))
    guard let keep else { return }
    var bytes = entries.flatMap { entry in
      let reference = PINReference.allCases.firstIndex(of: entry.key.reference) ?? 0
      return entry.key.card + [UInt8(reference), entry.triesBefore ?? 0xFF] + entry.fingerprint
    }
    do { try await keep(salt.appending(Secret(moving: &bytes))) } catch { throw .notRemembered }
  }

  private nonisolated func fingerprint(
    of secret: borrowing Secret, context: [UInt8]
  ) throws(EstEIDError) -> [UInt8] {
    // Digits never contain 00, so the two parts cannot be split in another place.
    var message = context
    message.reserveCapacity(context.count + 1 + secret.count)
    message.append(0)
    secret.withBytes { message.append(contentsOf: $0) }
    defer { wipe(&message) }
    do throws(CryptoError) {
      return try MAC.hmac(.sha256, of: message, key: salt)
    } catch { throw .cryptography(error) }
  }
}
