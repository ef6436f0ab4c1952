internal import Platform
internal import Synchronization

/// The memory of secrets: pieces of locked pages that hold nothing else.
///
/// A page is locked or not, however often it was asked for. If secrets lay in the heap, the end of
/// one would unlock its neighbours. So their pages stay locked, and what one secret has left is for
/// the next: a process keeps as many as it needed at one time. Secrets above ``largest`` bytes have
/// pages of their own, which are given back.
enum SecretMemory {
  /// The most bytes of a piece that shares its page with others.
  static let largest = 2_048

  private static let smallest = 32
  /// What is mapped at once, in bytes: a page, or four, on every system.
  private static let portion = 16_384
  /// The addresses of free pieces by size: 32, 64 and so on. All of them are zeros.
  private static let free = Mutex([[UInt]](repeating: [], count: 7))

  /// Memory of `count` zeros.
  static func allocate(_ count: Int) -> UnsafeMutableRawBufferPointer {
    guard count <= largest else { return PrivateMemory.pages(count) }
    let kind = kind(count)
    let address = free.withLock { free in
      if free[kind].isEmpty {
        let start = UInt(bitPattern: PrivateMemory.pages(portion).baseAddress)
        free[kind] = stride(from: 0, to: portion, by: smallest << kind).map { start + UInt($0) }
      }
      return free[kind].removeLast()
    }
    return UnsafeMutableRawBufferPointer(
      start: UnsafeMutableRawPointer(bitPattern: address), count: count)
  }

  /// Wipes memory, and has it for another secret.
  static func release(_ memory: UnsafeMutableRawBufferPointer) {
    PrivateMemory.wipe(memory)
    guard memory.count <= largest else { return PrivateMemory.release(memory) }
    let address = UInt(bitPattern: memory.baseAddress)
    free.withLock { $0[kind(memory.count)].append(address) }
  }

  /// Which size of piece holds `count` bytes.
  private static func kind(_ count: Int) -> Int {
    Int.bitWidth - (max(count - 1, 0) / smallest).leadingZeroBitCount
  }
}
