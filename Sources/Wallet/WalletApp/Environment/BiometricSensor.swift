/// The sensor for faces or fingers, and the operating system's rules for it.
public protocol BiometricSensor: Sendable {
  /// Whether the device has a sensor and its user has enrolled a face or finger.
  var isSupported: Bool { get async }
  /// Whether the system would scan now: the sensor is available and not locked after too many
  /// failures.
  var isReady: Bool { get async }
  /// The number of failed scans since the last match.
  var failures: Int { get async }

  /// Has the system ask the user whether biometric unlock may be switched on.
  func confirm() async -> Bool
  /// Scans once. The system counts failures and refuses every scan after its limit.
  func scan() async -> Bool
}
