/// DEFLATE without a header (RFC 1951), which a browser unpacks with `DecompressionStream("deflate-raw")`.
///
/// Compiled flows are tables with many equal bytes: one block with the fixed codes makes a third of them.
public enum Deflate {
  /// Compresses bytes.
  public static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var bits = BitWriter()
    // The last block (1), with the fixed codes (01).
    bits.write(0b011, count: 3)
    var matches = Matches(count: bytes.count)
    var place = 0
    while place < bytes.count {
      let start = place
      if let match = matches.longest(at: place, in: bytes) {
        bits.write(length: match.length)
        bits.write(distance: match.distance)
        place += match.length
      } else {
        bits.write(symbol: Int(bytes[place]))
        place += 1
      }
      for passed in start..<place { matches.add(passed, in: bytes) }
    }
    bits.write(symbol: 256)
    return bits.finished()
  }
}

/// Finds what stood in the bytes before, by the hash of three bytes.
private struct Matches {
  private static let window = 32_768
  /// How many earlier places are compared.
  private static let effort = 32
  private var last = [Int32](repeating: -1, count: 1 << 13)
  private var earlier: [Int32]

  init(count: Int) { earlier = [Int32](repeating: -1, count: count) }

  private func hash(_ place: Int, _ bytes: [UInt8]) -> Int {
    let word = UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2])
    return Int((word &* 0x9E37_79B1) >> 19)
  }

  mutating func add(_ place: Int, in bytes: [UInt8]) {
    guard place + 3 <= bytes.count else { return }
    let hash = hash(place, bytes)
    earlier[place] = last[hash]
    last[hash] = Int32(place)
  }

  func longest(at place: Int, in bytes: [UInt8]) -> (length: Int, distance: Int)? {
    let most = min(258, bytes.count - place)
    guard most >= 3 else { return nil }
    var best = (length: 2, distance: 0)
    var other = Int(last[hash(place, bytes)])
    var left = Matches.effort
    while other >= 0, place - other <= Matches.window, left > 0, best.length < most {
      var length = 0
      while length < most, bytes[other + length] == bytes[place + length] { length += 1 }
      if length > best.length { best = (length, place - other) }
      other = Int(earlier[other])
      left -= 1
    }
    return best.length >= 3 ? best : nil
  }
}

/// Writes bits from the lowest one of each byte on.
private struct BitWriter {
  private var bytes: [UInt8] = []
  private var word: UInt64 = 0
  private var count = 0

  mutating func write(_ value: Int, count added: Int) {
    word |= UInt64(value) << UInt64(count)
    count += added
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: word))
      word >>= 8
      count -= 8
    }
  }

  /// Codes are written from their highest bit on (§3.1.1).
  private mutating func write(code: Int, count: Int) {
    for bit in stride(from: count - 1, through: 0, by: -1) { write(code >> bit & 1, count: 1) }
  }

  /// A byte, the end of the block, or a length, in the fixed codes (§3.2.6).
  mutating func write(symbol: Int) {
    switch symbol {
    case ..<144: write(code: 0x30 + symbol, count: 8)
    case ..<256: write(code: 0x190 + symbol - 144, count: 9)
    case ..<280: write(code: symbol - 256, count: 7)
    default: write(code: 0xC0 + symbol - 280, count: 8)
    }
  }

  /// A length of 3 to 258 bytes (§3.2.5).
  mutating func write(length: Int) {
    guard length < 258 else { return write(symbol: 285) }
    let (group, extra, value) = BitWriter.group(of: length - 3, plain: 4)
    write(symbol: 257 + group)
    write(value, count: extra)
  }

  /// A distance of 1 to 32,768 bytes (§3.2.5).
  mutating func write(distance: Int) {
    let (group, extra, value) = BitWriter.group(of: distance - 1, plain: 2)
    write(code: group, count: 5)
    write(value, count: extra)
  }

  /// Lengths and distances are in groups: `plain` of each size, and sizes that double.
  private static func group(of value: Int, plain: Int) -> (group: Int, extra: Int, value: Int) {
    var extra = 0
    while value >> extra >= 2 * plain { extra += 1 }
    return (extra * plain + value >> extra, extra, value & ((1 << extra) - 1))
  }

  mutating func finished() -> [UInt8] {
    if count > 0 { write(0, count: 8 - count) }
    return bytes
  }
}
