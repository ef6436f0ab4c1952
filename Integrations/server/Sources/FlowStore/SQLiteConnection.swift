internal import CLocalDatabase
internal import Synchronization

/// A connection to a file of SQLite, whose calls block a thread of its own.
///
/// A class, since it owns the connection, and closes it at its end. Unchecked, since a pointer is
/// not Sendable: only jobs of the thread use it, and the end of the object.
final class SQLiteConnection: SQLConnection, @unchecked Sendable {
  private let handle: OpaquePointer
  let thread: ConnectionThread
  private var prepared: [String: OpaquePointer] = [:]

  private init(_ handle: OpaquePointer, _ thread: ConnectionThread) {
    self.handle = handle
    self.thread = thread
  }

  deinit {
    for statement in prepared.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// A file does not go away as a server does.
  var isBroken: Bool { false }

  static func connect(_ path: String) async throws(StoreError) -> SQLiteConnection {
    let thread = ConnectionThread("flowrun.sqlite")
    return try await thread.run { open(path, thread) }.get()
  }

  private static func open(
    _ path: String, _ thread: ConnectionThread
  ) -> Result<SQLiteConnection, StoreError> {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK, let handle else {
      let reason = StoreError.text(sqlite3_errmsg(handle))
      sqlite3_close_v2(handle)
      return .failure(.unavailable("`\(path)` cannot be opened: \(reason)"))
    }
    // Waits for other processes.
    sqlite3_busy_timeout(handle, 20_000)
    let connection = SQLiteConnection(handle, thread)
    // A log that is written and synchronised at every commit.
    let mode = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL"
    guard sqlite3_exec(handle, mode, nil, nil, nil) == SQLITE_OK else {
      return .failure(connection.error())
    }
    return .success(connection)
  }

  func rows(
    _ statement: String, _ values: [SQLValue]
  ) async throws(StoreError) -> [[SQLValue]] {
    try await thread.run { perform(statement, values) }.get()
  }

  // MARK: On the thread

  private func perform(
    _ statement: String, _ values: [SQLValue]
  ) -> Result<[[SQLValue]], StoreError> {
    guard let compiled = prepare(statement) else { return .failure(error()) }
    defer {
      sqlite3_reset(compiled)
      sqlite3_clear_bindings(compiled)
    }
    for (place, value) in values.enumerated() {
      let index = Int32(place + 1)
      let code =
        switch value {
        case .integer(let number): sqlite3_bind_int64(compiled, index, number)
        case .text(let text): flowrun_sqlite_text(compiled, index, text, Int32(text.utf8.count))
        case .bytes(let bytes): flowrun_sqlite_blob(compiled, index, bytes, Int32(bytes.count))
        case .null: SQLITE_OK
        }
      guard code == SQLITE_OK else { return .failure(error()) }
    }
    var rows: [[SQLValue]] = []
    while true {
      switch sqlite3_step(compiled) {
      case SQLITE_DONE: return .success(rows)
      case SQLITE_ROW:
        rows.append((0..<sqlite3_column_count(compiled)).map { value(compiled, $0) })
      default: return .failure(error())
      }
    }
  }

  private func prepare(_ statement: String) -> OpaquePointer? {
    if let compiled = prepared[statement] { return compiled }
    // `$1` would be a name for SQLite; `?1` is a number.
    let text = String(statement.map { $0 == "$" ? "?" : $0 })
    var compiled: OpaquePointer?
    guard sqlite3_prepare_v2(handle, text, -1, &compiled, nil) == SQLITE_OK else { return nil }
    prepared[statement] = compiled
    return compiled
  }

  private func error() -> StoreError {
    let reason = StoreError.text(sqlite3_errmsg(handle))
    switch sqlite3_errcode(handle) & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy(reason)
    case SQLITE_FULL, SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_READONLY: return .unavailable(reason)
    default: return .refused(reason)
    }
  }

  private func value(_ statement: OpaquePointer, _ column: Int32) -> SQLValue {
    let count = Int(sqlite3_column_bytes(statement, column))
    let bytes = UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, column), count: count)
    return switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
    case SQLITE_TEXT: .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_NULL: .null
    default: .bytes(Array(bytes))
    }
  }
}
