internal import CryptoCore
internal import Encodings
internal import JSON
package import WalletApp
internal import WebToken

/// The account server: it stores public keys and counts wrong PINs. It never learns a PIN.
///
/// With a file, its state survives the process. It is written before an answer is sent, so that a
/// restart gives no attempt back.
package actor AccountServer: AccountService {
  /// How long a challenge is valid, in milliseconds.
  package static let challengeLifetime: Int64 = 60_000
  /// The largest number of accounts.
  package static let capacity = 100_000

  private var accounts: [String: Enrolment] = [:]
  private let versions: VersionPolicy
  private let path: String?
  private let now: @Sendable () -> Int64

  private struct Enrolment {
    var publicKey: CurvePoint
    var policy = RetryPolicy()
    /// Not stored: after a restart the app asks for another one.
    var challenge: (bytes: [UInt8], until: Int64)?
  }

  /// - Parameters:
  ///   - path: the file for the state. Without one, the state ends with the process.
  ///   - now: returns the time in milliseconds since 1970-01-01T00:00:00Z.
  /// - Throws: ``StoreError`` if the file exists but cannot be read.
  package init(
    path: String? = nil, versions: VersionPolicy = VersionPolicy(),
    now: @escaping @Sendable () -> Int64
  ) throws(StoreError) {
    self.path = path
    self.versions = versions
    self.now = now
    guard let path, let bytes = try Store.read(path) else { return }
    guard let stored = AccountServer.accounts(in: bytes) else { throw .damaged(path) }
    accounts = stored
  }

  package func policy(for version: String) -> VersionVerdict {
    VersionPolicy.Version(version).map(versions.verdict(on:)) ?? .blocked
  }

  package func register(_ registration: Registration) throws(AccountFailure) -> String {
    guard registration.isAttested else { throw .deviceInsecure }
    guard accounts.count < AccountServer.capacity else { throw .serverUnreachable }
    guard let key = try? CurvePoint(registration.publicKey, on: .p256) else { throw .refused }
    guard let bytes = try? Random.bytes(16) else { throw .serverUnreachable }
    let name = Base64.urlEncoded(bytes)
    accounts[name] = Enrolment(publicKey: key)
    do throws(AccountFailure) { try keep() } catch {
      accounts[name] = nil
      throw error
    }
    return name
  }

  package func challenge(for account: String) throws(AccountFailure) -> [UInt8] {
    guard accounts[account] != nil else { throw .refused }
    guard let bytes = try? Random.bytes(32) else { throw .serverUnreachable }
    accounts[account]?.challenge = (bytes, now() + AccountServer.challengeLifetime)
    return bytes
  }

  package func check(
    _ signature: [UInt8], of challenge: [UInt8], account name: String
  ) throws(AccountFailure) -> PINVerdict {
    guard var account = accounts[name] else { throw .refused }
    let time = now()
    // A challenge is used once, whatever the result.
    let open = account.challenge
    account.challenge = nil
    accounts[name] = account
    if let refusal = account.policy.refusal(at: time) { return refusal }
    guard let open, open.bytes == challenge, time <= open.until else { throw .refused }
    let isRight = account.publicKey.isValidSignature(
      signature, ofDigest: Hash.sha256.digest(of: challenge))
    let before = account.policy
    let verdict = account.policy.attempt(isRight: isRight, at: time)
    guard account.policy != before else { return verdict }
    accounts[name] = account
    try keep()
    return verdict
  }

  // MARK: The file

  /// If an attempt cannot be stored, it is not answered, but it counts.
  private func keep() throws(AccountFailure) {
    guard let path else { return }
    let list = accounts.sorted { $0.key < $1.key }.map { name, account in
      JSONValue.object([
        "account": .string(name), "key": .string(Base64.urlEncoded(account.publicKey.encoded)),
        "failures": .integer(Int64(account.policy.failures)),
        "pausedUntil": .integer(account.policy.pausedUntil),
      ])
    }
    do throws(StoreError) {
      try Store.write(Array(JSONValue.array(list).text.utf8), to: path)
    } catch { throw .serverUnreachable }
  }

  private static func accounts(in bytes: [UInt8]) -> [String: Enrolment]? {
    guard let list = JSONValue(parsing: bytes)?.array else { return nil }
    var accounts: [String: Enrolment] = [:]
    for entry in list {
      guard let name = entry["account"]?.string,
        let key = entry["key"]?.string.flatMap({ Base64.urlDecoded($0) }),
        let point = try? CurvePoint(key, on: .p256), let failures = entry["failures"]?.integer,
        (0...Int64(RetryPolicy.maximumFailures)).contains(failures),
        let pausedUntil = entry["pausedUntil"]?.integer
      else { return nil }
      accounts[name] = Enrolment(
        publicKey: point,
        policy: RetryPolicy(failures: Int(failures), pausedUntil: pausedUntil))
    }
    return accounts
  }
}
