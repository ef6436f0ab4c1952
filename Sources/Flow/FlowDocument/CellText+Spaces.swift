// Spaces, bullets, and texts without markup.
extension CellText {
  /// Whether a text may have markup. Of other characters than ASCII, only `•` is markup.
  static func hasMarkup(_ text: String) -> Bool {
    var (before, last): (UInt8, UInt8) = (0, 0)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "`"),
        UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "["), UInt8(ascii: "!"):
        return true
      case 0xA2 where before == 0xE2 && last == 0x80: return true
      default: (before, last) = (last, byte)
      }
    }
    return false
  }

  /// The words of a text of which all is bold, and nothing else is marked. Nil for another one.
  static func bold(_ raw: String) -> String? {
    guard raw.utf8.count > 4, raw.hasPrefix("**"), raw.hasSuffix("**") else { return nil }
    let inner = String(raw.dropFirst(2).dropLast(2))
    return hasMarkup(inner) ? nil : inner
  }

  /// Whether the spaces of a text are as `collapsed` makes them. False also for other characters
  /// that begin like spaces of Unicode.
  static func isCollapsed(_ text: String) -> Bool {
    var isSpaced = true
    var last: UInt8 = 0
    for byte in text.utf8 {
      switch (last, byte) {
      // U+0085, U+00A0, U+00AD; U+1680; U+2000 to U+200F and U+2028 to U+202F; U+205F; U+3000;
      // U+FEFF.
      case (0xC2, 0x85), (0xC2, 0xA0), (0xC2, 0xAD), (0xE1, 0x9A), (0xE2, 0x81), (0xE3, 0x80),
        (0xEF, 0xBB), (0x80, 0x80...0x8F), (0x80, 0xA8...0xAF):
        return false
      default: break
      }
      guard byte >= 0x20, byte != 0x7F, byte != 0x20 || !isSpaced else { return false }
      isSpaced = byte == 0x20
      last = byte
    }
    return !isSpaced || text.isEmpty
  }

  static func isPunctuation(_ character: Character) -> Bool {
    guard let byte = character.asciiValue else { return false }
    return (33...47).contains(byte) || (58...64).contains(byte) || (91...96).contains(byte)
      || (123...126).contains(byte)
  }

  /// The text with single spaces, none at its ends, and without characters that are not shown.
  static func collapsed(_ text: String) -> String {
    if isCollapsed(text) { return text }
    if let plain = collapsedASCII(text) { return plain }
    var result = ""
    var isSpaced = true
    for character in text {
      if character.isWhitespace || character.unicodeScalars.first?.value == 0 {
        if !isSpaced { result.append(" ") }
        isSpaced = true
      } else if !["\u{200B}", "\u{FEFF}", "\u{AD}", "\u{200E}", "\u{200F}"].contains(character) {
        result.append(character)
        isSpaced = false
      }
    }
    if result.hasSuffix(" ") { result.removeLast() }
    return result
  }

  /// The same of a text in ASCII, by its bytes. Nil for another text.
  static func collapsedASCII(_ text: String) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case 0x80...: return nil
      case 0, 9...13, 0x20: if let last = bytes.last, last != 0x20 { bytes.append(0x20) }
      default: bytes.append(byte)
      }
    }
    if bytes.last == 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func withoutBullet(_ text: String) -> String {
    // Most texts begin with none of them, which a byte tells.
    switch text.utf8.first {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"), 0xE2: break
    default: return text
    }
    for bullet in ["- ", "* ", "+ ", "◦ ", "▪ ", "– "] where text.hasPrefix(bullet) {
      return String(text.dropFirst(2))
    }
    // `-The card is valid`
    let isTight = text.hasPrefix("-") && text.dropFirst().first?.isUppercase ?? false
    return isTight ? String(text.dropFirst()) : text
  }
}
