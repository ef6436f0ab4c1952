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
    try check(key, nonce)
    return try plaintext.withBytes { plaintext throws(CryptoError) in
      let cipher = EVP_CIPHER_CTX_new()
      defer { EVP_CIPHER_CTX_free(cipher) }
      var output = [UInt8](repeating: 0, count: plaintext.count + tagLength)
      var written: Int32 = 0
      let done = output.withUnsafeMutableBufferPointer { output in
        start(cipher, encrypt: true, key, nonce, context)
          && update(cipher, plaintext, to: output.baseAddress)
          && EVP_CipherFinal_ex(cipher, output.baseAddress, &written) == 1
          && EVP_CIPHER_CTX_ctrl(
            cipher, EVP_CTRL_AEAD_GET_TAG, Int32(tagLength),
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
    try check(key, nonce)
    guard sealed.count >= tagLength else { throw .notAuthentic }
    let length = sealed.count - tagLength
    var tag = Array(sealed[length...])
    return try Secret(capacity: length) { output throws(CryptoError) in
      let cipher = EVP_CIPHER_CTX_new()
      defer { EVP_CIPHER_CTX_free(cipher) }
      let start = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
      let done = sealed.withUnsafeBytes { sealed in
        Self.start(cipher, encrypt: false, key, nonce, context)
          && update(cipher, UnsafeRawBufferPointer(rebasing: sealed[..<length]), to: start)
          && EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_SET_TAG, Int32(tagLength), &tag) == 1
      }
      guard done else { throw .libraryFailure }
      var written: Int32 = 0
      guard EVP_CipherFinal_ex(cipher, start, &written) == 1 else { throw .notAuthentic }
      return length
    }
  }

  private static func check(_ key: borrowing Secret, _ nonce: [UInt8]) throws(CryptoError) {
    guard key.count == keyLength else { throw .invalidKeyLength }
    guard nonce.count == nonceLength else { throw .invalidLength }
  }

  private static func start(
    _ cipher: OpaquePointer?, encrypt: Bool, _ key: borrowing Secret, _ nonce: [UInt8],
    _ context: [UInt8]
  ) -> Bool {
    var written: Int32 = 0
    return key.withBytes { key in
      EVP_CipherInit_ex2(
        cipher, EVP_aes_256_gcm(), key.baseAddress?.assumingMemoryBound(to: UInt8.self), nonce,
        encrypt ? 1 : 0, nil) == 1
    }
      && (context.isEmpty
        || EVP_CipherUpdate(cipher, nil, &written, context, Int32(context.count)) == 1)
  }

  private static func update(
    _ cipher: OpaquePointer?, _ input: UnsafeRawBufferPointer,
    to output: UnsafeMutablePointer<UInt8>?
  ) -> Bool {
    var written: Int32 = 0
    return input.isEmpty
      || EVP_CipherUpdate(
        cipher, output, &written, input.baseAddress?.assumingMemoryBound(to: UInt8.self),
        Int32(input.count)) == 1
  }
}
