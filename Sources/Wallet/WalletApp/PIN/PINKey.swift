package import CryptoCore
package import Secrets

/// The key that a remote PIN stands for: without the PIN nobody has it, and it is stored nowhere.
package enum PINKey {
  /// The length of the salt in bytes. The salt is made at registration and kept encrypted.
  package static let saltLength = 32

  /// HKDF-SHA256 over the salt with the PIN as info gives 40 bytes; (bytes mod (q - 1)) + 1 is the
  /// private key on P-256.
  package static func derived(
    from pin: consuming Secret, salt: borrowing Secret
  ) throws(CryptoError) -> CurvePrivateKey {
    var info = pin.withBytes { Array($0) }
    defer { wipe(&info) }
    let bytes = try HKDF.sha256(salt, info: info, length: 40)
    return try CurvePrivateKey(derivedFrom: bytes, on: .p256)
  }

  /// The answer to a challenge of the account server: R and S over its SHA-256.
  package static func answer(
    to challenge: [UInt8], pin: consuming Secret, salt: borrowing Secret
  ) throws(CryptoError) -> [UInt8] {
    try derived(from: pin, salt: salt).signature(ofDigest: Hash.sha256.digest(of: challenge))
  }
}
