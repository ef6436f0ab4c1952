/// The keys a format knows, numbered from 1, for recognition by their bytes without making strings.
public struct Vocabulary: Sendable {
  private struct Word {
    var offset: UInt16
    var count: UInt8
    var number: UInt8
  }

  /// Open addressing; a free place has no number.
  private var slots: [Word]
  /// All words, one behind the other.
  private var letters: [UInt8] = []
  private let mask: Int

  /// A vocabulary of at most 255 words of at most 255 bytes; the first has number 1.
  public init(_ list: [String]) {
    var size = 64
    while size < list.count * 4 { size *= 2 }
    slots = Array(repeating: Word(offset: 0, count: 0, number: 0), count: size)
    mask = size - 1
    for (index, word) in list.prefix(255).enumerated() {
      let bytes = Array(word.utf8.prefix(255))
      var place = Vocabulary.hash(bytes.span) & mask
      while slots[place].number != 0 { place = (place + 1) & mask }
      slots[place] = Word(
        offset: UInt16(truncatingIfNeeded: letters.count), count: UInt8(bytes.count),
        number: UInt8(index + 1))
      letters += bytes
    }
  }

  func number(of bytes: Swift.Span<UInt8>) -> UInt8 {
    var place = Vocabulary.hash(bytes) & mask
    while slots[place].number != 0 {
      let word = slots[place]
      if Int(word.count) == bytes.count, isEqual(bytes, Int(word.offset)) { return word.number }
      place = (place + 1) & mask
    }
    return 0
  }

  private func isEqual(_ bytes: Swift.Span<UInt8>, _ offset: Int) -> Bool {
    for index in 0..<bytes.count where bytes[index] != letters[offset + index] { return false }
    return true
  }

  /// Length, first, middle and last byte: enough to keep a hundred words apart.
  private static func hash(_ bytes: Swift.Span<UInt8>) -> Int {
    guard bytes.count > 0 else { return 0 }
    let middle = bytes[bytes.count / 2]
    return Int(bytes[0]) &* 31 &+ Int(bytes[bytes.count - 1]) &* 17 &+ Int(middle) &* 7
      &+ bytes.count
  }
}
