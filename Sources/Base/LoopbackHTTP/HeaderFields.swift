/// The header fields of a message. Strict: everything that could be read in two ways is refused.
struct HeaderFields {
  /// Why a message is refused, as the status to answer with.
  enum Refusal: Int, Error {
    case badRequest = 400
    case bodyTooLarge = 413
    case foreignHost = 421
    case headTooLarge = 431
    case notImplemented = 501
  }

  static let maximumHead = 8_192
  /// The largest body of an answer, and of a request unless the server takes larger ones.
  static let maximumBody = 65_536
  static let maximumCount = 64

  /// The values, by name in lower case.
  private(set) var values: [String: String] = [:]
  /// The number of bytes of the fields in their usual form: `name: value` and a line end.
  private(set) var size = 0

  /// Adds a field.
  ///
  /// - Returns: false if the name was added before, or if there are bytes that a field does not
  ///   need.
  mutating func add(_ name: some StringProtocol, _ value: some StringProtocol) -> Bool {
    let name = name.lowercased()
    guard !name.isEmpty, name.utf8.allSatisfy({ HeaderFields.isToken($0) }),
      HeaderFields.isVisible(value), values[name] == nil, values.count < HeaderFields.maximumCount
    else { return false }
    values[name] = String(value)
    size += name.utf8.count + value.utf8.count + 4
    return true
  }

  /// The length of the body from `content-length`. Nil without it. Chunked bodies are refused.
  func bodyLength(atMost limit: Int = maximumBody) throws(Refusal) -> Int? {
    guard values["transfer-encoding"] == nil else { throw .notImplemented }
    guard let length = values["content-length"] else { return nil }
    guard length.utf8.allSatisfy({ (48...57).contains($0) }), length.utf8.count <= 9,
      let count = Int(length)
    else { throw .badRequest }
    guard count <= limit else { throw .bodyTooLarge }
    return count
  }

  /// Whether a text is ASCII without control characters except for the tab.
  static func isVisible(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy { $0 == 9 || (32...126).contains($0) }
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    (97...122).contains(byte) || (48...57).contains(byte) || byte == 45 || byte == 95
  }
}
