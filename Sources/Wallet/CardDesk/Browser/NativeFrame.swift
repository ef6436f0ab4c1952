package import JSON

/// Messages with their length in front, as browsers exchange them with programs (native messaging):
/// four bytes in the machine's byte order, then JSON.
package enum NativeFrame {
  /// The number of bytes of the length.
  package static let headerLength = 4

  /// The length that the four bytes say. Throws for one that no request has.
  package static func length(_ header: [UInt8]) throws(BrowserRequest.Problem) -> Int {
    guard header.count == headerLength else { throw .invalid("the length is cut off") }
    // Assembled as if the machine began with the lowest byte, and turned around if it does not.
    let length = UInt32(littleEndian: header.reversed().reduce(0) { $0 << 8 | UInt32($1) })
    guard length >= BrowserRequest.lengths.lowerBound, length <= BrowserRequest.lengths.upperBound
    else { throw .invalid("a message has from 5 to 8192 bytes, not \(length)") }
    return Int(length)
  }

  /// A message with its length.
  package static func encoded(_ message: JSONValue) -> [UInt8] {
    let text = Array(message.text.utf8)
    let length = UInt32(truncatingIfNeeded: text.count).littleEndian
    return (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + text
  }
}
