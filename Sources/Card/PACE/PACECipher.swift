public import CryptoCore
public import Secrets

/// The cipher of a PACE protocol; its raw value is the last arc of the protocol's identifier.
///
/// All are id-PACE-ECDH-GM (TR-03110-3 A.1.1.1): generic mapping on an elliptic curve, AES in CBC
/// mode for encryption, CMAC for authentication.
public enum PACECipher: UInt8, Hashable, Sendable, CaseIterable {
  case aes128 = 2
  case aes192 = 3
  case aes256 = 4

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

  public init?(objectIdentifier: [UInt8]) {
    guard let last = objectIdentifier.last, let cipher = PACECipher(rawValue: last),
      cipher.objectIdentifier == objectIdentifier
    else { return nil }
    self = cipher
  }

  /// What a derived key is for; the counter of the derivation function (TR-03110-3 A.2.3).
  public enum KeyPurpose: UInt8, Sendable {
    case encryption = 1
    case authentication = 2
    case password = 3
  }

  /// The key derivation function of ICAO 9303-11 §9.7.1.2: SHA-1 for AES-128, else SHA-256.
  public func derivedKey(
    from shared: borrowing Secret, for purpose: KeyPurpose
  ) -> Secret {
    let seed = shared.withBytes { shared in
      Secret(capacity: shared.count + 4) { buffer in
        buffer.copyMemory(from: shared)
        buffer[shared.count + 3] = purpose.rawValue
        return shared.count + 4
      }
    }
    let digest = (self == .aes128 ? Hash.sha1 : .sha256).digest(of: seed)
    return digest.withBytes { digest in
      Secret(capacity: keyLength) { buffer in
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: digest[..<keyLength]))
        return keyLength
      }
    }
  }

  /// The authentication token over the other side's ephemeral key, 8 bytes (ICAO 9303-11 §4.4.3.4).
  public func token(
    over publicKey: CurvePoint, key: borrowing Secret
  ) throws(CryptoError) -> [UInt8] {
    let object = PublicKeyObject.encoded(publicKey, protocol: objectIdentifier)
    return Array(try MAC.aesCMAC(of: object, key: key)[..<8])
  }
}
