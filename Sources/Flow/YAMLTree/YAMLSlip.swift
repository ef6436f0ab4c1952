internal import Diagnostics

/// A syntax error: what to say of it, and how reading can go on after it.
struct YAMLSlip {
  /// A byte that makes the line readable. It has the same length, so that all places stay right.
  typealias Repair = (place: Int, byte: UInt8)

  private let span: SourceSpan
  private let rule: Rule
  private let message: String
  private let help: String?
  /// The line, from 0.
  private(set) var line = 0
  /// Nil if the rest of the file cannot be read.
  private(set) var repair: Repair?

  init(
    at span: SourceSpan, rule: Rule = .invalidYAML, _ message: String, help: String? = nil
  ) {
    (self.span, self.rule, self.message, self.help) = (span, rule, message, help)
  }

  /// What libyaml says, in the words of whoever writes a flow where these are known.
  ///
  /// - Parameters:
  ///   - problem: libyaml's words.
  ///   - context: what it says of the surroundings.
  ///   - scalar: the number of the character at which it stopped.
  ///   - text: the file without a byte-order mark.
  init(
    _ problem: String, _ context: String, atScalar scalar: Int, line: Int,
    of text: [UInt8]
  ) {
    let mark = UInt32(truncatingIfNeeded: scalar)
    self.line = line
    span = SourceSpan(start: mark, end: mark + 1)
    rule = .invalidYAML
    let around = Line(of: text, atScalar: scalar)
    let isColon = around.byte == UInt8(ascii: ":")
    switch problem {
    case "mapping values are not allowed in this context"
    where isColon && around.textBefore.contains(": "):
      message = "this is not YAML: a text with a colon and a space needs quotes"
      help = around.advice
      repair = around.repair(UInt8(ascii: "."))
    case "did not find expected ',' or '}'" where isColon:
      message = "this is not YAML: a text with a colon and a space needs quotes"
      help = around.advice
      repair = around.repair(UInt8(ascii: "."))
    case "found character that cannot start any token"
    where around.byte.map("@`%".utf8.contains) ?? false:
      message = "this is not YAML: a text that begins with `\(around.character)` needs quotes"
      help = around.advice
      repair = around.repair(UInt8(ascii: "x"))
    case "block sequence entries are not allowed in this context":
      message = "this is not YAML: a list begins on a line of its own"
      help = "put a text that begins with `- ` in quotes, and the entries of a list below the key"
      repair = around.repair(UInt8(ascii: "."))
    case let problem:
      message = "this is not YAML: \(problem)\(context)"
      help = "check the indentation and the quotes here and on the line before"
    }
  }

  func diagnostic(path: String) -> Diagnostic {
    Diagnostic(rule, path: path, span: span, message, help: help)
  }

  /// A text in quotes that it does not have itself.
  private static func quoted(_ text: String) -> String {
    text.contains("'") ? text.contains("\"") ? "'...'" : "\"\(text)\"" : "'\(text)'"
  }

  /// The line of a file around a character.
  private struct Line {
    /// The place of the character in the file, in bytes of the whole file.
    private let place: Int
    /// The first byte of the character. Nil at the end of the file.
    let byte: UInt8?
    /// What the line has before the character, and all of it.
    let textBefore: String
    private let text: String
    let character: String

    init(of bytes: [UInt8], atScalar scalar: Int) {
      func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
      var (place, left) = (0, scalar)
      while place < bytes.count {
        if bytes[place] & 0xC0 != 0x80 {
          if left == 0 { break }
          left -= 1
        }
        place += 1
      }
      let start = bytes[..<place].lastIndex(where: isBreak).map { $0 + 1 } ?? 0
      let end = bytes[place...].firstIndex(where: isBreak) ?? bytes.count
      func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
      self.place = place
      byte = place < bytes.count ? bytes[place] : nil
      textBefore = string(start..<place)
      text = string(start..<end)
      character =
        text.unicodeScalars.dropFirst(textBefore.unicodeScalars.count).first
        .map { String($0) } ?? ""
    }

    func repair(_ byte: UInt8) -> Repair? { self.byte == nil ? nil : (place, byte) }

    /// What to type.
    var advice: String {
      if textBefore.contains("{") || textBefore.contains("[") {
        return "write `\(YAMLSlip.quoted(flowValue))` in place of `\(flowValue)`"
      }
      guard key.count < entry.count else { return "put the text in quotes" }
      return "write `\(key): \(YAMLSlip.quoted(value))`"
    }

    /// The line without its indentation and the dash of a list.
    private var entry: Substring {
      text.drop { $0 == " " || $0 == "-" }
    }

    /// The first key of the line.
    private var key: Substring { entry.prefix { $0 != ":" } }

    /// What comes after the first key, without a remark.
    private var value: String {
      let rest = entry.dropFirst(key.count + 1).drop { $0 == " " }
      let end = rest.firstRange(of: " #")?.lowerBound ?? rest.endIndex
      return YAMLSlip.trimmed(rest[..<end])
    }

    /// The value in a mapping in braces that has the character.
    private var flowValue: String {
      let start = textBefore.lastIndex { "{[,:".contains($0) }.map(textBefore.index(after:))
      let before = textBefore[(start ?? textBefore.startIndex)...]
      let after = text.dropFirst(textBefore.count).prefix { !",}]".contains($0) }
      return YAMLSlip.trimmed(before + after)
    }
  }

  private static func trimmed(_ text: some BidirectionalCollection<Character>) -> String {
    var rest = Array(text)
    while rest.last == " " { rest.removeLast() }
    return String(rest.drop { $0 == " " })
  }
}
