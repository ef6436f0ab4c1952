internal import CPostgres
internal import Synchronization

/// A connection to PostgreSQL (libpq), whose calls block a thread of its own.
///
/// A class, since it owns the connection, and closes it at its end. Unchecked, since a pointer is
/// not Sendable: only jobs of the thread use it, one after the other, and the end of the object,
/// which no job outlives.
final class PostgresConnection: SQLConnection, @unchecked Sendable {
  private let handle: OpaquePointer
  let thread: ConnectionThread
  private let broken = Atomic(false)
  /// The statements that the server has prepared, with their numbers. Jobs of the thread use it.
  private var prepared: [String: String] = [:]

  /// At most so many statements are kept prepared; the library has two dozen.
  private static let mostPrepared = 200

  private init(_ handle: OpaquePointer, _ thread: ConnectionThread) {
    self.handle = handle
    self.thread = thread
  }

  deinit { PQfinish(handle) }

  var isBroken: Bool { broken.load(ordering: .acquiring) }

  /// Connects. `settings` are statements that set parameters of the session.
  static func connect(
    _ address: String, _ settings: [String]
  ) async throws(StoreError) -> PostgresConnection {
    let thread = ConnectionThread("flowrun.postgres")
    let connection = try await thread.run { open(address, thread) }.get()
    for setting in settings { _ = try await connection.rows(setting, []) }
    return connection
  }

  private static func open(
    _ address: String, _ thread: ConnectionThread
  ) -> Result<PostgresConnection, StoreError> {
    guard let handle = connected(settings(address)) else {
      return .failure(.unavailable("no memory"))
    }
    guard PQstatus(handle) == CONNECTION_OK else {
      let reason = StoreError.text(PQerrorMessage(handle))
      PQfinish(handle)
      return .failure(.unavailable(reason))
    }
    flowrun_pq_quiet(handle)
    return .success(PostgresConnection(handle, thread))
  }

  /// The parameters of a connection, of which the last one of a name counts: limits, so that a
  /// server whose machine has gone without a word is given up, and then the address, which may set
  /// them otherwise. As the name of a database, libpq takes both forms of an address.
  static func settings(_ address: String) -> [(name: String, value: String)] {
    [
      ("application_name", "flowrun"), ("connect_timeout", "5"), ("keepalives", "1"),
      // After 10 s of silence it is asked three times, and every write has 20 s to arrive.
      ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
      ("tcp_user_timeout", "20000"), ("dbname", address),
    ]
  }

  private static func connected(_ settings: [(name: String, value: String)]) -> OpaquePointer? {
    // All texts one behind the other, each with a zero byte, and where each begins.
    var (bytes, places): ([CChar], [Int]) = ([], [])
    for text in settings.map(\.name) + settings.map(\.value) {
      places.append(bytes.count)
      bytes += Array(text.utf8CString)
    }
    return bytes.withUnsafeBufferPointer { buffer in
      let texts = places.map { buffer.baseAddress?.advanced(by: $0) }
      let count = settings.count
      return PQconnectdbParams(Array(texts[..<count]) + [nil], Array(texts[count...]) + [nil], 1)
    }
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
    // Without it, two names of runs could be the same one for the database.
    guard !values.contains(where: { $0.text?.utf8.contains(0) ?? false }) else {
      return .failure(.refused("a text has a zero byte, which PostgreSQL has no place for"))
    }
    let name: String
    switch prepare(statement) {
    case .success(let found): name = found
    case .failure(let error): return .failure(error)
    }
    let arguments = PostgresArguments(values)
    let answer = arguments.withPointers { values, lengths, formats in
      PQexecPrepared(handle, name, Int32(values.count), values, lengths, formats, 1)
    }
    defer { PQclear(answer) }
    if let error = error(of: answer) { return .failure(error) }
    // A transaction in which a statement had failed is rolled back by its COMMIT.
    if statement == "COMMIT", StoreError.text(PQcmdStatus(answer)) == "ROLLBACK" {
      return .failure(.unavailable("the transaction was rolled back"))
    }
    let columns = PQnfields(answer)
    return .success(
      (0..<PQntuples(answer)).map { row in (0..<columns).map { value(answer, row, $0) } })
  }

  private func prepare(_ statement: String) -> Result<String, StoreError> {
    if let name = prepared[statement] { return .success(name) }
    if prepared.count >= PostgresConnection.mostPrepared {
      let answer = PQprepare(handle, "", "DEALLOCATE ALL", 0, nil)
      PQclear(answer)
      PQclear(PQexecPrepared(handle, "", 0, nil, nil, nil, 1))
      prepared = [:]
    }
    let name = "flowrun\(prepared.count)"
    let answer = PQprepare(handle, name, statement, 0, nil)
    defer { PQclear(answer) }
    if let error = error(of: answer) { return .failure(error) }
    prepared[statement] = name
    return .success(name)
  }

  private func error(of answer: OpaquePointer?) -> StoreError? {
    let status = PQresultStatus(answer)
    guard status != PGRES_COMMAND_OK, status != PGRES_TUPLES_OK else { return nil }
    let state = StoreError.text(PQresultErrorField(answer, 67))
    // What has no code is libpq's own word. After a write that failed it leaves the status as it
    // was, if the server had said something before it was gone.
    if state.isEmpty || PQstatus(handle) != CONNECTION_OK {
      broken.store(true, ordering: .releasing)
    }
    let own = StoreError.text(PQresultErrorMessage(answer))
    let reason = own.isEmpty ? StoreError.text(PQerrorMessage(handle)) : own
    if isBroken { return .unavailable(reason) }
    // Lost connections, shortage, an administrator, and transactions that stand in each other's
    // way: all of them may succeed when they are tried again.
    switch state.prefix(2) {
    case "08", "40", "53", "57", "58": return .unavailable(reason)
    default: break
    }
    // A lock that was waited for too long; a server that only answers queries, as a standby does.
    if state == "55P03" { return .busy(reason) }
    return state == "25006" ? .unavailable(reason) : .refused(reason)
  }

  private func value(_ answer: OpaquePointer?, _ row: Int32, _ column: Int32) -> SQLValue {
    guard PQgetisnull(answer, row, column) == 0 else { return .null }
    let bytes = UnsafeRawBufferPointer(
      start: PQgetvalue(answer, row, column), count: Int(PQgetlength(answer, row, column)))
    switch PQftype(answer, column) {
    // bool, int8, int2, int4: big-endian numbers with a sign.
    case 16, 20, 21, 23:
      let start: Int64 = bytes.first.map { $0 & 0x80 != 0 ? -1 : 0 } ?? 0
      return .integer(bytes.reduce(start) { $0 << 8 | Int64($1) })
    case 17: return .bytes(Array(bytes))
    default: return .text(String(decoding: bytes, as: UTF8.self))
    }
  }
}

/// The parameters of a statement as libpq takes them.
private struct PostgresArguments {
  private var bytes: [UInt8] = []
  private var places: [Int?] = []
  private var lengths: [Int32] = []
  private var formats: [Int32] = []

  init(_ values: [SQLValue]) {
    for value in values {
      let (content, format): ([UInt8]?, Int32) =
        switch value {
        case .integer(let number): (Array(String(number).utf8), 0)
        case .text(let text): (Array(text.utf8), 0)
        case .bytes(let bytes): (bytes, 1)
        case .null: (nil, 0)
        }
      places.append(content == nil ? nil : bytes.count)
      lengths.append(Int32(content?.count ?? 0))
      formats.append(format)
      if let content { bytes += content + [0] }
    }
  }

  func withPointers<R>(
    _ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) -> R
  ) -> R {
    bytes.withUnsafeBytes { buffer in
      let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      let pointers = places.map { place in place.flatMap { base?.advanced(by: $0) } }
      return body(pointers, lengths, formats)
    }
  }
}

extension StoreError {
  /// The text of a C library, without the end of its line.
  static func text(_ text: UnsafePointer<CChar>?) -> String {
    guard let text else { return "" }
    return String(cString: text).split(separator: "\n").joined(separator: "; ")
  }
}
