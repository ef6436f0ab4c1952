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
    guard let pin else { throw WalletProblem("no PIN1 was entered") }
    guard CodeRules.isPIN1(pin) else { return "invalid" }
    keptPIN1 = consume pin
    return "valid"
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
    guard let pin else { throw WalletProblem("no PIN2 was entered") }
    guard CodeRules.isPIN2(pin) else { return "invalid" }
    keptPIN2 = consume pin
    return "valid"
  }
}
