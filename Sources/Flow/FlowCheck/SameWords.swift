/// Compares words that documents write in several forms: "Activity" and "Activities", "Continue"
/// and "continues".
enum SameWords {
  /// Words that say nothing about what is named.
  private static let articles: Set<String> = [
    "a", "an", "the", "of", "any", "another", "some", "his", "her", "their", "list", "ein", "eine",
    "einen", "der", "die", "das", "den", "un", "une", "le", "la", "les", "el", "los", "las", "una",
    "uno", "il", "lo", "gli", "een", "het", "de", "um", "uma", "o", "os", "as",
  ]
  /// Words for one of several things that are shown.
  static let ofItems: Set<String> = [
    "item", "items", "option", "one", "entry", "row", "element", "result", "card", "tile",
  ]
  /// Verbs of a decision without the name of a button.
  static let ofChoices: Set<String> = [
    "makes", "decides", "confirms", "agrees", "accepts", "declines", "refuses", "answers",
    "submits", "proceeds", "continues", "chooses", "goes", "leaves", "dismisses", "closes",
  ]

  /// The words of a text in small letters that say what is named.
  static func content(of text: String) -> [String] {
    let words = Words.spoken(text).split(separator: " ").map(String.init)
    let own = words.filter { !articles.contains($0) }
    return own.isEmpty ? words : own
  }

  /// Whether a text describes something, as "a language" does, and is no name.
  static func isDescription(_ text: String) -> Bool {
    Words.of(text).first.map { articles.contains($0.lowercased()) } ?? false
  }

  /// Whether all of these words are in a text, in any form.
  static func has(_ words: [String], in text: ArraySlice<UInt8>) -> Bool {
    let others = content(of: String(decoding: text, as: UTF8.self))
    return !words.isEmpty
      && words.allSatisfy { word in others.contains { isSame(word, $0) } }
  }

  /// Whether one of these words is in one of the texts, in any form.
  static func haveCommon(_ words: [String], _ texts: [String]) -> Bool {
    !texts.isEmpty
      && texts.contains { text in
        content(of: text).contains { other in words.contains { isSame($0, other) } }
      }
  }

  /// Whether two words in small letters are forms of one: with another ending of at most two
  /// letters, or `y` for `ie`.
  static func isSame(_ first: String, _ second: String) -> Bool {
    if first == second { return true }
    let (short, long) = first.count <= second.count ? (first, second) : (second, first)
    guard short.count >= 3 else { return false }
    if long.hasPrefix(short) { return long.count - short.count <= 2 }
    if short.last == "y", long == "\(short.dropLast())ies" { return true }
    let vowels: Set<Character> = ["a", "e", "i", "o", "u"]
    guard let a = short.last, let b = long.last else { return false }
    return short.count >= 4 && short.count == long.count && vowels.contains(a)
      && vowels.contains(b) && short.dropLast() == long.dropLast()
  }
}
