internal import Encodings

/// The last two bytes of a response, SW1-SW2 (ISO/IEC 7816-4 §5.1.3).
///
/// The set is open, since cards use words of their own: this is a number, with names for the ones
/// that this project acts upon.
public struct StatusWord: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The status word of these two bytes.
  public init(_ sw1: UInt8, _ sw2: UInt8) {
    rawValue = UInt16(sw1) << 8 | UInt16(sw2)
  }

  /// The first byte.
  public var sw1: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 8) }
  /// The second byte.
  public var sw2: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
  /// Both bytes in the order they are sent.
  public var bytes: [UInt8] { [sw1, sw2] }
}

extension StatusWord {
  /// `9000`: done.
  public static let success = StatusWord(rawValue: 0x9000)
  /// `6282`: the end of the file came before the expected length. The data that came is good.
  public static let endOfFile = StatusWord(rawValue: 0x6282)
  /// `6300`: in PACE, the password is wrong (TR-03110-3 B.14.2).
  public static let authenticationFailed = StatusWord(rawValue: 0x6300)
  /// `6700`: the length fields are wrong.
  public static let wrongLength = StatusWord(rawValue: 0x6700)
  /// `6982`: something has to be proven first, such as a PIN.
  public static let securityStatusNotSatisfied = StatusWord(rawValue: 0x6982)
  /// `6983`: the PIN or key is blocked.
  public static let authenticationMethodBlocked = StatusWord(rawValue: 0x6983)
  /// `6984`: the PIN or key cannot be used (yet).
  public static let referenceDataNotUsable = StatusWord(rawValue: 0x6984)
  /// `6985`: the command is not allowed in this state.
  public static let conditionsNotSatisfied = StatusWord(rawValue: 0x6985)
  /// `6987`: expected secure messaging data objects are missing.
  public static let secureMessagingObjectsMissing = StatusWord(rawValue: 0x6987)
  /// `6988`: secure messaging data objects are wrong.
  public static let secureMessagingObjectsIncorrect = StatusWord(rawValue: 0x6988)
  /// `6A80`: the data field is wrong.
  public static let wrongData = StatusWord(rawValue: 0x6A80)
  /// `6A82`: there is no such file or application.
  public static let fileNotFound = StatusWord(rawValue: 0x6A82)
  /// `6A86`: P1 or P2 is wrong.
  public static let incorrectParameters = StatusWord(rawValue: 0x6A86)
  /// `6A88`: there is no such PIN, key or data object.
  public static let referenceDataNotFound = StatusWord(rawValue: 0x6A88)
  /// `6B00`: READ BINARY beyond the end of the file.
  public static let wrongOffset = StatusWord(rawValue: 0x6B00)
  /// `6D00`: the card does not have this instruction.
  public static let instructionNotSupported = StatusWord(rawValue: 0x6D00)
  /// `6E00`: the card does not have this class.
  public static let classNotSupported = StatusWord(rawValue: 0x6E00)

  /// `63CX`: the number of tries left, after a failed verification or when an empty one asks.
  public static func triesLeft(_ count: UInt8) -> StatusWord {
    StatusWord(0x63, 0xC0 | (count & 0x0F))
  }

  /// Whether this is `9000`.
  public var isSuccess: Bool { self == .success }

  /// The counter in `63CX`, 0...15.
  public var triesLeft: Int? {
    sw1 == 0x63 && sw2 & 0xF0 == 0xC0 ? Int(sw2 & 0x0F) : nil
  }

  /// The bytes still waiting after `61XX`, 1...256.
  public var bytesWaiting: Int? {
    sw1 == 0x61 ? (sw2 == 0 ? 256 : Int(sw2)) : nil
  }

  /// The exact expected length after `6CXX`, 1...256.
  public var exactLength: Int? {
    sw1 == 0x6C ? (sw2 == 0 ? 256 : Int(sw2)) : nil
  }
}

extension StatusWord: CustomStringConvertible {
  /// Four upper-case hexadecimal digits, as the standards print it: `6A82`.
  public var description: String {
    Hexadecimal.text(of: rawValue, uppercase: true)
  }
}
