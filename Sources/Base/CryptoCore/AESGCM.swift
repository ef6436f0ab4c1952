import COpenSSL
public import Secrets

/// AES-256 in Galois/counter mode with a 12-byte nonce and a 16-byte tag (NIST SP 800-38D).
public enum AESGCM {
  /// The length of a key in bytes.
  public static let keyLength = 32
  /// The length of a nonce in bytes.
  public static let nonceLength = 12
  /// The length of a tag in bytes.
  public static let tagLength = 16

  /// The ciphertext of `plaintext` followed by its tag.
  ///
  /// - Parameters:
  ///   - nonce: 12 bytes, never used twice under one key.
  ///   - context: bytes that are authenticated but not encrypted.
  public static func sealed(
    _ plaintext: borrowing Secret, key: borrowing Secret, nonce: [UInt8], context: [UInt8] = []
  ) throws(CryptoError) -> [UInt8] {
    let cipher = try start(key, nonce, context, encrypts: true)
    return try plaintext.withBytes { plaintext throws(CryptoError) in
      var output = [UInt8](repeating: 0, count: plaintext.count + tagLength)
      var written: Int32 = 0
      let done = output.withUnsafeMutableBytes { output in
        cipher.update(plaintext, to: output)
          && EVP_CipherFinal_ex(cipher.pointer, output.octets, &written) == 1
          && EVP_CIPHER_CTX_ctrl(
            cipher.pointer, EVP_CTRL_AEAD_GET_TAG, Int32(tagLength),
            output.baseAddress.map { $0 + plaintext.count }) == 1
      }
      guard done else { throw .libraryFailure }
      return output
    }
  }

  /// The plaintext of what ``sealed(_:key:nonce:context:)`` returned.
  ///
  /// Throws ``CryptoError/notAuthentic`` if the ciphertext, the key, the nonce or the context
  /// differs from the one that was used for sealing.
  public static func opened(
    _ sealed: [UInt8], key: borrowing Secret, nonce: [UInt8], context: [UInt8] = []
  ) throws(CryptoError) -> Secret {
    let cipher = try start(key, nonce, context, encrypts: false)
    guard sealed.count >= tagLength else { throw .notAuthentic }
    let length = sealed.count - tagLength
    var tag = Array(sealed[length...])
    return try Secret(capacity: length) { output throws(CryptoError) in
      let done = sealed.withUnsafeBytes { sealed in
        cipher.update(UnsafeRawBufferPointer(rebasing: sealed[..<length]), to: output)
          && EVP_CIPHER_CTX_ctrl(
            cipher.pointer, EVP_CTRL_AEAD_SET_TAG, Int32(tagLength), &tag) == 1
      }
      guard done else { throw .libraryFailure }
      var written: Int32 = 0
      guard EVP_CipherFinal_ex(cipher.pointer, output.octets, &written) == 1 else {
        throw .notAuthentic
      }
      return length
    }
  }

  private static func start(
    _ key: borrowing Secret, _ nonce: [UInt8], _ context: [UInt8], encrypts: Bool
  ) throws(CryptoError) -> CipherContext {
    guard key.count == keyLength else { throw .invalidKeyLength }
    guard nonce.count == nonceLength else { throw .invalidLength }
    let cipher = try CipherContext(EVP_aes_256_gcm(), key: key, iv: nonce, encrypts: encrypts)
    guard context.withUnsafeBytes({ cipher.update($0, to: nil) }) else { throw .libraryFailure }
    return cipher
  }
}
