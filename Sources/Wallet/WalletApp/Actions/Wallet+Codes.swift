internal import FlowRuntime
internal import Secrets

extension Wallet {
  /// `can.checkLength`: keeps a CAN of six digits.
  func checkCAN(_ can: consuming Secret?) throws -> Answer {
    guard let can else { throw WalletProblem("no CAN was entered") }
    guard CodeRules.isCAN(can) else {
      throw WalletProblem("a CAN has six digits; nothing was saved")
    }
    keptCAN = consume can
    return "valid"
  }

  /// `can.save`: stores the kept CAN.
  func saveCAN() async throws -> Answer {
    let kept = keptCAN.take()
    guard let kept else { throw WalletProblem("no CAN was entered") }
    try await doors.store.set(.can, kept)
    return "saved"
  }

  /// `can.delete`: deletes the saved CAN, and the one in hand.
  func deleteCAN() async throws -> Answer {
    keptCAN = nil
    try await doors.store.remove(.can)
    return "deleted"
  }

  /// `pin1.checkLength`: keeps a PIN1 of 4 to 12 digits.
  func checkPIN1(_ pin: consuming Secret?) throws -> Answer {
    try Wallet.keep(pin, "PIN1", in: &keptPIN1) { CodeRules.isPIN1($0) }
  }

  /// `pin1.save`: stores the kept PIN1.
  func savePIN1() async throws -> Answer {
    let kept = keptPIN1.take()
    guard let kept else { throw WalletProblem("no PIN1 was entered") }
    try await doors.store.set(.pin1, kept)
    return "saved"
  }

  /// `pin1.delete`: deletes the saved PIN1, and the one in hand.
  func deletePIN1() async throws -> Answer {
    keptPIN1 = nil
    try await doors.store.remove(.pin1)
    return "deleted"
  }

  /// `pin2.checkLength`: keeps a PIN2 of 5 to 12 digits for the run. It is never stored.
  func checkPIN2(_ pin: consuming Secret?) throws -> Answer {
    try Wallet.keep(pin, "PIN2", in: &keptPIN2) { CodeRules.isPIN2($0) }
  }

  /// Keeps a code that is right in form; another one leaves the one that is kept.
  private static func keep(
    _ code: consuming Secret?, _ name: String, in kept: inout Secret?,
    if isRight: (borrowing Secret) -> Bool
  ) throws -> Answer {
    guard let code else { throw WalletProblem("no \(name) was entered") }
    guard isRight(code) else { return "invalid" }
    kept = consume code
    return "valid"
  }
}
