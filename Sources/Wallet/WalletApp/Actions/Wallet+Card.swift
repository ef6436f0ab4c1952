internal import CryptoCore
internal import EstEID
internal import FlowRuntime
internal import ISO7816
internal import Secrets

extension Wallet {
  /// `card.wait`: waits for a card in the reader. The flow's timer limits the time.
  func waitForCard(since began: Int64) async throws -> Answer {
    await hand.card?.close()
    hand.card = nil
    // A flow that asks again, such as EID5, continues waiting for the same card.
    let since = hand.waitingSince ?? began
    hand.waitingSince = since
    hand.channel = try await environment.cards.card(since: since)
    hand.waitingSince = nil
    return "present"
  }

  /// `card.connect`: runs PACE with the CAN, once.
  func connect() async throws -> Answer {
    do throws(EstEIDError) {
      try await open()
      return "connected"
    } catch { return try outcome(error) }
  }

  /// The data that `card.read` reads, and the names of the values.
  static let shownFields: [(field: PersonalField, name: String)] = [
    (.givenNames, "first name"), (.surname, "last name"), (.personalCode, "personal code"),
    (.expiry, "expiry date"), (.citizenship, "citizenship"), (.sex, "sex"),
  ]

  /// `card.read`: reads names, personal code, expiry date, citizenship and sex.
  func read() async throws -> Answer {
    guard let card = hand.card else { throw WalletProblem("no card is connected") }
    do throws(EstEIDError) {
      let data = try await card.personalData(Wallet.shownFields.map(\.field))
      var values: [String: String] = [:]
      for (field, name) in Wallet.shownFields { values[name] = data[field] }
      return Answer("read", values: values)
    } catch { throw WalletProblem("the card was moved away while it was read") }
  }

  /// `pin1.enterSaved`: sends the saved PIN1 to the card once. It never uses the last try.
  func enterSavedPIN1() async throws -> Answer {
    guard let pin = try await store.value(.pin1) else { return "rejected" }
    try await needCard()
    do throws(EstEIDError) {
      if hand.card == nil { try await open() }
      guard let card = hand.card else { return "rejected" }
      try await card.verify(pin, as: .pin1)
      return "accepted"
    } catch {
      guard try outcome(error) == "wrong-pin" else {
        throw WalletProblem("the card could not be asked: \(error)")
      }
      return "rejected"
    }
  }

  /// Waits for a card unless there is one.
  func needCard() async throws {
    if hand.channel == nil { _ = try await waitForCard(since: environment.clock.now) }
  }

  /// Runs PACE with the entered CAN or the saved one.
  func open() async throws(EstEIDError) {
    guard let channel = hand.channel else { throw .channel(.cardLost) }
    var can = hand.take(.can)
    let isSaved = can == nil
    if let known = can {
      hand.keep(known.duplicated(), as: .can)
      can = consume known
    } else {
      can = (try? await store.value(.can)) ?? nil
    }
    guard let can else { throw .wrongCAN }
    let seconds = environment.clock.timeOfDay / 1_000
    let memory: PINMemory
    do { memory = try await pinMemory() } catch { throw .notRemembered }
    let options = EstEIDCard.Options(memory: memory) { seconds }
    do throws(EstEIDError) {
      hand.card = try await EstEIDCard.open(over: channel, can: can, options: options)
    } catch {
      // One wrong bit in the card's nonce looks like a wrong CAN. A saved CAN was right before and
      // would be deleted, so the card is asked once more.
      guard error == .wrongCAN, isSaved else { throw error }
      hand.card = try await EstEIDCard.open(over: channel, can: can, options: options)
    }
  }

  /// The outcome for an error of the card, and the notice for the user.
  func outcome(_ error: EstEIDError) throws -> Answer {
    switch error {
    case .wrongCAN: return "wrong-can"
    case .wrongPIN(let reference, let left):
      notify("\(reference.label) was wrong. \(tries(left)) left")
      return "wrong-pin"
    case .pinBlocked(let reference):
      notify("\(reference.label) is blocked. It can be unblocked with the PUK")
      return "wrong-pin"
    case .rejectedBefore(let reference):
      notify("The card has rejected this \(reference.label) before; it was not sent again")
      return "wrong-pin"
    case .tooFewTries(let reference, let left):
      notify("\(tries(left)) left for \(reference.label); the saved one was not sent")
      return "wrong-pin"
    case .malformedPIN, .triesUnknown, .pinNotActivated, .notRemembered:
      notify("The PIN cannot be used: \(error)")
      return "wrong-pin"
    case .channel(let reason):
      notify("The card was moved away too early, or failed: \(reason)")
      return "lost"
    case .certificate(let problem):
      notify("The card's certificate cannot be used: \(problem)")
      return "lost"
    case .unsupportedCard, .chipNotAuthentic, .pace, .secureMessaging, .unsupportedDigest,
      .signatureMismatch, .unexpectedStatus, .malformedData, .busy, .cryptography:
      notify("The exchange with the card failed: \(error)")
      return "lost"
    }
  }

  private func tries(_ count: Int) -> String { count == 1 ? "1 try" : "\(count) tries" }
}
