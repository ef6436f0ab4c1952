/// The words of a text that become other ones: as few as possible, but whole words and at least
/// one.
struct WordChange {
  let was: [Unicode.Scalar]
  let now: [Unicode.Scalar]
  /// What goes away of the old text.
  let old: Range<Int>
  /// What comes in its place of the new one.
  let new: Range<Int>

  /// - Parameter isWhole: whether all words become other ones.
  init(_ was: String, _ now: String, isWhole: Bool = false) {
    self.was = Array(was.unicodeScalars)
    self.now = Array(now.unicodeScalars)
    guard !isWhole else {
      (old, new) = (self.was.indices, self.now.indices)
      return
    }
    let (one, other) = (self.was, self.now)
    let limit = min(one.count, other.count)
    var head = 0
    while head < limit, one[head] == other[head] { head += 1 }
    var tail = 0
    while tail < limit - head, one[one.count - 1 - tail] == other[other.count - 1 - tail] {
      tail += 1
    }
    func isInWord(_ text: [Unicode.Scalar], _ place: Int) -> Bool {
      place > 0 && place < text.count && !WrittenText.isSpace(text[place - 1])
        && !WrittenText.isSpace(text[place])
    }
    // Between two words on both sides.
    while head > 0, isInWord(one, head) || isInWord(other, head) { head -= 1 }
    while tail > 0, isInWord(one, one.count - tail) || isInWord(other, other.count - tail) {
      tail -= 1
    }
    // A word that is added needs one that is there.
    while head > 0, WordChange.isBlank(one[head..<(one.count - tail)]) {
      head -= 1
      while head > 0, isInWord(one, head) { head -= 1 }
    }
    while tail > 0, WordChange.isBlank(one[head..<(one.count - tail)]) {
      tail -= 1
      while tail > 0, isInWord(one, one.count - tail) { tail -= 1 }
    }
    while head < one.count - tail, head < other.count - tail, WrittenText.isSpace(one[head]),
      one[head] == other[head]
    {
      head += 1
    }
    while one.count - tail > head, other.count - tail > head,
      WrittenText.isSpace(one[one.count - tail - 1]),
      one[one.count - tail - 1] == other[other.count - tail - 1]
    {
      tail += 1
    }
    old = head..<(one.count - tail)
    new = head..<(other.count - tail)
  }

  private static func isBlank(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
    text.allSatisfy(WrittenText.isSpace)
  }

  /// The words that go away.
  var oldWords: [Unicode.Scalar] { Array(was[old]) }
  /// The words that come.
  var newWords: String { String(String.UnicodeScalarView(now[new])) }
}
