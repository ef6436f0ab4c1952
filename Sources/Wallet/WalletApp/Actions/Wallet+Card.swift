internal import CryptoCore
internal import EstEID
internal import FlowRuntime
internal import ISO7816
internal import Secrets

extension Wallet {
  /// `card.wait`: waits for a card on the reader; the flow's timer says for how long.
  func waitForCard(_ clock: any RunClock, since began: Int64, due: Int64?) async throws -> Answer {
    await card?.close()
    card = nil
    let pause = doors.pause
    // A flow that asks again, such as EID5, waits for the same card on.
    let since = waitingSince ?? began
    waitingSince = since
    channel = try await doors.reader.card(since: since) { until in try await pause(until, due) }
    waitingSince = nil
    return "present"
  }

  /// `card.connect`: runs PACE with the CAN, once.
  func connect(_ clock: any RunClock) async throws -> Answer {
    do throws(EstEIDError) {
      try await open(clock)
      return "connected"
    } catch { return try outcome(error) }
  }

  /// `card.read`: reads names, personal code, expiry date, citizenship and sex.
  func read() async throws -> Answer {
    guard let card else { throw WalletProblem("no card is connected") }
    let fields: [(PersonalField, String)] = [
      (.givenNames, "First name"), (.surname, "Last name"), (.personalCode, "Personal code"),
      (.expiry, "Expiry date"), (.citizenship, "Citizenship"), (.sex, "Sex"),
    ]
    do throws(EstEIDError) {
      let data = try await card.personalData(fields.map(\.0))
      for (field, name) in fields { notices.append("\(name): \(data[field] ?? "absent")") }
      return "read"
    } catch { throw WalletProblem("the card was moved away while it was read") }
  }

  /// `pin1.enterSaved`: hands the saved PIN1 to the card, once. The last try is kept back.
  func enterSavedPIN1(_ clock: any RunClock, due: Int64?) async throws -> Answer {
    guard let pin = try await doors.store.value(.pin1) else { return "rejected" }
    if channel == nil { _ = try await waitForCard(clock, since: clock.now, due: due) }
    do throws(EstEIDError) {
      if card == nil { try await open(clock) }
      guard let card else { return "rejected" }
      try await card.verify(pin, as: .pin1)
      return "accepted"
    } catch {
      guard try outcome(error) == "wrong-pin" else {
        throw WalletProblem("the card could not be asked: \(error)")
      }
      return "rejected"
    }
  }

  /// PACE with the CAN in hand, or the saved one.
  func open(_ clock: any RunClock) async throws(EstEIDError) {
    guard let channel else { throw .channel(.cardLost) }
    var can = keptCAN.take()
    if let known = can {
      keptCAN = known.duplicated()
      can = consume known
    } else {
      can = (try? await doors.store.value(.can)) ?? nil
    }
    guard let can else { throw .wrongCAN }
    let seconds = time(clock) / 1_000
    let options = EstEIDCard.Options(memory: memory) { seconds }
    card = try await EstEIDCard.open(over: channel, can: can, options: options)
  }

  /// What a flow hears of a card's error, and what the user reads of it.
  func outcome(_ error: EstEIDError) throws -> Answer {
    switch error {
    case .wrongCAN: return "wrong-can"
    case .wrongPIN(let reference, let left):
      notices.append("\(name(reference)) was wrong. \(tries(left)) left")
      return "wrong-pin"
    case .pinBlocked(let reference):
      notices.append("\(name(reference)) is blocked. It can be unblocked with the PUK")
      return "wrong-pin"
    case .rejectedBefore(let reference):
      notices.append("The card has rejected this \(name(reference)) before; it was not sent again")
      return "wrong-pin"
    case .tooFewTries(let reference, let left):
      notices.append("\(tries(left)) left for \(name(reference)); the saved one was not sent")
      return "wrong-pin"
    case .malformedPIN, .triesUnknown, .pinNotActivated:
      notices.append("The PIN cannot be used: \(error)")
      return "wrong-pin"
    case .channel(let reason):
      notices.append("The card was moved away too early (\(reason))")
      return "lost"
    case .certificate(let problem):
      notices.append("The card's certificate cannot be used: \(problem)")
      return "lost"
    case .unsupportedCard, .chipNotAuthentic, .pace, .secureMessaging, .unsupportedDigest,
      .signatureMismatch, .unexpectedStatus, .malformedData, .busy, .cryptography:
      notices.append("The exchange with the card failed: \(error)")
      return "lost"
    }
  }

  private func name(_ reference: PINReference) -> String {
    switch reference {
    case .pin1: "PIN1"
    case .pin2: "PIN2"
    case .puk: "PUK"
    }
  }

  private func tries(_ count: Int) -> String { count == 1 ? "1 try" : "\(count) tries" }
}
