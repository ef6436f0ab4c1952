/// The keys a format knows, numbered from 1, for recognition by their bytes without making strings.
public struct Vocabulary: Sendable {
  /// Open addressing: the number of the word, 0 for a free place.
  private var slots: [UInt8]
  private var words: [[UInt8]] = [[]]
  private let mask: Int

  /// A vocabulary of at most 255 words; the first has number 1.
  public init(_ list: [String]) {
    var size = 64
    while size < list.count * 4 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    mask = size - 1
    for (index, word) in list.prefix(255).enumerated() {
      let bytes = Array(word.utf8)
      words.append(bytes)
      var place = bytes.withUnsafeBufferPointer { Vocabulary.hash($0) } & mask
      while slots[place] != 0 { place = (place + 1) & mask }
      slots[place] = UInt8(index + 1)
    }
  }

  func number(of bytes: UnsafeBufferPointer<UInt8>) -> UInt8 {
    var place = Vocabulary.hash(bytes) & mask
    while slots[place] != 0 {
      let word = words[Int(slots[place])]
      if word.count == bytes.count, word.elementsEqual(bytes) { return slots[place] }
      place = (place + 1) & mask
    }
    return 0
  }

  /// Length, first, middle and last byte: enough to keep a hundred words apart.
  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let first = bytes.first, let last = bytes.last else { return 0 }
    let middle = bytes[bytes.count / 2]
    return Int(first) &* 31 &+ Int(last) &* 17 &+ Int(middle) &* 7 &+ bytes.count
  }
}
