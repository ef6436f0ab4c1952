/// Writes a JSON object on one line. The keys keep the order in which they are added.
public struct JSONObject: Sendable {
  private var body = ""

  /// An empty object.
  public init() {}

  /// The object as JSON.
  public var text: String { "{\(body)}" }

  /// Adds a string.
  public mutating func add(_ key: String, _ value: String) {
    add(key, raw: JSONObject.quoted(value))
  }

  /// Adds a whole number.
  public mutating func add(_ key: String, _ value: some BinaryInteger) {
    add(key, raw: "\(value)")
  }

  /// Adds true or false.
  public mutating func add(_ key: String, _ value: Bool) {
    add(key, raw: value ? "true" : "false")
  }

  /// Adds a value that is JSON already.
  public mutating func add(_ key: String, raw: String) {
    if !body.isEmpty { body += "," }
    body += "\(JSONObject.quoted(key)):\(raw)"
  }

  /// A JSON array of elements that are JSON already.
  public static func array(_ elements: some Sequence<String>) -> String {
    "[\(elements.joined(separator: ","))]"
  }

  /// A JSON string (RFC 8259 §7). `<` is escaped too, so that the text may stand in an HTML page.
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
