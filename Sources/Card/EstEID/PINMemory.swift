public import CryptoCore
import Secrets

/// What this process remembers about PINs across sessions: those that a card has rejected, and
/// those whose counter is in doubt. All sessions should share one.
///
/// Of a PIN only a fingerprint is kept: an HMAC over card, reference and PIN, under a key drawn at
/// the start. A card is identified by its answer to reset and its CAN, which costs no exchange; by
/// contacts, by its document number.
public actor PINMemory {
  struct Key: Hashable, Sendable {
    let card: [UInt8]
    let reference: PINReference
  }

  private let salt: Secret
  private var rejected: [Key: Set<[UInt8]>] = [:]
  private var inDoubt: Set<Key> = []

  /// An empty memory with a new key.
  public init() throws(CryptoError) {
    salt = try Random.secret(32)
  }

  /// The name of a card in this memory.
  nonisolated func name(
    ofCardWith answerToReset: [UInt8], number: borrowing Secret
  ) throws(EstEIDError) -> [UInt8] {
    try fingerprint(of: number, context: answerToReset)
  }

  func isRejected(_ pin: borrowing Secret, for key: Key) throws(EstEIDError) -> Bool {
    guard let known = rejected[key] else { return false }
    return known.contains(try fingerprint(of: pin, context: key.card))
  }

  func remember(rejected pin: borrowing Secret, for key: Key) throws(EstEIDError) {
    rejected[key, default: []].insert(try fingerprint(of: pin, context: key.card))
  }

  /// Called after a PIN was changed, when any value may be right.
  func forgetRejections(for key: Key) {
    rejected[key] = nil
  }

  /// Called with true before a try may be used, and with false once the card has answered.
  func setInDoubt(_ key: Key, _ value: Bool) {
    if value { inDoubt.insert(key) } else { inDoubt.remove(key) }
  }

  func isInDoubt(_ key: Key) -> Bool {
    inDoubt.contains(key)
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
