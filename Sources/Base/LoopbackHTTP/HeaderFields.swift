/// The header fields of a message. Strict: what could be read in two ways is refused.
struct HeaderFields {
  /// Why a message is refused, as the status that says so.
  enum Refusal: Int, Error {
    case badRequest = 400
    case bodyTooLarge = 413
    case foreignHost = 421
    case headTooLarge = 431
    case notImplemented = 501
  }

  static let maximumHead = 8_192
  static let maximumBody = 65_536
  static let maximumCount = 64

  /// Names in lower case.
  private(set) var values: [String: String] = [:]
  /// Bytes of the fields as they are usually written: `name: value` and the end of the line.
  private(set) var size = 0

  /// Adds a field.
  ///
  /// - Returns: false if its name is there already, or it has bytes that a field does not need.
  mutating func add(_ name: some StringProtocol, _ value: some StringProtocol) -> Bool {
    let name = name.lowercased()
    guard !name.isEmpty, name.utf8.allSatisfy({ HeaderFields.isToken($0) }),
      HeaderFields.isVisible(value), values[name] == nil, values.count < HeaderFields.maximumCount
    else { return false }
    values[name] = String(value)
    size += name.utf8.count + value.utf8.count + 4
    return true
  }

  /// The length of the body as `content-length` tells it; nil without one. Chunks are refused.
  func bodyLength() throws(Refusal) -> Int? {
    guard values["transfer-encoding"] == nil else { throw .notImplemented }
    guard let length = values["content-length"] else { return nil }
    guard length.utf8.allSatisfy({ (48...57).contains($0) }), length.utf8.count <= 9,
      let count = Int(length)
    else { throw .badRequest }
    guard count <= HeaderFields.maximumBody else { throw .bodyTooLarge }
    return count
  }

  /// Whether a text is ASCII without control characters other than the tab.
  static func isVisible(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy { $0 == 9 || (32...126).contains($0) }
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    (97...122).contains(byte) || (48...57).contains(byte) || byte == 45 || byte == 95
  }
}
