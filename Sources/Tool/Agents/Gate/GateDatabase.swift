internal import Databases
internal import Synchronization

/// The database of a gate's store. It sees that each handle acts once: lines are added behind the
/// code that a handle has, in one transaction, and no other line can have that number.
final class GateDatabase: Sendable {
  // A class, since every part of a gate uses the one open connection.
  private let connection: Mutex<Database>

  /// The number of this kind of database.
  private static let kind: Int32 = 0x464C_4741
  private static let schema = """
    CREATE TABLE lines(
      run TEXT NOT NULL, number INTEGER NOT NULL, head TEXT NOT NULL, line TEXT NOT NULL,
      PRIMARY KEY(run, number), UNIQUE(run, head)) WITHOUT ROWID;
    CREATE TABLE questions(
      id TEXT PRIMARY KEY NOT NULL, run TEXT NOT NULL, head TEXT NOT NULL, words TEXT NOT NULL,
      token TEXT NOT NULL, decision TEXT, time INTEGER NOT NULL) WITHOUT ROWID;
    """

  /// Opens the file, or makes it.
  init(_ path: String) throws(DatabaseError) {
    connection = Mutex(
      try Database.open(path: path, kind: GateDatabase.kind, schema: GateDatabase.schema))
  }

  // MARK: Logs

  /// Adds lines behind the one whose code is `after`, nil for a new run.
  ///
  /// - Returns: whether they were added. Not if the log has gone on since.
  func add(
    _ lines: [(code: String, line: String)], to run: String, after: String?
  ) throws(DatabaseError) -> Bool {
    try connection.withLock { database throws(DatabaseError) in
      try database.transaction { database throws(DatabaseError) in
        let last = try database.rows(
          "SELECT number, head FROM lines WHERE run = ? ORDER BY number DESC LIMIT 1",
          [.text(run)]
        ).first
        guard last?[1] == after.map({ .text($0) }) else { return false }
        var number: Int64 = 0
        if case .integer(let count)? = last?[0] { number = count }
        for (code, line) in lines {
          number += 1
          _ = try database.rows(
            "INSERT INTO lines(run, number, head, line) VALUES(?, ?, ?, ?)",
            [.text(run), .integer(number), .text(code), .text(line)])
        }
        return true
      }
    }
  }

  /// The code of the last line of a run. Nil if there is no such run.
  func head(of run: String) throws(DatabaseError) -> String? {
    try texts("SELECT head FROM lines WHERE run = ? ORDER BY number DESC LIMIT 1", [.text(run)])
      .first
  }

  /// The lines of a run.
  func lines(of run: String) throws(DatabaseError) -> [String] {
    try texts("SELECT line FROM lines WHERE run = ? ORDER BY number", [.text(run)])
  }

  /// The runs, in the order of their starts.
  func runs() throws(DatabaseError) -> [String] {
    try texts("SELECT run FROM lines WHERE number = 1 ORDER BY line", [])
  }

  private func texts(
    _ statement: String, _ values: [Database.Value]
  ) throws(DatabaseError) -> [String] {
    let rows = try connection.withLock { database throws(DatabaseError) in
      try database.rows(statement, values)
    }
    return rows.compactMap { row in if case .text(let text)? = row.first { text } else { nil } }
  }

  // MARK: Questions

  /// A question to a person.
  struct Question: Sendable {
    var id: String
    var run: String
    var head: String
    var words: String
    /// The hash of the token of its address.
    var token: String
    var decision: String?
  }

  /// The question with an id.
  func question(_ id: String) throws(DatabaseError) -> Question? {
    try questions("WHERE id = ?", [.text(id)]).first
  }

  /// The questions that wait, of runs that have not gone on, the oldest first.
  func openQuestions() throws(DatabaseError) -> [Question] {
    try questions(
      """
      WHERE decision IS NULL AND head = (
        SELECT lines.head FROM lines WHERE lines.run = questions.run ORDER BY number DESC LIMIT 1)
      ORDER BY time, id
      """, [])
  }

  private func questions(
    _ condition: String, _ values: [Database.Value]
  ) throws(DatabaseError) -> [Question] {
    let rows = try connection.withLock { database throws(DatabaseError) in
      try database.rows(
        "SELECT id, run, head, words, token, decision FROM questions \(condition)", values)
    }
    return rows.map { row in
      let texts = row.map { value in if case .text(let text) = value { text } else { "" } }
      return Question(
        id: texts[0], run: texts[1], head: texts[2], words: texts[3], token: texts[4],
        decision: row[5] == .null ? nil : texts[5])
    }
  }

  /// Asks a question, or gives one that was asked another address. One that was answered stays.
  func ask(_ question: Question, time: Int64) throws(DatabaseError) {
    try connection.withLock { database throws(DatabaseError) in
      _ = try database.rows(
        """
        INSERT INTO questions(id, run, head, words, token, time) VALUES(?, ?, ?, ?, ?, ?)
        ON CONFLICT(id) DO UPDATE SET token = excluded.token WHERE decision IS NULL
        """,
        [
          .text(question.id), .text(question.run), .text(question.head), .text(question.words),
          .text(question.token), .integer(time),
        ])
    }
  }

  /// Answers a question, once.
  ///
  /// - Returns: whether it waited.
  func decide(_ id: String, _ decision: String) throws(DatabaseError) -> Bool {
    try connection.withLock { database throws(DatabaseError) in
      try database.transaction { database throws(DatabaseError) in
        let waiting = try database.rows(
          """
          SELECT id FROM questions WHERE id = ? AND decision IS NULL AND head = (
            SELECT lines.head FROM lines WHERE lines.run = questions.run
            ORDER BY number DESC LIMIT 1)
          """, [.text(id)])
        guard !waiting.isEmpty else { return false }
        _ = try database.rows(
          "UPDATE questions SET decision = ? WHERE id = ?", [.text(decision), .text(id)])
        return true
      }
    }
  }
}
