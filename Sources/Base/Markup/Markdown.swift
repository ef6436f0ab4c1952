/// Writes texts in Markdown.
package enum Markdown {
  /// The characters with a special meaning inside of a line.
  package static let special: Set<Character> = ["\\", "|", "*", "_", "`", "[", "]"]

  /// A text on one line, as content of a line or of a cell of a table. HTML in it is shown, not
  /// run.
  ///
  /// - Parameter escaping: the characters that get a backslash.
  package static func escaped(
    _ text: String, escaping special: Set<Character> = special
  ) -> String {
    var result = ""
    for character in text {
      if special.contains(character) {
        result += "\\\(character)"
      } else if character == "<" {
        result += "&lt;"
      } else {
        result.append(character.isNewline ? " " : character)
      }
    }
    return result
  }
}
