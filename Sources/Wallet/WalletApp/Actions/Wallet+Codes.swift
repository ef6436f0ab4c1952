internal import FlowRuntime
internal import Secrets

extension Wallet {
  /// `can.checkLength`, `pin1.checkLength`, `pin2.checkLength`: keeps a valid code for the run. An
  /// invalid code does not replace the one that is kept.
  func check(_ code: CardCode, _ entered: consuming Secret?) throws -> Answer {
    guard let entered else { throw WalletProblem("no \(code.name) was entered") }
    guard code.fits(entered) else {
      // The flows have no row for this.
      if code == .can { throw WalletProblem("a CAN has six digits; nothing was saved") }
      return "invalid"
    }
    // A flow that signs nothing has no use for PIN2, so it is wiped here.
    if code != .pin2 || hand.document != nil { hand.keep(consume entered, as: code) }
    return "valid"
  }

  /// `can.save`, `pin1.save`: stores the kept code. PIN2 is never stored.
  func save(_ code: CardCode) async throws -> Answer {
    let kept = hand.take(code)
    guard let kept else { throw WalletProblem("no \(code.name) was entered") }
    guard let item = code.item else { throw WalletProblem("\(code.name) is never stored") }
    try await store.set(item, kept)
    return "saved"
  }

  /// `can.delete`, `pin1.delete`: deletes the saved code, and the one kept for the run.
  func delete(_ code: CardCode) async throws -> Answer {
    _ = hand.take(code)
    if let item = code.item { try await store.remove(item) }
    return "deleted"
  }
}
