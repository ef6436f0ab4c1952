internal import CryptoCore
internal import Files
public import Secrets

/// Holds the key of the store: in the user's keyring or a file here, in the platform's keystore on
/// a phone.
public protocol KeyVault: Sendable {
  /// The key of 32 bytes. Nil if there is none.
  func key() throws(StoreError) -> Secret?
  /// Makes and stores a new key.
  func makeKey() throws(StoreError) -> Secret
  /// Destroys the key, so that everything encrypted with it can never be read again.
  func destroyKey() throws(StoreError)
}

/// A key in a separate file that only its owner may read.
package struct FileKeyVault: KeyVault {
  /// The path of the file.
  package let path: String

  /// A vault with the key in the file at `path`.
  package init(path: String) {
    self.path = path
  }

  package func key() throws(StoreError) -> Secret? {
    // One byte more, to notice a file that is too long.
    let key: Secret
    do throws(FileError) {
      key = try Secret(capacity: 33) { buffer throws(FileError) in
        try FileSystem.readPrivately(path, into: buffer)
      }
    } catch {
      if error.isMissing { return nil }
      throw .file(error)
    }
    guard key.count == 32 else { throw .damaged(path) }
    return key
  }

  package func makeKey() throws(StoreError) -> Secret {
    guard let key = try? Random.secret(32) else { throw .cryptography }
    try StoreError.from { () throws(FileError) in
      try key.withBytes { bytes throws(FileError) in
        try FileSystem.writePrivately(bytes, to: path)
      }
    }
    return key
  }

  package func destroyKey() throws(StoreError) {
    try StoreError.from { () throws(FileError) in try FileSystem.destroy(path) }
  }
}
