internal import CryptoCore
internal import Files
public import Secrets

/// Where the key of the store is: a file here, the keystore of the platform on a phone.
public protocol KeyVault: Sendable {
  /// The key; nil when there is none. 32 bytes.
  func key() throws(StoreError) -> Secret?
  /// Makes a key and keeps it.
  func makeKey() throws(StoreError) -> Secret
  /// Makes the key, and with it all that is encrypted by it, unreadable for good.
  func destroyKey() throws(StoreError)
}

/// A key in a file of its own, which only its owner may read.
public struct FileKeyVault: KeyVault {
  public let path: String

  public init(path: String) {
    self.path = path
  }

  public func key() throws(StoreError) -> Secret? {
    // One byte more shows a file that is too long.
    let key: Secret
    do throws(FileError) {
      key = try Secret(capacity: 33) { buffer throws(FileError) in
        try FileSystem.read(path, into: buffer)
      }
    } catch {
      if error.isMissing { return nil }
      throw .file(error)
    }
    guard key.count == 32 else { throw .damaged(path) }
    return key
  }

  public func makeKey() throws(StoreError) -> Secret {
    guard let key = try? Random.secret(32) else { throw .cryptography }
    try StoreError.from { () throws(FileError) in
      try key.withBytes { bytes throws(FileError) in
        try FileSystem.writePrivately(bytes, to: path)
      }
    }
    return key
  }

  public func destroyKey() throws(StoreError) {
    try StoreError.from { () throws(FileError) in try FileSystem.destroy(path) }
  }
}
