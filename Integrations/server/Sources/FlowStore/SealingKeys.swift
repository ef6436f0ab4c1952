internal import Crypto
public import FlowKit
internal import FoundationEssentials

/// The keys with which secrets of waiting runs are sealed: outside of the database, the same in all
/// processes.
///
/// To change the key: start all processes with the new one among `older`, then with the new one
/// first and the old one among `older`. When no run has a secret that was sealed before, the old
/// one may go. A secret whose key is gone is asked for again.
public struct SealingKeys: Sendable {
  private let keys: [SealingKey]

  /// - Parameters:
  ///   - current: seals, and opens.
  ///   - older: only open.
  public init(_ current: SealingKey, older: [SealingKey] = []) { keys = [current] + older }

  private var current: SealingKey { keys[0] }

  private static func bound(_ run: String, _ version: Int64) -> [UInt8] {
    Array("flowrun secrets 1 \(version) \(run)".utf8)
  }

  /// Seals secrets for a version of a run. The length tells their size in steps of 256 bytes.
  func seal(
    _ content: borrowing Secret, of run: String, version: Int64
  ) throws -> [UInt8] {
    let box = try content.withBytes { bytes in
      try AES.GCM.seal(
        bytes, using: current.sealing, authenticating: SealingKeys.bound(run, version))
    }
    return [1] + current.id + (box.combined.map { Array($0) } ?? [])
  }

  /// Opens what was sealed for this version of a run. Nil if the key is not there, or if it was
  /// sealed for another run or changed.
  func open(_ sealed: [UInt8], of run: String, version: Int64) -> Secret? {
    guard sealed.first == 1, sealed.count > 5,
      let key = keys.first(where: { $0.id == Array(sealed[1..<5]) }),
      let box = try? AES.GCM.SealedBox(combined: sealed[5...]),
      var content = try? AES.GCM.open(
        box, using: key.sealing, authenticating: SealingKeys.bound(run, version))
    else { return nil }
    defer { content.resetBytes(in: content.startIndex..<content.endIndex) }
    return Secret(capacity: content.count) { target in
      content.copyBytes(to: target)
      return content.count
    }
  }

  /// A fingerprint of secrets under the key: equal for equal secrets of one run, and of no use
  /// without the key.
  func mark(_ entries: Entries, of run: String) -> String {
    guard !entries.secrets.isEmpty else { return "" }
    var code = HMAC<SHA256>(key: current.marking)
    code.update(data: Array(run.utf8))
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
