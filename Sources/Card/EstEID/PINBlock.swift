import Secrets

/// PINs in the form the card takes: digits in ASCII, padded to 12 bytes.
enum PINBlock {
  static let length = 12

  /// Whether `pin` consists of digits only, as many as `reference` allows.
  static func isWellFormed(_ pin: borrowing Secret, for reference: PINReference) -> Bool {
    reference.digits.contains(pin.count)
      && pin.withBytes { $0.allSatisfy { 0x30...0x39 ~= $0 } }
  }

  static func padded(_ pin: borrowing Secret, with padding: UInt8) -> Secret {
    Secret(capacity: length) { buffer in
      fill(buffer, pin, padding)
      return length
    }
  }

  /// Two blocks in a row: the old and the new PIN, or the PUK and the new PIN.
  static func padded(
    _ first: borrowing Secret, _ second: borrowing Secret, with padding: UInt8
  ) -> Secret {
    Secret(capacity: 2 * length) { buffer in
      fill(UnsafeMutableRawBufferPointer(rebasing: buffer[..<length]), first, padding)
      fill(UnsafeMutableRawBufferPointer(rebasing: buffer[length...]), second, padding)
      return 2 * length
    }
  }

  private static func fill(
    _ buffer: UnsafeMutableRawBufferPointer, _ pin: borrowing Secret, _ padding: UInt8
  ) {
    pin.withBytes { bytes in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(length)))
      for index in min(bytes.count, length)..<length { buffer[index] = padding }
    }
  }
}
