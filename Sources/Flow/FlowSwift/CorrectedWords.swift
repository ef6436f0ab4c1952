/// Whether a text is another one with corrections: another form of a word, a letter, some words
/// more. A word in the place of another one, or a negation, makes it another text.
enum CorrectedWords {
  private static let small: Set<String> = ["a", "an", "the", "der", "die", "das", "le", "la", "el"]
  private static let negations: Set<String> = [
    "no", "not", "never", "without", "none", "cannot", "nicht", "kein", "keine", "ohne", "ne",
    "pas", "sans", "sin", "ei", "mitte", "pole", "niet", "geen", "non", "não", "sem",
  ]

  static func isSame(_ old: String, _ new: String) -> Bool {
    var (rest, added) = (words(old), [String]())
    for word in words(new) {
      if let place = rest.firstIndex(where: { isForm($0, word) }) {
        rest.remove(at: place)
      } else {
        added.append(word)
      }
    }
    let extra = rest + added
    guard rest.isEmpty || added.isEmpty, !extra.contains(where: { negations.contains($0) }) else {
      return false
    }
    return extra.count * 2 <= max(words(old).count, words(new).count)
  }

  private static func words(_ text: String) -> [String] {
    let all = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let telling = all.filter { !small.contains($0) }
    return telling.isEmpty ? all : telling
  }

  /// Whether two words are forms of one, or one is the other with a letter mistyped.
  private static func isForm(_ first: String, _ second: String) -> Bool {
    if first == second { return true }
    let (short, long) =
      first.count <= second.count ? (Array(first), Array(second)) : (Array(second), Array(first))
    guard short.count >= 4, long.count - short.count <= 2, !long.hasNumber else { return false }
    if long.starts(with: short) { return true }
    // One letter more, less, or another one; not at the beginning, where `un` and `in` stand.
    guard long.count - short.count <= 1, long[0] == short[0] else { return false }
    let head = zip(short, long).prefix { $0 == $1 }.count
    let tail = zip(short.reversed(), long.reversed()).prefix { $0 == $1 }.count
    if short.count == long.count, head + tail == short.count - 2 {
      // Two letters in the other order.
      return short[head] == long[head + 1] && short[head + 1] == long[head]
    }
    return head + tail >= long.count - 1
  }
}

extension [Character] {
  fileprivate var hasNumber: Bool { contains(where: \.isNumber) }
}
