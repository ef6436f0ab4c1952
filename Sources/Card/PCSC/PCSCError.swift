internal import ISO7816

/// Why a reader or a card could not be used, in the cases that a caller can react to.
public enum PCSCError: Error, Hashable, Sendable {
  /// The PC/SC service is not running, or may not be used.
  case serviceUnavailable
  /// The PC/SC service stopped during the work.
  case serviceStopped
  /// No reader is attached, or not the one asked for.
  case readerUnavailable
  /// There is no card in the reader, or it was removed.
  case cardUnavailable
  /// The card in the reader does not answer to a reset.
  case cardUnresponsive
  /// Another program holds the card.
  case cardInUse
  /// The deadline came first.
  case deadlineExceeded
  /// The task was cancelled first.
  case cancelled
  /// Any other refusal, with its code.
  case refused(PCSCCode)

  /// Maps every code to its error. The code for a removed card depends on the reader, the driver
  /// and the moment; `SCARD_E_NOT_TRANSACTED` is the most common one.
  init(_ code: PCSCCode) {
    self =
      switch code {
      case .noService: .serviceUnavailable
      case .serviceStopped, .communicationError, .shutdown, .systemCancelled, .invalidHandle,
        .securityViolation:
        .serviceStopped
      case .unknownReader, .readerUnavailable, .noReadersAvailable: .readerUnavailable
      case .noSmartCard, .removedCard, .resetCard, .notTransacted, .communicationDataLost,
        .unpoweredCard:
        .cardUnavailable
      case .unresponsiveCard, .unsupportedCard: .cardUnresponsive
      case .sharingViolation: .cardInUse
      case .timeout: .deadlineExceeded
      case .cancelled: .cancelled
      default: .refused(code)
      }
  }

  /// The error of an exchange. Everything except service and reader errors counts as a lost card,
  /// since a session ends with any exchange that has no response.
  var asChannelError: CardChannelError {
    switch self {
    case .serviceUnavailable, .serviceStopped, .readerUnavailable: .readerLost
    case .cardUnavailable, .cardUnresponsive, .cardInUse, .refused: .cardLost
    case .deadlineExceeded: .deadlineExceeded
    case .cancelled: .cancelled
    }
  }
}

extension PCSCError: CustomStringConvertible {
  /// The reason, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .serviceUnavailable: "the PC/SC service is not running"
    case .serviceStopped: "the PC/SC service stopped"
    case .readerUnavailable: "there is no such card reader"
    case .cardUnavailable: "there is no card in the reader"
    case .cardUnresponsive: "the card in the reader does not answer"
    case .cardInUse: "another program holds the card"
    case .deadlineExceeded: "the card was not there in time"
    case .cancelled: "cancelled"
    case .refused(let code): "the PC/SC service refused with \(code)"
    }
  }

  /// A way out for the user, if there is one.
  public var help: String? {
    switch self {
    case .serviceUnavailable:
      """
      install it with `apt-get install pcscd` and start it with `systemctl start pcscd` \
      (in a container without systemd: `pcscd` as root); if it runs, polkit may keep this user \
      out: see `journalctl -u pcscd`
      """
    case .serviceStopped: "start it again with `systemctl restart pcscd`"
    case .readerUnavailable: "attach a reader, and see `flowrun card readers` for its name"
    case .cardUnavailable: "put the card on the reader and leave it there"
    case .cardUnresponsive: "take the card away and put it back, the other way round if need be"
    case .cardInUse: "close the other program, or wait until it is done"
    case .deadlineExceeded, .cancelled, .refused: nil
    }
  }
}
