/// The address of a document: `file:///home/a/Flows/UC1.yaml`.
enum DocumentURI {
  /// The path of a file. Nil for documents that are not files of this machine.
  static func path(_ uri: String) -> String? {
    guard uri.hasPrefix("file://") else { return nil }
    let rest = uri.dropFirst("file://".count)
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    guard ["", "localhost"].contains(rest[..<slash]) else { return nil }
    var bytes: [UInt8] = []
    var left = Array(rest[slash...].utf8)[...]
    while let byte = left.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard left.count >= 2, left.first != UInt8(ascii: "+"),
        let code = UInt8(String(decoding: left.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      left = left.dropFirst(2)
      bytes.append(code)
    }
    guard !bytes.contains(0), let path = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    return path
  }

  /// The address of a file with this absolute path (RFC 3986).
  static func file(_ path: String) -> String {
    var text = "file://"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return text
  }
}
