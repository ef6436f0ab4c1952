internal import CryptoCore
internal import FlowRuntime
internal import Secrets

extension Wallet {
  /// `pin.checkPolicy`: refuses the twenty PINs that are too simple, and keeps any other.
  func checkPINPolicy(_ pin: consuming Secret?) throws -> Answer {
    guard let pin else { throw WalletProblem("no PIN was entered") }
    hand.pin = nil
    guard !RemotePIN.isTooSimple(pin) else { return "too-simple" }
    hand.pin = consume pin
    return "accepted"
  }

  /// `pin.compare`: compares the repeated PIN with the kept one in constant time. As UC2.1 is
  /// written, a refused PIN has to be repeated too. It was not kept, so the answer is `different`.
  func comparePIN(_ repeated: consuming Secret?) throws -> Answer {
    guard let repeated else { throw WalletProblem("no PIN was repeated") }
    let taken = hand.pin.take()
    guard let kept = taken else { return "different" }
    let isSame = constantTimeEqual(kept, repeated)
    hand.pin = consume kept
    return isSame ? "same" : "different"
  }

  /// `account.setUp`: makes the salt and the PIN key, has the device attested, registers the public
  /// key, and stores salt and account. The PIN is wiped afterwards. If the server cannot be
  /// reached, it is kept for another attempt.
  func setUpAccount() async throws -> Answer {
    let kept = hand.pin.take()
    guard let kept else { throw WalletProblem("no PIN was chosen") }
    let salt = try Random.secret(PINKey.saltLength)
    let key = try PINKey.derived(from: kept.duplicated(), salt: salt).publicKey()
    let name: String
    do throws(AccountFailure) {
      name = try await environment.account.register(
        Registration(
          publicKey: key.encoded,
          attestation: await environment.phone.attestation(of: key.encoded)))
    } catch {
      if error != .deviceInsecure { hand.pin = consume kept }
      throw failure(error)
    }
    try await store.set(.salt, salt)
    var bytes = Array(name.utf8)
    try await store.set(.account, Secret(moving: &bytes))
    unlock()
    return "done"
  }

  /// `account.checkPin`: signs the server's challenge with the PIN key; the server verifies and
  /// counts. If the server cannot be reached, the PIN is kept for another attempt: the run gets it
  /// back.
  func checkPIN(_ pin: consuming Secret) async throws -> Answer {
    hand.pin = nil
    guard let salt = try await store.value(.salt),
      let account = try await store.value(.account)
    else { throw WalletProblem("no remote PIN is set up") }
    let name = account.withBytes { String(decoding: $0, as: UTF8.self) }
    let verdict: PINVerdict
    do throws(AccountFailure) {
      let challenge = try await environment.account.challenge(for: name)
      let signature: [UInt8]
      do throws(CryptoError) {
        signature = try PINKey.answer(to: challenge, pin: pin.duplicated(), salt: salt)
      } catch { throw .refused }
      verdict = try await environment.account.check(signature, of: challenge, account: name)
    } catch {
      if error == .noInternet || error == .serverUnreachable { hand.pin = consume pin }
      throw failure(error)
    }
    return answer(verdict)
  }

  /// The PIN that is kept for another attempt, which the wallet then has no more.
  func giveUpPIN() -> Secret? { hand.pin.take() }

  private func answer(_ verdict: PINVerdict) -> Answer {
    switch verdict {
    case .valid:
      unlock()
      return "valid"
    case .paused(let until):
      notePause(until)
      return "paused"
    case .blocked:
      notify("The PIN was wrong too often. The app is blocked for good")
      return "blocked"
    case .wrong(let attempt, let isFinal, let until):
      if attempt == PINVerdict.attemptsPerRound, !isFinal { notePause(until) }
      return Answer(isFinal ? "final-\(attempt)" : "wrong-\(attempt)")
    }
  }

  private func notePause(_ until: Int64) {
    hand.pausedUntil = until
    let rest = environment.clock.rest(until: until)
    notify("Try again in \(rest / 1_000 + (rest % 1_000).signum()) s")
  }

  /// `account.pause`: waits until the pause is over, while the user reads the screen.
  func waitForPause() async throws -> Answer {
    if let until = hand.pausedUntil {
      let clock = environment.clock
      let (end, overflows) = clock.now.addingReportingOverflow(clock.rest(until: until))
      try await clock.sleep(until: overflows ? .max : end)
    }
    hand.pausedUntil = nil
    return "over"
  }
}
