internal import CSQLite
internal import Files
internal import Platform

/// A file of tables that several processes may use at once (SQLite).
///
/// A change is on the disk before `transaction` returns, and either whole or not there, however the
/// process ends. Values reach a statement as parameters, never as text.
///
/// Unchecked, since a pointer is not Sendable: this value is the only one that holds the pointer,
/// and an actor or a lock owns it.
package struct Database: ~Copyable, @unchecked Sendable {
  /// A value of a column.
  package enum Value: Hashable, Sendable {
    case integer(Int64)
    case text(String)
    case bytes([UInt8])
    case null
  }

  private static let pageSize: Int64 = 4_096
  private let handle: OpaquePointer

  /// Opens a database, or makes it with these statements. Without a path, it is in memory and ends
  /// with this value.
  ///
  /// - Parameter kind: the number of this kind of database; a file of another kind is `damaged`.
  package static func open(
    path: String?, kind: Int32, schema: String
  ) throws(DatabaseError) -> Database {
    guard let path else {
      let database = Database(try handle(":memory:"))
      try database.execute(schema)
      return database
    }
    if !FileSystem.exists(path) { try make(path, kind, schema) }
    // A program that may write the file, or the log beside it, could set the counters back.
    do throws(FileError) {
      try FileSystem.requirePrivate(path)
      if FileSystem.exists("\(path)-wal") { try FileSystem.requirePrivate("\(path)-wal") }
    } catch { throw .unavailable(error.description) }
    // A file that was cut within a page can pass for a whole one.
    let size = (try? FileSystem.size(of: path)) ?? 0
    guard size > 0, size.isMultiple(of: pageSize) else {
      throw .damaged("`\(path)` is not a whole database")
    }
    let database = Database(try handle(path))
    // Waits for other processes.
    sqlite3_busy_timeout(database.handle, 10_000)
    // A log that is written and synchronised at every commit.
    try database.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL")
    guard try database.rows("PRAGMA application_id") == [[.integer(Int64(kind))]],
      try database.rows("PRAGMA quick_check(1)") == [[.text("ok")]]
    else { throw .damaged("`\(path)` is not such a database") }
    return database
  }

  private init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_close_v2(handle) }

  /// The rows that a statement gives. `values` are its parameters.
  package borrowing func rows(
    _ statement: String, _ values: [Value] = []
  ) throws(DatabaseError) -> [[Value]] {
    var prepared: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, statement, -1, &prepared, nil))
    defer { sqlite3_finalize(prepared) }
    for (place, value) in values.enumerated() {
      let index = Int32(place + 1)
      let code =
        switch value {
        case .integer(let number): sqlite3_bind_int64(prepared, index, number)
        case .text(let text): flowrun_sqlite_text(prepared, index, text, Int32(text.utf8.count))
        case .bytes(let bytes): flowrun_sqlite_blob(prepared, index, bytes, Int32(bytes.count))
        // A parameter that is not bound is null.
        case .null: SQLITE_OK
        }
      try check(code)
    }
    var rows: [[Value]] = []
    while true {
      let code = sqlite3_step(prepared)
      if code == SQLITE_DONE { return rows }
      guard code == SQLITE_ROW else { throw error(code) }
      rows.append((0..<sqlite3_column_count(prepared)).map { Database.value(prepared, $0) })
    }
  }

  /// Runs changes that are written together, and not while another process writes. If `body` or the
  /// writing throws, nothing is changed.
  package borrowing func transaction<R>(
    _ body: (borrowing Database) throws(DatabaseError) -> R
  ) throws(DatabaseError) -> R {
    try execute("BEGIN IMMEDIATE")
    do throws(DatabaseError) {
      let result = try body(self)
      try execute("COMMIT")
      return result
    } catch {
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// Makes the file under another name first, so that a file that exists is a whole one.
  private static func make(
    _ path: String, _ kind: Int32, _ schema: String
  ) throws(DatabaseError) {
    let draft = "\(path).\(getpid()).new"
    do throws(FileError) {
      // Readable to its owner only; SQLite gives its other files the same permissions.
      try FileSystem.writePrivately([], to: draft)
    } catch { throw .unavailable(error.description) }
    try Database(handle(draft)).execute(
      "PRAGMA page_size=\(pageSize); PRAGMA application_id=\(kind); \(schema)")
    do throws(FileError) {
      // Another process may have been faster.
      try FileSystem.publish(draft, as: path)
    } catch { throw .unavailable(error.description) }
  }

  private static func handle(_ path: String) throws(DatabaseError) -> OpaquePointer {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      let reason = sqlite3_errmsg(handle).map { String(cString: $0) } ?? "error \(code)"
      sqlite3_close_v2(handle)
      throw .unavailable("`\(path)` cannot be opened: \(reason)")
    }
    return handle
  }

  private borrowing func execute(_ statements: String) throws(DatabaseError) {
    try check(sqlite3_exec(handle, statements, nil, nil, nil))
  }

  private borrowing func check(_ code: Int32) throws(DatabaseError) {
    guard code == SQLITE_OK else { throw error(code) }
  }

  private borrowing func error(_ code: Int32) -> DatabaseError {
    let reason = sqlite3_errmsg(handle).map { String(cString: $0) } ?? "error \(code)"
    // The lowest byte is the kind of error.
    return [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF)
      ? .damaged(reason) : .unavailable(reason)
  }

  private static func value(_ statement: OpaquePointer?, _ column: Int32) -> Value {
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
