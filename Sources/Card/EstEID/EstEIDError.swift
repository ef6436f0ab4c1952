public import CryptoCore
public import ISO7816
public import PACE

/// Why the card did not do as asked. Nothing is retried automatically.
public enum EstEIDError: Error, Hashable, Sendable {
  // Opening.
  /// The card is not a known Estonian ID card.
  case unsupportedCard
  /// The CAN is wrong. The only error after which a stored CAN should be forgotten.
  case wrongCAN
  /// The card could not prove that it knows its CAN.
  case chipNotAuthentic
  /// PACE failed for another reason.
  case pace(PACEError)

  // The connection with the card. The session is over.
  /// The channel failed: the card did not answer.
  case channel(CardChannelError)
  /// Secure messaging failed.
  case secureMessaging(SecureMessagingError)

  // PINs.
  /// The PIN does not have the right number of digits, or has other characters. Nothing was sent.
  case malformedPIN(PINReference)
  /// The card has rejected this PIN before. Nothing was sent.
  case rejectedBefore(PINReference)
  /// Fewer tries are left than ``PINPolicy/floor``. Nothing was sent.
  case tooFewTries(PINReference, left: Int)
  /// The counter is needed and could not be read. Nothing was sent.
  case triesUnknown(PINReference)
  /// The card rejected the PIN.
  case wrongPIN(PINReference, triesLeft: Int)
  /// The PIN is blocked. Only the PUK unblocks it.
  case pinBlocked(PINReference)
  /// The holder has to change this PIN before it can be used.
  case pinNotActivated(PINReference)
  /// It could not be written down that the PIN is going to be sent, so it was not sent.
  case notRemembered

  // Certificates and signatures.
  /// The card's certificate cannot be used for this. No try was used.
  case certificate(CertificateProblem)
  /// The digest does not have the length of SHA-256, SHA-384 or SHA-512. Nothing was sent.
  case unsupportedDigest
  /// The signature does not match the certificate, which must be that of another or a renewed card.
  case signatureMismatch

  /// The card refused a step.
  case unexpectedStatus(StatusWord, CardStep)
  /// The card's response is not valid.
  case malformedData(CardStep)
  /// Another operation of this session is still running.
  case busy
  /// Our own cryptography failed; the card is not to blame.
  case cryptography(CryptoError)
}

/// The step at which the card refused.
public enum CardStep: Hashable, Sendable {
  /// Selecting an application.
  case selectApplication
  /// Selecting a file.
  case selectFile
  /// Reading a file.
  case readFile
  /// Reading the counter of a PIN.
  case readCounter
  /// Verifying a PIN.
  case verify(PINReference)
  /// Changing a PIN.
  case change(PINReference)
  /// Unblocking a PIN.
  case unblock(PINReference)
  /// Choosing the key and the algorithm with MSE.
  case chooseKey
  /// Computing a signature.
  case sign
}

/// Why a certificate cannot be used.
public enum CertificateProblem: Hashable, Sendable {
  /// It is not an X.509 certificate.
  case unreadable
  /// Its validity begins later.
  case notYetValid
  /// Its validity is over.
  case expired
  /// The key usage does not allow authentication, or signatures.
  case wrongKeyUsage
  /// An authentication certificate that does not allow client authentication.
  case wrongExtendedKeyUsage
  /// The key is not on a known curve.
  case unknownKey
}
