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
    while place < bytes.count {
      var word: UInt64 = 0
      let end = min(place + 8, bytes.count)
      for index in place..<end {
        word |= UInt64(bytes[index]) << UInt64(truncatingIfNeeded: 8 * (index - place))
      }
      sum = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
      sum ^= sum >> 32
      place = end
    }
    value = sum
  }
}
