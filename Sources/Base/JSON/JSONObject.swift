/// Writes a JSON object on one line, its keys in the order they are added.
public struct JSONObject: Sendable {
  private var body = ""

  public init() {}

  public var text: String { "{\(body)}" }

  public mutating func add(_ key: String, _ value: String) {
    add(key, raw: JSONObject.quoted(value))
  }

  public mutating func add(_ key: String, _ value: some BinaryInteger) {
    add(key, raw: "\(value)")
  }

  public mutating func add(_ key: String, _ value: Bool) {
    add(key, raw: value ? "true" : "false")
  }

  /// Adds what is JSON already.
  public mutating func add(_ key: String, raw: String) {
    if !body.isEmpty { body += "," }
    body += "\(JSONObject.quoted(key)):\(raw)"
  }

  public static func array(_ elements: some Sequence<String>) -> String {
    "[\(elements.joined(separator: ","))]"
  }

  /// A JSON string (RFC 8259 §7). `<` is escaped too, so that the text can stand in a page.
  public static func quoted(_ text: String) -> String {
    quoted(text) { scalar in
      scalar.value < 0x20 || scalar.value == 0x7F || scalar.value == 0x2028
        || scalar.value == 0x2029 || scalar == "<"
    }
  }

  /// A text in double quotes, in which quotes, backslashes and what else is asked for, below
  /// U+10000, are escaped. YAML's double quotes read the same (YAML 1.1 §5.6).
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
