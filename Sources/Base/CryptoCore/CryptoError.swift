/// Why a cryptographic operation gave no result.
public enum CryptoError: Error, Hashable, Sendable {
  /// The key's length does not belong to the algorithm.
  case invalidKeyLength
  /// The data's length does not belong to the algorithm: not whole blocks, a wrong digest.
  case invalidLength
  /// Not an uncompressed point of the curve, or the point at infinity.
  case invalidPoint
  /// A private scalar outside 1...n-1.
  case invalidScalar
  /// An authenticated ciphertext that was changed, or the wrong key for it.
  case notAuthentic
  /// The bytes are not the structure they should be: a signature, a certificate.
  case malformed
  /// libcrypto refused or ran out of memory.
  case libraryFailure
}
