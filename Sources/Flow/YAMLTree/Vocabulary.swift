/// The keys of a format, numbered from 1. They are recognised by their bytes, without making
/// strings.
public struct Vocabulary: Sendable {
  /// The length of the longest word, in bytes.
  public static let longest = 16

  private struct Word {
    var key = ShortKey()
    /// 0 for a free slot.
    var number: UInt8 = 0
  }

  /// A hash table with open addressing.
  private var slots: [Word]
  private let mask: Int

  /// By their numbers; the first is of no word.
  private var words = [""]

  /// A vocabulary of at most 255 words of at most ``longest`` bytes; others are left out. A word
  /// that is listed twice has one number.
  public init(_ list: [String]) {
    var size = 64
    while size < list.count * 4 { size *= 2 }
    slots = Array(repeating: Word(), count: size)
    mask = size - 1
    for word in list where word.utf8.count <= Self.longest && words.count <= 255 {
      let key = ShortKey(word)
      let place = place(of: key)
      guard slots[place].number == 0 else { continue }
      slots[place] = Word(key: key, number: UInt8(words.count))
      words.append(word)
    }
  }

  /// The number of a word; 0 if it is not one of the vocabulary.
  public func number(of word: String) -> UInt8 {
    word.utf8.count <= Self.longest ? number(of: ShortKey(word)) : 0
  }

  /// The word with a number; nil for 0.
  public func word(_ number: UInt8) -> String? {
    number == 0 ? nil : words[Int(number)]
  }

  func number(of key: ShortKey) -> UInt8 { slots[place(of: key)].number }

  /// Where a word is, or would be.
  private func place(of key: ShortKey) -> Int {
    var place = key.hash & mask
    while slots[place].number != 0, slots[place].key != key { place = (place + 1) & mask }
    return place
  }
}
