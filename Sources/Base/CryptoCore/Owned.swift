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
      BN_bin2bn(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(bytes.count), nil)
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
      let start = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
      guard BN_bn2binpad(pointer, start, Int32(length)) == Int32(length) else {
        throw .libraryFailure
      }
      return length
    }
  }

  deinit { BN_clear_free(pointer) }
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
        bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
    }
    try self.init(key)
  }

  deinit { EVP_PKEY_free(pointer) }
}
