public import CryptoCore
public import ISO7816

/// Why PACE brought no secure channel. It is never tried again by itself: cards answer repeated
/// failures with growing delays.
public enum PACEError: Error, Hashable, Sendable {
  /// The card refused our token: the password is wrong (TR-03110-3 B.14.2). The one reason to
  /// forget a stored CAN.
  case wrongPassword
  /// The card's token is wrong: it does not know the password itself, or somebody sits between.
  case chipNotAuthentic
  /// The card sent something that the protocol does not allow at this step.
  case malformedData(PACEStep)
  /// The card refused a step.
  case unexpectedStatus(StatusWord, PACEStep)
  /// EF.CardAccess lists no protocol that is implemented here.
  case noKnownProtocol
  /// No answer from the card.
  case channel(CardChannelError)
  /// The machine's own cryptography failed; nothing the card did.
  case cryptography(CryptoError)
  /// The steps were called out of their order.
  case outOfOrder
}

/// A step of PACE (ICAO 9303-11 §4.4.4).
public enum PACEStep: Hashable, Sendable {
  case cardAccess
  /// MSE:SET AT
  case environment
  /// First GENERAL AUTHENTICATE: the encrypted nonce.
  case nonce
  /// Second: the mapping of the nonce onto a generator.
  case mapping
  /// Third: key agreement on the mapped generator.
  case agreement
  /// Fourth: the exchange of tokens.
  case authentication
}
