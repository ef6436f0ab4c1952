/// Reads the words of a document for the heuristic checks.
enum Words {
  /// The words of a text, with their case unchanged.
  static func of(_ text: String) -> [Substring] {
    // Most texts are ASCII, for which the tables of Unicode are not needed.
    if isASCII(text.utf8) { return text.utf8.split { !isLetterOrDigit($0) }.map { Substring($0) } }
    return text.split { !($0.isLetter || $0.isNumber) }
  }

  /// The words that a name in capitals can be equal to.
  static func withoutSmallLetters(_ bytes: ArraySlice<UInt8>) -> [String] {
    guard isASCII(bytes) else { return of(String(decoding: bytes, as: UTF8.self)).map(String.init) }
    var found: [String] = []
    var start = bytes.startIndex
    var isCapital = true
    for (place, byte) in zip(bytes.indices, bytes) {
      if !isLetterOrDigit(byte) {
        if isCapital, start < place {
          found.append(String(decoding: bytes[start..<place], as: UTF8.self))
        }
        (start, isCapital) = (place + 1, true)
      } else if byte >= UInt8(ascii: "a") {
        isCapital = false
      }
    }
    if isCapital, start < bytes.endIndex {
      found.append(String(decoding: bytes[start...], as: UTF8.self))
    }
    return found
  }

  private static func isASCII(_ bytes: some Sequence<UInt8>) -> Bool {
    var all: UInt8 = 0
    for byte in bytes { all |= byte }
    return all < 0x80
  }

  /// Whether a text in lower case can be that of another text. False only if their lengths forbid
  /// it.
  static func mayBe(_ lower: String, lowercaseOf bytes: ArraySlice<UInt8>) -> Bool {
    lower.utf8.count == bytes.count || !isASCII(bytes)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    case _: false
    }
  }

  /// The words of a text of ASCII in lower case, each between two spaces.
  ///
  /// - Parameter isSpoken: whether to leave out what is in parentheses.
  private static func paddedASCII(_ text: ArraySlice<UInt8>, isSpoken: Bool) -> [UInt8] {
    let space = UInt8(ascii: " ")
    var words: [UInt8] = []
    words.reserveCapacity(text.count + 2)
    words.append(space)
    var isInWord = false
    var depth = 0
    for byte in text {
      if isSpoken {
        if byte == UInt8(ascii: "(") { depth += 1 }
        if depth > 0 {
          if byte == UInt8(ascii: ")") { depth -= 1 }
          continue
        }
      }
      if isLetterOrDigit(byte) {
        words.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
        isInWord = true
      } else if isInWord {
        words.append(space)
        isInWord = false
      }
    }
    if isInWord || words.count == 1 { words.append(space) }
    return words
  }

  /// The words of a text in lower case, each between two spaces.
  static func padded(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return isASCII(bytes)
      ? paddedASCII(bytes[...], isSpoken: false)
      : Array(" \(of(text.lowercased()).joined(separator: " ")) ".utf8)
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

  /// The spoken words of a text of ASCII, each between two spaces. Nil if the text is not ASCII.
  static func paddedSpoken(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard isASCII(text) else { return nil }
    let words = paddedASCII(text, isSpoken: true)
    return words.count == 2 ? paddedASCII(text, isSpoken: false) : words
  }

  /// A text in lower case.
  static func lowered(_ text: ArraySlice<UInt8>) -> [UInt8] {
    isASCII(text)
      ? text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
      : Array(String(decoding: text, as: UTF8.self).lowercased().utf8)
  }

  /// The words of a text in lower case, without what is in parentheses: `next` of "Next (or
  /// swipes)".
  static func spoken(_ text: String) -> String {
    if let words = paddedSpoken(Array(text.utf8)[...]) {
      return String(decoding: words.dropFirst().dropLast(), as: UTF8.self)
    }
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
    Phrase(text).says(Phrase(words))
  }

  /// Whether a text has another one in it, byte by byte. The standard library's search is generic,
  /// and took a sixth of the check.
  static func holds(_ text: ArraySlice<UInt8>, _ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    guard text.count >= part.count else { return false }
    for start in text.startIndex...(text.endIndex - part.count) where text[start] == first {
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

  /// `a`, `b` or `c`, in backticks.
  static func alternatives(_ names: some Collection<String>) -> String {
    let quoted = names.map { "`\($0)`" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }
}
