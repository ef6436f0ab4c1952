/// Cuts a stream of bytes into messages, each after a header with its length.
struct MessageFrames {
  /// Why a stream cannot be read on: nobody knows where the next message begins.
  struct Failure: Error, Hashable {
    let reason: String
  }

  /// The length of the longest message, in bytes.
  static let longestMessage = 64 << 20
  private static let longestHeader = 4_096

  private var bytes: [UInt8] = []
  /// The length of the message whose header was read.
  private var length: Int?
  private var failure: Failure?

  /// Whether a message has begun and is not complete.
  var isInMessage: Bool { !bytes.isEmpty || length != nil }

  mutating func add(_ more: [UInt8]) { bytes += more }

  /// The next complete message. Nil if more bytes are needed.
  mutating func next() throws(Failure) -> [UInt8]? {
    if let failure { throw failure }
    do throws(Failure) {
      if length == nil { length = try readHeader() }
    } catch {
      failure = error
      throw error
    }
    guard let length, bytes.count >= length else { return nil }
    let message = Array(bytes[..<length])
    bytes.removeFirst(length)
    self.length = nil
    return message
  }

  /// Reads a header, if it is complete.
  private mutating func readHeader() throws(Failure) -> Int? {
    let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))
    guard (end?.lowerBound ?? bytes.count) <= MessageFrames.longestHeader else {
      throw Failure(reason: "a header has more than \(MessageFrames.longestHeader) bytes")
    }
    guard let end else { return nil }
    var length: Int?
    // By bytes, since for text CR LF is one character.
    for line in bytes[..<end.lowerBound].split(whereSeparator: { $0 == 0x0D || $0 == 0x0A }) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
        throw Failure(reason: "a line of a header has no colon")
      }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      guard name == "content-length" else { continue }
      let text = String(decoding: line[(colon + 1)...], as: UTF8.self).filter { $0 != " " }
      guard let number = Int(text), number >= 0, !text.hasPrefix("+") else {
        throw Failure(reason: "`\(text.prefix(40))` is not the length of a message")
      }
      guard number <= MessageFrames.longestMessage else {
        throw Failure(
          reason: "a message of \(number) bytes is longer than \(MessageFrames.longestMessage)")
      }
      length = number
    }
    guard let length else { throw Failure(reason: "a header has no `Content-Length`") }
    bytes.removeFirst(end.upperBound)
    return length
  }
}
