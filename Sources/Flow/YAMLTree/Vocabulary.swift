/// The keys of a format, numbered from 1. They are recognised by their bytes, without making
/// strings.
public struct Vocabulary: Sendable {
  /// The length of the longest word, in bytes.
  public static let longest = 16

  private struct Word {
    var letters = ShortKey()
    /// 0 for a free slot.
    var number: UInt8 = 0
  }

  /// A hash table with open addressing.
  private var slots: [Word]
  private let mask: Int

  /// A vocabulary of at most 255 words of at most ``longest`` bytes each; longer and further ones
  /// are left out. The first word has number 1.
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
