internal import CryptoCore
internal import EstEID
internal import FlowRuntime
internal import Secrets

extension CardDesk {
  /// `code.tries`: reads how many tries of the code are left. No try is used.
  func readTries() async -> Answer {
    await reading { card throws(EstEIDError) in
      let status = try await card.status(of: code)
      note(status, of: code)
      guard status.isBlocked else { return "left" }
      throw .pinBlocked(code)
    }
  }

  /// `code.triesOfPUK`: does the same for the code and the PUK. A blocked code is what the PUK is
  /// for.
  func readTriesOfPUK() async -> Answer {
    await reading { card throws(EstEIDError) in
      note(try await card.status(of: code), of: code)
      let status = try await card.status(of: .puk)
      note(status, of: .puk)
      guard status.isBlocked else { return "left" }
      throw .pinBlocked(.puk)
    }
  }

  /// `code.activation`: finds out whether the code has to be replaced before its first use.
  func readActivation() async -> Answer {
    await reading { card throws(EstEIDError) in
      let status = try await card.status(of: code)
      note(status, of: code)
      if status.isBlocked { throw .pinBlocked(code) }
      return status.isActivated ? "not-needed" : "needed"
    }
  }

  private func reading(
    _ read: (EstEIDCard) async throws(EstEIDError) -> Answer
  ) async -> Answer {
    guard let card else { return "lost" }
    trouble = nil
    do throws(EstEIDError) {
      return try await read(card)
    } catch { return outcome(error, wrong: "blocked") }
  }

  /// `code.compare`: checks what can be checked before a try is used, and keeps the codes for the
  /// card.
  ///
  /// - Parameter present: the old code, or the PUK.
  func compare(
    _ present: consuming Secret?, isPUK: Bool, new: consuming Secret?, again: consuming Secret?
  ) -> Answer {
    guard let present, let new, let again else { return rejected("a code is missing") }
    for (name, digits, count) in [
      (isPUK ? PINReference.puk.label : code.label, (isPUK ? .puk : code).digits, present.count),
      (code.label, code.digits, new.count),
    ] where !digits.contains(count) {
      return rejected("a \(name) has \(digits.lowerBound) to \(digits.upperBound) digits")
    }
    guard constantTimeEqual(new, again) else {
      return rejected("the two are not the same; nothing was changed")
    }
    guard isPUK || !constantTimeEqual(present, new) else {
      return rejected("the new \(code.label) is the old one")
    }
    (oldCode, newCode) = (SecretSlot(present), SecretSlot(new))
    return "accepted"
  }

  private func rejected(_ words: String) -> Answer {
    trouble = Trouble(words, isInput: true)
    return "rejected"
  }

  /// `code.change`: has the card replace the code. The person has seen how many tries are left, so
  /// the last one may be used.
  func changeCode() async -> Answer {
    guard let card, let old = oldCode?.take(), let new = newCode?.take() else { return "lost" }
    trouble = nil
    do throws(EstEIDError) {
      try await card.change(code, from: old, to: new, policy: PINPolicy(floor: 1))
      isDone = true
      return "changed"
    } catch { return outcome(error, wrong: "wrong-code") }
  }

  /// `code.unblock`: has the card set the new code and all its tries, with the PUK.
  func unblockCode() async -> Answer {
    guard let card, let puk = oldCode?.take(), let new = newCode?.take() else { return "lost" }
    trouble = nil
    do throws(EstEIDError) {
      try await card.unblock(code, puk: puk, new: new, policy: PINPolicy(floor: 1))
      isDone = true
      return "unblocked"
    } catch { return outcome(error, wrong: "wrong-code") }
  }
}
