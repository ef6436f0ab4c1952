/// Runs in a file of SQLite: for development, tests, and one machine.
///
/// SQLite has one writer. A request is that writer from the lock of its run to the end of the
/// transaction, so other requests wait while it performs actions; a handler must not use the store.
public struct SQLiteStore: RunStore {
  private let store: SQLStore<SQLiteConnection>

  /// A store that opens its file, or makes it, when it is first used. The file is made readable as
  /// the process makes files; its folder should not be open to others.
  public init(path: String) {
    let connect: @Sendable () async throws(StoreError) -> SQLiteConnection = {
      () async throws(StoreError) in try await SQLiteConnection.connect(path)
    }
    store = SQLStore(pool: ConnectionPool(most: 1, connect), dialect: .sqlite)
  }

  public func prepare() async throws { try await store.prepare() }

  public func transaction<R: Sendable>(
    _ body: @Sendable (any StoreTransaction) async throws -> R
  ) async throws -> R {
    try await store.transaction(body)
  }
}
