/// Finds a text of a pool by its bytes, without making strings.
package struct TextIndex: Sendable {
  private struct Entry {
    var offset: UInt32
    var count: UInt32
    var value: Int32
  }

  private var slots: [Int32] = Array(repeating: -1, count: 64)
  private var entries: [Entry] = []

  package init() {}

  /// Remembers `value` under the bytes of `range` in `pool`, unless they are there already. The pool
  /// is always the same, but for growing at its end.
  ///
  /// - Returns: the value that is there now: the old one when there was one.
  package mutating func insert(_ range: Range<Int>, in pool: [UInt8], value: Int32) -> Int32 {
    if entries.count * 2 >= slots.count { grow(pool) }
    let place = place(of: range, in: pool, known: pool)
    if slots[place] >= 0 { return entries[Int(slots[place])].value }
    slots[place] = Int32(truncatingIfNeeded: entries.count)
    entries.append(
      Entry(
        offset: UInt32(truncatingIfNeeded: range.lowerBound),
        count: UInt32(truncatingIfNeeded: range.count), value: value))
    return value
  }

  /// The value under the bytes of `range` in `source`, which may be another pool.
  package func find(_ range: Range<Int>, in source: [UInt8], known pool: [UInt8]) -> Int32? {
    let slot = slots[place(of: range, in: source, known: pool)]
    return slot < 0 ? nil : entries[Int(slot)].value
  }

  private func place(of range: Range<Int>, in source: [UInt8], known pool: [UInt8]) -> Int {
    let mask = slots.count - 1
    var place = TextIndex.hash(source, range) & mask
    while slots[place] >= 0 {
      let entry = entries[Int(slots[place])]
      if Int(entry.count) == range.count,
        TextIndex.isEqual(pool, Int(entry.offset), source, range)
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
      var place = TextIndex.hash(pool, range) & mask
      while slots[place] >= 0 { place = (place + 1) & mask }
      slots[place] = Int32(truncatingIfNeeded: index)
    }
  }

  private static func isEqual(
    _ pool: [UInt8], _ start: Int, _ bytes: [UInt8], _ range: Range<Int>
  ) -> Bool {
    for i in 0..<range.count where pool[start + i] != bytes[range.lowerBound + i] { return false }
    return true
  }

  /// FNV-1a, folded so that the low bits depend on all of it.
  private static func hash(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for i in range { hash = (hash ^ UInt64(bytes[i])) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: hash ^ (hash >> 29))
  }
}

/// Numbers names of many pools, the first 0.
package struct NameIndex: Sendable {
  private var index = TextIndex()
  /// The names, one behind the other.
  private var pool: [UInt8] = []
  package private(set) var count: Int32 = 0

  package init() {}

  /// The number of a name; a new one when it is new.
  package mutating func number(of range: Range<Int>, in source: [UInt8]) -> Int32 {
    if let known = find(range, in: source) { return known }
    let start = pool.count
    pool.append(contentsOf: source[range])
    count += 1
    return index.insert(start..<pool.count, in: pool, value: count - 1)
  }

  package func find(_ range: Range<Int>, in source: [UInt8]) -> Int32? {
    index.find(range, in: source, known: pool)
  }
}

extension FlowTables {
  /// Whether two texts of two flows say the same.
  package func isSame(_ text: Text, as other: Text, of tables: FlowTables) -> Bool {
    guard text.count == other.count else { return false }
    let start = Int(text.offset)
    let otherStart = Int(other.offset)
    for i in 0..<Int(text.count) where pool[start + i] != tables.pool[otherStart + i] {
      return false
    }
    return true
  }
}
