/// Base64 in its two alphabets (RFC 4648 §4, §5).
///
/// Decoding is strict (§3.5): it accepts exactly what encoding returns. White space, other padding
/// and leftover bits are refused.
public enum Base64 {
  /// The standard alphabet, padded: certificates in `x5c`, Web eID signatures.
  public static func encoded(_ bytes: [UInt8]) -> String {
    encoded(bytes, alphabet: standard, isPadded: true)
  }

  /// The URL alphabet, without padding: the parts of a JWS (RFC 7515 §2).
  public static func urlEncoded(_ bytes: [UInt8]) -> String {
    encoded(bytes, alphabet: url, isPadded: false)
  }

  /// The bytes whose ``encoded(_:)`` is `text`. Nil for any other text.
  public static func decoded(_ text: some StringProtocol) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count.isMultiple(of: 4) else { return nil }
    let padding = characters.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    return decoded(characters.dropLast(padding), alphabet: standard)
  }

  /// The bytes whose ``urlEncoded(_:)`` is `text`. Nil for any other text.
  public static func urlDecoded(_ text: some StringProtocol) -> [UInt8]? {
    decoded(Array(text.utf8)[...], alphabet: url)
  }

  private static let standard = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let url = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static func encoded(_ bytes: [UInt8], alphabet: [UInt8], isPadded: Bool) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var word = group.reduce(0) { $0 << 8 | UInt32($1) }
      word <<= 8 * UInt32(3 - group.count)
      for place in 0...group.count {
        text.append(alphabet[Int(word >> (18 - 6 * UInt32(place)) & 63)])
      }
      if isPadded {
        for _ in 0..<(3 - group.count) { text.append(UInt8(ascii: "=")) }
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func decoded(_ text: ArraySlice<UInt8>, alphabet: [UInt8]) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3 + 2)
    var word: UInt32 = 0
    var bits = 0
    for character in text {
      guard let value = alphabet.firstIndex(of: character) else { return nil }
      word = word << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(bits)))
        word &= (1 << UInt32(bits)) - 1
      }
    }
    return word == 0 ? bytes : nil
  }
}
