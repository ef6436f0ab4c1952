internal import CryptoCore
internal import FlowRuntime
internal import Secrets

extension Wallet {
  /// `account.status`: looks at whether a remote PIN is registered.
  func accountStatus() async throws -> Answer {
    try await doors.store.contains(.account) ? "set-up" : "missing"
  }

  /// `pin.checkPolicy`: refuses the twenty PINs that are too simple, keeps any other.
  func checkPINPolicy(_ pin: consuming Secret?) throws -> Answer {
    guard let pin else { throw WalletProblem("no PIN was entered") }
    keptPIN = nil
    guard !CodeRules.isTooSimple(pin) else { return "too-simple" }
    keptPIN = consume pin
    return "accepted"
  }

  /// `pin.compare`: compares the repeated PIN with the kept one in constant time. As UC2.1 is
  /// written a refused PIN is repeated all the same; nothing is the same as no PIN.
  func comparePIN(_ repeated: consuming Secret?) throws -> Answer {
    guard let repeated else { throw WalletProblem("no PIN was repeated") }
    let taken = keptPIN.take()
    guard let kept = taken else { return "different" }
    let isSame = constantTimeEqual(kept, repeated)
    keptPIN = consume kept
    return isSame ? "same" : "different"
  }

  /// `account.setUp`: makes the salt and the PIN key, has the device attested, registers the public
  /// key, and keeps salt and account. The PIN is wiped when that is done; while the server cannot
  /// be reached it is kept for another try.
  func setUpAccount() async throws -> Answer {
    let kept = keptPIN.take()
    guard let kept else { throw WalletProblem("no PIN was chosen") }
    let pin = kept.duplicated()
    let salt = try Random.secret(PINKey.saltLength)
    let name: String
    do throws(AccountFailure) {
      let key: CurvePoint
      do throws(CryptoError) {
        key = try PINKey.derived(from: pin, salt: salt).publicKey()
      } catch { throw .refused }
      name = try await account.register(
        Registration(publicKey: key.encoded, isAttested: world.device.isSecure))
    } catch {
      if error != .deviceInsecure { keptPIN = consume kept }
      throw failure(error)
    }
    try await doors.store.set(.salt, salt)
    var bytes = Array(name.utf8)
    try await doors.store.set(.account, Secret(moving: &bytes))
    isUnlocked = true
    return "done"
  }

  /// `account.checkPin`: signs the server's challenge with the PIN key; the server checks and
  /// counts. While the server cannot be reached the PIN is kept for another try.
  func checkPIN(_ entered: consuming Secret?, _ clock: any RunClock) async throws -> Answer {
    let pin: Secret
    if let entered {
      pin = entered
    } else {
      let kept = keptPIN.take()
      guard let kept else { throw WalletProblem("no PIN was entered") }
      pin = kept
    }
    keptPIN = nil
    guard let salt = try await doors.store.value(.salt),
      let account = try await doors.store.value(.account)
    else { throw WalletProblem("no remote PIN is set up") }
    let name = account.withBytes { String(decoding: $0, as: UTF8.self) }
    let verdict: PINVerdict
    do throws(AccountFailure) {
      let challenge = try await self.account.challenge(for: name)
      let signature: [UInt8]
      do throws(CryptoError) {
        signature = try PINKey.answer(to: challenge, pin: pin.duplicated(), salt: salt)
      } catch { throw .refused }
      verdict = try await self.account.check(signature, of: challenge, account: name)
    } catch {
      if error == .noInternet || error == .serverUnreachable { keptPIN = consume pin }
      throw failure(error)
    }
    return answer(verdict, clock)
  }

  private func answer(_ verdict: PINVerdict, _ clock: any RunClock) -> Answer {
    switch verdict {
    case .valid:
      isUnlocked = true
      lastUse = clock.now
      return "valid"
    case .paused(let until):
      notePause(until, clock)
      return "paused"
    case .blocked:
      notices.append("The PIN was wrong too often. The app is blocked for good")
      return "blocked"
    case .wrong(let attempt, let isFinal, let until):
      if attempt == RetryPolicy.attemptsPerRound, !isFinal { notePause(until, clock) }
      return Answer(isFinal ? "final-\(attempt)" : "wrong-\(attempt)")
    }
  }

  private func notePause(_ until: Int64, _ clock: any RunClock) {
    pausedUntil = until
    let seconds = max(0, until - time(clock) + 999) / 1_000
    notices.append("Try again in \(seconds) s")
  }

  /// `account.pause`: waits while the user reads the screen, until the pause is over.
  func waitForPause(_ clock: any RunClock, due: Int64?) async throws -> Answer {
    if let until = pausedUntil {
      try await doors.pause(until - world.time * 1_000, due)
    }
    pausedUntil = nil
    return "over"
  }
}
