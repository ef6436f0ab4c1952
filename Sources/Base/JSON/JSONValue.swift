/// A JSON value (RFC 8259). Objects keep the order of their members and have no duplicate keys.
public enum JSONValue: Hashable, Sendable {
  /// An object, its members in the order of the text.
  case object([Member])
  /// An array.
  case array([JSONValue])
  /// A string, without its escapes.
  case string(String)
  /// A number, spelled as in the text.
  case number(String)
  /// True or false.
  case bool(Bool)
  /// Null.
  case null

  /// A key of an object with its value.
  public struct Member: Hashable, Sendable {
    /// The key, without its escapes.
    public let key: String
    /// The value.
    public let value: JSONValue

    /// A member with this key and value.
    public init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// The value for `key` in an object. Nil if the key is absent or this is not an object.
  public subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The string, if this is one.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The whole number, if this is one and fits 64 bits.
  public var integer: Int64? {
    if case .number(let text) = self { Int64(text) } else { nil }
  }

  /// The truth value, if this is one.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements, if this is an array.
  public var array: [JSONValue]? {
    if case .array(let values) = self { values } else { nil }
  }

  /// The members, if this is an object.
  public var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }
}
