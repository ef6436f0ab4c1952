/// The words by which a binding knows a row again.
enum BindingWords {
  /// The longest text that a binding keeps of a row.
  private static let limit = 80
  private static let cut = "..."

  /// The words of a row as a binding keeps them: on one line, and not longer than it has to be.
  static func kept(_ text: String) -> String {
    let words = text.split { $0 == " " || $0.isNewline || $0 == "\t" }
    var kept = ""
    for word in words {
      let next = kept.isEmpty ? String(word) : "\(kept) \(word)"
      guard next.count <= limit || kept.isEmpty else { return kept + " " + cut }
      kept = next.count > limit ? String(next.prefix(limit)) + cut : next
    }
    return kept
  }

  /// Whether a binding means this text with its words.
  static func isSame(_ words: String, _ text: String) -> Bool {
    plain(words) == plain(text) || plain(kept(words)) == plain(kept(text))
  }

  private static func plain(_ text: String) -> String {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
  }

  /// How much two texts have in common, from 0 to 1: the words that are in both.
  static func likeness(_ one: String, _ other: String) -> Double {
    let (one, other) = (words(one), words(other))
    guard !one.isEmpty, !other.isEmpty else { return 0 }
    var left: [Substring: Int] = [:]
    for word in one { left[word, default: 0] += 1 }
    var common = 0
    for word in other where left[word, default: 0] > 0 {
      left[word, default: 0] -= 1
      common += 1
    }
    return Double(2 * common) / Double(one.count + other.count)
  }

  private static func words(_ text: String) -> [Substring] {
    let all = plain(text).split(separator: " ")
    // Nearly every sentence has the first word.
    let rest = all.filter { !["system", "user", "case", "the", "a", "an"].contains($0) }
    return rest.isEmpty ? all : rest
  }
}
