/// Reads the words of a document for the heuristic checks.
enum Words {
  /// The words of a text, with their case unchanged.
  static func of(_ text: String) -> [Substring] {
    // Most texts are ASCII, for which the tables of Unicode are not needed.
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return text.utf8.split { !isLetterOrDigit($0) }.map { Substring($0) }
    }
    return text.split { !($0.isLetter || $0.isNumber) }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    case _: false
    }
  }

  /// Whether a text denies something: `not`, `no`, `cannot`, `invalid`, `wrong`.
  static func denies(_ text: String) -> Bool {
    of(text).contains { negations.contains($0.lowercased()) }
  }

  private static let negations: Set<String> = [
    "not", "no", "never", "cannot", "without", "invalid", "wrong",
  ]

  /// Outcomes that mean that something is absent.
  static let absences: Set<String> = [
    "disabled", "missing", "none", "unsupported", "unavailable", "absent", "off",
  ]

  /// The words of a text in lower case, without what is in parentheses: `next` of "Next (or swipes)".
  static func spoken(_ text: String) -> String {
    var depth = 0
    let outside = text.filter { character in
      if character == "(" { depth += 1 }
      defer { if character == ")" { depth = max(0, depth - 1) } }
      return depth == 0
    }
    let words = of(outside.lowercased())
    return (words.isEmpty ? of(text.lowercased()) : words).joined(separator: " ")
  }

  /// Whether a text contains these spoken words one after the other.
  static func says(_ text: String, _ words: String) -> Bool {
    !words.isEmpty
      && holds(" \(of(text.lowercased()).joined(separator: " ")) ", " \(words) ")
  }

  /// Whether a text has another one in it, byte by byte. The standard library's search is generic, and took
  /// a sixth of the check.
  static func holds(_ text: String, _ part: String) -> Bool {
    let (text, part) = (Array(text.utf8), Array(part.utf8))
    guard let first = part.first else { return true }
    guard text.count >= part.count else { return false }
    for start in 0...(text.count - part.count) where text[start] == first {
      var place = 1
      while place < part.count, text[start + place] == part[place] { place += 1 }
      if place == part.count { return true }
    }
    return false
  }

  /// `a`, `b` and `c`, in backticks.
  static func list(_ names: some Collection<String>) -> String {
    let quoted = names.map { "`\($0)`" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " and " + last
  }
}
