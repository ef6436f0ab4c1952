/// Bytes and numbers in hexadecimal digits.
public enum Hexadecimal {
  /// Two digits per byte.
  public static func text(_ bytes: some Sequence<UInt8>, uppercase: Bool = false) -> String {
    bytes.map { text(of: $0, uppercase: uppercase) }.joined()
  }

  /// All digits of a number, with the leading zeros of its type.
  public static func text<Number: FixedWidthInteger & UnsignedInteger>(
    of number: Number, uppercase: Bool = false
  ) -> String {
    let digits = String(number, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: Number.bitWidth / 4 - digits.count) + digits
  }

  /// The bytes of digits in either case. Nil if there is anything else, or an odd number of them.
  public static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }
}
