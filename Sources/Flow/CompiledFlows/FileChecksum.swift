/// The checksum of a compiled file. It finds damage, not forgery.
///
/// It takes eight bytes at a time, unlike the checksum of snapshots: opening a file would otherwise
/// take twice as long. Each word is mixed in by a bijection, so a change within one word is always
/// found.
struct FileChecksum {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Adds bytes, and zeros up to a multiple of eight.
  mutating func add(_ bytes: [UInt8], from start: Int = 0) {
    var sum = value
    var place = start
    while place <= bytes.count - 8 {
      // Two halves, since the compiler reads four bytes at once, but not eight.
      let low: UInt32 = bytes.number(at: place, 4)
      let high: UInt32 = bytes.number(at: place + 4, 4)
      sum = FileChecksum.mixed(sum, UInt64(high) << 32 | UInt64(low))
      place += 8
    }
    if place < bytes.count {
      sum = FileChecksum.mixed(sum, bytes.number(at: place, bytes.count - place))
    }
    value = sum
  }

  private static func mixed(_ sum: UInt64, _ number: UInt64) -> UInt64 {
    let product = (sum ^ number) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 32
  }
}

extension [UInt8] {
  /// The number in some bytes, little-endian.
  @inline(__always)
  func number<N: FixedWidthInteger>(at place: Int, _ size: Int) -> N {
    var number: N = 0
    for index in 0..<size {
      number |= N(truncatingIfNeeded: self[place + index]) << N(truncatingIfNeeded: 8 * index)
    }
    return number
  }
}
