/// Bytes as `%` and two hexadecimal digits (RFC 3986 §2.1).
public enum PercentEncoding {
  private static let unreserved = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

  /// A path in a URI: the text with all bytes encoded but unreserved ones (RFC 3986 §2.3) and `/`.
  public static func path(_ path: String) -> String {
    encoded(path) { $0 != UInt8(ascii: "/") && !unreserved.contains($0) }
  }

  /// The text with these ASCII characters encoded.
  public static func text(_ text: String, encoding characters: String) -> String {
    encoded(text) { characters.utf8.contains($0) }
  }

  /// The text that an encoded one stands for. Nil if a `%` has no two digits after it.
  public static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2,
        let code = Hexadecimal.bytes(String(decoding: rest.prefix(2), as: UTF8.self))
      else { return nil }
      bytes += code
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  private static func encoded(_ text: String, where isEncoded: (UInt8) -> Bool) -> String {
    String(
      decoding: text.utf8.flatMap {
        isEncoded($0) ? Array("%\(Hexadecimal.text(of: $0, uppercase: true))".utf8) : [$0]
      }, as: UTF8.self)
  }
}
