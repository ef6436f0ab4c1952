import Diagnostics
import FlowLoader
import FlowModel
import FlowSwift
import FlowTestSupport
import TestSupport
import Testing

/// Ids that mean something else than when the flows were compiled.
@Suite struct FlowLockTests {
  private static let rows = """
    flow: UC1
    title: Menu
    sections:
    - section: 1
      title: Primary scenario
      steps:
      - step: 1.1
        screen: Start
        rows:
          a: { user: selects Menu, next: 1.2 }
      - step: 1.2
        screen: Menu
        rows:
          a: { user: selects Refresh, next: 1.2 }
          b: { user: selects Sign out, next: end }
          c: { event: The code is not right, after: 5 s, next: 1.1 }

    """

  private func lock(_ changes: [(String, String)]) throws -> FlowLock {
    var text = FlowLockTests.rows
    for (old, new) in changes {
      try #require(text.contains(old))
      text = text.replacing(old, with: new)
    }
    return FlowLock(try need(FlowLoader().load([SourceFile("UC1.yaml", text: text)]).catalogue))
  }

  private func changed(_ changes: (String, String)...) throws -> [String] {
    try lock([]).changes(in: lock(changes)).map(\.id)
  }

  @Test("Two rows that are swapped mean something else, and each says where the other one is")
  func swapped() throws {
    let swapped = try lock([
      ("selects Refresh, next: 1.2", "selects X, next: end"),
      ("selects Sign out, next: end", "selects Refresh, next: 1.2"),
      ("selects X", "selects Sign out"),
    ])
    let changes = try lock([]).changes(in: swapped)
    #expect(changes.map(\.id) == ["UC1:1.2a", "UC1:1.2b"])
    #expect(changes.map(\.moved) == ["UC1:1.2b", "UC1:1.2a"])
    #expect(changes.map(\.line) == [14, 15])
    #expect(changes.first?.old == "“selects Refresh” at “System shows screen 'Menu'”")
  }

  @Test("A row or a step before others moves their ids, and a row in a new step is another row")
  func inserted() throws {
    #expect(
      try changed(
        ("c: {", "d: {"), ("b: {", "c: {"),
        ("    c: { user", "    b: { user: selects Help, next: 1.2 }\n      c: { user"))
        == ["UC1:1.2b", "UC1:1.2c"])
    #expect(
      try changed(
        ("1.2", "1.3"),
        (
          "  - step: 1.3\n",
          "  - step: 1.2\n    screen: News\n    rows:\n"
            + "      a: { user: selects Refresh, next: 1.3 }\n  - step: 1.3\n"
        )) == ["UC1:1.2", "UC1:1.2a"])
  }

  @Test("An id that is gone, is new, or has a name is no change")
  func gone() throws {
    #expect(try changed(("      b: { user: selects Sign out, next: end }\n", "")) == [])
    #expect(try changed(("c: {", "d: {")) == [])
    #expect(
      try changed(
        ("selects Refresh, next", "selects X, name: signOut, next"),
        ("selects Sign out, next", "selects Refresh, name: refresh, next"),
        ("selects X", "selects Sign out")) == [])
  }

  @Test(
    "Words that were corrected mean the same; another word or a negation means something else",
    arguments: [
      ("selects Sign out", "selects Signs out", true),
      ("selects Sign out", "Selects “Sign out”.", true),
      ("selects Sign out", "selects Sign out now", true),
      ("selects Refresh", "selects Refersh", true),
      ("selects Refresh", "selects Refreshed", true),
      ("The code is not right", "The code is right", false),
      ("selects Sign out", "selects Sign in", false),
      ("selects Refresh", "selects Delete", false),
      ("selects Refresh", "does not select Refresh", false),
      ("The code is not right", "The code is not wrong", false),
    ])
  func corrected(_ old: String, _ new: String, _ isSame: Bool) throws {
    #expect(try changed((old, new)).isEmpty == isSame)
  }

  @Test("A row with another outcome means something else, whatever its words are")
  func outcome() throws {
    #expect(
      try changed(("event: The code is not right, after: 5 s", "user: The code is not right"))
        == ["UC1:1.2c"])
  }

  @Test("A lock is the same after it was written and read, and tells from which it differs")
  func text() throws {
    let lock = try lock([])
    let read = try need(FlowLock(text: lock.text))
    #expect(read.text == lock.text)
    #expect(lock.difference(from: read) == nil)
    #expect(try read.difference(from: self.lock([("Sign out", "Sign in")])) == "UC1:1.2b")
    #expect(FlowLock(text: "<<<<<<< HEAD\n") == nil)
    // The flows of this project, with all kinds of rows.
    let ours = FlowLock(try catalogue(in: flowsFolder))
    #expect(ours.changes(in: ours).isEmpty)
    #expect(try need(FlowLock(text: ours.text)).text == ours.text)
  }
}
