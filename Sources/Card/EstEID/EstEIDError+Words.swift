import ISO7816
import PACE

extension EstEIDError: CustomStringConvertible {
  /// The reason, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .unsupportedCard: "this is not a known Estonian ID card"
    case .wrongCAN: "the CAN is wrong"
    case .chipNotAuthentic: "the card could not prove that it knows its own CAN"
    case .pace(let error): EstEIDError.misunderstanding(error.description)
    case .secureMessaging(let error): EstEIDError.misunderstanding(error.description)
    case .malformedData(let step):
      EstEIDError.misunderstanding("it sent something unexpected while \(step)")
    case .channel(let error): error.description
    case .malformedPIN(let reference): "this is not a valid \(reference.label)"
    case .rejectedBefore(let reference): "the card has already rejected this \(reference.label)"
    case .tooFewTries(let reference, let left):
      "only \(left) \(left == 1 ? "try" : "tries") left for \(reference.label)"
    case .triesUnknown(let reference):
      "the number of tries left for \(reference.label) cannot be read"
    case .wrongPIN(let reference, let left):
      "the \(reference.label) is wrong; \(left) \(left == 1 ? "try" : "tries") left"
    case .pinBlocked(let reference): "the \(reference.label) is blocked"
    case .pinNotActivated(let reference):
      "the \(reference.label) has to be changed before its first use"
    case .notRemembered: "the PIN was not sent, since the store cannot be written"
    case .certificate(let problem): "the card's certificate does not allow this: \(problem)"
    case .unsupportedDigest: "the card signs SHA-256, SHA-384 and SHA-512 digests only"
    case .signatureMismatch: "the signature does not match the certificate"
    case .unexpectedStatus(let status, let step): "the card refused with \(status) while \(step)"
    case .busy: "the card is in use"
    case .cryptography(let error): "the cryptography of this machine failed: \(error)"
    }
  }

  private static func misunderstanding(_ reason: String) -> String {
    "the card and this program do not understand each other: \(reason)"
  }

  /// A way out for the user, if there is one.
  public var help: String? {
    switch self {
    case .wrongCAN: "the CAN is the six digits on the card's face"
    case .channel(.cardLost): "leave the card on the reader until it is done"
    case .channel(.deadlineExceeded): "take the card away and put it back"
    case .pinBlocked: "unblock it with the PUK"
    default: nil
    }
  }
}

extension CardStep: CustomStringConvertible {
  /// What was being done, as the end of a sentence.
  public var description: String {
    switch self {
    case .selectApplication: "selecting an application"
    case .selectFile: "selecting a file"
    case .readFile: "reading a file"
    case .readCounter: "reading the number of tries"
    case .verify(let reference): "verifying \(reference.label)"
    case .change(let reference): "changing \(reference.label)"
    case .unblock(let reference): "unblocking \(reference.label)"
    case .chooseKey: "choosing the key"
    case .sign: "signing"
    }
  }
}

extension CertificateProblem: CustomStringConvertible {
  /// The reason, as a sentence about the certificate without a full stop.
  public var description: String {
    switch self {
    case .unreadable: "it cannot be read"
    case .notYetValid: "it is not valid yet"
    case .expired: "it has expired"
    case .wrongKeyUsage: "its key is for something else"
    case .wrongExtendedKeyUsage: "its key is not for log ins"
    case .unknownKey: "its key is of an unknown kind"
    }
  }
}
