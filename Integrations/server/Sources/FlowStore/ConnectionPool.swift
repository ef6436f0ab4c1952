internal import Synchronization

/// The open connections of a store. Whoever needs one waits until one is free, first come, first
/// served.
///
/// A class, since all copies of a store share its connections.
final class ConnectionPool<Connection: SQLConnection>: Sendable {
  private struct State {
    var idle: [Connection] = []
    var open = 0
    /// Those who wait, the first one first. Each gets a connection, or nil, which it has to open.
    var waiting: [@Sendable (Connection?) -> Void] = []
  }

  private let state = Mutex(State())
  private let most: Int
  private let connect: @Sendable () async throws(StoreError) -> Connection

  init(most: Int, _ connect: @escaping @Sendable () async throws(StoreError) -> Connection) {
    self.most = max(1, most)
    self.connect = connect
  }

  /// Lends a connection on which the statement `first` has succeeded. One that was idle may have
  /// lost its server meanwhile; then another one is taken. `body` is carried out on its thread.
  func lend<R>(
    _ first: String, _ body: (Connection) async throws(StoreError) -> R
  ) async throws(StoreError) -> R {
    while true {
      let found = await next()
      let connection: Connection
      if let found {
        connection = found
      } else {
        do { connection = try await connect() } catch {
          drop()
          throw error
        }
      }
      let result: R? = try await connection.thread.run { () async throws(StoreError) -> R? in
        defer { giveBack(connection) }
        do throws(StoreError) { _ = try await connection.rows(first, []) } catch {
          guard found != nil, connection.isBroken else { throw error }
          return nil
        }
        return try await body(connection)
      }
      if let result { return result }
    }
  }

  private func giveBack(_ connection: Connection) {
    if connection.isBroken { return drop() }
    let waiter = state.withLock { state in
      guard state.waiting.isEmpty else { return Optional(state.waiting.removeFirst()) }
      state.idle.append(connection)
      return nil
    }
    waiter?(connection)
  }

  private func next() async -> Connection? {
    await withCheckedContinuation { caller in
      let (isFree, found) = state.withLock { state -> (Bool, Connection?) in
        if let connection = state.idle.popLast() { return (true, connection) }
        if state.open < most {
          state.open += 1
          return (true, nil)
        }
        state.waiting.append { caller.resume(returning: $0) }
        return (false, nil)
      }
      if isFree { caller.resume(returning: found) }
    }
  }

  /// A connection is gone: the next one who waits opens another one in its place.
  private func drop() {
    let waiter = state.withLock { state in
      guard state.waiting.isEmpty else { return Optional(state.waiting.removeFirst()) }
      state.open -= 1
      return nil
    }
    waiter?(nil)
  }
}

/// Transactions on the connections of a pool.
struct SQLStore<Connection: SQLConnection>: Sendable {
  let pool: ConnectionPool<Connection>
  let dialect: Dialect

  func prepare() async throws {
    try await inTransaction { connection in
      for statement in dialect.schema { _ = try await connection.rows(statement, []) }
      guard try await connection.rows(dialect.addition.isThere, []).isEmpty else { return }
      _ = try await connection.rows(dialect.addition.add, [])
    }
  }

  func transaction<R: Sendable>(
    _ body: @Sendable (any StoreTransaction) async throws -> R
  ) async throws -> R {
    try await inTransaction { try await body(SQLTransaction(connection: $0, dialect: dialect)) }
  }

  private func inTransaction<R: Sendable>(
    _ body: (Connection) async throws -> R
  ) async throws -> R {
    try await pool.lend(dialect.begin) {
      (connection) async throws(StoreError) -> Result<R, any Error> in
      let result: R
      do { result = try await body(connection) } catch {
        if !connection.isBroken { _ = try? await connection.rows("ROLLBACK", []) }
        return .failure(error)
      }
      do throws(StoreError) { _ = try await connection.rows("COMMIT", []) } catch {
        if !connection.isBroken { _ = try? await connection.rows("ROLLBACK", []) }
        throw connection.isBroken ? .unknownOutcome(error.description) : error
      }
      return .success(result)
    }.get()
  }
}
