/// Takes a message of HTTP/1.1 apart. Strict: what could be read in two ways is refused.
struct HTTPParser {
  struct Head {
    /// The three words of the first line.
    let words: [String]
    let headers: [String: String]
    let bodyLength: Int
  }

  enum Refusal: Int, Error {
    case badRequest = 400
    case bodyTooLarge = 413
    case headTooLarge = 431
    case notImplemented = 501
  }

  static let maximumHead = 8_192
  static let maximumBody = 65_536
  static let maximumHeaders = 64

  /// Where the body begins; nil while the head is not whole.
  static func bodyStart(in bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    for place in 0...(bytes.count - 4)
    where bytes[place] == 13 && bytes[place + 1] == 10 && bytes[place + 2] == 13
      && bytes[place + 3] == 10
    {
      return place + 4
    }
    return nil
  }

  /// - Parameter needsLength: whether a message without a length has no body. A response without
  ///   one is refused, since its end could not be told from a connection that broke.
  static func head(_ bytes: ArraySlice<UInt8>, isResponse: Bool) throws(Refusal) -> Head {
    // Visible ASCII, space and tab; line ends in pairs. Everything else has been used for tricks.
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .badRequest }
    var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    guard lines.count >= 3, lines.removeLast().isEmpty, lines.removeLast().isEmpty,
      lines.allSatisfy({ $0.utf8.allSatisfy { $0 == 9 || (32...126).contains($0) } })
    else { throw .badRequest }
    let words = lines.removeFirst().split(
      separator: " ", maxSplits: 2, omittingEmptySubsequences: false
    ).map(String.init)
    guard words.count >= 2, lines.count <= maximumHeaders else { throw .badRequest }
    var headers: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else {
        throw .badRequest
      }
      let name = line[..<colon].lowercased()
      guard name.utf8.allSatisfy({ isToken($0) }), headers[name] == nil else { throw .badRequest }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      headers[name] = String(value)
    }
    guard headers["transfer-encoding"] == nil else { throw .notImplemented }
    guard let length = headers["content-length"] else {
      if isResponse { throw .badRequest }
      return Head(words: words, headers: headers, bodyLength: 0)
    }
    guard !length.isEmpty, length.utf8.allSatisfy({ (48...57).contains($0) }),
      length.utf8.count <= 9, let count = Int(length)
    else { throw .badRequest }
    guard count <= maximumBody else { throw .bodyTooLarge }
    return Head(words: words, headers: headers, bodyLength: count)
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    (97...122).contains(byte) || (48...57).contains(byte) || byte == 45 || byte == 95
  }
}
