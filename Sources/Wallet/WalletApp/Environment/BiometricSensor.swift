/// The sensor for faces or fingers, and the operating system's rules for it.
public protocol BiometricSensor: Sendable {
  /// Whether the device has a sensor and its user has enrolled a face or finger.
  var isSupported: Bool { get async }
  /// Whether the system would scan now: it is available, and not locked after too many failures.
  var isReady: Bool { get async }
  /// How often a scan has failed since the last match.
  var failures: Int { get async }

  /// Lets the system ask whether biometric unlock may be switched on.
  func confirm() async -> Bool
  /// Scans once. The system counts failures and, after its limit, refuses every face and finger.
  func scan() async -> Bool
}
