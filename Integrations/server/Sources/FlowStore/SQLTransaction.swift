/// A transaction in SQL, the same for both databases but for their ``Dialect``.
struct SQLTransaction: StoreTransaction {
  let connection: any SQLConnection
  let dialect: Dialect

  private static let columns =
    "id, flow, version, release, place, name, due, snapshot, secrets, problem, tries, ended, "
    + "change, changed_at, marking"

  private func values(_ run: RunRecord) -> [SQLValue] {
    [
      .text(run.id), .text(run.flow), .integer(run.version), .text(run.release),
      .text(run.place), .text(run.name), SQLValue(run.due), SQLValue(run.snapshot),
      SQLValue(run.secrets), SQLValue(run.problem), .integer(run.tries), SQLValue(run.end),
      .integer(run.change), .integer(run.changedAt), SQLValue(run.marking),
    ]
  }

  func insert(_ run: RunRecord) async throws(StoreError) {
    let added = try await connection.rows(
      """
      INSERT INTO flowrun_runs (\(SQLTransaction.columns))
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
      ON CONFLICT (id) DO NOTHING RETURNING version
      """, values(run))
    guard !added.isEmpty else { throw .exists(run.id) }
  }

  func find(_ id: String) async throws(StoreError) -> RunRecord? {
    try await runs("id = $1", [.text(id)]).first
  }

  func lock(_ id: String) async throws(StoreError) -> RunRecord? {
    try await runs("id = $1\(dialect.locks)", [.text(id)]).first
  }

  func lockDue(by time: Int64) async throws(StoreError) -> RunRecord? {
    try await runs("due <= $1 ORDER BY due LIMIT 1\(dialect.locksFree)", [.integer(time)]).first
  }

  func write(_ run: RunRecord, over version: Int64) async throws(StoreError) {
    let written = try await connection.rows(
      """
      UPDATE flowrun_runs SET flow = $2, version = $3, release = $4, place = $5, name = $6,
        due = $7, snapshot = $8, secrets = $9, problem = $10, tries = $11, ended = $12,
        change = $13, changed_at = $14, marking = $15
      WHERE id = $1 AND version = $16 RETURNING version
      """, values(run) + [.integer(version)])
    guard !written.isEmpty else {
      throw .unavailable("the run `\(run.id)` was changed without its lock")
    }
  }

  func waiting(
    at step: String, after id: String, most: Int
  ) async throws(StoreError) -> [RunRecord] {
    try await runs(
      "(place = $1 OR name = $1) AND id > $2 AND ended IS NULL ORDER BY id LIMIT $3",
      [.text(step), .text(id), .integer(Int64(most))])
  }

  func notOn(
    release: String, after id: String, most: Int, locked: Bool
  ) async throws(StoreError) -> [RunRecord] {
    try await runs(
      "release <> $1 AND id > $2 AND ended IS NULL ORDER BY id LIMIT $3"
        + (locked ? dialect.locksFree : ""),
      [.text(release), .text(id), .integer(Int64(most))])
  }

  func untouched(
    since time: Int64, after id: String, most: Int, locked: Bool
  ) async throws(StoreError) -> [RunRecord] {
    try await runs(
      "changed_at < $1 AND due IS NULL AND id > $2 AND ended IS NULL ORDER BY id LIMIT $3"
        + (locked ? dialect.locksFree : ""),
      [.integer(time), .text(id), .integer(Int64(most))])
  }

  private func runs(
    _ condition: String, _ values: [SQLValue]
  ) async throws(StoreError) -> [RunRecord] {
    let rows = try await connection.rows(
      "SELECT \(SQLTransaction.columns) FROM flowrun_runs WHERE \(condition)", values)
    return rows.compactMap { row in
      guard row.count == 15, let id = row[0].text, let flow = row[1].text,
        let version = row[2].integer, let release = row[3].text, let place = row[4].text,
        let name = row[5].text, let tries = row[10].integer, let change = row[12].integer,
        let changedAt = row[13].integer
      else { return nil }
      return RunRecord(
        id: id, flow: flow, version: version, release: release, place: place, name: name,
        due: row[6].integer, snapshot: row[7].text, secrets: row[8].bytes,
        problem: row[9].text, tries: tries, end: row[11].text, change: change,
        changedAt: changedAt, marking: row[14].bytes)
    }
  }

  // MARK: Updates

  func add(_ update: RunUpdate) async throws(StoreError) {
    _ = try await connection.rows(
      "INSERT INTO flowrun_updates (run, version, body) VALUES ($1, $2, $3)",
      [.text(update.run), .integer(update.version), .text(update.body)])
  }

  func lockUpdates(most: Int) async throws(StoreError) -> [RunUpdate] {
    // A later update of a run waits until the earlier one was delivered, also by another process.
    let rows = try await connection.rows(
      """
      SELECT run, version, body FROM flowrun_updates AS new
      WHERE NOT EXISTS (SELECT 1 FROM flowrun_updates AS old
        WHERE old.run = new.run AND old.version < new.version)
      ORDER BY number LIMIT $1\(dialect.locksFree)
      """, [.integer(Int64(most))])
    return rows.compactMap { row in
      guard row.count == 3, let run = row[0].text, let version = row[1].integer,
        let body = row[2].text
      else { return nil }
      return RunUpdate(run: run, version: version, body: body)
    }
  }

  func remove(_ update: RunUpdate) async throws(StoreError) {
    _ = try await connection.rows(
      "DELETE FROM flowrun_updates WHERE run = $1 AND version = $2",
      [.text(update.run), .integer(update.version)])
  }

  // MARK: Removing

  private func ended(withUpdates: Bool) -> String {
    "ended IS NOT NULL AND changed_at < $1"
      + (withUpdates
        ? "" : " AND NOT EXISTS (SELECT 1 FROM flowrun_updates WHERE run = flowrun_runs.id)")
  }

  func countEnded(before time: Int64, withUpdates: Bool) async throws(StoreError) -> Int {
    let rows = try await connection.rows(
      "SELECT count(*) FROM flowrun_runs WHERE \(ended(withUpdates: withUpdates))",
      [.integer(time)])
    return Int(rows.first?.first?.integer ?? 0)
  }

  func removeEnded(
    before time: Int64, withUpdates: Bool, most: Int
  ) async throws(StoreError) -> Int {
    let removed = try await connection.rows(
      """
      WITH old AS (
        SELECT id FROM flowrun_runs WHERE \(ended(withUpdates: withUpdates))
        ORDER BY changed_at LIMIT $2\(dialect.locksFree))
      DELETE FROM flowrun_runs WHERE id IN (SELECT id FROM old) RETURNING id
      """, [.integer(time), .integer(Int64(most))])
    for row in removed where withUpdates {
      _ = try await connection.rows("DELETE FROM flowrun_updates WHERE run = $1", row)
    }
    return removed.count
  }
}
