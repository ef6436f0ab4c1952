import Databases
import Foundation
import TestSupport
import Testing

@Suite struct DatabaseTests {
  private let folder: Folder
  private let schema = "CREATE TABLE t (n INTEGER, s TEXT, b BLOB) STRICT"

  init() throws { folder = try Folder() }

  private func open(_ name: String = "a.db", kind: Int32 = 7) throws(DatabaseError) -> Database {
    try Database.open(path: folder.path(name), kind: kind, schema: schema)
  }

  @Test("Values of every kind come back, and text never becomes part of a statement")
  func values() throws {
    let database = try open()
    let rows: [[Database.Value]] = [
      [.integer(.min), .text("'); DROP TABLE t; --\u{0}é"), .bytes([])],
      [.integer(.max), .text(""), .bytes([0, 0xFF])], [.null, .null, .null],
    ]
    for row in rows { _ = try database.rows("INSERT INTO t VALUES (?, ?, ?)", row) }
    #expect(try database.rows("SELECT n, s, b FROM t ORDER BY rowid") == rows)
  }

  @Test("A transaction that fails changes nothing")
  func failedTransaction() throws {
    let database = try open()
    #expect(throws: DatabaseError.self) {
      try database.transaction { database throws(DatabaseError) in
        _ = try database.rows("INSERT INTO t VALUES (1, NULL, NULL)")
        _ = try database.rows("INSERT INTO t VALUES ('no number', NULL, NULL)")
      }
    }
    #expect(try database.rows("SELECT * FROM t") == [])
    try database.transaction { database throws(DatabaseError) in
      _ = try database.rows("INSERT INTO t VALUES (1, NULL, NULL)")
    }
    #expect(try open().rows("SELECT n FROM t") == [[.integer(1)]])
  }

  @Test("A new file is whole, and for its owner only")
  func permissions() throws {
    let database = try open()
    _ = try database.rows("INSERT INTO t VALUES (1, NULL, NULL)")
    for name in folder.files {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    #expect(folder.files.contains("a.db-wal"))
    #expect(!folder.files.contains { $0.hasSuffix(".new") })
  }

  @Test("A file that others may read or write, or its log, is refused", arguments: ["", "-wal"])
  func othersFile(suffix: String) throws {
    let database = try open()
    _ = try database.rows("INSERT INTO t VALUES (1, NULL, NULL)")
    let path = folder.path("a.db" + suffix)
    for mode in [0o666, 0o644, 0o660] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      let error = #expect(throws: DatabaseError.self) { _ = try open() }
      guard case .unavailable(let reason)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.contains("cannot be trusted"))
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    _ = try open()
  }

  @Test("A file of another kind, and one that is no database, is damaged")
  func otherKinds() throws {
    do { _ = try open() }
    #expect(throws: DatabaseError.self) { _ = try open(kind: 8) }
    try folder.write("not a database, but long enough to be looked at closely", to: "b.db")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.path("b.db"))
    let error = #expect(throws: DatabaseError.self) { _ = try open("b.db") }
    guard case .damaged? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("A folder that is not there, and a link in place of the file, are refused")
  func unavailable() throws {
    #expect(throws: DatabaseError.self) { _ = try open("missing/a.db") }
    do { _ = try open() }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.db"), withDestinationPath: folder.path("a.db"))
    #expect(throws: DatabaseError.self) { _ = try open("link.db") }
  }
}
