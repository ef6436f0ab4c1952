internal import JSON

/// Writes a text as a YAML scalar on one line; plain if it reads back as the same text.
public enum YAMLScalar {
  /// The scalar. With `inline`, it may stand inside of `[...]` and `{...}`.
  public static func text(_ text: String, inline: Bool = false) -> String {
    // Most texts are ids and words, which need no look at their scalars.
    if isWord(text) { return text }
    return !needsEscape(text) && isPlain(text, inline: inline) ? text : quoted(text)
  }

  /// The scalar in single quotes; in double ones if the text needs escapes.
  public static func quoted(_ text: String) -> String {
    needsEscape(text) ? doubleQuoted(text) : "'\(text.replacing("'", with: "''"))'"
  }

  /// The scalar in double quotes.
  public static func doubleQuoted(_ text: String) -> String {
    JSONValue.quoted(text, escaping: needsEscape)
  }

  /// Whether a text can only be written in double quotes.
  public static func needsEscape(_ text: String) -> Bool {
    text.unicodeScalars.contains(where: needsEscape)
  }

  /// `[a, b]`
  public static func list(_ texts: some Sequence<String>) -> String {
    "[\(texts.map { self.text($0, inline: true) }.joined(separator: ", "))]"
  }

  /// `{ a: b, c: d }`
  public static func mapping(_ pairs: some Sequence<(String, String)>) -> String {
    let entries = pairs.map { "\(text($0, inline: true)): \(text($1, inline: true))" }
    return "{ \(entries.joined(separator: ", ")) }"
  }

  /// Whether a text consists of letters, digits and signs between them that mean nothing in YAML.
  private static func isWord(_ text: String) -> Bool {
    var isFirst = true
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        break
      case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
        if isFirst { return false }
      default: return false
      }
      isFirst = false
    }
    return !isFirst
  }

  private static func isPlain(_ text: String, inline: Bool) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return false }
    if first == UInt8(ascii: " ") || last == UInt8(ascii: " ") || last == UInt8(ascii: ":") {
      return false
    }
    if "-?:,[]{}#&*!|>'\"%@`".utf8.contains(first) { return false }
    var before: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: " ") where before == UInt8(ascii: ":"): return false
      case UInt8(ascii: "#") where before == UInt8(ascii: " "): return false
      case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
        UInt8(ascii: "}"), UInt8(ascii: "?"):
        if inline { return false }
      default: break
      }
      before = byte
    }
    return true
  }

  private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
    default: false
    }
  }
}
