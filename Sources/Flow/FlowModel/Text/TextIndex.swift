/// Finds a text of a pool by its bytes, without making strings.
public struct TextIndex: Sendable {
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
  /// Another one in every process, as for Swift's own hashing.
  private let seed = UInt64(bitPattern: Int64(Hasher().finalize()))

  public init() {}

  /// Forgets everything but its size.
  public mutating func clear() {
    guard count > 0 else { return }
    count = 0
    for index in entries.indices { entries[index].value = -1 }
  }

  /// Remembers `value` under the bytes of `range` in `pool`, unless they are there already. The pool
  /// is always the same, but for growing at its end.
  ///
  /// - Returns: the value that is there now: the old one when there was one.
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

  /// The value under the bytes of `range` in `source`, which may be another pool.
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
    let mask = entries.count - 1
    for entry in old where entry.value >= 0 {
      let range = Int(entry.offset)..<Int(entry.offset) + Int(entry.count)
      var place = hash(pool, range, entry.head) & mask
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

  /// Depends on all bytes and on this process, so that nobody can choose names that fall together.
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

  /// Both halves of a product: every bit of it depends on all bits of `a`.
  @inline(__always)
  private static func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b ^ 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}

/// Numbers names of many pools, the first 0.
public struct NameIndex: Sendable {
  private var index = TextIndex()
  /// The names, one behind the other.
  private var pool: [UInt8] = []
  public private(set) var count: Int32 = 0

  public init() {}

  /// The number of a name; a new one when it is new.
  public mutating func number(of range: Range<Int>, in source: [UInt8]) -> Int32 {
    if let known = find(range, in: source) { return known }
    let start = pool.count
    pool.append(contentsOf: source[range])
    count += 1
    return index.insert(start..<pool.count, in: pool, value: count - 1)
  }

  public func find(_ range: Range<Int>, in source: [UInt8]) -> Int32? {
    index.find(range, in: source, known: pool)
  }
}
