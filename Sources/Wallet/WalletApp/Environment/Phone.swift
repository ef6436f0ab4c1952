/// The device and its operating system.
public protocol Phone: Sendable {
  /// The operating system.
  var platform: Platform { get async }
  /// The version of this app, such as `1.2.0`.
  var appVersion: String { get async }
  /// Whether the app is installed, so that a caller can start it.
  var isAppInstalled: Bool { get async }
  /// Whether a process of the app was already running, so that the app is resumed and not launched.
  var isAppResumed: Bool { get async }

  /// Ends the app's process. Returns false if the platform does not allow it.
  func closeApp() async -> Bool

  /// The signed statement of the platform that this key is kept by a sound device. Nil if it does
  /// not make one.
  func attestation(of publicKey: [UInt8]) async -> [UInt8]?
}

/// The operating system of a phone.
public enum Platform: String, Hashable, Sendable, CaseIterable {
  /// Apple's.
  case ios
  /// Google's.
  case android
}
