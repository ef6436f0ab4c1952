/// Numbers keys of two words in the order in which they come, from 0.
///
/// A search looks up a key for every way that it follows, so this costs a multiplication or two
/// instead of a `Hasher`.
struct Numbers {
  private struct Key: Equatable {
    let first: UInt64
    let second: UInt64

    var hash: UInt64 {
      var mixed = first &* 0x9E37_79B9_7F4A_7C15 ^ (second &+ 0x94D0_49BB_1331_11EB)
      mixed = (mixed ^ (mixed &>> 32)) &* 0xBF58_476D_1CE4_E5B9
      return mixed ^ (mixed &>> 29)
    }
  }

  private var keys: [Key] = []
  /// Numbers by hash, with neighbours for equal hashes; -1 for none. At most half are taken.
  private var slots: [Int32] = Array(repeating: -1, count: 64)

  /// The number of a key. Nil if it has none.
  func find(_ first: UInt64, _ second: UInt64 = 0) -> Int32? {
    let number = slots[slot(of: Key(first: first, second: second))]
    return number < 0 ? nil : number
  }

  /// The number of a key, and whether the key is new.
  mutating func number(of first: UInt64, _ second: UInt64 = 0) -> (number: Int32, isNew: Bool) {
    let key = Key(first: first, second: second)
    let slot = slot(of: key)
    guard slots[slot] < 0 else { return (slots[slot], false) }
    let number = Int32(truncatingIfNeeded: keys.count)
    keys.append(key)
    slots[slot] = number
    if keys.count * 2 > slots.count { grow() }
    return (number, true)
  }

  /// The slot that has the key, or the free one in which it belongs.
  private func slot(of key: Key) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: key.hash) & mask
    while slots[slot] >= 0, keys[Int(slots[slot])] != key { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    let mask = slots.count - 1
    for (number, key) in keys.enumerated() {
      var slot = Int(truncatingIfNeeded: key.hash) & mask
      while slots[slot] >= 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(truncatingIfNeeded: number)
    }
  }
}
