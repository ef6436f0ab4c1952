/// A result code of the PC/SC interface (PC/SC part 5; pcsc-lite's `pcsclite.h`), success aside.
///
/// An open set: a driver may send any number.
public struct PCSCCode: RawRepresentable, Error, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let cancelled = PCSCCode(rawValue: 0x8010_0002)
  public static let invalidHandle = PCSCCode(rawValue: 0x8010_0003)
  public static let unknownReader = PCSCCode(rawValue: 0x8010_0009)
  public static let timeout = PCSCCode(rawValue: 0x8010_000A)
  public static let sharingViolation = PCSCCode(rawValue: 0x8010_000B)
  public static let noSmartCard = PCSCCode(rawValue: 0x8010_000C)
  public static let protocolMismatch = PCSCCode(rawValue: 0x8010_000F)
  public static let systemCancelled = PCSCCode(rawValue: 0x8010_0012)
  public static let communicationError = PCSCCode(rawValue: 0x8010_0013)
  public static let notTransacted = PCSCCode(rawValue: 0x8010_0016)
  public static let readerUnavailable = PCSCCode(rawValue: 0x8010_0017)
  public static let shutdown = PCSCCode(rawValue: 0x8010_0018)
  public static let noService = PCSCCode(rawValue: 0x8010_001D)
  public static let serviceStopped = PCSCCode(rawValue: 0x8010_001E)
  public static let noReadersAvailable = PCSCCode(rawValue: 0x8010_002E)
  public static let communicationDataLost = PCSCCode(rawValue: 0x8010_002F)
  public static let unsupportedCard = PCSCCode(rawValue: 0x8010_0065)
  public static let unresponsiveCard = PCSCCode(rawValue: 0x8010_0066)
  public static let unpoweredCard = PCSCCode(rawValue: 0x8010_0067)
  public static let resetCard = PCSCCode(rawValue: 0x8010_0068)
  public static let removedCard = PCSCCode(rawValue: 0x8010_0069)
  /// pcsc-lite's word for a connection that the service closed: it ended, or polkit refused.
  public static let securityViolation = PCSCCode(rawValue: 0x8010_006A)
}

extension PCSCCode: CustomStringConvertible {
  /// The number in the form in which it is looked up: `0x8010000C`.
  public var description: String {
    let digits = String(rawValue, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
