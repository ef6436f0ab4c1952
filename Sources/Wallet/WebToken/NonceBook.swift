public import CryptoCore
internal import Encodings

/// The challenges that a server has issued. Each is valid once, for five minutes, and for the
/// session that asked for it.
public struct NonceBook: Hashable, Sendable {
  /// How long a challenge is valid, in seconds.
  public static let lifetime: Int64 = 300
  /// How many challenges may be open. Beyond that, the oldest are dropped.
  public static let capacity = 10_000

  private struct Issue: Hashable, Sendable {
    let session: String
    let time: Int64
    /// Counts the challenges, several of which may be issued in one second.
    let number: Int
  }

  private var issued: [String: Issue] = [:]
  private var count = 0
  private let lifetime: Int64

  /// An empty book whose challenges are valid for `lifetime` seconds.
  public init(lifetime: Int64 = NonceBook.lifetime) {
    self.lifetime = lifetime
  }

  /// Issues a new challenge: 32 random bytes in base64, 44 characters.
  public mutating func issue(
    for session: String = "", at time: Int64
  ) throws(CryptoError) -> String {
    issued = issued.filter { time - $0.value.time <= lifetime }
    if issued.count >= NonceBook.capacity,
      let oldest = issued.min(by: { $0.value.number < $1.value.number })
    {
      issued[oldest.key] = nil
    }
    let nonce = Base64.encoded(try Random.bytes(32))
    count += 1
    issued[nonce] = Issue(session: session, time: time, number: count)
    return nonce
  }

  /// Uses up a challenge. False if it was not issued, was used before, has expired, or belongs to
  /// another session, where it stays valid.
  public mutating func redeem(_ nonce: String, for session: String = "", at time: Int64) -> Bool {
    guard let issue = issued[nonce], issue.session == session else { return false }
    issued[nonce] = nil
    return (0...lifetime).contains(time - issue.time)
  }

  /// The challenge that a session was given last. Nil if none is open.
  public func latest(for session: String) -> String? {
    issued.filter { $0.value.session == session }
      .max { $0.value.number < $1.value.number }?.key
  }
}
