/// A text, and its words in lower case to look for others in.
struct Phrase {
  let text: String
  /// The text between two spaces.
  private let padded: [UInt8]
  /// The words in lower case, each between two spaces.
  private let words: [UInt8]

  init(_ text: String) {
    self.text = text
    words = Words.padded(text)
    padded = [UInt8(ascii: " ")] + text.utf8 + [UInt8(ascii: " ")]
  }

  /// Whether the words of another phrase, which are spoken, come in this one after the other.
  func says(_ spoken: Phrase) -> Bool {
    !spoken.text.isEmpty && Words.holds(words, spoken.padded)
  }

  /// Whether one of the words is this one, which is in lower case.
  func hasWord(_ word: String) -> Bool {
    !word.isEmpty && !word.utf8.contains(UInt8(ascii: " "))
      && Words.holds(words, [UInt8(ascii: " ")] + word.utf8 + [UInt8(ascii: " ")])
  }
}
