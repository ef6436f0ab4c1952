/// Exchanges bytes with one card.
///
/// The PC/SC reader, the virtual card in this process and the scripted card of the tests are
/// channels. A channel belongs to one session at a time and serves one exchange at a time.
public protocol CardChannel: Sendable {
  /// The answer to reset as PC/SC shows it (PC/SC part 3, §3.1.3.2.3 for contactless cards).
  var answerToReset: [UInt8] { get }

  /// Sends one command APDU (ISO/IEC 7816-4 §5.1) and returns the response with its status word.
  ///
  /// - Parameter command: the whole command. Bytes that hold a PIN in the clear must be wiped by
  ///   the caller after the call; under secure messaging they are encrypted before they come here.
  /// - Returns: at least two bytes, the last two being the status word.
  func transmit(_ command: [UInt8]) async throws(CardChannelError) -> [UInt8]
}

/// Why an exchange returned no response.
public enum CardChannelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The card left the field, was reset, or answered with fewer than two bytes.
  case cardLost
  /// The card did not answer in time. The channel is closed and cannot be used again.
  case deadlineExceeded
  /// The task was cancelled before the card answered.
  case cancelled
  /// The reader or the PC/SC service went away.
  case readerLost

  /// The reason, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .cardLost: "the card was taken away"
    case .deadlineExceeded: "the card no longer answers"
    case .cancelled: "cancelled"
    case .readerLost: "the reader was unplugged or the PC/SC service stopped"
    }
  }
}
