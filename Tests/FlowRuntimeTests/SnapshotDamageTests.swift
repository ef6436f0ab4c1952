import FlowModel
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

/// Snapshots that come from outside: damaged on the way, or made up. `tools/tests/fuzz-test` tries
/// more.
@Suite struct SnapshotDamageTests {
  private static let damages = sampleSize("DAMAGES", or: 3_000)
  private static let small = """
    flow: S
    title: S
    steps:
      - { step: 1, screen: S }
      - { step: 2, call: S, next: end }
    """

  /// Snapshots of several runs: a small one, and one with every kind of entry.
  private func snapshots() throws -> [Snapshot] {
    let small = try catalogue(SnapshotDamageTests.small)
    let start = try need(small.compiled().start(try need(small.flow(id: "S"))))
    return [try need(Snapshot(start)), try need(Snapshot(deep().machine))]
  }

  /// A run whose history has a screen, a call, a departure, a failure and a suspension.
  private func deep() throws -> Walk {
    var walk = try Walk()
    try walk.take("1.1a", "1.2a", "1.3a", "1.1d")
    try walk.machine.suspend(into: try need(walk.machine.program.catalogue.flow(id: "A")))
    walk.machine.elapse(to: 1_234)
    try walk.take("1.1a", "1.2a", "1.3a")
    walk.machine = try need(
      Snapshot(walk.machine)?.machine(on: walk.machine.program), "restored machine")
    return walk
  }

  private func isRefusedOrEqual(_ text: String, _ snapshot: Snapshot) -> Bool {
    do {
      return try Snapshot(json: text) == snapshot
    } catch {
      return !error.description.isEmpty
    }
  }

  @Test("A snapshot with one other byte is refused")
  func oneByte() throws {
    var count = 0
    var accepted: [String] = []
    for snapshot in try snapshots() {
      let bytes = Array(snapshot.json.utf8)
      // Every value in a short snapshot, if there is time; else every bit.
      let changes =
        Self.damages >= 100_000
        ? stride(from: 1, through: 255, by: bytes.count < 250 ? 1 : 3).map { UInt8($0) }
        : (0..<8).map { UInt8(1) << $0 }
      for place in bytes.indices {
        for change in changes {
          var damaged = bytes
          damaged[place] ^= change
          let text = String(decoding: damaged, as: UTF8.self)
          if !isRefusedOrEqual(text, snapshot) { accepted.append(text) }
          count += 1
        }
      }
    }
    #expect(accepted.isEmpty)
    #expect(count > Self.damages / 5, "\(count) damaged snapshots")
  }

  @Test("A snapshot with pieces cut, moved, repeated or overwritten is refused or the same")
  func pieces() throws {
    var random = SplitMix(seed: 11)
    let snapshots = try snapshots().map { ($0, Array($0.json.utf8)) }
    var accepted: [String] = []
    for _ in 0..<Self.damages * 2 / 5 {
      let (snapshot, bytes) = random.pick(snapshots)
      var damaged = bytes
      for _ in 0...random.next(3) {
        let start = random.next(damaged.count)
        let piece = start..<min(damaged.count, start + 1 + random.next(20))
        switch random.next(4) {
        case 0: damaged.removeSubrange(piece)
        case 1: damaged.insert(contentsOf: damaged[piece], at: random.next(damaged.count))
        case 2: damaged.replaceSubrange(piece, with: damaged[piece].shuffled(using: &random))
        default: for place in piece { damaged[place] = UInt8(random.next(256)) }
        }
        if damaged.isEmpty { break }
      }
      let text = String(decoding: damaged, as: UTF8.self)
      if !isRefusedOrEqual(text, snapshot) { accepted.append(text) }
    }
    #expect(accepted.isEmpty)
  }

  @Test("A made-up snapshot is refused, or its run can go on, wait and go back")
  func madeUp() throws {
    var random = SplitMix(seed: 12)
    let walk = try deep()
    let program = walk.machine.program
    let snapshot = try need(Snapshot(walk.machine))
    var steps = program.catalogue.flows.flatMap(\.steps).map { StepMark($0, .written) }
    for id in ["A:9.9", "", ":"] {
      steps.append(steps[0])
      steps[steps.count - 1].id = id
      steps[steps.count - 1].content = 0
    }
    let times: [Int64] = [.min, .min + 1, -1, 0, 1, 1_234, .max - 1, .max]
    let kinds: [HistoryEntry.Kind] = [.screen, .call, .failure, .departure, .suspension]
    var restored = 0
    for _ in 0..<Self.damages / 5 {
      var other = snapshot
      for _ in 0...random.next(2) {
        let place = random.next(max(1, other.history.count))
        switch random.next(8) {
        case 0: other.clock = random.pick(times)
        case 1: other.enteredAt = random.pick(times)
        case 2: (other.clock, other.enteredAt) = (random.pick(times), .min)
        case 3: other.step = random.pick(steps)
        case 4: other.returned = random.pick(["Good", "Bad", "Retry", "wrong", ""])
        case 5: other.facts["tries"] = random.pick(["0", "3", "4", "-1"])
        case 6 where !other.history.isEmpty:
          other.history[place].kind = random.pick(kinds)
          if random.next(2) == 0 { other.history[place].step = random.pick(steps) }
        default:
          let copies = random.next(8) == 0 ? 600 : random.next(3)
          let more = Array(
            repeating: Snapshot.Entry(kind: random.pick(kinds), step: random.pick(steps)),
            count: copies)
          other.history.insert(contentsOf: more, at: place)
        }
      }
      // What is written is what is read, whatever it says.
      if random.next(100) == 0 { #expect(try Snapshot(json: other.json) == other) }
      guard var machine = try? other.machine(on: program) else { continue }
      restored += 1
      #expect(Snapshot(machine).map { $0.history == other.history } ?? false)
      try goOn(&machine, &random)
    }
    #expect(restored > Self.damages / 100)
  }

  /// Takes any rows, waits for timers, and goes back to the end of the history.
  private func goOn(_ machine: inout Machine, _ random: inout SplitMix) throws {
    for _ in 0..<8 where machine.end == nil {
      _ = machine.callers
      if let timer = machine.timer { machine.elapse(to: timer.due) }
      switch machine.need {
      case .end: return
      case .call: do { try machine.enterCall() } catch { return }
      case .result:
        guard let row = machine.resultRow else { return }
        try machine.take(row)
      case .passOver: try machine.passOver()
      case .event: _ = try? machine.take(random.next(max(1, machine.rows.count)))
      }
    }
    for _ in 0...Machine.maximumHistory {
      guard machine.end == nil,
        let row = machine.rows.firstIndex(where: {
          $0.target(machine.program.reading)?.kind == .back
        })
      else { return }
      try machine.take(row)
    }
  }

  @Test("A run with the latest possible clock waits at its timer, which nothing brings about")
  func latestClock() async throws {
    var snapshot = try need(Snapshot(try Walk().machine))
    (snapshot.clock, snapshot.enteredAt) = (.max, .max)
    var machine = try Snapshot(json: snapshot.json).machine(on: Walk().machine.program)
    let timer = try need(machine.timer)
    try #require(timer.due == .max)
    machine.elapse(to: timer.due)
    try machine.take(timer.row)
    #expect(machine.step.qualified == "A:3.1")
    let runner = try Runner(try snapshot.machine(on: Walk().machine.program))
    let waiting = Task { try await runner.wait() }
    while await !runner.isAwaited { await Task.yield() }
    await runner.cancel()
    await #expect(throws: RunnerError.cancelled) { try await waiting.value }
  }

  @Test("A step that was entered in the future is refused")
  func enteredLater() throws {
    let walk = try Walk()
    var snapshot = try need(Snapshot(walk.machine))
    snapshot.enteredAt = 1
    #expect(throws: SnapshotError.malformed("`entered` is after `clock`")) {
      try snapshot.machine(on: walk.machine.program)
    }
  }

  @Test(
    "An entry that no run could have there is refused",
    arguments: [
      ("screen", "1.2"), ("call", "1.1"), ("departure", "1.1"),
    ])
  func impossibleEntry(kind: String, step: String) throws {
    let walk = try Walk()
    var snapshot = try need(Snapshot(walk.machine))
    let kinds: [String: HistoryEntry.Kind] = [
      "screen": .screen, "call": .call, "departure": .departure,
    ]
    let mark = StepMark(
      try need(walk.machine.program.catalogue.flow(id: "A")?.step(step)), .written)
    snapshot.history.append(Snapshot.Entry(kind: try need(kinds[kind]), step: mark))
    let reason = "no run has this \(kind) of `A:\(step)` in `history`"
    #expect(throws: SnapshotError.malformed(reason)) {
      try snapshot.machine(on: walk.machine.program)
    }
  }

  @Test("More calls and more entries than a run can have are refused")
  func tooMuch() throws {
    let walk = try Walk(in: "P")
    let snapshot = try need(Snapshot(walk.machine))
    for (kind, step, most) in [
      (HistoryEntry.Kind.call, "1.2", Machine.maximumDepth),
      (.failure, "1.1", Machine.maximumDepth), (.screen, "1.1", Machine.maximumHistory),
      (.suspension, "1.1", Machine.maximumHistory),
    ] {
      let step = StepMark(try need(walk.machine.step.flow.step(step)), .written)
      var other = snapshot
      other.history = Array(repeating: Snapshot.Entry(kind: kind, step: step), count: most)
      #expect(throws: Never.self) { try other.machine(on: walk.machine.program) }
      other.history.append(Snapshot.Entry(kind: kind, step: step))
      #expect(throws: SnapshotError.self) { try other.machine(on: walk.machine.program) }
    }
  }

  @Test("A result at a step that calls no flow is refused")
  func strayResult() throws {
    let walk = try Walk(from: "2.1")
    var snapshot = try need(Snapshot(walk.machine))
    snapshot.returned = "right"
    #expect(throws: SnapshotError.malformed("`returned`, which no row handles")) {
      try snapshot.machine(on: walk.machine.program)
    }
  }
}
