/// Where the two databases differ.
struct Dialect: Sendable {
  /// The statements that make the tables.
  let schema: [String]
  /// Asks for a column that tables made by an earlier release lack, and the statement that adds it.
  /// To add what is there would wait for everybody who writes.
  let addition: (isThere: String, add: String)
  /// Begins a transaction that writes.
  let begin: String
  /// At the end of a query: locks its rows.
  let locks: String
  /// At the end of a query: locks its rows, and leaves out those that are locked.
  let locksFree: String

  static let postgres = Dialect(
    // Of several processes that begin at once, one makes the tables.
    schema: ["SELECT pg_advisory_xact_lock(7310598)"]
      + tables(
        bytes: "bytea", number: "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
        text: "text COLLATE \"C\""),
    addition: (
      """
      SELECT 1 FROM pg_attribute
      WHERE attrelid = 'flowrun_runs'::regclass AND attname = 'marking' AND NOT attisdropped
      """, "ALTER TABLE flowrun_runs ADD COLUMN marking bytea"
    ),
    begin: "BEGIN", locks: " FOR UPDATE", locksFree: " FOR UPDATE SKIP LOCKED")

  /// SQLite has one writer, so whatever a transaction reads is locked.
  static let sqlite = Dialect(
    schema: tables(bytes: "blob", number: "integer PRIMARY KEY", text: "text"),
    addition: (
      "SELECT 1 FROM pragma_table_info('flowrun_runs') WHERE name = 'marking'",
      "ALTER TABLE flowrun_runs ADD COLUMN marking blob"
    ),
    begin: "BEGIN IMMEDIATE", locks: "", locksFree: "")

  private static func tables(bytes: String, number: String, text: String) -> [String] {
    [
      """
      CREATE TABLE IF NOT EXISTS flowrun_runs (
        id \(text) PRIMARY KEY, flow text NOT NULL, version bigint NOT NULL,
        release text NOT NULL, place text NOT NULL, name text NOT NULL, due bigint,
        snapshot text, secrets \(bytes), problem text, tries bigint NOT NULL, ended text,
        change bigint NOT NULL, changed_at bigint NOT NULL, marking \(bytes))
      """,
      """
      CREATE TABLE IF NOT EXISTS flowrun_updates (
        number \(number), run \(text) NOT NULL, version bigint NOT NULL, body text NOT NULL,
        UNIQUE (run, version))
      """,
      """
      CREATE INDEX IF NOT EXISTS flowrun_due ON flowrun_runs (due)
      WHERE due IS NOT NULL
      """,
      """
      CREATE INDEX IF NOT EXISTS flowrun_place ON flowrun_runs (place, id)
      WHERE ended IS NULL
      """,
      """
      CREATE INDEX IF NOT EXISTS flowrun_name ON flowrun_runs (name, id)
      WHERE ended IS NULL
      """,
      """
      CREATE INDEX IF NOT EXISTS flowrun_ended ON flowrun_runs (changed_at)
      WHERE ended IS NOT NULL
      """,
    ]
  }
}
