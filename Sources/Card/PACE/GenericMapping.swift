public import CryptoCore
public import Secrets

/// The generic mapping of a nonce onto a generator of the curve (ICAO 9303-11 §4.4.3.3).
public enum GenericMapping {
  /// G' = s·G + H, where H is the Diffie-Hellman point of both sides' mapping keys.
  ///
  /// Computed in three steps, each in constant time. libcrypto's combined multiplication is faster,
  /// but its running time reveals something about the scalars. Throws `invalidPoint` if H or G' is
  /// the point at infinity.
  public static func generator(
    nonce: borrowing Secret, key: borrowing CurvePrivateKey, peer: CurvePoint
  ) throws(CryptoError) -> CurvePoint {
    let shared = try key.multiplying(peer)
    return try CurvePoint(baseTimes: nonce, on: key.curve).adding(shared)
  }
}
