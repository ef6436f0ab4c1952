internal import CryptoCore
internal import Encodings
internal import Files
package import Secrets
package import WalletApp

/// The key of a store in the keyring of the user's session. Where there is none, in a file beside
/// the data, and a note tells the user so: a reader of the folder can then read everything.
package struct KeyringVault: KeyVault {
  private let folder: String
  private let file: FileKeyVault
  private let tell: @Sendable (String) -> Void

  /// - Parameters:
  ///   - folder: the folder of the store.
  ///   - tell: called when a new key has to be kept in a file, with the reason.
  package init(folder: String, tell: @escaping @Sendable (String) -> Void) {
    self.folder = FileSystem.resolved(folder)
    file = FileKeyVault(path: folder + "/wallet.key")
    self.tell = tell
  }

  package func key() throws(StoreError) -> Secret? {
    if let key = try file.key() { return key }
    let text: Secret?
    do throws(Keyring.Failure) {
      text = try Keyring.text(for: folder, limit: 64)
    } catch {
      // A new store has no key yet.
      guard FileSystem.exists(folder + "/wallet.1") || FileSystem.exists(folder + "/wallet.2")
      else {
        return nil
      }
      throw .unavailable(
        "the keyring with this wallet's key cannot be used: \(error.reason)")
    }
    guard let text else { return nil }
    guard var key = text.withBytes({ Hexadecimal.bytes(String(decoding: $0, as: UTF8.self)) }),
      key.count == 32
    else { throw .unavailable("the keyring holds something else than this wallet's key") }
    return Secret(moving: &key)
  }

  package func makeKey() throws(StoreError) -> Secret {
    guard let key = try? Random.secret(32) else { throw .cryptography }
    var digits = Array(key.withBytes { Hexadecimal.text($0) }.utf8)
    do throws(Keyring.Failure) {
      try Keyring.store(Secret(moving: &digits), for: folder)
      return key
    } catch {
      tell(
        "there is no keyring (\(error.reason)), so the wallet's key is kept beside its data, in "
          + "`\(file.path)`")
      return try file.makeKey()
    }
  }

  package func destroyKey() throws(StoreError) {
    let isInFile = FileSystem.exists(file.path)
    try file.destroyKey()
    do throws(Keyring.Failure) {
      try Keyring.remove(for: folder)
    } catch {
      // A key in the file was the only one.
      guard !isInFile, FileSystem.exists(folder + "/wallet.1") else { return }
      throw .unavailable("the key cannot be removed from the keyring: \(error.reason)")
    }
  }
}
