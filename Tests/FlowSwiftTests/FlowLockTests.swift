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
    let read = try FlowLock(text: lock.text)
    #expect(read.text == lock.text)
    #expect(lock.difference(from: read) == nil)
    #expect(try read.difference(from: self.lock([("Sign out", "Sign in")])) == "UC1:1.2b")
    // The flows of this project, with all kinds of rows.
    let ours = FlowLock(try catalogue(in: flowsFolder))
    #expect(ours.changes(in: ours).isEmpty)
    #expect(try FlowLock(text: ours.text).text == ours.text)
  }

  @Test("What is gone stays in the lock, is refused as something else, and may come back")
  func kept() throws {
    let old = try lock([])
    let without = try lock([("      b: { user: selects Sign out, next: end }\n", "")])
    let kept = without.keeping(old)
    #expect(kept.text.contains("\n- UC1:1.2b\tuser\tselects Sign out\t"))
    let read = try FlowLock(text: kept.text)
    #expect(read.difference(from: without) == nil)
    #expect(without.keeping(read).text == kept.text)
    let other = try lock([("selects Sign out", "selects Delete")])
    #expect(
      read.changes(in: other).map(\.old)
        == ["“selects Sign out” at “System shows screen 'Menu'”, then gone,"])
    #expect(read.changes(in: old).isEmpty)
    #expect(old.keeping(read).text == old.text)
  }

  @Test("A lock with other line ends is the same, and one that is empty or cut is none")
  func damaged() throws {
    let text = try lock([]).text
    #expect(try FlowLock(text: text.replacing("\n", with: "\r\n")).text == text)
    func damage(_ text: String) -> String? {
      do throws(FlowLock.Damage) { _ = try FlowLock(text: text) } catch { return "\(error)" }
      return nil
    }
    #expect(damage("") == "it is empty")
    #expect(damage("\r\n \n") == "it is empty")
    #expect(damage("<<<<<<< HEAD\n") == "line 1 is none of a lock")
    #expect(damage(String(text.dropLast(3))) == "its last line is cut")
    let lines = text.split(separator: "\n")
    let short = lines.dropLast().map { $0 + "\n" }.joined()
    #expect(damage(short) == "it has 5 lines, and 6 were written")
    let bare = ([lines[0]] + lines.dropFirst(2)).map { $0 + "\n" }.joined()
    #expect(damage(bare) == "the number of its lines is missing")
    #expect(damage(lines.dropFirst(2).map { $0 + "\n" }.joined()) == "line 1 is none of a lock")
  }

  @Test("A lock from before names were locked is read, and does not differ from flows with names")
  func old() throws {
    let named = try lock([("selects Refresh, next", "selects Refresh, name: refresh, next")])
    let head =
      "# What ids of rows and steps without a name meant when `flowrun compile` ran. Commit it.\n"
    let lines = named.text.split(separator: "\n").dropFirst(2)
    let text = lines.filter { !$0.hasPrefix("UC1:refresh") }.map { $0 + "\n" }.joined()
    let old = try FlowLock(text: head + text)
    #expect(old.difference(from: named) == nil)
    #expect(old.changes(in: named).isEmpty)
    #expect(try FlowLock(text: head).changes(in: named).isEmpty)
  }

  @Test("A name of a row, a step or an input that belongs to something else is found")
  func named() throws {
    let names = [
      ("selects Refresh, next", "selects Refresh, name: refresh, next"),
      ("selects Sign out, next", "selects Sign out, name: signOut, next"),
      ("    screen: Menu", "    screen: Menu\n    name: menu"),
      (
        "    screen: Start",
        "    screen: Start\n    input: { old: { name: first }, new: { name: second } }"
      ),
      ("selects Menu, next", "selects Menu, enters: [old, new], next"),
    ]
    func changed(_ changes: (String, String)...) throws -> [String] {
      try lock(names).changes(in: lock(names + changes)).map(\.id)
    }
    // The words are exchanged under the names, and then the names as well.
    let words = [
      ("selects Refresh", "selects X"), ("selects Sign out", "selects Refresh"),
      ("selects X", "selects Sign out"),
    ]
    #expect(
      try lock(names).changes(in: lock(names + words)).map(\.moved)
        == ["UC1:signOut", "UC1:refresh"])
    let moved =
      words + [
        ("name: refresh", "name: x"), ("name: signOut", "name: refresh"),
        ("name: x", "name: signOut"),
      ]
    #expect(try lock(names).changes(in: lock(names + moved)).isEmpty)
    #expect(try changed(("selects Refresh", "selects Refreshed")) == [])
    #expect(try changed(("1.2", "1.7")) == [])
    #expect(try changed(("screen: Menu", "screen: Account")).first == "UC1:menu")
    #expect(
      try changed(
        ("name: first", "name: x"), ("name: second", "name: first"), ("name: x", "name: second"))
        == ["UC1:input second", "UC1:input first"])
    #expect(try lock(names).changes(in: lock(names + words)).allSatisfy(\.isName))
  }
}
