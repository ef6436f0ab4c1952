extension JSONValue {
  /// The value as JSON on one line.
  public var text: String {
    switch self {
    case .object(let members):
      "{\(members.map { "\(JSONValue.quoted($0.key)):\($0.value.text)" }.joined(separator: ","))}"
    case .array(let values): "[\(values.map { $0.text }.joined(separator: ","))]"
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
    // Bytes, since adding scalars to a string takes longer and needs more of the library.
    var result = [UInt8(ascii: "\"")]
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\"".utf8
      case "\\": result += "\\\\".utf8
      case "\n": result += "\\n".utf8
      case "\r": result += "\\r".utf8
      case "\t": result += "\\t".utf8
      case _ where needsEscape(scalar):
        result += "\\u".utf8
        for shift in [12, 8, 4, 0] as [UInt32] {
          let digit = UInt8(truncatingIfNeeded: scalar.value >> shift & 15)
          result.append(digit < 10 ? 48 + digit : 87 + digit)
        }
      default: result += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
    result.append(UInt8(ascii: "\""))
    return String(decoding: result, as: UTF8.self)
  }
}
