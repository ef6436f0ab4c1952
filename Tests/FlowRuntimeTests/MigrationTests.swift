import FlowModel
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

/// Snapshots that are restored on newer flows.
@Suite struct MigrationTests {
  private static let old = """
    flow: X
    title: X
    facts: { platform: [ios, android], tries: 0..3 }
    steps:
      - step: 1
        screen: Start
        rows:
          a: { user: starts, next: 2 }
      - step: 2
        screen: PIN
        rows:
          a: { user: enters PIN, next: 3 }
          b: { user: leaves, next: end }
      - step: 3
        validate: the PIN
        action: pin.check
        count: { tries: wrong }
        rows:
          a: { case: right, on: right, next: end }
          b: { case: wrong, on: wrong, next: 2 }
    """

  private func program(_ changes: [(String, String)] = []) throws -> Program {
    var text = MigrationTests.old
    for (old, new) in changes {
      #expect(text.contains(old), "`\(old)` is not in the flow")
      text = text.replacing(old, with: new)
    }
    return try catalogue(text).compiled()
  }

  /// A snapshot at a step, after the screens before it.
  private func snapshot(at step: String) throws -> Snapshot {
    let program = try program()
    var machine = try need(program.start(try need(program.catalogue.flow(id: "X"))))
    while machine.step.id != step { try machine.take(0) }
    return try need(Snapshot(machine))
  }

  /// What restoring a run at a step says on changed flows: the step where it goes on, or the error.
  private func outcome(at step: String, _ changes: (String, String)...) throws -> String {
    do {
      return try snapshot(at: step).machine(on: program(changes)).step.qualified
    } catch {
      return "\(error)"
    }
  }

  private static let since = "the flows have changed since the snapshot: "

  @Test("A step that has another number now is found by its content, with all screens before it")
  func renumbered() throws {
    // A step before all others, which the old first step's id now belongs to.
    let changes = [
      ("- step: 3", "- step: 4"), ("next: 3", "next: 4"), ("- step: 2", "- step: 3"),
      ("next: 2", "next: 3"), ("- step: 1\n", "- step: 2\n"),
      (
        "steps:\n",
        "steps:\n  - { step: 1, screen: Welcome, rows: { a: { user: reads, next: 2 } } }\n"
      ),
    ]
    let new = try program(changes)
    var machine = try snapshot(at: "2").machine(on: new)
    #expect(machine.step.qualified == "X:3")
    #expect(try need(Snapshot(machine)).history.map(\.step.id) == ["X:2", "X:3"])
    try machine.take(0)
    #expect(machine.step.qualified == "X:4")
  }

  @Test("A step with a name is found by it, whatever else has changed; what has changed is told")
  func named() throws {
    let old = try program([("screen: PIN\n", "screen: PIN\n    name: enterPIN\n")])
    var machine = try need(old.start(try need(old.catalogue.flow(id: "X"))))
    try machine.take(0)
    let text = try need(Snapshot(machine)).json
    #expect(text.contains("=enterPIN X:2\""))
    let saved = try Snapshot(json: text)
    // Another step has its number, its words, and the same rows.
    let swapped: [(String, String)] = [
      ("screen: PIN\n", "screen: Code\n    name: enterPIN\n"), ("- step: 2", "- step: 4"),
      ("next: 2", "next: 4"),
      (
        "  - step: 3\n",
        "  - step: 2\n    screen: PIN\n    rows:\n      a: { user: enters PIN, next: 3 }\n"
          + "      b: { user: leaves, next: end }\n  - step: 3\n"
      ),
    ]
    let new = try program(swapped)
    #expect(throws: SnapshotError.self) { try saved.machine(on: new) }
    #expect(try saved.machine(on: new, acceptingChanges: true).step.qualified == "X:4")
    let placement = new.placement(of: machine.step, .written)
    #expect(placement.change == .reworded("X:2", "X:4"))
    // Without the name, the step that looks like it.
    let bare = try program(swapped.map { ($0.0, $0.1.replacing("    name: enterPIN\n", with: "")) })
    #expect(try saved.machine(on: bare).step.qualified == "X:2")
  }

  private static let menu: [(String, String)] = [
    ("next: 2", "next: 8"),
    (
      "  - step: 3\n",
      """
        - step: 8
          screen: Menu
          rows:
            a: { user: selects Refresh, name: refresh, next: 2 }
            b: { user: selects Sign out, name: signOut, next: 9 }
        - step: 9
          screen: Home
          name: home
          rows:
            a: { user: opens the menu, next: 8 }
        - step: 3

      """
    ),
  ]

  @Test(
    "Rows with names may change places and words, and lead to a step with a name that has others",
    arguments: [
      [
        ("a: { user: selects Refresh, name: refresh", "a: { user: selects Sign out, name: signOut"),
        (
          "b: { user: selects Sign out, name: signOut, next: 9",
          "b: { user: selects Refresh, name: refresh, next: 2"
        ), ("name: signOut, next: 2", "name: signOut, next: 9"),
      ], [("selects Sign out", "selects Sign-out")], [("screen: Home", "screen: Home page")],
    ])
  func namedRows(_ changes: [(String, String)]) throws {
    let old = try program(MigrationTests.menu)
    var machine = try need(old.start(try need(old.catalogue.flow(id: "X"))))
    try machine.take(0)
    #expect(machine.step.qualified == "X:8")
    let saved = try need(Snapshot(machine))
    let new = try program(MigrationTests.menu + changes)
    #expect(new.placement(of: machine.step, .written).change == nil)
    #expect(try saved.machine(on: new).step.qualified == "X:8")
    // Without names it is told.
    let bare =
      changes + ["refresh", "signOut"].map { (", name: \($0)", "") } + [("    name: home\n", "")]
    let unnamed = try program(MigrationTests.menu + bare)
    #expect(throws: SnapshotError.self) { try saved.machine(on: unnamed) }
    // A row that leads elsewhere is another one.
    let other = try program(
      MigrationTests.menu + [("name: signOut, next: 9", "name: signOut, next: 2")])
    #expect(throws: SnapshotError.self) { try saved.machine(on: other) }
  }

  @Test("A run that was saved before its rows had names goes on")
  func namedSince() throws {
    let bare =
      MigrationTests.menu + ["refresh", "signOut"].map { (", name: \($0)", "") } + [
        ("    name: home\n", "")
      ]
    let old = try program(bare)
    var machine = try need(old.start(try need(old.catalogue.flow(id: "X"))))
    try machine.take(0)
    let saved = try need(Snapshot(machine))
    #expect(try saved.machine(on: program(MigrationTests.menu)).step.qualified == "X:8")
  }

  @Test("A new step that took the id of a lost one is refused, with the last screen instead")
  func replaced() throws {
    let said = try outcome(
      at: "2", ("screen: PIN", "screen: Password"), ("user: enters PIN", "user: enters it"))
    #expect(
      said == MigrationTests.since
        + "`X:2` is another step now; the run could go on at `X:1`")
  }

  @Test("A step that has only other words is refused unless changes are accepted")
  func reworded() throws {
    let changes = [("screen: PIN", "screen: Your PIN")]
    let snapshot = try snapshot(at: "2")
    let reworded = SnapshotChange.reworded("X:2", "X:2")
    #expect(throws: SnapshotError.changed([reworded], instead: "X:2")) {
      try snapshot.machine(on: program(changes))
    }
    let machine = try snapshot.machine(on: program(changes), acceptingChanges: true)
    #expect(machine.step.qualified == "X:2")
  }

  @Test(
    "A changed counter, condition, target, timer or row of the current step is told",
    arguments: [
      ("count: { tries: wrong }", "count: { tries: right }"),
      ("on: wrong, next: 2", "on: wrong, set: { tries: 2 }, next: 2"),
      ("on: wrong, next: 2", "on: wrong, if: { tries: 0..1 }, next: 2"),
      ("on: wrong, next: 2", "on: wrong, next: 1"),
      ("b: { case: wrong, on: wrong, next: 2 }", "b: { event: late, after: 1 s, next: 2 }"),
      ("a: { case: right, on: right, next: end }", "a: { case: good, on: right, next: end }"),
      ("count: { tries: wrong }", "unless: { platform: android }"),
    ])
  func rows(_ old: String, _ new: String) throws {
    let said = try outcome(at: "3", (old, new))
    #expect(
      said == MigrationTests.since
        + "other things can happen at step `X:3`; the run could go on at `X:2`")
  }

  @Test("What changes elsewhere does not concern a waiting run")
  func elsewhere() throws {
    #expect(try outcome(at: "1", ("count: { tries: wrong }", "count: { tries: right }")) == "X:1")
    #expect(try outcome(at: "3", ("user: leaves, next: end", "user: leaves, next: stay")) == "X:3")
    #expect(try outcome(at: "2", ("title: X", "title: Y")) == "X:2")
  }

  @Test("A value that is gone is told, and becomes the first one only if that is accepted")
  func facts() throws {
    let program = try program()
    var machine = try need(program.start(try need(program.catalogue.flow(id: "X"))))
    let isSet = machine.set("platform", to: "android")
    #expect(isSet)
    let snapshot = try need(Snapshot(machine))
    let new = try self.program([("[ios, android]", "[ios, web]")])
    #expect(throws: SnapshotError.changed([.value(fact: "platform", "android")], instead: "X:1")) {
      try snapshot.machine(on: new)
    }
    let restored = try snapshot.machine(on: new, acceptingChanges: true)
    #expect(restored.value(of: "platform") == "ios")
    // A value keeps its name, not its number.
    let other = try snapshot.machine(on: self.program([("[ios, android]", "[web, ios, android]")]))
    #expect(other.value(of: "platform") == "android")
  }

  @Test("A lost flow is refused, and a lost screen only shortens the way back")
  func lost() throws {
    let snapshot = try snapshot(at: "2")
    let other = try catalogue(MigrationTests.old.replacing("flow: X", with: "flow: Y")).compiled()
    #expect(throws: SnapshotError.changed([.flowGone("X")], instead: nil)) {
      try snapshot.machine(on: other)
    }
    let new = try program([("screen: Start", "notice: Hello"), ("user: starts", "user: begins")])
    #expect(throws: SnapshotError.changed([.replaced("X:1")], instead: "X:2")) {
      try snapshot.machine(on: new)
    }
    let machine = try snapshot.machine(on: new, acceptingChanges: true)
    #expect(try need(Snapshot(machine)).history.map(\.step.id) == ["X:2"])
  }

  @Test("Of two steps that are alike, the one where the same can happen is meant, or none")
  func alike() throws {
    let two = [
      ("- step: 2", "- step: 4"), ("next: 2", "next: 4"),
      (
        "  - step: 3",
        "  - { step: 2, screen: PIN, rows: { a: { user: looks, next: 4 } } }\n  - step: 3"
      ),
    ]
    // The id has the same content, and other rows.
    let same = try outcome(at: "2", two[0], two[1], two[2])
    #expect(same.contains("other things can happen at step `X:2`"))
    let moved = try outcome(
      at: "2", two[0], two[1],
      ("  - step: 3", "  - { step: 5, screen: PIN, next: end }\n  - step: 3"))
    #expect(moved == "X:4")
    let unclear = try outcome(
      at: "2", two[0], two[1], ("user: leaves", "user: goes"),
      ("  - step: 3", "  - { step: 5, screen: PIN, next: end }\n  - step: 3"))
    #expect(unclear.contains("step `X:2` may be `X:4`, `X:5` now"))
  }

  @Test("A run can be put at the step that the error names, with its facts")
  func moved() throws {
    let snapshot = try snapshot(at: "2")
    let new = try program([("screen: PIN", "screen: Password"), ("enters PIN", "enters it")])
    let step = try need(new.catalogue.flow(id: "X")?.step("1"))
    let machine = try need(snapshot.machine(movedTo: step, on: new))
    #expect(machine.step.qualified == "X:1")
    #expect(machine.end == nil)
  }
}
