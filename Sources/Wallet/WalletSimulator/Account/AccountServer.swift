internal import CryptoCore
internal import Databases
internal import Encodings
package import WalletApp

/// The account server: it stores public keys and counts wrong PINs. It never learns a PIN.
///
/// With a file, its state survives the process, and several servers may use the same file. An
/// attempt is on the disk before it is answered, so that neither a restart nor a full disk gives
/// one back.
package actor AccountServer: AccountService {
  /// How long a challenge is valid, in milliseconds.
  package static let challengeLifetime: Int64 = 60_000
  /// The largest number of accounts.
  package static let capacity: Int64 = 1_000_000

  private let path: String?
  private var database: Database?
  private let versions: VersionPolicy
  private let authority: DeviceAuthority
  private let now: @Sendable () -> Int64
  /// Not stored: after a restart the app asks for another one.
  private var challenges: [String: (bytes: [UInt8], until: Int64)] = [:]

  /// The number that tells its database from others: `flac`.
  static let kind: Int32 = 0x666C_6163
  private static let schema = """
    CREATE TABLE accounts (
      name TEXT PRIMARY KEY, key BLOB NOT NULL, failures INTEGER NOT NULL DEFAULT 0,
      pausedUntil INTEGER NOT NULL DEFAULT 0, checkedAt INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID
    """

  /// - Parameters:
  ///   - path: the file for the state. Without one, the state ends with the process.
  ///   - opensLater: opens the file at the first call. A damaged one then makes the server
  ///     unreachable.
  ///   - now: returns the time in milliseconds since 1970-01-01T00:00:00Z.
  /// - Throws: ``StoreError`` if the file exists but cannot be read.
  package init(
    path: String? = nil, opensLater: Bool = false, versions: VersionPolicy = VersionPolicy(),
    now: @escaping @Sendable () -> Int64
  ) throws(StoreError) {
    self.path = path
    self.versions = versions
    self.now = now
    authority = DeviceAuthority()
    guard !opensLater else { return }
    do throws(DatabaseError) {
      database = try AccountServer.opened(path)
    } catch {
      switch error {
      case .damaged: throw .damaged(path ?? "")
      case .unavailable(let reason): throw .unavailable(reason)
      }
    }
  }

  private static func opened(_ path: String?) throws(DatabaseError) -> Database {
    try Database.open(path: path, kind: kind, schema: schema)
  }

  package func policy(for version: String) -> VersionVerdict {
    VersionPolicy.Version(version).map(versions.verdict(on:)) ?? .blocked
  }

  package func register(_ registration: Registration) throws(AccountFailure) -> String {
    guard authority.attests(registration) else { throw .deviceInsecure }
    guard let key = try? CurvePoint(registration.publicKey, on: .p256) else { throw .refused }
    guard let bytes = try? Random.bytes(16) else { throw .serverUnreachable }
    let name = Base64.urlEncoded(bytes)
    let isThere = try write { database throws(DatabaseError) in
      let count = try database.rows("SELECT count(*) FROM accounts")
      guard case .integer(..<AccountServer.capacity)? = count.first?.first else { return false }
      _ = try database.rows(
        "INSERT INTO accounts (name, key) VALUES (?, ?)", [.text(name), .bytes(key.encoded)])
      return true
    }
    guard isThere else { throw .serverUnreachable }
    return name
  }

  package func challenge(for account: String) throws(AccountFailure) -> [UInt8] {
    guard try enrolment(account) != nil else { throw .refused }
    guard let bytes = try? Random.bytes(32) else { throw .serverUnreachable }
    challenges[account] = (bytes, now() + AccountServer.challengeLifetime)
    return bytes
  }

  package func check(
    _ signature: [UInt8], of challenge: [UInt8], account name: String
  ) throws(AccountFailure) -> PINVerdict {
    let time = now()
    // A challenge is used once, whatever the result.
    let open = challenges.removeValue(forKey: name)
    guard let known = try enrolment(name) else { throw .refused }
    if let refusal = known.policy.refusal(at: time) { return refusal }
    guard let open, open.bytes == challenge, time <= open.until else { throw .refused }
    let isRight = known.publicKey.isValidSignature(
      signature, ofDigest: Hash.sha256.digest(of: challenge))
    // The counter is read again within the transaction, since another server may have counted. It
    // is written even if it stays the same: an answer must not show whether the PIN was right
    // while wrong ones cannot be counted.
    let verdict = try write { database throws(DatabaseError) -> PINVerdict? in
      guard var policy = try Enrolment(database, name)?.policy else { return nil }
      let verdict = policy.attempt(isRight: isRight, at: time)
      _ = try database.rows(
        "UPDATE accounts SET failures = ?, pausedUntil = ?, checkedAt = ? WHERE name = ?",
        [
          .integer(Int64(policy.failures)), .integer(policy.pausedUntil), .integer(time),
          .text(name),
        ])
      return verdict
    }
    guard let verdict else { throw .refused }
    return verdict
  }

  // MARK: The database

  private struct Enrolment {
    let publicKey: CurvePoint
    let policy: RetryPolicy

    /// Nil if there is no such account.
    init?(_ database: borrowing Database, _ name: String) throws(DatabaseError) {
      let rows = try database.rows(
        "SELECT key, failures, pausedUntil FROM accounts WHERE name = ?", [.text(name)])
      guard let row = rows.first else { return nil }
      guard case .bytes(let key) = row[0], case .integer(let failures) = row[1],
        case .integer(let pausedUntil) = row[2], let point = try? CurvePoint(key, on: .p256),
        (0...Int64(RetryPolicy.maximumFailures)).contains(failures)
      else { throw .damaged("an account is not valid") }
      publicKey = point
      policy = RetryPolicy(failures: Int(failures), pausedUntil: pausedUntil)
    }
  }

  private func enrolment(_ name: String) throws(AccountFailure) -> Enrolment? {
    try use { database throws(DatabaseError) in try Enrolment(database, name) }
  }

  /// Runs changes that are on the disk afterwards. If they cannot be written, there is no answer.
  private func write<R>(
    _ body: (borrowing Database) throws(DatabaseError) -> R
  ) throws(AccountFailure) -> R {
    try use { database throws(DatabaseError) in try database.transaction(body) }
  }

  private func use<R>(
    _ body: (borrowing Database) throws(DatabaseError) -> R
  ) throws(AccountFailure) -> R {
    do throws(DatabaseError) {
      if database == nil { database = try AccountServer.opened(path) }
      switch database {
      case .some(let database): return try body(database)
      case nil: throw DatabaseError.unavailable("it is not open")
      }
    } catch { throw .serverUnreachable }
  }
}
