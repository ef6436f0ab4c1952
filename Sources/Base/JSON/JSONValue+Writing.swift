extension JSONValue {
  /// The value as JSON on one line.
  public var text: String {
    switch self {
    case .object(let members):
      "{\(members.map { "\(JSONValue.quoted($0.key)):\($0.value.text)" }.joined(separator: ","))}"
    case .array(let values): "[\(values.map(\.text).joined(separator: ","))]"
    case .string(let text): JSONValue.quoted(text)
    case .number(let text): text
    case .bool(let value): value ? "true" : "false"
    case .null: "null"
    }
  }

  /// A JSON string (RFC 8259 §7). `<` is escaped too, so that the text can be part of an HTML page.
  public static func quoted(_ text: String) -> String {
    quoted(text) { scalar in
      scalar.value < 0x20 || scalar.value == 0x7F || scalar.value == 0x2028
        || scalar.value == 0x2029 || scalar == "<"
    }
  }

  /// A text in double quotes. Quotes, backslashes and line ends, tabs and the characters for which
  /// `needsEscape` is true are escaped; those must be below U+10000. YAML reads such a text the
  /// same (YAML 1.1 §5.6).
  public static func quoted(
    _ text: String, escaping needsEscape: (Unicode.Scalar) -> Bool
  ) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where needsEscape(scalar):
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
