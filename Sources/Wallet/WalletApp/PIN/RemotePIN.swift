internal import Secrets

/// What a remote PIN must look like.
enum RemotePIN {
  /// Whether a PIN is refused: not six digits, fewer than two different ones, or going up or down by
  /// one throughout. Twenty of the million are: ten of one digit, 012345 to 456789, and those
  /// backwards.
  static func isTooSimple(_ pin: borrowing Secret) -> Bool {
    guard pin.isDigits(6...6) else { return true }
    return pin.withBytes { isTooSimple(sixDigits: $0) }
  }

  static func isTooSimple(sixDigits digits: UnsafeRawBufferPointer) -> Bool {
    let first = Int(digits[1]) - Int(digits[0])
    guard abs(first) <= 1 else { return false }
    // The same step everywhere: 0 is one digit only, 1 and -1 are runs. Nothing wraps around.
    for index in 2..<digits.count where Int(digits[index]) - Int(digits[index - 1]) != first {
      return false
    }
    return true
  }
}
