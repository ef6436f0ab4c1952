internal import CryptoCore
internal import Files
package import Secrets

/// The app's stored data, encrypted: CAN, PIN1, the PIN's salt, the account, the PID.
///
/// A folder with the key, and two files with the same records. Every change is on the disk in both
/// files before the call returns; if the process is killed, the state is either the old or the new
/// one. If one file is damaged, it is repaired from the other. A lock makes processes take turns.
package actor Store {
  /// The items that can be stored.
  package enum Item: String, Hashable, Sendable, CaseIterable {
    case can
    case pin1
    /// Present if biometric unlock is on.
    case biometrics
    case pid
    /// The salt of the remote PIN.
    case salt
    /// The account's name, given by the account server.
    case account
    /// The PINs that cards have refused, as fingerprints.
    case refused
  }

  /// A point at which tests end the process.
  enum Point: Hashable, CaseIterable {
    case keyMade, firstWritten, secondWritten
    case marked, keyDestroyed, firstDestroyed, secondDestroyed
  }

  package nonisolated let folder: String
  private let vault: any KeyVault
  private let reach: @Sendable (Point) throws(StoreError) -> Void

  /// Opens the store in a folder, which is created if it does not exist. Completes a wipe that was
  /// interrupted.
  package init(folder: String, vault: (any KeyVault)? = nil) throws(StoreError) {
    try self.init(folder: folder, vault: vault) { _ in }
  }

  init(
    folder: String, vault: (any KeyVault)? = nil,
    reach: @escaping @Sendable (Point) throws(StoreError) -> Void
  ) throws(StoreError) {
    self.folder = folder
    self.vault = vault ?? FileKeyVault(path: folder + "/wallet.key")
    self.reach = reach
    try StoreError.from { () throws(FileError) in try FileSystem.makePrivateFolder(folder) }
    let lock = try Store.lock(folder)
    if FileSystem.exists(folder + "/wallet.wiping") {
      try Store.erase(folder, self.vault, reach)
    }
    _ = consume lock
  }

  private var paths: [String] { [folder + "/wallet.1", folder + "/wallet.2"] }

  /// A copy of an item. Nil if it is not stored.
  package func value(_ item: Item) throws(StoreError) -> Secret? {
    let lock = try Store.lock(folder)
    let value = try load().records.value(item.rawValue)
    _ = consume lock
    return value
  }

  /// The stored items, without their values.
  package func items() throws(StoreError) -> Set<Item> {
    let lock = try Store.lock(folder)
    let names = try load().records.names()
    _ = consume lock
    return Set(names.compactMap(Item.init(rawValue:)))
  }

  package func contains(_ item: Item) throws(StoreError) -> Bool { try items().contains(item) }

  /// Stores an item. It is on the disk when this returns.
  package func set(_ item: Item, _ value: consuming Secret) throws(StoreError) {
    try change(item, value)
  }

  package func remove(_ item: Item) throws(StoreError) {
    guard try contains(item) else { return }
    try change(item, nil)
  }

  private func change(_ item: Item, _ value: consuming Secret?) throws(StoreError) {
    let lock = try Store.lock(folder)
    let loaded = try load()
    let changed = loaded.records.setting(item.rawValue, value)
    let key: Secret
    if let known = try vault.key() {
      key = known
    } else {
      key = try vault.makeKey()
      try reach(.keyMade)
    }
    let bytes = try Store.sealed(changed, key, generation: loaded.generation + 1)
    try Store.write(bytes, to: paths[0])
    try reach(.firstWritten)
    try Store.write(bytes, to: paths[1])
    try reach(.secondWritten)
    _ = consume lock
  }

  /// Destroys the key first, after which nothing can be read, and then everything else. If
  /// interrupted, it is completed when the store is opened again.
  package func wipe() throws(StoreError) {
    let lock = try Store.lock(folder)
    try Store.erase(folder, vault, reach)
    _ = consume lock
  }

  private static func erase(
    _ folder: String, _ vault: any KeyVault, _ reach: (Point) throws(StoreError) -> Void
  ) throws(StoreError) {
    let marker = folder + "/wallet.wiping"
    try write([], to: marker)
    try reach(.marked)
    try vault.destroyKey()
    try reach(.keyDestroyed)
    for (name, point) in [("/wallet.1", Point.firstDestroyed), ("/wallet.2", .secondDestroyed)] {
      try destroy(folder + name)
      try reach(point)
    }
    try destroy(marker)
  }

  // MARK: The files

  /// Keeps other processes out while the lock lives.
  private static func lock(_ folder: String) throws(StoreError) -> FileLock {
    try StoreError.from { () throws(FileError) in try FileLock(folder + "/wallet.lock") }
  }

  /// The whole file. Nil if it does not exist.
  package static func read(_ path: String) throws(StoreError) -> [UInt8]? {
    do throws(FileError) {
      return try FileSystem.read(
        upTo: FileSystem.usualLimit, of: path, followsLink: false)
    } catch {
      if error.isMissing { return nil }
      throw .file(error)
    }
  }

  package static func write(_ bytes: [UInt8], to path: String) throws(StoreError) {
    try StoreError.from { () throws(FileError) in
      try FileSystem.writePrivately(bytes, to: path)
    }
  }

  private static func destroy(_ path: String) throws(StoreError) {
    try StoreError.from { () throws(FileError) in try FileSystem.destroy(path) }
  }

  private static let magic = Array("flowrun wallet 1".utf8)

  /// The newest complete records. Empty if nothing was ever stored.
  private func load() throws(StoreError) -> Loaded {
    let files = [try Store.read(paths[0]), try Store.read(paths[1])]
    guard files.contains(where: { $0 != nil }) else {
      return Loaded(records: Records(), generation: 0)
    }
    guard let key = try vault.key() else { throw .damaged(paths[0]) }
    var best = Loaded(records: Records(), generation: 0)
    for file in files {
      guard let file, let loaded = Store.opened(file, key) else { continue }
      if loaded.generation > best.generation { best = loaded }
    }
    guard best.generation > 0 else { throw .damaged(paths[0]) }
    return best
  }

  /// Magic, generation in eight bytes, nonce, and the records encrypted with AES-256-GCM. The
  /// header is authenticated.
  private static func sealed(
    _ records: borrowing Records, _ key: borrowing Secret, generation: UInt64
  ) throws(StoreError) -> [UInt8] {
    do throws(CryptoError) {
      let nonce = try Random.bytes(AESGCM.nonceLength)
      let head = magic + withUnsafeBytes(of: generation.bigEndian, Array.init)
      return head + nonce
        + (try AESGCM.sealed(records.bytes, key: key, nonce: nonce, context: head))
    } catch { throw .cryptography }
  }

  private static func opened(_ file: [UInt8], _ key: borrowing Secret) -> Loaded? {
    let headLength = magic.count + 8
    let start = headLength + AESGCM.nonceLength
    guard file.count >= start + AESGCM.tagLength, file.starts(with: magic) else { return nil }
    let head = Array(file[..<headLength])
    let generation = head[magic.count...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let plain = try? AESGCM.opened(
      Array(file[start...]), key: key, nonce: Array(file[headLength..<start]), context: head)
    guard let plain, let records = Records(plain) else { return nil }
    return Loaded(records: records, generation: generation)
  }
}

/// Records with the number of their last change.
private struct Loaded: ~Copyable {
  let records: Records
  let generation: UInt64
}
