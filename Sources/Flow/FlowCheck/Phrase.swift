/// A text, and its words in lower case to look for others in.
struct Phrase {
  /// The text between two spaces.
  private let padded: [UInt8]
  /// The words in lower case, each between two spaces.
  private let words: [UInt8]

  init(_ text: String) {
    words = Words.padded(text)
    padded = [UInt8(ascii: " ")] + text.utf8 + [UInt8(ascii: " ")]
  }

  /// The words of a text in lower case, without what is in parentheses.
  init(spoken text: ArraySlice<UInt8>) {
    if let words = Words.paddedSpoken(text) {
      self.init(words: words, padded: words)
    } else {
      self.init(Words.spoken(String(decoding: text, as: UTF8.self)))
    }
  }

  private init(words: [UInt8], padded: [UInt8]) { (self.words, self.padded) = (words, padded) }

  private var isEmpty: Bool { padded.count == 2 }

  /// Whether the words of another phrase, which are spoken, come in this one after the other.
  func says(_ spoken: Phrase) -> Bool {
    !spoken.isEmpty && Words.holds(words[...], spoken.padded)
  }

  /// Whether one of the words is this one, which is in lower case.
  func hasWord(_ word: String) -> Bool {
    !word.isEmpty && !word.utf8.contains(UInt8(ascii: " "))
      && Words.holds(words[...], [UInt8(ascii: " ")] + word.utf8 + [UInt8(ascii: " ")])
  }

  /// Whether the first word is this one, in ASCII and in lower case.
  func begins(with word: StaticString) -> Bool {
    word.withUTF8Buffer { word in
      words.dropFirst().starts(with: word) && words.dropFirst(word.count + 1).first == 0x20
    }
  }
}
