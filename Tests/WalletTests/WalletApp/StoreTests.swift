import Foundation
import Secrets
import Synchronization
import TestSupport
import Testing

@testable import WalletApp

@Suite struct StoreTests {
  private func text(_ store: Store, _ item: Store.Item) async throws -> String? {
    let value = try await store.value(item)
    return value?.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test("Another process's store finds the stored data, and no file has it in clear")
  func keeps() async throws {
    let folder = try Folder()
    let store = try Store(folder: folder.path)
    #expect(try await store.items().isEmpty)
    try await store.set(.can, secret("571500"))
    try await store.set(.pin1, secret("90909090"))
    try await store.set(.can, secret("662611"))
    let other = try Store(folder: folder.path)
    #expect(try await text(other, .can) == "662611")
    #expect(try await text(other, .pin1) == "90909090")
    #expect(try await other.items() == [.can, .pin1])
    try await other.remove(.can)
    #expect(try await store.items() == [.pin1])
    for planted in ["571500", "662611", "90909090", "pin1"] { #expect(!folder.holds(planted)) }
    for file in folder.files {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(file)")
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
    }
  }

  @Test("One file cut at any byte is made good from the other")
  func oneCut() async throws {
    let folder = try Folder()
    try await Store(folder: folder.path).set(.can, secret("571500"))
    let whole = folder.bytes("wallet.1")
    for name in ["wallet.1", "wallet.2"] {
      for length in 0..<whole.count {
        try folder.write(Array(whole[..<length]), to: name)
        #expect(try await text(Store(folder: folder.path), .can) == "571500")
      }
      try folder.write(whole, to: name)
    }
  }

  @Test("Both files cut at any byte are a clear error, and are left as they are")
  func bothCut() async throws {
    let folder = try Folder()
    try await Store(folder: folder.path).set(.can, secret("571500"))
    let whole = folder.bytes("wallet.1")
    let store = try Store(folder: folder.path)
    for length in 0..<whole.count {
      let cut = Array(whole[..<length])
      for name in ["wallet.1", "wallet.2"] { try folder.write(cut, to: name) }
      await #expect(throws: StoreError.damaged(folder.path + "/wallet.1")) {
        try await store.items()
      }
      await #expect(throws: StoreError.self) { try await store.set(.pin1, secret("1234")) }
      #expect(folder.bytes("wallet.1") == cut)
    }
  }

  @Test("A changed byte anywhere is noticed")
  func changedByte() async throws {
    let folder = try Folder()
    try await Store(folder: folder.path).set(.can, secret("571500"))
    let whole = folder.bytes("wallet.1")
    let store = try Store(folder: folder.path)
    for place in whole.indices {
      var changed = whole
      changed[place] ^= 1
      for name in ["wallet.1", "wallet.2"] { try folder.write(changed, to: name) }
      await #expect(throws: StoreError.self) { try await store.items() }
    }
  }

  @Test("A key of another length, or none, is a clear error")
  func lostKey() async throws {
    let folder = try Folder()
    try await Store(folder: folder.path).set(.can, secret("571500"))
    let store = try Store(folder: folder.path)
    let key = folder.bytes("wallet.key")
    #expect(key.count == 32)
    for length in 0..<32 {
      try folder.write(Array(key[..<length]), to: "wallet.key")
      await #expect(throws: StoreError.self) { try await store.items() }
    }
    try FileManager.default.removeItem(atPath: folder.path + "/wallet.key")
    await #expect(throws: StoreError.self) { try await store.items() }
  }

  private struct Killed: Error {}

  /// A store whose process dies at a point, the first time it comes there.
  private func mortal(_ folder: Folder, _ point: Store.Point) throws -> Store {
    try Store(folder: folder.path) { reached throws(StoreError) in
      if reached == point { throw .damaged("killed by the test") }
    }
  }

  @Test(
    "A process that dies while it keeps something leaves the state before or after",
    arguments: [Store.Point.keyMade, .firstWritten, .secondWritten])
  func diesWhileKeeping(_ point: Store.Point) async throws {
    let folder = try Folder()
    if point != .keyMade { try await Store(folder: folder.path).set(.can, secret("571500")) }
    let mortal = try mortal(folder, point)
    await #expect(throws: StoreError.self) { try await mortal.set(.can, secret("662611")) }
    let store = try Store(folder: folder.path)
    let left = try await text(store, .can)
    #expect(left == (point == .keyMade ? nil : "662611"))
    try await store.set(.pin1, secret("1234"))
    #expect(try await store.contains(.pin1))
  }

  @Test(
    "A wipe that dies anywhere is completed at the next start",
    arguments: [Store.Point.marked, .keyDestroyed, .firstDestroyed, .secondDestroyed])
  func diesWhileWiping(_ point: Store.Point) async throws {
    let folder = try Folder()
    try await Store(folder: folder.path).set(.can, secret("571500"))
    let key = folder.bytes("wallet.key")
    let mortal = try mortal(folder, point)
    await #expect(throws: StoreError.self) { try await mortal.wipe() }
    let store = try Store(folder: folder.path)
    #expect(folder.files == ["wallet.lock"])
    #expect(try await store.items().isEmpty)
    #expect(folder.files.allSatisfy { !Data(folder.bytes($0)).starts(with: key) })
  }

  @Test("A wipe leaves nothing but an empty lock, and the store can be used again")
  func wipes() async throws {
    let folder = try Folder()
    let store = try Store(folder: folder.path)
    for item in Store.Item.allCases { try await store.set(item, secret("planted-\(item)")) }
    try await store.wipe()
    #expect(folder.files == ["wallet.lock"])
    #expect(folder.bytes("wallet.lock").isEmpty)
    try await store.set(.can, secret("571500"))
    #expect(try await store.items() == [.can])
  }

  @Test("Two processes that write at once lose nothing")
  func twoWriters() async throws {
    let folder = try Folder()
    // Two stores do not know of each other, as two processes do not; the lock is all they share.
    let items = Store.Item.allCases
    try await withThrowingTaskGroup(of: Void.self) { group in
      for half in 0..<2 {
        group.addTask {
          let store = try Store(folder: folder.path)
          for (place, item) in items.enumerated() where place % 2 == half {
            for _ in 0..<10 { try await store.set(item, secret("\(item)")) }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await Store(folder: folder.path).items() == Set(items))
  }

  @Test("A folder that cannot be written to is a clear error")
  func fullDisk() async throws {
    let folder = try Folder()
    let store = try Store(folder: folder.path)
    try await store.set(.can, secret("571500"))
    // The temporary file's name is taken by a folder: nothing can be written.
    try FileManager.default.createDirectory(
      atPath: folder.path + "/wallet.1.new", withIntermediateDirectories: false)
    await #expect(throws: StoreError.self) { try await store.set(.can, secret("662611")) }
    #expect(try await text(store, .can) == "571500")
  }
}
