/// The keys a format knows, numbered from 1, for recognition by their bytes without making strings.
public struct Vocabulary: Sendable {
  /// The most bytes that a word may have.
  public static let longest = 16

  private struct Word {
    var letters = ShortKey()
    /// 0 for a free place.
    var number: UInt8 = 0
  }

  /// Open addressing.
  private var slots: [Word]
  private let mask: Int

  /// A vocabulary of at most 255 words of at most ``longest`` bytes, others are left out; the first
  /// has number 1.
  public init(_ list: [String]) {
    var size = 64
    while size < list.count * 4 { size *= 2 }
    slots = Array(repeating: Word(), count: size)
    mask = size - 1
    for (index, word) in list.prefix(255).enumerated() where word.utf8.count <= Self.longest {
      let letters = ShortKey(word)
      var place = letters.hash & mask
      while slots[place].number != 0 { place = (place + 1) & mask }
      slots[place] = Word(letters: letters, number: UInt8(index + 1))
    }
  }

  func number(of letters: ShortKey) -> UInt8 {
    var place = letters.hash & mask
    while slots[place].number != 0 {
      if slots[place].letters == letters { return slots[place].number }
      place = (place + 1) & mask
    }
    return 0
  }
}
