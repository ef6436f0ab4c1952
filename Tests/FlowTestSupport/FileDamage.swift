public import TestSupport

/// Damages of a file with numbers in it, such as a disk, a transfer or somebody on purpose makes.
public enum FileDamage: CaseIterable, Sendable {
  case bit, byte, smallByte, nearByte, number, cut, extended, inserted, swapped, many

  /// Numbers at the limits of fields of 16, 32 and 64 bits.
  private static let limits: [UInt32] = [
    0, 1, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0xFFFF, 0x7FFF_FFFE, 0x7FFF_FFFF, 0x8000_0000,
    0x8000_0001, 0xFFFF_FFFE, 0xFFFF_FFFF,
  ]

  /// The bytes with a damage. Some damages may change nothing.
  public func damaged(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var bytes = bytes
    let place = random.next(bytes.count)
    switch self {
    case .bit: bytes[place] ^= 1 << UInt8(random.next(8))
    case .byte: bytes[place] = UInt8(random.next(256))
    case .smallByte: bytes[place] = UInt8(random.next(4))
    case .nearByte: bytes[place] &+= random.next(2) == 0 ? 1 : 255
    case .number:
      let size = random.pick([2, 4, 4, 4, 8])
      let number = random.pick(FileDamage.limits)
      for index in 0..<min(size, bytes.count - place) {
        bytes[place + index] = UInt8(truncatingIfNeeded: number >> UInt32(8 * (index % 4)))
      }
    case .cut: bytes.removeLast(bytes.count - place)
    case .extended: bytes += random.bytes(1 + random.next(64))
    case .inserted: bytes.insert(contentsOf: random.bytes(1 + random.next(16)), at: place)
    case .swapped:
      let (other, size) = (random.next(bytes.count), 1 + random.next(64))
      let first = Array(bytes[place..<min(place + size, bytes.count)])
      let second = Array(bytes[other..<min(other + size, bytes.count)])
      bytes.replaceSubrange(place..<place + min(second.count, first.count), with: second)
      for (index, byte) in first.enumerated() where other + index < bytes.count {
        bytes[other + index] = byte
      }
    case .many:
      for _ in 0..<2 + random.next(20) {
        bytes = (random.next(2) == 0 ? FileDamage.byte : .number).damaged(bytes, &random)
      }
    }
    return bytes
  }
}
