internal import Encodings

/// A result code of the PC/SC interface, except success (PC/SC part 5; pcsc-lite's
/// `pcsclite.h`).
///
/// The set is open: a driver may return any number.
public struct PCSCCode: RawRepresentable, Error, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `SCARD_E_CANCELLED`: the wait was cancelled.
  public static let cancelled = PCSCCode(rawValue: 0x8010_0002)
  /// `SCARD_E_INVALID_HANDLE`: the handle is not valid.
  public static let invalidHandle = PCSCCode(rawValue: 0x8010_0003)
  /// `SCARD_E_UNKNOWN_READER`: there is no reader of that name.
  public static let unknownReader = PCSCCode(rawValue: 0x8010_0009)
  /// `SCARD_E_TIMEOUT`: the time has run out.
  public static let timeout = PCSCCode(rawValue: 0x8010_000A)
  /// `SCARD_E_SHARING_VIOLATION`: another program holds the card.
  public static let sharingViolation = PCSCCode(rawValue: 0x8010_000B)
  /// `SCARD_E_NO_SMARTCARD`: there is no card in the reader.
  public static let noSmartCard = PCSCCode(rawValue: 0x8010_000C)
  /// `SCARD_E_PROTO_MISMATCH`: the card does not speak the requested protocol.
  public static let protocolMismatch = PCSCCode(rawValue: 0x8010_000F)
  /// `SCARD_E_SYSTEM_CANCELLED`: the system cancelled the call.
  public static let systemCancelled = PCSCCode(rawValue: 0x8010_0012)
  /// `SCARD_F_COMM_ERROR`: the communication within the service failed.
  public static let communicationError = PCSCCode(rawValue: 0x8010_0013)
  /// `SCARD_E_NOT_TRANSACTED`: the exchange with the card failed.
  public static let notTransacted = PCSCCode(rawValue: 0x8010_0016)
  /// `SCARD_E_READER_UNAVAILABLE`: the reader is gone.
  public static let readerUnavailable = PCSCCode(rawValue: 0x8010_0017)
  /// `SCARD_P_SHUTDOWN`: the service is stopping.
  public static let shutdown = PCSCCode(rawValue: 0x8010_0018)
  /// `SCARD_E_NO_SERVICE`: the service is not running.
  public static let noService = PCSCCode(rawValue: 0x8010_001D)
  /// `SCARD_E_SERVICE_STOPPED`: the service has stopped.
  public static let serviceStopped = PCSCCode(rawValue: 0x8010_001E)
  /// `SCARD_E_NO_READERS_AVAILABLE`: no reader is attached.
  public static let noReadersAvailable = PCSCCode(rawValue: 0x8010_002E)
  /// `SCARD_E_COMM_DATA_LOST`: part of the response was lost.
  public static let communicationDataLost = PCSCCode(rawValue: 0x8010_002F)
  /// `SCARD_W_UNSUPPORTED_CARD`: the reader does not support the card.
  public static let unsupportedCard = PCSCCode(rawValue: 0x8010_0065)
  /// `SCARD_W_UNRESPONSIVE_CARD`: the card does not answer to a reset.
  public static let unresponsiveCard = PCSCCode(rawValue: 0x8010_0066)
  /// `SCARD_W_UNPOWERED_CARD`: the card has no power.
  public static let unpoweredCard = PCSCCode(rawValue: 0x8010_0067)
  /// `SCARD_W_RESET_CARD`: another program has reset the card.
  public static let resetCard = PCSCCode(rawValue: 0x8010_0068)
  /// `SCARD_W_REMOVED_CARD`: the card was removed.
  public static let removedCard = PCSCCode(rawValue: 0x8010_0069)
  /// `SCARD_W_SECURITY_VIOLATION`: pcsc-lite closed the connection, since it ended or polkit
  /// refused.
  public static let securityViolation = PCSCCode(rawValue: 0x8010_006A)
}

extension PCSCCode: CustomStringConvertible {
  /// The number in the form in which people look it up: `0x8010000C`.
  public var description: String {
    "0x" + Hexadecimal.text(of: rawValue, uppercase: true)
  }
}
