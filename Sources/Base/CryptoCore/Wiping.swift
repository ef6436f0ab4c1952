import COpenSSL
public import Secrets

/// Overwrites the bytes and empties the array. Copies that were made before stay as they are.
public func wipe(_ bytes: inout [UInt8]) {
  bytes.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
  bytes.removeAll()
}

/// Whether two byte strings are equal. The time taken depends only on their lengths.
public func constantTimeEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  guard left.count == right.count else { return false }
  return left.withUnsafeBytes { left in
    right.withUnsafeBytes { right in
      CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
    }
  }
}

/// Whether two secrets are equal. The time taken depends only on their lengths.
public func constantTimeEqual(_ left: borrowing Secret, _ right: borrowing Secret) -> Bool {
  guard left.count == right.count else { return false }
  return left.withBytes { left in
    right.withBytes { right in
      CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
    }
  }
}
