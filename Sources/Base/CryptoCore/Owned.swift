import COpenSSL
import Secrets

/// A libcrypto big number, wiped and freed at the end of its scope.
struct BigNumber: ~Copyable {
  let pointer: OpaquePointer

  init() throws(CryptoError) {
    guard let pointer = BN_new() else { throw .libraryFailure }
    self.pointer = pointer
  }

  /// The number that `secret` writes in big-endian order.
  init(_ secret: borrowing Secret) throws(CryptoError) {
    let number = secret.withBytes { bytes in
      BN_bin2bn(bytes.octets, Int32(bytes.count), nil)
    }
    guard let number else { throw .libraryFailure }
    pointer = number
    // Makes libcrypto multiply, divide and invert this number in constant time.
    BN_set_flags(pointer, BN_FLG_CONSTTIME)
  }

  /// The number in big-endian order, with leading zeros up to `length` bytes.
  borrowing func secret(length: Int) throws(CryptoError) -> Secret {
    let pointer = pointer
    return try Secret(capacity: length) { buffer throws(CryptoError) in
      let start = buffer.octets
      guard BN_bn2binpad(pointer, start, Int32(length)) == Int32(length) else {
        throw .libraryFailure
      }
      return length
    }
  }

  deinit { BN_clear_free(pointer) }
}

/// A cipher at work; freed, with its keys, when it ends.
struct CipherContext: ~Copyable {
  let pointer: OpaquePointer

  /// Starts to encrypt or decrypt.
  init(
    _ cipher: OpaquePointer?, key: borrowing Secret, iv: [UInt8], encrypts: Bool
  ) throws(CryptoError) {
    let new = EVP_CIPHER_CTX_new()
    let isReady = key.withBytes { key in
      EVP_CipherInit_ex2(new, cipher, key.octets, iv, encrypts ? 1 : 0, nil) == 1
    }
    guard isReady, let new else {
      EVP_CIPHER_CTX_free(new)
      throw .libraryFailure
    }
    pointer = new
  }

  /// Handles more bytes. Without `output`, they are authenticated only.
  func update(
    _ input: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer?
  ) -> Bool {
    var written: Int32 = 0
    return input.isEmpty
      || EVP_CipherUpdate(pointer, output?.octets, &written, input.octets, Int32(input.count)) == 1
        && Int(written) == input.count
  }

  deinit { EVP_CIPHER_CTX_free(pointer) }
}

extension UnsafeRawBufferPointer {
  /// The address of the bytes, as libcrypto wants it.
  var octets: UnsafePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}

extension UnsafeMutableRawBufferPointer {
  /// The address of the bytes, as libcrypto wants it.
  var octets: UnsafeMutablePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}

/// libcrypto's scratch space for one operation. Its numbers are wiped with it.
struct Scratch: ~Copyable {
  let pointer: OpaquePointer

  init() throws(CryptoError) {
    guard let pointer = BN_CTX_new() else { throw .libraryFailure }
    self.pointer = pointer
  }

  deinit { BN_CTX_free(pointer) }
}

/// A libcrypto point, wiped and freed at the end of its scope.
struct OwnedPoint: ~Copyable {
  let pointer: OpaquePointer

  init(on group: OpaquePointer) throws(CryptoError) {
    guard let pointer = EC_POINT_new(group) else { throw .libraryFailure }
    self.pointer = pointer
  }

  deinit { EC_POINT_clear_free(pointer) }
}

/// A libcrypto key, freed at the end of its scope; libcrypto wipes the private part.
struct OwnedKey: ~Copyable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer?) throws(CryptoError) {
    guard let pointer else { throw .libraryFailure }
    self.pointer = pointer
  }

  init(_ point: CurvePoint) throws(CryptoError) {
    try self.init(flowrun_ec_key(point.curve.nid, point.encoded, point.encoded.count, nil, 0))
  }

  init(_ point: CurvePoint, scalar: borrowing Secret) throws(CryptoError) {
    let key = scalar.withBytes { bytes in
      flowrun_ec_key(
        point.curve.nid, point.encoded, point.encoded.count,
        bytes.octets, bytes.count)
    }
    try self.init(key)
  }

  deinit { EVP_PKEY_free(pointer) }
}
