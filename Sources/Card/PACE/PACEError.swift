public import CryptoCore
public import ISO7816

/// Why PACE did not open a secure channel.
///
/// PACE is never retried automatically: cards answer repeated failures with growing delays.
public enum PACEError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The card refused our token, so the password is wrong (TR-03110-3 B.14.2). The only error after
  /// which a stored CAN should be forgotten.
  case wrongPassword
  /// The card's token is wrong: it does not know the password itself, or there is a man in the
  /// middle.
  case chipNotAuthentic
  /// The card sent something that the protocol does not allow at this step.
  case malformedData(PACEStep)
  /// The card refused a step.
  case unexpectedStatus(StatusWord, PACEStep)
  /// EF.CardAccess lists no protocol that is implemented here.
  case noKnownProtocol
  /// The channel failed: the card did not answer.
  case channel(CardChannelError)
  /// Our own cryptography failed; the card is not to blame.
  case cryptography(CryptoError)
  /// The steps were called in the wrong order.
  case outOfOrder

  /// The reason, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .wrongPassword: "the card refuses the CAN"
    case .chipNotAuthentic: "the card could not prove that it knows its own CAN"
    case .malformedData(let step): "the card sent something that PACE does not allow \(step)"
    case .unexpectedStatus(let status, let step): "the card refused with \(status) \(step)"
    case .noKnownProtocol: "the card has no form of PACE that is known here"
    case .channel(let error): error.description
    case .cryptography(let error): "the cryptography of this machine failed: \(error)"
    case .outOfOrder: "the steps of PACE came in the wrong order"
    }
  }
}

/// A step of PACE (ICAO 9303-11 §4.4.4).
public enum PACEStep: Hashable, Sendable, CustomStringConvertible {
  /// Reading EF.CardAccess.
  case cardAccess
  /// MSE:SET AT.
  case environment
  /// The first GENERAL AUTHENTICATE: the encrypted nonce.
  case nonce
  /// The second: mapping of the nonce onto a generator.
  case mapping
  /// The third: key agreement on the mapped generator.
  case agreement
  /// The fourth: exchange of the tokens.
  case authentication

  /// When it was, as the end of a sentence.
  public var description: String {
    switch self {
    case .cardAccess: "when its protocols were read"
    case .environment: "when PACE began"
    case .nonce: "when the nonce was read"
    case .mapping: "when the nonce was mapped"
    case .agreement: "when keys were agreed"
    case .authentication: "when both sides proved that they know the CAN"
    }
  }
}
