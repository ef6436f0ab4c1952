import COpenSSL
public import Secrets

/// A hash function (FIPS 180-4).
public enum Hash: Hashable, Sendable, CaseIterable {
  /// SHA-1, only for key derivation with AES-128, which TR-03110-3 A.2.3.2 demands, and for the ids
  /// that git gives to files.
  case sha1
  /// SHA-256.
  case sha256
  /// SHA-384.
  case sha384
  /// SHA-512.
  case sha512

  /// The length of a digest in bytes.
  public var length: Int {
    switch self {
    case .sha1: 20
    case .sha256: 32
    case .sha384: 48
    case .sha512: 64
    }
  }

  /// The digest of `bytes`.
  public func digest(of bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { digest(of: $0) }
  }

  /// The digest of `bytes`.
  public func digest(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: length) { output, count in
      write(digestOf: bytes, to: UnsafeMutableRawBufferPointer(output))
      count = length
    }
  }

  /// The digest of a secret, which is a secret too.
  public func digest(of secret: borrowing Secret) -> Secret {
    secret.withBytes { bytes in
      Secret(capacity: length) { output in
        write(digestOf: bytes, to: output)
        return length
      }
    }
  }

  private func write(
    digestOf bytes: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer
  ) {
    let done = EVP_Digest(
      bytes.baseAddress, bytes.count, output.octets, nil,
      algorithm, nil)
    precondition(done == 1, "libcrypto has no \(self)")
  }

  var algorithm: OpaquePointer? {
    switch self {
    case .sha1: EVP_sha1()
    case .sha256: EVP_sha256()
    case .sha384: EVP_sha384()
    case .sha512: EVP_sha512()
    }
  }

  /// The name under which libcrypto finds the function.
  var name: String {
    switch self {
    case .sha1: "SHA1"
    case .sha256: "SHA256"
    case .sha384: "SHA384"
    case .sha512: "SHA512"
    }
  }
}
