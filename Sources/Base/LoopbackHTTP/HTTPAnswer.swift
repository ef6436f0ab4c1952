/// An answer while libcurl reads it.
struct HTTPAnswer {
  private var headSize = 0
  private var status: Int?
  private var isHeadWhole = false
  private var fields = HeaderFields()
  private var body: [UInt8] = []

  /// The answer. Nil if the connection ended within the head, which libcurl does not treat as an
  /// error.
  var response: HTTPResponse? {
    guard let status, isHeadWhole else { return nil }
    return HTTPResponse(status, headers: fields.values, body: body)
  }

  /// Adds a line of the head, with its line end.
  ///
  /// - Returns: whether the line is allowed.
  mutating func take(line bytes: UnsafeRawBufferPointer) -> Bool {
    headSize += bytes.count
    guard headSize <= HeaderFields.maximumHead, bytes.suffix(2).elementsEqual([13, 10]) else {
      return false
    }
    let line = String(decoding: bytes.dropLast(2), as: UTF8.self)
    guard let status else { return begin(line) }
    guard !line.isEmpty else {
      // Without a length, a complete answer could not be distinguished from a broken connection.
      guard status < 200 else {
        isHeadWhole = true
        return (try? fields.bodyLength()) != nil
      }
      // The final answer follows this one ("continue").
      (self.status, fields) = (nil, HeaderFields())
      return true
    }
    guard let colon = line.firstIndex(of: ":") else { return false }
    let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    return fields.add(line[..<colon], value)
  }

  /// Adds a part of the body. libcurl passes exactly as many bytes as the head announces.
  mutating func take(body bytes: UnsafeRawBufferPointer) { body += bytes }

  private mutating func begin(_ line: String) -> Bool {
    let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard HeaderFields.isVisible(line), words.count >= 2,
      words[0] == "HTTP/1.1" || words[0] == "HTTP/1.0",
      let code = Int(words[1]), (100...599).contains(code)
    else { return false }
    status = code
    return true
  }
}
