/// Finds texts of a pool by their bytes, without making strings.
public struct TextIndex: Sendable {
  private struct Entry {
    /// The first bytes. Most texts are not longer.
    var head: UInt64 = 0
    var offset: UInt32 = 0
    var count: UInt32 = 0
    /// -1 for a free slot.
    var value: Int32 = -1
  }

  /// A hash table with open addressing.
  private var entries: [Entry] = Array(repeating: Entry(), count: 64)
  private var count = 0
  /// Different in every process, like the seed of Swift's own hashing.
  private let seed = UInt64(bitPattern: Int64(Hasher().finalize()))

  /// An empty index.
  public init() {}

  /// Removes all texts and keeps the memory.
  public mutating func clear() {
    guard count > 0 else { return }
    count = 0
    for index in entries.indices { entries[index].value = -1 }
  }

  /// Stores `value` for the text at `range` in `pool`, unless the text is stored already. All calls
  /// must use the same pool, which may only grow at its end.
  ///
  /// - Returns: the value that is stored now.
  public mutating func insert(_ range: Range<Int>, in pool: [UInt8], value: Int32) -> Int32 {
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

  /// The value of the text at `range` in `source`, which may be another pool.
  public func find(_ range: Range<Int>, in source: [UInt8], known pool: [UInt8]) -> Int32? {
    let head = TextIndex.head(source, range)
    let value = entries[place(of: range, head, in: source, known: pool)].value
    return value < 0 ? nil : value
  }

  private func place(
    of range: Range<Int>, _ head: UInt64, in source: [UInt8], known pool: [UInt8]
  ) -> Int {
    let mask = entries.count - 1
    var place = hash(source, range, head) & mask
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
    for entry in old where entry.value >= 0 {
      let range = Int(entry.offset)..<Int(entry.offset) + Int(entry.count)
      entries[place(of: range, entry.head, in: pool, known: pool)] = entry
    }
  }

  private static let headCount = 8

  @inline(__always)
  private static func head(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
    var head: UInt64 = 0
    var place = range.lowerBound
    let end = min(range.upperBound, place + headCount)
    while place < end {
      head = head << 8 | UInt64(bytes[place])
      place += 1
    }
    return head
  }

  /// Whether the texts are equal after their heads.
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

  /// A hash of all bytes with a seed per process, so that names that collide cannot be chosen.
  @inline(__always)
  private func hash(_ bytes: [UInt8], _ range: Range<Int>, _ head: UInt64) -> Int {
    var hash = TextIndex.mixed(head ^ seed, UInt64(range.count))
    var place = range.lowerBound + TextIndex.headCount
    while place < range.upperBound {
      let end = min(place + TextIndex.headCount, range.upperBound)
      hash = TextIndex.mixed(hash ^ TextIndex.head(bytes, place..<end), seed)
      place = end
    }
    return Int(truncatingIfNeeded: hash)
  }

  /// Both halves of the product, so that every bit depends on all bits of `a`.
  @inline(__always)
  private static func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b ^ 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}

/// Assigns numbers to names of many pools, from 0.
public struct NameIndex: Sendable {
  private var index = TextIndex()
  /// The names, one after the other.
  private var pool: [UInt8] = []
  /// How many names are known.
  public private(set) var count: Int32 = 0

  /// An empty index.
  public init() {}

  /// The number of a name. A new name gets the next number.
  public mutating func number(of range: Range<Int>, in source: [UInt8]) -> Int32 {
    if let known = find(range, in: source) { return known }
    let start = pool.count
    pool.append(contentsOf: source[range])
    count += 1
    return index.insert(start..<pool.count, in: pool, value: count - 1)
  }

  /// The number of a name. Nil if it is unknown.
  public func find(_ range: Range<Int>, in source: [UInt8]) -> Int32? {
    index.find(range, in: source, known: pool)
  }
}
