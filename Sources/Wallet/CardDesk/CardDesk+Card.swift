internal import EstEID
internal import FlowRuntime
internal import ISO7816
internal import Secrets
internal import WalletApp

extension CardDesk {
  /// `card.wait`: waits for a card in the reader. The flow's timer limits the time.
  func waitForCard(since began: Int64) async throws -> Answer {
    let since = waitingSince ?? began
    waitingSince = since
    channel = try await cards.card(since: since)
    waitingSince = nil
    return "present"
  }

  /// `card.interface`: finds out from the answer to reset how the card is reached.
  func interface() -> Answer {
    EstEIDCard.needsCAN(answerToReset: channel?.answerToReset ?? []) ? "nfc" : "contacts"
  }

  /// `card.connect`: opens a session, once; over NFC with the CAN.
  func connect(_ can: consuming Secret?) async throws -> Answer {
    guard let channel else { return "lost" }
    trouble = nil
    let code = can ?? Secret()
    do throws(EstEIDError) {
      card = try await EstEIDCard.open(over: channel, can: code, options: options())
      return "connected"
    } catch {
      trouble = Trouble(error)
      return error == .wrongCAN ? "wrong-can" : "lost"
    }
  }

  /// The outcome for an error of the card, and the trouble to show to the person.
  ///
  /// - Parameter wrong: the outcome for a wrong code.
  func outcome(_ error: EstEIDError, wrong: Answer) -> Answer {
    trouble = Trouble(error)
    switch error {
    case .wrongPIN(let code, let left):
      note(PINStatus(triesLeft: left), of: code)
      // The line with the tries says how many are left.
      return wrong
    case .rejectedBefore, .malformedPIN: return wrong
    case .pinBlocked(let code):
      note(PINStatus(triesLeft: 0), of: code)
      return "blocked"
    case .tooFewTries, .triesUnknown, .pinNotActivated, .notRemembered: return "blocked"
    case .unsupportedCard, .wrongCAN, .chipNotAuthentic, .pace, .channel, .secureMessaging,
      .certificate, .unsupportedDigest, .signatureMismatch, .unexpectedStatus, .malformedData,
      .busy, .cryptography:
      return "lost"
    }
  }
}
