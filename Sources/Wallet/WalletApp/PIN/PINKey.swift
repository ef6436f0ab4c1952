package import CryptoCore
package import Secrets

/// The key derived from a remote PIN. It is not stored, so it cannot be had without the PIN.
package enum PINKey {
  /// The length of the salt in bytes. The salt is made at registration and kept encrypted.
  package static let saltLength = 32

  /// Derives 40 bytes with HKDF-SHA256 from the salt, with the PIN as info. The private key on
  /// P-256 is (bytes mod (q - 1)) + 1.
  package static func derived(
    from pin: consuming Secret, salt: borrowing Secret
  ) throws(CryptoError) -> CurvePrivateKey {
    var info = pin.withBytes { Array($0) }
    defer { wipe(&info) }
    let bytes = try HKDF.sha256(salt, info: info, length: 40)
    return try CurvePrivateKey(derivedFrom: bytes, on: .p256)
  }

  /// The answer to a challenge of the account server: R and S over the SHA-256 of the challenge.
  package static func answer(
    to challenge: [UInt8], pin: consuming Secret, salt: borrowing Secret
  ) throws(CryptoError) -> [UInt8] {
    try derived(from: pin, salt: salt).signature(ofDigest: Hash.sha256.digest(of: challenge))
  }
}
