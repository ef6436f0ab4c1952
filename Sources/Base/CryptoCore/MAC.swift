import COpenSSL
public import Secrets

/// Message authentication codes: HMAC (RFC 2104) and AES-CMAC (NIST SP 800-38B, RFC 4493).
public enum MAC {
  /// HMAC of `message`, as long as the digest of `hash`.
  public static func hmac(
    _ hash: Hash, of message: [UInt8], key: borrowing Secret
  ) throws(CryptoError) -> [UInt8] {
    try code("HMAC", hash.name, of: message, key: key, length: hash.length)
  }

  /// AES-CMAC of `message`, 16 bytes. The key's length (16, 24 or 32) chooses the cipher.
  public static func aesCMAC(
    of message: [UInt8], key: borrowing Secret
  ) throws(CryptoError) -> [UInt8] {
    guard [16, 24, 32].contains(key.count) else { throw .invalidKeyLength }
    return try code("CMAC", "AES-\(key.count * 8)-CBC", of: message, key: key, length: 16)
  }

  private static func code(
    _ name: String, _ algorithm: String, of message: [UInt8], key: borrowing Secret, length: Int
  ) throws(CryptoError) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: length)
    var written = 0
    // libcrypto takes a null pointer, which an empty key has, to mean a key that was set before.
    guard key.count > 0 else { throw .invalidKeyLength }
    // The parameters hold pointers to the two names, so they are used and dropped within one call.
    let done = key.withBytes { key in
      message.withUnsafeBytes { message in
        EVP_Q_mac(
          nil, name, nil, algorithm, nil, key.baseAddress, key.count,
          message.octets, message.count,
          &output, length, &written)
      }
    }
    guard done != nil, written == length else { throw .libraryFailure }
    return output
  }
}
