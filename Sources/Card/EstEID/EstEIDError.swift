public import CryptoCore
public import ISO7816
public import PACE

/// Why the card did not do what it was asked for. Nothing is ever tried again by itself.
public enum EstEIDError: Error, Hashable, Sendable {
  // Opening.
  /// The card is no Estonian ID card that is known here.
  case unsupportedCard
  /// The CAN is wrong. The one error that is a reason to forget a stored CAN.
  case wrongCAN
  /// The card could not prove that it knows its own CAN.
  case chipNotAuthentic
  /// PACE failed for another reason.
  case pace(PACEError)

  // The way to the card. The session is over.
  case channel(CardChannelError)
  case secureMessaging(SecureMessagingError)

  // PINs.
  /// Not the digits that this PIN has; nothing was sent.
  case malformedPIN(PINReference)
  /// The card has rejected the very same PIN before; nothing was sent.
  case rejectedBefore(PINReference)
  /// Fewer tries are left than the policy's floor; nothing was sent.
  case tooFewTries(PINReference, left: Int)
  /// The counter had to be known and could not be read; nothing was sent.
  case triesUnknown(PINReference)
  case wrongPIN(PINReference, triesLeft: Int)
  case pinBlocked(PINReference)
  /// The holder has to change this PIN before its first use.
  case pinNotActivated(PINReference)

  // Certificates and signatures.
  /// The card's certificate does not allow what was asked for; no try was spent.
  case certificate(CertificateProblem)
  /// Not the length of a SHA-256, SHA-384 or SHA-512 digest; nothing was sent.
  case unsupportedDigest
  /// The signature is not that of the certificate: a cached one of another or a renewed card.
  case signatureMismatch

  /// The card refused a step.
  case unexpectedStatus(StatusWord, CardStep)
  /// The card sent something that cannot be.
  case malformedData(CardStep)
  /// Another operation of this session is still running.
  case busy
  /// The machine's own cryptography failed; nothing the card did.
  case cryptography(CryptoError)
}

/// What was being done when the card refused.
public enum CardStep: Hashable, Sendable {
  case selectApplication
  case selectFile
  case readFile
  case readCounter
  case verify(PINReference)
  case change(PINReference)
  case unblock(PINReference)
  case chooseKey
  case sign
}

/// Why a certificate is not used.
public enum CertificateProblem: Hashable, Sendable {
  case unreadable
  case notYetValid
  case expired
  /// The key usage is not that of authentication, or of signatures.
  case wrongKeyUsage
  /// An authentication certificate without client authentication.
  case wrongExtendedKeyUsage
  /// The key is on no curve known here.
  case unknownKey
}
