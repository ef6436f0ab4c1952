/// Finds a text of a pool by its bytes, without making strings.
package struct TextIndex: Sendable {
  private struct Entry {
    /// The first bytes, which are all of most texts.
    var head: UInt64 = 0
    var offset: UInt32 = 0
    var count: UInt32 = 0
    /// -1 for a free place.
    var value: Int32 = -1
  }

  /// Open addressing.
  private var entries: [Entry] = Array(repeating: Entry(), count: 64)
  private var count = 0

  package init() {}

  /// Forgets everything but its size.
  package mutating func clear() {
    guard count > 0 else { return }
    count = 0
    for index in entries.indices { entries[index].value = -1 }
  }

  /// Remembers `value` under the bytes of `range` in `pool`, unless they are there already. The pool
  /// is always the same, but for growing at its end.
  ///
  /// - Returns: the value that is there now: the old one when there was one.
  package mutating func insert(_ range: Range<Int>, in pool: [UInt8], value: Int32) -> Int32 {
    if count * 2 >= entries.count { grow(pool) }
    let head = TextIndex.head(pool, range)
    let place = place(of: range, head, in: pool, known: pool)
    let old = entries[place].value
    if old >= 0 { return old }
    count += 1
    entries[place] = Entry(
      head: head, offset: UInt32(truncatingIfNeeded: range.lowerBound),
      count: UInt32(truncatingIfNeeded: range.count), value: value)
    return value
  }

  /// The value under the bytes of `range` in `source`, which may be another pool.
  package func find(_ range: Range<Int>, in source: [UInt8], known pool: [UInt8]) -> Int32? {
    let head = TextIndex.head(source, range)
    let value = entries[place(of: range, head, in: source, known: pool)].value
    return value < 0 ? nil : value
  }

  private func place(
    of range: Range<Int>, _ head: UInt64, in source: [UInt8], known pool: [UInt8]
  ) -> Int {
    let mask = entries.count - 1
    var place = TextIndex.hash(source, range, head) & mask
    while entries[place].value >= 0 {
      let entry = entries[place]
      if entry.head == head, Int(entry.count) == range.count,
        TextIndex.isEqual(pool, Int(entry.offset), source, range)
      {
        return place
      }
      place = (place + 1) & mask
    }
    return place
  }

  private mutating func grow(_ pool: [UInt8]) {
    let old = entries
    entries = Array(repeating: Entry(), count: old.count * 4)
    let mask = entries.count - 1
    for entry in old where entry.value >= 0 {
      let range = Int(entry.offset)..<Int(entry.offset) + Int(entry.count)
      var place = TextIndex.hash(pool, range, entry.head) & mask
      while entries[place].value >= 0 { place = (place + 1) & mask }
      entries[place] = entry
    }
  }

  private static let headCount = 8

  @inline(__always)
  private static func head(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
    let bytes = bytes.span.extracting(range)
    var head: UInt64 = 0
    for place in 0..<min(bytes.count, headCount) { head = head << 8 | UInt64(bytes[place]) }
    return head
  }

  /// Whether what follows the heads is the same.
  private static func isEqual(
    _ pool: [UInt8], _ start: Int, _ bytes: [UInt8], _ range: Range<Int>
  ) -> Bool {
    var place = headCount
    while place < range.count {
      if pool[start + place] != bytes[range.lowerBound + place] { return false }
      place += 1
    }
    return true
  }

  /// Depends on all bytes, so that no names can be chosen to fall together by their beginnings.
  @inline(__always)
  private static func hash(_ bytes: [UInt8], _ range: Range<Int>, _ head: UInt64) -> Int {
    var hash = (head ^ UInt64(range.count)) &* 0x9E37_79B9_7F4A_7C15
    if range.count > headCount {
      for place in range.lowerBound + headCount..<range.upperBound {
        hash = (hash ^ UInt64(bytes[place])) &* 0x100_0000_01b3
      }
    }
    return Int(truncatingIfNeeded: hash ^ (hash >> 29) ^ (hash >> 47))
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
