/// Why a cryptographic operation gave no result.
public enum CryptoError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The key's length does not fit the algorithm.
  case invalidKeyLength
  /// The data's length does not fit the algorithm: not whole blocks, or a digest of the wrong
  /// length.
  case invalidLength
  /// Not an uncompressed point of the curve, or the point at infinity.
  case invalidPoint
  /// A private scalar outside 1...n-1.
  case invalidScalar
  /// An authenticated ciphertext was changed, or the key for it is wrong.
  case notAuthentic
  /// The bytes are not the expected structure, such as a signature or a certificate.
  case malformed
  /// libcrypto refused, or ran out of memory.
  case libraryFailure

  /// The reason, as a sentence without a full stop.
  public var description: String {
    switch self {
    case .invalidKeyLength: "the key is too long or too short"
    case .invalidLength: "the data is too long or too short"
    case .invalidPoint: "the public key is not a point of its curve"
    case .invalidScalar: "the private key is not a number of its curve"
    case .notAuthentic: "the data was changed, or the key for it is wrong"
    case .malformed: "the data is not in the expected form"
    case .libraryFailure: "the library for cryptography refuses"
    }
  }
}
