/// The account server, as the app sees it.
public protocol AccountService: Sendable {
  /// Says what may be done with a version of the app.
  func policy(for version: String) async throws(AccountFailure) -> VersionVerdict

  /// Takes in a device with the public key of its PIN and gives it an account.
  func register(_ registration: Registration) async throws(AccountFailure) -> String

  /// A challenge for an account: 32 bytes, good once and for 60 seconds.
  func challenge(for account: String) async throws(AccountFailure) -> [UInt8]

  /// Checks the signature of the last challenge, and counts.
  func check(
    _ signature: [UInt8], of challenge: [UInt8], account: String
  ) async throws(AccountFailure) -> PINVerdict
}

/// What a device sends to get an account.
public struct Registration: Hashable, Sendable {
  /// The uncompressed point on P-256.
  public var publicKey: [UInt8]
  /// Whether the platform attests that the device is what the app may trust.
  public var isAttested: Bool

  /// Puts a registration together.
  public init(publicKey: [UInt8], isAttested: Bool) {
    self.publicKey = publicKey
    self.isAttested = isAttested
  }
}

/// Why the account server gave no answer.
public enum AccountFailure: Error, Hashable, Sendable {
  /// The device has no connection.
  case noInternet
  /// The server does not answer, or not as it should.
  case serverUnreachable
  /// The server does not trust the device.
  case deviceInsecure
  /// The server knows no such account, or the challenge is not good any more.
  case refused
}

/// What may be done with a version of the app.
public enum VersionVerdict: String, Hashable, Sendable, CaseIterable {
  /// It may be used.
  case allowed
  /// Not to be used any more; a newer one may be.
  case update
  /// Not to be used any more, and there is no other.
  case blocked
}
