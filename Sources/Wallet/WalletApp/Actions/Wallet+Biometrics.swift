internal import FlowRuntime
internal import Secrets

extension Wallet {
  /// `biometrics.enable`: the operating system asks the user. If confirmed, biometric unlock is
  /// switched on.
  func enableBiometrics() async throws -> Answer {
    guard await environment.biometrics.confirm() else { return "rejected" }
    try await store.set(.biometrics, Secret())
    return "confirmed"
  }

  /// `biometrics.disable`: switches biometrics off and deletes the PIN1 that was saved for them.
  func disableBiometrics() async throws -> Answer {
    try await store.remove(.biometrics)
    try await store.remove(.pin1)
    return "disabled"
  }

  /// `biometrics.scan`: scans once. A match unlocks the wallet without contacting a server.
  func scanBiometrics() async -> Answer {
    guard await environment.biometrics.scan() else { return "invalid" }
    unlock()
    return "valid"
  }
}
