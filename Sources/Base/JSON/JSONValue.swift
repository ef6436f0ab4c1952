/// A JSON text as values (RFC 8259). Objects keep their order; a key stands in one only once.
public enum JSONValue: Hashable, Sendable {
  case object([Member])
  case array([JSONValue])
  case string(String)
  /// A number as it was written.
  case number(String)
  case bool(Bool)
  case null

  public struct Member: Hashable, Sendable {
    public let key: String
    public let value: JSONValue

    public init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// The member of an object; nil for anything else.
  public subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// A whole number within 64 bits.
  public var integer: Int64? {
    if case .number(let text) = self { Int64(text) } else { nil }
  }

  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  public var array: [JSONValue]? {
    if case .array(let values) = self { values } else { nil }
  }

  public var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The value as JSON on one line.
  public var text: String {
    switch self {
    case .object(let members):
      "{\(members.map { "\(JSONObject.quoted($0.key)):\($0.value.text)" }.joined(separator: ","))}"
    case .array(let values): JSONObject.array(values.map(\.text))
    case .string(let text): JSONObject.quoted(text)
    case .number(let text): text
    case .bool(let value): value ? "true" : "false"
    case .null: "null"
    }
  }
}
