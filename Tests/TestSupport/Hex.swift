/// The bytes of hexadecimal digits. White space is skipped; anything else ends them.
public func hex(_ text: String) -> [UInt8] {
  let digits = text.filter { !$0.isWhitespace }.map { UInt8($0.hexDigitValue ?? 0xFF) }
  return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// Lower-case hexadecimal digits of `bytes`.
public func hexString(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { byte in
    let digits = String(byte, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }.joined()
}
