/// The last two bytes of a response, SW1-SW2 (ISO/IEC 7816-4 §5.1.3).
///
/// The set is open: cards invent words of their own, so this is a number with names for the ones
/// this project acts upon.
public struct StatusWord: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  public init(_ sw1: UInt8, _ sw2: UInt8) {
    rawValue = UInt16(sw1) << 8 | UInt16(sw2)
  }

  public var sw1: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 8) }
  public var sw2: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
  public var bytes: [UInt8] { [sw1, sw2] }
}

extension StatusWord {
  public static let success = StatusWord(rawValue: 0x9000)
  /// End of file reached before the expected length; the data that came is good.
  public static let endOfFile = StatusWord(rawValue: 0x6282)
  /// In PACE: the password is wrong (TR-03110-3 B.14.2).
  public static let authenticationFailed = StatusWord(rawValue: 0x6300)
  public static let wrongLength = StatusWord(rawValue: 0x6700)
  public static let securityStatusNotSatisfied = StatusWord(rawValue: 0x6982)
  public static let authenticationMethodBlocked = StatusWord(rawValue: 0x6983)
  public static let referenceDataNotUsable = StatusWord(rawValue: 0x6984)
  public static let conditionsNotSatisfied = StatusWord(rawValue: 0x6985)
  public static let secureMessagingObjectsMissing = StatusWord(rawValue: 0x6987)
  public static let secureMessagingObjectsIncorrect = StatusWord(rawValue: 0x6988)
  public static let wrongData = StatusWord(rawValue: 0x6A80)
  public static let fileNotFound = StatusWord(rawValue: 0x6A82)
  public static let incorrectParameters = StatusWord(rawValue: 0x6A86)
  public static let referenceDataNotFound = StatusWord(rawValue: 0x6A88)
  /// READ BINARY beyond the end of the file.
  public static let wrongOffset = StatusWord(rawValue: 0x6B00)
  public static let instructionNotSupported = StatusWord(rawValue: 0x6D00)
  public static let classNotSupported = StatusWord(rawValue: 0x6E00)

  /// `63CX`: a verification failed, or an empty one asks, and this many tries are left.
  public static func triesLeft(_ count: UInt8) -> StatusWord {
    StatusWord(0x63, 0xC0 | (count & 0x0F))
  }

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
    let digits = String(rawValue, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
