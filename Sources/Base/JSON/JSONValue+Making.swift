extension JSONValue {
  /// An object, its members in the order given; those without a value are left out.
  public static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(
      members.compactMap { member in member.value.map { Member(key: member.key, value: $0) } })
  }

  public static func integer(_ value: some BinaryInteger) -> JSONValue {
    .number("\(value)")
  }

  /// The value of a whole text; nil for anything that is not exactly one value.
  public init?(parsing bytes: [UInt8]) {
    guard let value = try? JSONReader.read(bytes) else { return nil }
    self = value
  }

  /// The value of a whole text; nil for anything that is not exactly one value.
  public init?(parsing text: String) {
    self.init(parsing: Array(text.utf8))
  }
}
