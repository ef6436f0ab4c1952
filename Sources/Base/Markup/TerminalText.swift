/// Text for a terminal that comes from somewhere else: a file, a card, a website, a command line.
///
/// A control character could move the cursor, change colours or type for the user; an override of
/// the writing direction could show other words than those that are signed; an invisible character
/// could hide a difference. All of them are written as `\u{1B}` instead. The joiners U+200C and
/// U+200D stay, since scripts and emoji need them.
package enum TerminalText {
  /// The text in one line: line breaks and tabs are written as `\n`, `\r` and `\t`.
  package static func line(_ text: String) -> String {
    shown(text) { _ in false }
  }

  /// The text with its line breaks and tabs, such as a whole report.
  package static func lines(_ text: String) -> String {
    shown(text) { $0 == "\n" || $0 == "\t" }
  }

  private static func shown(_ text: String, keeping isKept: (Unicode.Scalar) -> Bool) -> String {
    // Nearly all texts are plain ASCII.
    guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return text }
    guard text.unicodeScalars.contains(where: { isHidden($0) && !isKept($0) }) else { return text }
    var shown = ""
    for scalar in text.unicodeScalars {
      if !isHidden(scalar) || isKept(scalar) {
        shown.unicodeScalars.append(scalar)
        continue
      }
      switch scalar {
      case "\n": shown += "\\n"
      case "\r": shown += "\\r"
      case "\t": shown += "\\t"
      default: shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return shown
  }

  /// Whether a terminal would do something else than show this character.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: false
    case ..<0xA0: true
    // The soft hyphen, and marks that change or end the writing direction.
    case 0xAD, 0x061C, 0x180E, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    // Spaces and letters without width, line and paragraph separators, annotations, tags.
    case 0x115F...0x1160, 0x200B, 0x2028...0x2029, 0x2060...0x2065, 0x206A...0x206F, 0x3164, 0xFEFF,
      0xFFA0, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    default: false
    }
  }
}
