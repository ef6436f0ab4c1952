// What is asked of every line of a document, by its bytes: most of them are ASCII.
extension StringProtocol {
  /// Whether these bytes stand in the text. What is in ASCII stands nowhere without its bytes.
  func hasBytes(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { wanted in
      guard let first = wanted.first else { return true }
      let found = utf8.withContiguousStorageIfAvailable { bytes in
        guard bytes.count >= wanted.count else { return false }
        for start in 0...(bytes.count - wanted.count) where bytes[start] == first {
          if (1..<wanted.count).allSatisfy({ bytes[start + $0] == wanted[$0] }) { return true }
        }
        return false
      }
      return found ?? true
    }
  }

  /// Whether the text is in ASCII, and on one line: each byte is a letter then.
  var isPlainASCII: Bool {
    utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 < 0x80 && $0 != 0x0D } } ?? false
  }

  /// Whether the text has fewer letters than this.
  func isShorter(than count: Int) -> Bool {
    utf8.count < count || !isPlainASCII && self.count < count
  }
}

extension UInt8 {
  /// Whether it is a letter or a digit of ASCII.
  var isWordByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// Whether it is a digit of ASCII.
  var isDigitByte: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
