internal import FlowRuntime
internal import Secrets

extension Wallet {
  /// `biometrics.support`: looks at whether the device has a sensor, and the user a finger or face
  /// enrolled.
  func biometricSupport() -> Answer {
    world.biometrics.isSupported && world.biometrics.isEnrolled ? "supported" : "unsupported"
  }

  /// `biometrics.enable`: the operating system asks; a confirmation switches biometric unlock on.
  func enableBiometrics() async throws -> Answer {
    guard world.biometrics.isEnrolled, world.biometrics.isConfirmed else { return "rejected" }
    try await doors.store.set(.biometrics, Secret(capacity: 0) { _ in 0 })
    return "confirmed"
  }

  /// `biometrics.disable`: switches biometrics off and deletes the PIN1 that was saved for them.
  func disableBiometrics() async throws -> Answer {
    try await doors.store.remove(.biometrics)
    try await doors.store.remove(.pin1)
    return "disabled"
  }

  /// `biometrics.status`: looks at whether biometric unlock is on.
  func biometricStatus() async throws -> Answer {
    try await doors.store.contains(.biometrics) ? "enabled" : "disabled"
  }

  /// `biometrics.open`: shows the dialog of the operating system, unless it is locked or missing.
  func openBiometrics() -> Answer {
    let biometrics = world.biometrics
    let isReady =
      biometrics.isSupported && biometrics.isEnrolled && biometrics.isAvailable
      && biometrics.failures < world.platform.biometricAttempts
    return isReady ? "ready" : "unavailable"
  }

  /// `biometrics.scan`: the operating system scans once and counts the failures; after two on iOS,
  /// or five on Android, it refuses every face and finger. A match unlocks, without any server.
  func scanBiometrics(_ clock: any RunClock) -> Answer {
    let isLocked = world.biometrics.failures >= world.platform.biometricAttempts
    let matches = world.biometrics.scans.first ?? false
    if world.biometrics.scans.count > 1 { world.biometrics.scans.removeFirst() }
    guard matches, !isLocked, world.biometrics.isEnrolled else {
      world.biometrics.failures = min(world.biometrics.failures + 1, 5)
      return "invalid"
    }
    world.biometrics.failures = 0
    isUnlocked = true
    lastUse = clock.now
    return "valid"
  }
}
