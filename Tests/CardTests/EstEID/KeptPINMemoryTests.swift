import CardTestSupport
import Secrets
import Synchronization
import TestSupport
import Testing

@testable import EstEID

@Suite struct KeptPINMemoryTests {
  /// What a memory has written down last.
  private final class Shelf: Sendable {
    private let bytes = Mutex<[UInt8]?>(nil)
    var kept: [UInt8]? { bytes.withLock { $0 } }
    func keep(_ secret: consuming Secret) {
      let new = secret.withBytes { Array($0) }
      bytes.withLock { $0 = new }
    }
  }

  private let shelf = Shelf()
  private let key = PINMemory.Key(card: [UInt8](repeating: 7, count: 32), reference: .pin1)

  private func memory() throws -> PINMemory {
    let shelf = shelf
    guard var bytes = shelf.kept else { return try PINMemory { shelf.keep($0) } }
    return try #require(PINMemory(Secret(moving: &bytes)) { shelf.keep($0) })
  }

  @Test("A rejected PIN is recognised by the next process, for its card only")
  func rejected() async throws {
    try await memory().remember(rejected: secret("9999"), for: key)
    let next = try memory()
    #expect(try await next.isRejected(secret("9999"), for: key))
    #expect(try await !next.isRejected(secret("1234"), for: key))
    let other = PINMemory.Key(card: [UInt8](repeating: 8, count: 32), reference: .pin1)
    #expect(try await !next.isRejected(secret("9999"), for: other))
    await next.forgetRejections(for: key)
    #expect(try await !memory().isRejected(secret("9999"), for: key))
  }

  @Test("What is kept shows neither the PIN nor a plain hash of it")
  func kept() async throws {
    try await memory().remember(rejected: secret("9999"), for: key)
    let kept = try #require(shelf.kept)
    #expect(kept.count == 32 + 66)
    #expect(!String(decoding: kept, as: UTF8.self).contains("9999"))
  }

  @Test(
    "The counter tells whether a PIN without an answer was rejected",
    arguments: [
      (3, 2, true), (3, 3, false), (2, 1, true), (2, 2, false), (2, 3, false), (nil, 3, false),
      (nil, 2, false), (1, 0, true),
    ] as [(Int?, Int, Bool)])
  func doubt(before: Int?, left: Int, isRejected: Bool) async throws {
    try await memory().doubt(secret("9999"), for: key, triesBefore: before)
    let next = try memory()
    #expect(await next.isInDoubt(key))
    #expect(try await !next.isRejected(secret("9999"), for: key))
    await next.settle(key, triesLeft: left)
    #expect(await !next.isInDoubt(key))
    #expect(try await memory().isRejected(secret("9999"), for: key) == isRejected)
  }

  @Test("A PIN is not sent if that cannot be written down")
  func unwritable() async throws {
    struct Full: Error {}
    let memory = try PINMemory { _ in throw Full() }
    await #expect(throws: EstEIDError.notRemembered) {
      try await memory.doubt(secret("9999"), for: key, triesBefore: 3)
    }
  }

  @Test("Anything but a kept memory is refused")
  func damaged() throws {
    for length in [0, 31, 33, 97, 99] {
      var bytes = [UInt8](repeating: 3, count: length)
      #expect(PINMemory(Secret(moving: &bytes)) == nil, "\(length)")
    }
    var bytes = [UInt8](repeating: 0xFF, count: 32 + 66)
    #expect(PINMemory(Secret(moving: &bytes)) == nil)
  }
}
