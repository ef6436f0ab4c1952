import FlowLoader
import FlowModel
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

@Suite struct SnapshotTests {
  @Test("A restored run goes on where it was")
  func restored() throws {
    var walk = try Walk()
    try walk.take("1.1a", "1.2a", "1.3a")
    walk.machine.elapse(to: 1_234)
    try walk.set("platform", to: "android")
    let json = try need(Snapshot(walk.machine)).json
    let restored = try Snapshot(json: json).machine(on: walk.machine.program)
    var other = walk
    other.machine = restored
    #expect(try need(Snapshot(restored)).json == json)
    try other.take("1.1b", "1.3b", "1.1d")
    #expect(other.here == "back")
    #expect(other.machine.value(of: "platform") == "android")
    #expect(other.machine.clock == 1_234)
  }

  @Test("Every state of a long walk survives the round trip through JSON")
  func roundTrip() throws {
    var walk = try Walk()
    for row in ["1.1b", "1a", "1.1a", "1.2a", "1.3a", "1.1d", "1a", "1.1e", "1.1b"] {
      try walk.take(row)
      let snapshot = try need(Snapshot(walk.machine))
      #expect(try Snapshot(json: snapshot.json) == snapshot)
      let restored = try snapshot.machine(on: walk.machine.program)
      #expect(Snapshot(restored) == snapshot)
    }
  }

  @Test("Every state of random runs survives the round trip, with all of its timers")
  func timers() throws {
    var timed = 0
    for seed in 0..<UInt64(sampleSize("RESTORED_RUNS", or: 120)) {
      let program = try RandomCatalogue.load(seed: seed).compiled(as: .written)
      var random = SplitMix(seed: seed)
      for flow in program.catalogue.flows where !flow.isOutline {
        guard let walk = RandomRun.walk(flow, on: program, &random, moves: 12),
          let snapshot = Snapshot(walk.machine)
        else { continue }
        // Such a run waits for flows that have a row for its result.
        if walk.machine.result != nil, walk.machine.resultRow == nil { continue }
        let restored = try Snapshot(json: snapshot.json).machine(on: program)
        #expect(restored.timers == walk.machine.timers, "seed \(seed), \(flow.id)")
        #expect(restored.step == walk.machine.step, "seed \(seed), \(flow.id)")
        #expect(Snapshot(restored) == snapshot, "seed \(seed), \(flow.id)")
        timed += walk.machine.timers.isEmpty ? 0 : 1
      }
    }
    #expect(timed > 20)
  }

  @Test("A run that waits with a result for which no row is taken goes on where flows have one")
  func unhandledResult() throws {
    func flows(_ values: String) throws -> Program {
      try catalogue(
        """
        flow: A
        title: A
        facts: { tries: 0..3 }
        steps:
          - step: 1
            call: B
            rows:
              a: { result: Gone, if: { tries: \(values) }, next: end }
        """,
        """
        flow: B
        title: B
        kind: partial flow
        results: [Gone]
        steps:
          - step: 1
            screen: One
            next: result Gone
        """
      ).compiled()
    }
    let old = try flows("3")
    var machine = try need(old.start(try need(old.catalogue.flow(id: "A"))))
    try machine.enterCall()
    try machine.take(0)
    let snapshot = try Snapshot(json: need(Snapshot(machine)).json)
    #expect(try Snapshot(snapshot.machine(on: old)) == snapshot)
    var restored = try snapshot.machine(on: flows("0..3"), acceptingChanges: true)
    let row = restored.row(for: try need(restored.program.outcome("Gone")))
    try restored.take(try need(row))
    #expect(restored.end == .end)
  }

  @Test("A run that has ended has no snapshot")
  func ended() throws {
    var walk = try Walk()
    try walk.take("1.1d")
    #expect(Snapshot(walk.machine) == nil)
  }

  @Test("A snapshot of the other reading is refused")
  func otherReading() throws {
    let walk = try Walk()
    let snapshot = try need(Snapshot(walk.machine))
    #expect(throws: SnapshotError.otherReading(.written)) {
      try snapshot.machine(on: walk.machine.program.catalogue.compiled(as: .meant))
    }
  }

  @Test(
    "Text that is not a snapshot is refused",
    arguments: [
      "", "[]", "{}", "{\"flowrun\":3}", "{\"flowrun\":1}", "{\"flowrun\":3,}",
      "{\"flowrun\":3,\"as\":\"guessed\",\"step\":\"A:1.1\"}",
    ])
  func notASnapshot(text: String) {
    #expect(throws: SnapshotError.self) { try Snapshot(json: text) }
  }

  @Test("A snapshot that is cut anywhere is refused")
  func truncation() throws {
    var walk = try Walk()
    try walk.take("1.1a", "1.2a", "1.3a")
    let json = Array(try need(Snapshot(walk.machine)).json.utf8)
    for end in 0..<json.count {
      let text = String(decoding: json[..<end], as: UTF8.self)
      #expect(throws: SnapshotError.self) { try Snapshot(json: text) }
    }
  }

  @Test("A snapshot of another version is refused by its number")
  func otherFormat() {
    #expect(throws: SnapshotError.otherFormat("1")) { try Snapshot(json: "{\"flowrun\":1}") }
  }
}
