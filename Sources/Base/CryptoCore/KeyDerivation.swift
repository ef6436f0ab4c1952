public import Secrets

/// HKDF with SHA-256 (RFC 5869).
public enum HKDF {
  /// `length` bytes from `secret`; at most 8,160.
  ///
  /// - Parameters:
  ///   - salt: may be empty, which RFC 5869 §2.2 reads as 32 zero bytes.
  ///   - info: what the derived key is for; different purposes give independent keys.
  public static func sha256(
    _ secret: borrowing Secret, salt: [UInt8] = [], info: [UInt8], length: Int
  ) throws(CryptoError) -> Secret {
    guard 1...(255 * 32) ~= length else { throw .invalidLength }
    var saltKey = salt.isEmpty ? [UInt8](repeating: 0, count: 32) : salt
    var input = secret.withBytes { Array($0) }
    defer { wipe(&input) }
    var extracted = try MAC.hmac(.sha256, of: input, key: Secret(moving: &saltKey))
    let key = Secret(moving: &extracted)
    return try Secret(capacity: length) { output throws(CryptoError) in
      // Reserve room for a block, `info` and the counter: growing the array would leave a copy of
      // the block in memory.
      var message: [UInt8] = []
      message.reserveCapacity(Hash.sha256.length + info.count + 1)
      defer { wipe(&message) }
      var offset = 0
      var counter: UInt8 = 1
      while offset < length {
        message += info
        message.append(counter)
        var block = try MAC.hmac(.sha256, of: message, key: key)
        message.removeAll(keepingCapacity: true)
        message += block
        let count = min(block.count, length - offset)
        for index in 0..<count { output[offset + index] = block[index] }
        wipe(&block)
        offset += count
        counter &+= 1
      }
      return length
    }
  }
}
