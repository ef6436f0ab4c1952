internal import Secrets

/// The rules for a remote PIN.
enum RemotePIN {
  /// Whether a PIN is refused: it is not six digits, repeats a single digit, or goes up or down by
  /// one throughout. Of a million PINs these are twenty: ten of one digit, 012345 to 456789, and
  /// those backwards.
  static func isTooSimple(_ pin: borrowing Secret) -> Bool {
    guard pin.isDigits(6...6) else { return true }
    return pin.withBytes { isTooSimple(sixDigits: $0) }
  }

  static func isTooSimple(sixDigits digits: UnsafeRawBufferPointer) -> Bool {
    let first = Int(digits[1]) - Int(digits[0])
    guard abs(first) <= 1 else { return false }
    // The difference is the same everywhere: 0 for a single digit, 1 and -1 for runs. 9 is not
    // followed by 0.
    for index in 2..<digits.count where Int(digits[index]) - Int(digits[index - 1]) != first {
      return false
    }
    return true
  }
}
