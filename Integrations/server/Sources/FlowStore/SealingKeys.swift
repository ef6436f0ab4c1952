internal import Crypto
public import FlowKit
internal import FoundationEssentials

/// The keys with which secrets of waiting runs are sealed: outside of the database, the same in all
/// processes.
///
/// To change the key: start all processes with the new one among `older`, then with the new one
/// first and the old one among `older`. When ``Runs/reseal(dryRun:batch:)`` finds nothing that was
/// sealed before, the old one may go. A secret whose key is gone is asked for again.
public struct SealingKeys: Sendable {
  private let keys: [SealingKey]

  /// - Parameters:
  ///   - current: seals, and opens.
  ///   - older: only open.
  public init(_ current: SealingKey, older: [SealingKey] = []) { keys = [current] + older }

  private var current: SealingKey { keys[0] }

  /// What the secrets of a run are bound to, so that they are of no use to another one.
  private static func secrets(_ run: String, _ version: Int64) -> [UInt8] {
    Array("flowrun secrets 1 \(version) \(run)".utf8)
  }

  private func seal(_ content: UnsafeRawBufferPointer, as purpose: [UInt8]) throws -> [UInt8] {
    let box = try AES.GCM.seal(content, using: current.sealing, authenticating: purpose)
    return [1] + current.id + (box.combined.map { Array($0) } ?? [])
  }

  private func open(_ sealed: [UInt8], as purpose: [UInt8]) -> Secret? {
    guard sealed.first == 1, sealed.count > 5,
      let key = keys.first(where: { $0.id == Array(sealed[1..<5]) }),
      let box = try? AES.GCM.SealedBox(combined: sealed[5...]),
      var content = try? AES.GCM.open(box, using: key.sealing, authenticating: purpose)
    else { return nil }
    defer { content.resetBytes(in: content.startIndex..<content.endIndex) }
    return Secret(capacity: content.count) { target in
      content.copyBytes(to: target)
      return content.count
    }
  }

  /// Whether an older key is needed for what was sealed.
  func isOld(_ sealed: [UInt8]?) -> Bool {
    sealed.map { $0.first != 1 || Array($0.dropFirst().prefix(4)) != current.id } ?? false
  }

  /// Seals secrets for a version of a run. The length tells their size in steps of 256 bytes.
  func seal(
    _ content: borrowing Secret, of run: String, version: Int64
  ) throws -> [UInt8] {
    try content.withBytes { try seal($0, as: SealingKeys.secrets(run, version)) }
  }

  /// Opens what was sealed for this version of a run. Nil if the key is not there, or if it was
  /// sealed for another run or changed.
  func open(_ sealed: [UInt8], of run: String, version: Int64) -> Secret? {
    open(sealed, as: SealingKeys.secrets(run, version))
  }

  // MARK: Fingerprints

  /// The key of a run's fingerprints. Nil if its row has none that one of the keys opens.
  private func ownMarking(of record: RunRecord) -> SymmetricKey? {
    guard let sealed = record.marking,
      let key = open(sealed, as: SealingKeys.marking(record.id))
    else { return nil }
    return key.withBytes { SymmetricKey(data: $0) }
  }

  private static func marking(_ run: String) -> [UInt8] {
    Array("flowrun marking 1 \(run)".utf8)
  }

  /// The key of a run's fingerprints for its row, sealed with the current key: the one that it has,
  /// so that they are the same while keys are changed. Nil if it has none that can be opened.
  func marking(of record: RunRecord) throws -> [UInt8]? {
    guard let sealed = record.marking, let own = ownMarking(of: record) else { return nil }
    return isOld(sealed) ? try seal(own, for: record.id) : sealed
  }

  /// A new key for the fingerprints of a run, sealed.
  func newMarking(of run: String) throws -> [UInt8] {
    try seal(SymmetricKey(size: .bits256), for: run)
  }

  private func seal(_ marking: SymmetricKey, for run: String) throws -> [UInt8] {
    try marking.withUnsafeBytes { try seal($0, as: SealingKeys.marking(run)) }
  }

  /// A fingerprint of secrets: equal for equal secrets of one run, and of no use without the keys.
  func mark(_ entries: Entries, of record: RunRecord) -> String {
    guard !entries.secrets.isEmpty else { return "" }
    let key = ownMarking(of: record) ?? current.marking
    var code = HMAC<SHA256>(key: key)
    code.update(data: Array(record.id.utf8))
    for (name, secret) in entries.secrets.sorted(by: { $0.key < $1.key }) {
      code.update(data: Array("\(name.utf8.count) \(name) \(secret.count) ".utf8))
      secret.lend { code.update(data: $0) }
    }
    return code.finalize().prefix(16).map { String($0, radix: 16) }.joined(separator: ".")
  }
}

/// A key of 32 random bytes.
public struct SealingKey: Sendable {
  /// The beginning of a checksum: says which key has sealed something.
  let id: [UInt8]
  let sealing: SymmetricKey
  let marking: SymmetricKey

  /// A key from 64 hexadecimal digits, as `openssl rand -hex 32` prints them. Nil for other texts.
  public init?(hex text: borrowing Secret) {
    let bytes: [UInt8]? = text.withBytes { text in
      let digits = text.map { Character(UnicodeScalar($0)).hexDigitValue }
      guard digits.count == 64, !digits.contains(nil) else { return nil }
      return stride(from: 0, to: 64, by: 2).map {
        UInt8((digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0))
      }
    }
    guard var bytes else { return nil }
    self.init(Secret(moving: &bytes))
  }

  /// A key of these bytes, of which there have to be 32 or more.
  public init?(_ bytes: borrowing Secret) {
    guard bytes.count >= 32 else { return nil }
    let key = bytes.withBytes { SymmetricKey(data: $0) }
    func derived(_ purpose: String) -> SymmetricKey {
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: key, info: Array(purpose.utf8), outputByteCount: 32)
    }
    (sealing, marking) = (derived("flowrun seal"), derived("flowrun mark"))
    id = derived("flowrun name").withUnsafeBytes { Array($0.prefix(4)) }
  }
}
