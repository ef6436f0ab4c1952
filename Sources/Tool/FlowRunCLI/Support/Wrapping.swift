internal import Diagnostics

extension Character {
  /// The columns that the character takes in a terminal: those of its scalars, since a terminal
  /// shows two letters that are joined, such as in Hindi, side by side. A picture or a flag of
  /// several scalars takes two.
  var columns: Int {
    let isPicture = unicodeScalars.contains {
      $0.value == 0xFE0F || $0.isRegionalIndicator || $0.properties.isEmojiPresentation
    }
    return isPicture ? 2 : unicodeScalars.reduce(0) { $0 + $1.columns }
  }
}

extension String {
  /// The columns that the text takes in a terminal.
  var columns: Int { reduce(0) { $0 + $1.columns } }

  /// The text, filled with spaces up to this many columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - columns))
  }

  /// The words of the text, on lines of at most this many columns. A longer word is cut.
  func filled(to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    var rest = drop(while: \.isWhitespace)
    var gap = 0
    while !rest.isEmpty {
      let word = rest.prefix { !$0.isWhitespace }
      defer {
        rest = rest.dropFirst(word.count)
        gap = rest.prefix(while: \.isWhitespace).count
        rest = rest.dropFirst(gap)
      }
      let columns = String(word).columns
      if used > 0, used + gap + columns <= width {
        line += String(repeating: " ", count: gap) + word
        used += gap + columns
        continue
      }
      if used > 0 { lines.append(line) }
      (line, used) = ("", 0)
      for character in word {
        if used > 0, used + character.columns > width {
          lines.append(line)
          (line, used) = ("", 0)
        }
        line.append(character)
        used += character.columns
      }
    }
    return used == 0 ? lines : lines + [line]
  }

  /// The text with lines of at most this many columns. What a line continues on is indented two
  /// columns further than the line. Nil leaves all lines as they are.
  func wrapped(to width: Int?) -> String {
    guard let width, columns > width else { return self }
    return split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard String(line).columns > width else { return String(line) }
      let spaces = line.prefix { $0 == " " }.count
      let first = String(repeating: " ", count: min(spaces, width / 2))
      let indent = first + "  "
      // The first line has two columns more than the others.
      let lines = String(line).filled(to: max(1, width - indent.count))
      return first + lines.joined(separator: "\n" + indent)
    }.joined(separator: "\n")
  }
}
