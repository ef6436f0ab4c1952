// The layout of plain text.
extension String {
  /// The text with spaces after it, at least `width` characters long.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }

  /// The text with spaces before it, at least `width` characters long.
  package func aligned(to width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - count)) + self
  }

  /// Breaks the text into lines of about `width` characters.
  package func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    for word in split(whereSeparator: \.isWhitespace) {
      if let last = lines.last, last.count + word.count < width {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// The lines of the text, without what ends them. `\r\n` is one character, and not `\n`.
  package var lines: [Substring] {
    split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
  }

  /// A number of things: `1 row`, `2 rows`.
  package static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// The text in which some characters are written differently.
  package func replacing(_ spellings: [Character: String]) -> String {
    map { spellings[$0] ?? String($0) }.joined()
  }
}
