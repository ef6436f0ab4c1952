/// Names of flows as documents write them: with links, in other letters, or shortened.
package enum WrittenName {
  /// A text without its links: `UC3.2 Search` of `[UC3.2 Search](search.md)`, also in the form
  /// `[UC3.2 Search][search]`.
  package static func unlinked(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "[")) else { return text }
    var result = ""
    var rest = Substring(text)
    while let middle = rest.firstIndex(of: "]"), let start = rest[..<middle].lastIndex(of: "[") {
      let words = rest[rest.index(after: start)..<middle]
      result += rest[..<start]
      rest = rest[rest.index(after: middle)...]
      let close: Character? = rest.first == "(" ? ")" : rest.first == "[" ? "]" : nil
      if let close, let end = rest.firstIndex(of: close) {
        result += words
        rest = rest[rest.index(after: end)...]
      } else {
        result += "[\(words)]"
      }
    }
    return result + rest
  }

  /// What the names of one error flow have in common: `Generic`, `[Generic error](errors.md)` and
  /// `the generic error` are the same.
  package static func error(_ text: String) -> String {
    let words = unlinked(text).lowercased().split { !$0.isLetter && !$0.isNumber }
    let own = words.filter { !ofNoError.contains(String($0)) }
    return (own.isEmpty ? words : own).joined(separator: " ")
  }

  /// Words that do not tell an error from others.
  private static let ofNoError: Set<String> = [
    "a", "an", "the", "error", "errors", "flow", "fehler", "erreur", "error", "erro", "fout",
    "viga", "errore",
  ]

  /// What the spellings of one id have in common: `UC-3.1`, `UC 3.1` and `Use Case 3.1` are
  /// `uc3.1`.
  package static func id(_ text: some StringProtocol) -> String {
    var letters = ""
    for character in text.lowercased() where !" -_#".contains(character) {
      letters.append(character)
    }
    for lead in ["usecase", "anwendungsfall"] where letters.hasPrefix(lead) {
      return "uc" + letters.dropFirst(lead.count)
    }
    return letters.hasPrefix("partialflow") ? "pf" + letters.dropFirst(11) : letters
  }
}
