/// Finds a text of a pool by its bytes, without making strings.
struct TextIndex {
  private struct Entry {
    var offset: UInt32
    var count: UInt32
    var value: Int32
  }

  private var slots: [Int32] = Array(repeating: -1, count: 32)
  private var entries: [Entry] = []

  /// Remembers `value` under the bytes, unless they are there already.
  ///
  /// - Returns: the value that is there now: the old one when there was one.
  mutating func insert(_ range: Range<Int>, in pool: [UInt8], value: Int32) -> Int32 {
    if entries.count * 2 >= slots.count { grow(pool) }
    let place = place(of: range, in: pool, from: pool)
    if slots[place] >= 0 { return entries[Int(slots[place])].value }
    slots[place] = Int32(truncatingIfNeeded: entries.count)
    entries.append(
      Entry(
        offset: UInt32(truncatingIfNeeded: range.lowerBound),
        count: UInt32(truncatingIfNeeded: range.count), value: value))
    return value
  }

  /// The value under the bytes of `range` in `pool`.
  func find(_ range: Range<Int>, in pool: [UInt8]) -> Int32? {
    let slot = slots[place(of: range, in: pool, from: pool)]
    return slot < 0 ? nil : entries[Int(slot)].value
  }

  private func place(of range: Range<Int>, in pool: [UInt8], from source: [UInt8]) -> Int {
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: TextIndex.hash(source, range)) & mask
    while slots[place] >= 0 {
      let entry = entries[Int(slots[place])]
      if Int(entry.count) == range.count,
        TextIndex.equal(pool, Int(entry.offset), source, range)
      {
        return place
      }
      place = (place + 1) & mask
    }
    return place
  }

  private mutating func grow(_ pool: [UInt8]) {
    slots = Array(repeating: -1, count: slots.count * 4)
    let mask = slots.count - 1
    for (index, entry) in entries.enumerated() {
      let range = Int(entry.offset)..<Int(entry.offset) + Int(entry.count)
      var place = Int(truncatingIfNeeded: TextIndex.hash(pool, range)) & mask
      while slots[place] >= 0 { place = (place + 1) & mask }
      slots[place] = Int32(truncatingIfNeeded: index)
    }
  }

  private static func equal(_ a: [UInt8], _ start: Int, _ b: [UInt8], _ range: Range<Int>) -> Bool {
    for i in 0..<range.count where a[start + i] != b[range.lowerBound + i] { return false }
    return true
  }

  /// FNV-1a, folded so that the low bits depend on all of it.
  private static func hash(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for i in range { hash = (hash ^ UInt64(bytes[i])) &* 0x100_0000_01b3 }
    return hash ^ (hash >> 29)
  }
}
