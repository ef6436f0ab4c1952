import Secrets

/// PINs in the form the card takes: digits in ASCII, padded to 12 bytes.
enum PINBlock {
  static func padded(_ pin: borrowing Secret, with padding: UInt8) -> Secret {
    pin.padded(to: 12, with: padding)
  }

  /// Two blocks in a row: the old and the new PIN, or the PUK and the new PIN.
  static func padded(
    _ first: borrowing Secret, _ second: borrowing Secret, with padding: UInt8
  ) -> Secret {
    padded(first, with: padding).appending(padded(second, with: padding))
  }
}
