/// A JSON value (RFC 8259). Objects keep the order of their members, which are never doubled.
public indirect enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A whole number; other numbers have no use in a token and are not read.
  case number(Int64)
  case string(String)
  case array([JSONValue])
  case object([Member])

  public struct Member: Hashable, Sendable {
    public let name: String
    public let value: JSONValue

    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// An object, its members in the order given; those without a value are left out.
  public static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { member in member.value.map { Member(member.key, $0) } })
  }

  /// The member of an object; nil for anything else.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  public var string: String? {
    if case .string(let text) = self { return text }
    return nil
  }

  public var number: Int64? {
    if case .number(let number) = self { return number }
    return nil
  }

  public var array: [JSONValue]? {
    if case .array(let values) = self { return values }
    return nil
  }

  // MARK: Writing

  /// The shortest text of the value. Whatever the strings hold, it stays inside their quotes.
  public var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let number): String(number)
    case .string(let string): JSONValue.quoted(string)
    case .array(let values): "[\(values.map(\.text).joined(separator: ","))]"
    case .object(let members):
      "{"
        + members.map { "\(JSONValue.quoted($0.name)):\($0.value.text)" }.joined(separator: ",")
        + "}"
    }
  }

  /// Escapes what JSON must have escaped, and `<`, `>`, `&` as well, so that the text can stand in
  /// a page.
  private static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\u{0}"..."\u{1F}", "\u{7F}", "<", ">", "&", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
