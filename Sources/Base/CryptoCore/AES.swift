import COpenSSL
public import Secrets

/// AES in CBC mode without padding, and of single blocks (FIPS 197, NIST SP 800-38A).
///
/// Keys are 16, 24 or 32 bytes. Nothing is padded here: secure messaging does that (ISO/IEC 9797-1
/// method 2).
public enum AES {
  /// The length of a block, and of an IV, in bytes.
  public static let blockLength = 16

  /// CBC encryption of whole blocks.
  public static func encryptedCBC(
    _ plaintext: borrowing Secret, key: borrowing Secret, iv: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    try plaintext.withBytes { plaintext throws(CryptoError) in
      var output = [UInt8](repeating: 0, count: plaintext.count)
      try output.withUnsafeMutableBufferPointer { output throws(CryptoError) in
        try run(true, plaintext, key, iv: iv, to: UnsafeMutableRawBufferPointer(output))
      }
      return output
    }
  }

  /// CBC decryption of whole blocks. The plaintext is treated as a secret.
  public static func decryptedCBC(
    _ ciphertext: [UInt8], key: borrowing Secret, iv: [UInt8]
  ) throws(CryptoError) -> Secret {
    try Secret(capacity: ciphertext.count) { output throws(CryptoError) in
      try ciphertext.withUnsafeBufferPointer { ciphertext throws(CryptoError) in
        try run(false, UnsafeRawBufferPointer(ciphertext), key, iv: iv, to: output)
      }
      return ciphertext.count
    }
  }

  /// Encrypts one block in ECB mode. Secure messaging makes its IV from the counter this way.
  public static func encryptedBlock(
    _ block: [UInt8], key: borrowing Secret
  ) throws(CryptoError) -> [UInt8] {
    guard block.count == blockLength else { throw .invalidLength }
    var copy = block
    // A single CBC block under a zero IV is that block in ECB.
    return try encryptedCBC(
      Secret(moving: &copy), key: key, iv: [UInt8](repeating: 0, count: blockLength))
  }

  private static func run(
    _ encrypts: Bool, _ input: UnsafeRawBufferPointer, _ key: borrowing Secret, iv: [UInt8],
    to output: UnsafeMutableRawBufferPointer
  ) throws(CryptoError) {
    let cipher =
      switch key.count {
      case 16: EVP_aes_128_cbc()
      case 24: EVP_aes_192_cbc()
      case 32: EVP_aes_256_cbc()
      default: throw CryptoError.invalidKeyLength
      }
    guard input.count % blockLength == 0, iv.count == blockLength else { throw .invalidLength }
    guard input.count > 0 else { return }
    let context = try CipherContext(cipher, key: key, iv: iv, encrypts: encrypts)
    guard EVP_CIPHER_CTX_set_padding(context.pointer, 0) == 1, context.update(input, to: output)
    else { throw .libraryFailure }
  }
}
