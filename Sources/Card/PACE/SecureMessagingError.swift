public import ISO7816

/// Why a command or a response did not pass secure messaging.
///
/// All except `commandTooLong` close the session for good.
public enum SecureMessagingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The session is closed, or the response to a command is still due.
  case sessionClosed
  /// The protected command would not fit a short APDU. The session stays open.
  case commandTooLong
  /// The card answered without protection, which also ends its session (ICAO 9303-11 §9.8.5).
  case unprotectedResponse(StatusWord)
  /// The data objects are not those of a protected response.
  case malformedResponse
  /// The checksum is wrong: the response was changed on its way.
  case wrongChecksum
  /// The plain status word differs from the authenticated one.
  case statusMismatch
  /// The plaintext's padding is wrong.
  case wrongPadding
  /// Our own cryptography failed.
  case cryptographyFailed

  /// The reason, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .sessionClosed: "the session is over"
    case .commandTooLong: "the command is too long"
    case .unprotectedResponse(let status): "a response came without protection (\(status))"
    case .malformedResponse: "a response is not one of a protected session"
    case .wrongChecksum: "a response was changed on its way"
    case .statusMismatch: "the status of a response was changed on its way"
    case .wrongPadding: "the padding of a response is wrong"
    case .cryptographyFailed: "the cryptography of this machine failed"
    }
  }
}
