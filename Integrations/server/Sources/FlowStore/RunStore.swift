/// Where runs are kept: PostgreSQL, SQLite, or a database of your own.
public protocol RunStore: Sendable {
  /// Makes the tables where they are missing.
  func prepare() async throws
  /// Carries out `body` in one transaction: what it has changed is written together at its end, or
  /// not at all if it throws.
  func transaction<R: Sendable>(
    _ body: @Sendable (any StoreTransaction) async throws -> R
  ) async throws -> R
  /// The same for the job: requests that hold all connections must not keep it waiting. Unless a
  /// store does otherwise, this is a transaction like any other.
  func jobTransaction<R: Sendable>(
    _ body: @Sendable (any StoreTransaction) async throws -> R
  ) async throws -> R
}

extension RunStore {
  public func jobTransaction<R: Sendable>(
    _ body: @Sendable (any StoreTransaction) async throws -> R
  ) async throws -> R {
    try await transaction(body)
  }
}

/// What is done in one transaction.
public protocol StoreTransaction: Sendable {
  /// Adds a run. Throws ``StoreError/exists(_:)``.
  func insert(_ run: RunRecord) async throws(StoreError)
  /// A run, without a lock. Nil if there is none.
  func find(_ id: String) async throws(StoreError) -> RunRecord?
  /// A run, locked until the end of the transaction: another transaction waits there.
  func lock(_ id: String) async throws(StoreError) -> RunRecord?
  /// The run that is due first, locked; not one that another transaction has locked.
  func lockDue(by time: Int64) async throws(StoreError) -> RunRecord?
  /// Writes a run that still has this version; throws otherwise.
  func write(_ run: RunRecord, over version: Int64) async throws(StoreError)
  /// Adds an update to those that are to be delivered.
  func add(_ update: RunUpdate) async throws(StoreError)
  /// The runs that wait at a step, given by its id or its name, in the order of their names.
  func waiting(
    at step: String, after id: String, most: Int
  ) async throws(StoreError) -> [RunRecord]
  /// Runs that go on and are on another release, in the order of their names, and locked if they
  /// are to be changed; those that another transaction has locked are left out then.
  func notOn(
    release: String, after id: String, most: Int, locked: Bool
  ) async throws(StoreError) -> [RunRecord]
  /// Runs that go on, were changed before a time and have nothing that is due, now or later, in the
  /// order of their names; locked if they are to be changed, and then without those that another
  /// transaction has locked.
  func untouched(
    since time: Int64, after id: String, most: Int, locked: Bool
  ) async throws(StoreError) -> [RunRecord]
  /// The oldest updates, at most one of each run, locked until the end of the transaction.
  func lockUpdates(most: Int) async throws(StoreError) -> [RunUpdate]
  /// Forgets an update that was delivered.
  func remove(_ update: RunUpdate) async throws(StoreError)
  /// How many runs ended before a time, without those of which updates wait unless these count too.
  func countEnded(before time: Int64, withUpdates: Bool) async throws(StoreError) -> Int
  /// Removes such runs, those first that ended first, and their updates; not those that another
  /// transaction has locked. Returns how many.
  func removeEnded(
    before time: Int64, withUpdates: Bool, most: Int
  ) async throws(StoreError) -> Int
}
