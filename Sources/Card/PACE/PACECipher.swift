public import CryptoCore
public import Secrets

/// The cipher of a PACE protocol. The raw value is the last arc of the protocol's identifier.
///
/// All are id-PACE-ECDH-GM (TR-03110-3 A.1.1.1): generic mapping on an elliptic curve, AES in CBC
/// mode for encryption, CMAC for authentication.
public enum PACECipher: UInt8, Hashable, Sendable, CaseIterable {
  /// AES with 128-bit keys.
  case aes128 = 2
  /// AES with 192-bit keys.
  case aes192 = 3
  /// AES with 256-bit keys.
  case aes256 = 4

  /// The length of a key in bytes.
  public var keyLength: Int {
    switch self {
    case .aes128: 16
    case .aes192: 24
    case .aes256: 32
    }
  }

  /// The protocol's object identifier, 0.4.0.127.0.7.2.2.4.2.x, without tag and length.
  public var objectIdentifier: [UInt8] {
    [0x04, 0x00, 0x7F, 0x00, 0x07, 0x02, 0x02, 0x04, 0x02, rawValue]
  }

  /// The cipher with this identifier, given without tag and length. Nil if it is not known here.
  public init?(objectIdentifier: [UInt8]) {
    guard let last = objectIdentifier.last, let cipher = PACECipher(rawValue: last),
      cipher.objectIdentifier == objectIdentifier
    else { return nil }
    self = cipher
  }

  /// The use of a derived key; the raw value is the counter of the derivation (TR-03110-3 A.2.3).
  public enum KeyPurpose: UInt8, Sendable {
    /// Encryption in secure messaging.
    case encryption = 1
    /// Checksums in secure messaging, and the tokens of PACE.
    case authentication = 2
    /// Encryption of the nonce, under a key derived from the password.
    case password = 3
  }

  /// The key derivation function of ICAO 9303-11 §9.7.1.2: SHA-1 for AES-128, else SHA-256.
  public func derivedKey(
    from shared: borrowing Secret, for purpose: KeyPurpose
  ) -> Secret {
    var counter: [UInt8] = [0, 0, 0, purpose.rawValue]
    let seed = shared.appending(Secret(moving: &counter))
    return (self == .aes128 ? Hash.sha1 : .sha256).digest(of: seed).copy(of: 0..<keyLength)
  }

  /// The authentication token over the other side's ephemeral key, 8 bytes (ICAO 9303-11 §4.4.3.4).
  public func token(
    over publicKey: CurvePoint, key: borrowing Secret
  ) throws(CryptoError) -> [UInt8] {
    let object = PublicKeyObject.encoded(publicKey, protocol: objectIdentifier)
    return Array(try MAC.aesCMAC(of: object, key: key)[..<8])
  }
}
