import COpenSSL
public import Secrets

/// Random bytes from libcrypto's generator, which the operating system seeds.
public enum Random {
  /// Bytes that others may see: nonces, salts, serial numbers.
  public static func bytes(_ count: Int) throws(CryptoError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    guard RAND_bytes(&bytes, Int32(count)) == 1 else { throw .libraryFailure }
    return bytes
  }

  /// Secret bytes, from the generator for private values.
  public static func secret(_ count: Int) throws(CryptoError) -> Secret {
    try Secret(capacity: count) { buffer throws(CryptoError) in
      let start = buffer.octets
      guard RAND_priv_bytes(start, Int32(count)) == 1 else { throw .libraryFailure }
      return count
    }
  }
}
