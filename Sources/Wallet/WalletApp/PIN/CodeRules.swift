public import Secrets

/// What a PIN or a CAN must look like, before anybody is asked whether it is right.
public enum CodeRules {
  /// How many digits a remote PIN has.
  public static let remotePINLength = 6

  /// Whether a remote PIN is refused: not six digits, fewer than two different ones, or going up or
  /// down by one throughout. Twenty of the million are: ten of one digit, 012345 to 456789, and
  /// those backwards.
  public static func isTooSimple(_ pin: borrowing Secret) -> Bool {
    guard isDigits(pin, remotePINLength...remotePINLength) else { return true }
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

  public static func isCAN(_ code: borrowing Secret) -> Bool { isDigits(code, 6...6) }
  public static func isPIN1(_ code: borrowing Secret) -> Bool { isDigits(code, 4...12) }
  public static func isPIN2(_ code: borrowing Secret) -> Bool { isDigits(code, 5...12) }

  private static func isDigits(_ code: borrowing Secret, _ lengths: ClosedRange<Int>) -> Bool {
    guard lengths.contains(code.count) else { return false }
    return code.withBytes { $0.allSatisfy { (0x30...0x39).contains($0) } }
  }
}
