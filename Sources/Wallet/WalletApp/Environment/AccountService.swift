/// The interface of the account server.
public protocol AccountService: Sendable {
  /// Says whether a version of the app may be used.
  func policy(for version: String) async throws(AccountFailure) -> VersionVerdict

  /// Registers a device with the public key of its PIN. Returns the name of the new account.
  func register(_ registration: Registration) async throws(AccountFailure) -> String

  /// A challenge for an account: 32 bytes, valid once and for 60 seconds.
  func challenge(for account: String) async throws(AccountFailure) -> [UInt8]

  /// Verifies the signature of the last challenge, and counts wrong ones.
  func check(
    _ signature: [UInt8], of challenge: [UInt8], account: String
  ) async throws(AccountFailure) -> PINVerdict
}

/// The data that a device sends to get an account.
public struct Registration: Hashable, Sendable {
  /// The public key of the PIN, as an uncompressed point on P-256.
  public var publicKey: [UInt8]
  /// Whether the platform attests that the device can be trusted.
  public var attestation: [UInt8]?

  /// A registration with these values.
  public init(publicKey: [UInt8], attestation: [UInt8]?) {
    self.publicKey = publicKey
    self.attestation = attestation
  }
}

/// Why the account server did not answer.
public enum AccountFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The device has no connection.
  case noInternet
  /// The server does not answer, or its answer is not valid.
  case serverUnreachable
  /// The server does not trust the device.
  case deviceInsecure
  /// The server does not know the account, or the challenge has expired.
  case refused

  /// The reason, as a sentence without a full stop.
  public var description: String {
    switch self {
    case .noInternet: "there is no connection"
    case .serverUnreachable: "the account server does not answer"
    case .deviceInsecure: "the account server does not trust this device"
    case .refused: "the account server does not know this account"
    }
  }
}

/// Whether a version of the app may be used.
public enum VersionVerdict: String, Hashable, Sendable, CaseIterable {
  /// It may be used.
  case allowed
  /// It may not be used, but there is a newer version that may.
  case update
  /// It may not be used, and there is no newer version that may.
  case blocked
}
