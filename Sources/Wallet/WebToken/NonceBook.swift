public import CryptoCore
internal import Encodings

/// The challenges that a server has issued. Each is valid once, for five minutes.
public struct NonceBook: Hashable, Sendable {
  /// How long a challenge is valid, in seconds.
  public static let lifetime: Int64 = 300
  /// How many challenges may be open. Beyond that, the oldest are dropped.
  public static let capacity = 10_000

  private var issued: [String: Int64] = [:]
  private let lifetime: Int64

  /// An empty book whose challenges are valid for `lifetime` seconds.
  public init(lifetime: Int64 = NonceBook.lifetime) {
    self.lifetime = lifetime
  }

  /// Issues a new challenge: 32 random bytes in base64, 44 characters.
  public mutating func issue(at time: Int64) throws(CryptoError) -> String {
    issued = issued.filter { time - $0.value <= lifetime }
    if issued.count >= NonceBook.capacity,
      let oldest = issued.min(by: { ($0.value, $0.key) < ($1.value, $1.key) })
    {
      issued[oldest.key] = nil
    }
    let nonce = Base64.encoded(try Random.bytes(32))
    issued[nonce] = time
    return nonce
  }

  /// Uses up a challenge. False if it was not issued, was used before, or has expired.
  public mutating func redeem(_ nonce: String, at time: Int64) -> Bool {
    guard let given = issued.removeValue(forKey: nonce) else { return false }
    return (0...lifetime).contains(time - given)
  }
}
