public import ISO7816

/// Why a command or a response did not pass secure messaging. All but `commandTooLong` close the
/// session for good.
public enum SecureMessagingError: Error, Hashable, Sendable {
  /// The session was closed before, or a command is still without its response.
  case sessionClosed
  /// The command does not fit a short APDU once it is protected. The session goes on.
  case commandTooLong
  /// The card answered without protection, which ends its session too (ICAO 9303-11 §9.8.5).
  case unprotectedResponse(StatusWord)
  /// The data objects are not those of a protected response.
  case malformedResponse
  /// The checksum is wrong: something between us and the card changed the response.
  case wrongChecksum
  /// The status word outside differs from the one that is authenticated.
  case statusMismatch
  /// The plaintext's padding is wrong.
  case wrongPadding
  /// The machine's own cryptography failed.
  case cryptographyFailed
}
