import COpenSSL
public import Secrets

/// A private scalar on a curve, in 1...n-1, wiped when its value ends.
public struct CurvePrivateKey: ~Copyable, Sendable {
  /// The curve that the key belongs to.
  public let curve: Curve
  private let scalar: Secret

  private init(checked scalar: consuming Secret, _ curve: Curve) {
    self.curve = curve
    self.scalar = scalar
  }

  /// A key drawn uniformly from 1...n-1.
  public init(randomOn curve: Curve) throws(CryptoError) {
    let group = try Groups.group(of: curve)
    let number = try BigNumber()
    repeat {
      guard BN_priv_rand_range(number.pointer, EC_GROUP_get0_order(group)) == 1 else {
        throw .libraryFailure
      }
    } while BN_is_zero(number.pointer) == 1
    self.init(checked: try number.secret(length: curve.length), curve)
  }

  /// The key with this scalar, in big-endian order. Throws `invalidScalar` outside 1...n-1.
  public init(scalar: borrowing Secret, on curve: Curve) throws(CryptoError) {
    let group = try Groups.group(of: curve)
    let number = try BigNumber(scalar)
    guard BN_is_zero(number.pointer) == 0,
      BN_cmp(number.pointer, EC_GROUP_get0_order(group)) < 0
    else { throw .invalidScalar }
    self.init(checked: try number.secret(length: curve.length), curve)
  }

  /// A key from derived bytes: (bytes mod n-1) + 1 (FIPS 186-5 §A.2.1).
  ///
  /// - Parameter bytes: at least 8 bytes more than the curve's length, or the scalars are biased.
  public init(derivedFrom bytes: borrowing Secret, on curve: Curve) throws(CryptoError) {
    let group = try Groups.group(of: curve)
    let number = try BigNumber(bytes)
    let modulus = try BigNumber()
    let scratch = try Scratch()
    guard BN_copy(modulus.pointer, EC_GROUP_get0_order(group)) != nil,
      BN_sub_word(modulus.pointer, 1) == 1,
      BN_div(nil, number.pointer, number.pointer, modulus.pointer, scratch.pointer) == 1,
      BN_add_word(number.pointer, 1) == 1
    else { throw .libraryFailure }
    self.init(checked: try number.secret(length: curve.length), curve)
  }

  /// The scalar times the base point.
  public borrowing func publicKey() throws(CryptoError) -> CurvePoint {
    try CurvePoint(baseTimes: scalar, on: curve)
  }

  /// The scalar times `point`: a public key on another generator, or a Diffie-Hellman point.
  public borrowing func multiplying(_ point: CurvePoint) throws(CryptoError) -> CurvePoint {
    guard point.curve == curve else { throw .invalidPoint }
    return try point.multiplied(by: scalar)
  }

  /// The x coordinate of the Diffie-Hellman point at full length (TR-03111 §4.3.1).
  ///
  /// The point never leaves libcrypto's memory, which is wiped; only the coordinate does.
  public borrowing func sharedSecret(with point: CurvePoint) throws(CryptoError) -> Secret {
    guard point.curve == curve else { throw .invalidPoint }
    let group = try Groups.group(of: curve)
    let product = try point.product(with: scalar)
    let x = try BigNumber()
    let scratch = try Scratch()
    guard EC_POINT_is_at_infinity(group, product.pointer) == 0,
      EC_POINT_get_affine_coordinates(group, product.pointer, x.pointer, nil, scratch.pointer) == 1
    else { throw .invalidPoint }
    return try x.secret(length: curve.length)
  }

  /// The ECDSA signature of a digest: R and S at full length (RFC 7518 §3.4).
  ///
  /// A digest longer than the curve's order is truncated (FIPS 186-5 §6.4.1).
  public borrowing func signature(ofDigest digest: [UInt8]) throws(CryptoError) -> [UInt8] {
    let key = try ownedKey()
    let context = EVP_PKEY_CTX_new(key.pointer, nil)
    defer { EVP_PKEY_CTX_free(context) }
    var length = 0
    guard EVP_PKEY_sign_init(context) == 1,
      EVP_PKEY_sign(context, nil, &length, digest, digest.count) == 1
    else { throw .libraryFailure }
    var der = [UInt8](repeating: 0, count: length)
    guard EVP_PKEY_sign(context, &der, &length, digest, digest.count) == 1 else {
      throw .libraryFailure
    }
    return try ECDSASignature.raw(fromDER: Array(der[..<length]), curve: curve)
  }

  borrowing func ownedKey() throws(CryptoError) -> OwnedKey {
    try OwnedKey(try publicKey(), scalar: scalar)
  }

  /// A copy of the scalar at full length, for storage under encryption.
  public borrowing func exportedScalar() -> Secret {
    scalar.duplicated()
  }
}
