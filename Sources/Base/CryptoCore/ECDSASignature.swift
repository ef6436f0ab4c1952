import COpenSSL

/// Converts between the two forms of an ECDSA signature: R and S at full length, which cards and
/// JOSE use, and the DER of Ecdsa-Sig-Value, which libcrypto and X.509 use.
public enum ECDSASignature {
  /// R and S, each as long as a coordinate of `curve`, taken from DER.
  public static func raw(fromDER der: [UInt8], curve: Curve) throws(CryptoError) -> [UInt8] {
    let signature = try parsed(der, free: ECDSA_SIG_free) { d2i_ECDSA_SIG(nil, &$0, $1) }
    defer { ECDSA_SIG_free(signature) }
    let length = curve.length
    var raw = [UInt8](repeating: 0, count: 2 * length)
    let done = raw.withUnsafeMutableBufferPointer { raw in
      BN_bn2binpad(ECDSA_SIG_get0_r(signature), raw.baseAddress, Int32(length)) > 0
        && BN_bn2binpad(
          ECDSA_SIG_get0_s(signature), raw.baseAddress.map { $0 + length }, Int32(length)) > 0
    }
    guard done else { throw .malformed }
    return raw
  }

  /// The DER of R and S, which must have the same length.
  public static func der(fromRaw raw: [UInt8]) throws(CryptoError) -> [UInt8] {
    guard !raw.isEmpty, raw.count.isMultiple(of: 2) else { throw .malformed }
    let half = raw.count / 2
    let (r, s) = raw.withUnsafeBufferPointer { raw in
      (
        BN_bin2bn(raw.baseAddress, Int32(half), nil),
        BN_bin2bn(raw.baseAddress.map { $0 + half }, Int32(half), nil)
      )
    }
    guard let signature = ECDSA_SIG_new(), ECDSA_SIG_set0(signature, r, s) == 1 else {
      BN_free(r)
      BN_free(s)
      throw .libraryFailure
    }
    defer { ECDSA_SIG_free(signature) }
    return try encoded { i2d_ECDSA_SIG(signature, &$0) }
  }

  /// The same signature with the smaller of its two possible values of `s`, so that nobody can make
  /// a second one of it. `raw` is r and s of the curve's length each.
  public static func lowS(_ raw: [UInt8], curve: Curve) throws(CryptoError) -> [UInt8] {
    let length = curve.length
    guard raw.count == 2 * length else { throw .malformed }
    var other = [UInt8](repeating: 0, count: length)
    guard
      BN_bn2binpad(EC_GROUP_get0_order(try Groups.group(of: curve)), &other, Int32(length)) > 0
    else { throw .libraryFailure }
    // The order minus s, byte by byte from the last.
    var borrow = 0
    for index in other.indices.reversed() {
      let difference = Int(other[index]) - Int(raw[length + index]) - borrow
      borrow = difference < 0 ? 1 : 0
      other[index] = UInt8(truncatingIfNeeded: difference)
    }
    return other.lexicographicallyPrecedes(raw[length...]) ? raw[..<length] + other : raw
  }
}

extension CurvePoint {
  /// Whether `signature` (R and S at full length) is this public key's signature of `digest`.
  ///
  /// Any input is safe; anything but a good signature is false.
  public func isValidSignature(_ signature: [UInt8], ofDigest digest: [UInt8]) -> Bool {
    guard signature.count == 2 * curve.length,
      let der = try? ECDSASignature.der(fromRaw: signature),
      let key = try? OwnedKey(self)
    else { return false }
    let context = EVP_PKEY_CTX_new(key.pointer, nil)
    defer { EVP_PKEY_CTX_free(context) }
    let valid =
      EVP_PKEY_verify_init(context) == 1
      && EVP_PKEY_verify(context, der, der.count, digest, digest.count) == 1
    if !valid { ERR_clear_error() }
    return valid
  }
}
