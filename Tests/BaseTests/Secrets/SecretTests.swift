import Foundation
import Glibc
import Secrets
import TestSupport
import Testing

@Suite struct SecretTests {
  @Test("Moving bytes into a secret empties their array")
  func moving() {
    var typed = Array("571500".utf8)
    let secret = Secret(moving: &typed)
    #expect(typed.isEmpty)
    #expect(secret.count == 6)
    let same = secret.withBytes { $0.elementsEqual("571500".utf8) }
    #expect(same)
  }

  @Test("A secret is as long as the bytes that were written to it")
  func usedBytes() {
    let secret = Secret(capacity: 12) { buffer in
      buffer[0] = 0x31
      return 1
    }
    let bytes = secret.withBytes { Array($0) }
    #expect(bytes == [0x31])
  }

  @Test("A secret may be empty")
  func empty() {
    var none: [UInt8] = []
    let secret = Secret(moving: &none)
    #expect(secret.count == 0)
  }

  @Test("A duplicate keeps its bytes after the original is gone")
  func duplicate() {
    var typed = Array("1234".utf8)
    let copy = {
      let secret = Secret(moving: &typed)
      return secret.duplicated()
    }()
    let same = copy.withBytes { $0.elementsEqual("1234".utf8) }
    #expect(same)
  }

  @Test("A secret stays locked and out of core files when its neighbours are gone")
  func locked() throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit)
    for size in [6, 32, 200, 2_048, 2_049, 70_000] {
      let secret = Secret(capacity: size) { _ in size }
      for _ in 0..<300 { _ = Secret(capacity: size) { _ in size } }
      let address = secret.withBytes { UInt(bitPattern: $0.baseAddress) }
      let flags = try #require(try memoryFlags(address))
      if limit.rlim_cur >= 1_000_000 { #expect(flags.contains("lo"), "\(size) bytes") }
      #expect(flags.contains("dd"), "\(size) bytes")
    }
  }

  /// The system's flags of the memory at an address: `lo` if it is locked, `dd` if core files do
  /// not have it.
  private func memoryFlags(_ address: UInt) throws -> [Substring]? {
    let file = try #require(FileHandle(forReadingAtPath: "/proc/self/smaps"))
    let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    var isThere = false
    for line in maps.split(separator: "\n") {
      let words = line.split(separator: " ")
      let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      if ends.count == 2 { isThere = (ends[0]..<ends[1]).contains(address) }
      if isThere, words[0] == "VmFlags:" { return Array(words.dropFirst()) }
    }
    return nil
  }

  @Test("Secrets of all sizes begin as zeros and never share a byte, on several threads")
  func apart() async {
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<4 {
        group.addTask {
          var random = SplitMix(seed: UInt64(task))
          let slots = (0..<40).map { _ in Slot() }
          for turn in 0..<4_000 {
            let size = Int.random(in: 0...(turn % 50 == 0 ? 5_000 : 300), using: &random)
            let mark = UInt8.random(in: 1...255, using: &random)
            guard slots[turn % 40].holdsItsOwn() else { return false }
            guard slots[turn % 40].fill(size, with: mark) else { return false }
          }
          return slots.allSatisfy { $0.holdsItsOwn() }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  /// Keeps a secret whose bytes are all the same.
  private final class Slot {
    private var secret = Secret()
    private var mark: UInt8 = 0

    func fill(_ size: Int, with mark: UInt8) -> Bool {
      var isEmpty = true
      secret = Secret(capacity: size) { memory in
        isEmpty = memory.count == size && memory.allSatisfy { $0 == 0 }
        memory.initializeMemory(as: UInt8.self, repeating: mark)
        return size
      }
      self.mark = mark
      return isEmpty
    }

    func holdsItsOwn() -> Bool { secret.withBytes { $0.allSatisfy { $0 == mark } } }
  }
}
