extension JSONValue {
  /// An object with these members in this order. Members whose value is nil are left out.
  public static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(
      members.compactMap { member in member.value.map { Member(key: member.key, value: $0) } })
  }

  /// An object with these members in this order.
  public static func object(members: some Sequence<(String, JSONValue)>) -> JSONValue {
    .object(members.map { Member(key: $0.0, value: $0.1) })
  }

  /// An array of strings.
  public static func strings(_ texts: some Sequence<String>) -> JSONValue {
    .array(texts.map { .string($0) })
  }

  /// A whole number.
  public static func integer(_ value: some BinaryInteger) -> JSONValue {
    .number("\(value)")
  }

  /// The value that a whole text holds. Nil unless it is exactly one JSON value.
  public init?(parsing bytes: [UInt8]) {
    guard let value = try? JSONReader.read(bytes) else { return nil }
    self = value
  }

  /// The value that a whole text holds. Nil unless it is exactly one JSON value.
  public init?(parsing text: String) {
    self.init(parsing: Array(text.utf8))
  }
}
