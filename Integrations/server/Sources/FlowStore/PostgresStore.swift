/// Runs in PostgreSQL (libpq, which is loaded at its first call).
///
/// Several processes use one database at once. A request holds one connection from the lock of its
/// run to the end of the transaction. The job has connections of its own, so that its timers do not
/// wait for requests: one, and another one for each run whose actions it performs meanwhile.
public struct PostgresStore: RunStore {
  private let store: SQLStore<PostgresConnection>
  private let job: SQLStore<PostgresConnection>
  private let queries: ConnectionPool<PostgresConnection>

  /// A store that connects when it is first used.
  ///
  /// - Parameters:
  ///   - address: what libpq takes: `host=db dbname=shop` or `postgresql://db/shop`. Two servers,
  ///     of which one is a standby, are `host=a,b target_session_attrs=read-write`. What it does
  ///     not say is set so that a server that has gone without a word is given up:
  ///     `connect_timeout=5`, `keepalives_idle=10`, `keepalives_interval=5` and
  ///     `keepalives_count=3`, which are 25 s in all, and `tcp_user_timeout=20000`.
  ///   - connections: how many transactions of requests at once, and how many queries of
  ///     ``rows(_:_:)``. With those of the job, a process may have twice as many and one for each
  ///     of its workers; `max_connections` of the server has to have room for all processes.
  public init(_ address: String, connections: Int = 8) {
    let settings = [
      // A process that stands still does not hold the locks of its runs for ever.
      "SET idle_in_transaction_session_timeout = '5min'", "SET lock_timeout = '20s'",
    ]
    let connect: @Sendable () async throws(StoreError) -> PostgresConnection = {
      () async throws(StoreError) in try await PostgresConnection.connect(address, settings)
    }
    store = SQLStore(pool: ConnectionPool(most: connections, connect), dialect: .postgres)
    // As many as there are workers.
    job = SQLStore(pool: ConnectionPool(most: .max, connect), dialect: .postgres)
    queries = ConnectionPool(most: connections, connect)
  }

  public func prepare() async throws { try await store.prepare() }

  public func transaction<R: Sendable>(
    _ body: @Sendable (any StoreTransaction) async throws -> R
  ) async throws -> R {
    try await store.transaction(body)
  }

  public func jobTransaction<R: Sendable>(
    _ body: @Sendable (any StoreTransaction) async throws -> R
  ) async throws -> R {
    try await job.transaction(body)
  }

  /// The rows that one statement of the app's gives, in a transaction of its own: for handlers with
  /// tables beside the runs. Parameters are `$1`, `$2` and so on.
  public func rows(
    _ statement: String, _ values: [SQLValue] = []
  ) async throws(StoreError) -> [[SQLValue]] {
    try await queries.lend("SELECT 1") { (connection) async throws(StoreError) in
      try await connection.rows(statement, values)
    }
  }
}
