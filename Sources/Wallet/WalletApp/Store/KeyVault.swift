internal import CryptoCore
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
    try StoreFile.readSecret(path, count: 32)
  }

  public func makeKey() throws(StoreError) -> Secret {
    guard let key = try? Random.secret(32) else { throw .cryptography }
    try key.withBytes { bytes throws(StoreError) in try StoreFile.write(bytes, to: path) }
    return key
  }

  public func destroyKey() throws(StoreError) {
    try StoreFile.destroy(path)
    try StoreFile.destroy(path + ".new")
  }
}
