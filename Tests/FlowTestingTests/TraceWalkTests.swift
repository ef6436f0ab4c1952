import Diagnostics
import FlowModel
import FlowRuntime
import FlowTestSupport
import FlowTesting
import JSON
import TestSupport
import Testing

@Suite struct TraceWalkTests {
  /// A trace as `--trace json` prints it.
  private func file(
    _ name: String, _ entries: [TraceEntry], _ ending: String, _ at: Int64,
    _ suspensions: [JSONValue]
  ) -> SourceFile {
    var end = [("end", JSONValue.string(ending)), ("at", .integer(at))]
    if !suspensions.isEmpty { end.append(("suspended", .array(suspensions))) }
    let lines = entries.map { $0.json + "\n" } + [JSONValue.object(members: end).text + "\n"]
    return SourceFile(path: name, bytes: Array(lines.joined().utf8))
  }

  @Test(
    "Every recorded path is a trace of a possible run, and takes only pairs that runs can take"
  )
  func recordedPaths() throws {
    let catalogue = try need(ReplayTests.catalogue, "catalogue")
    var coverage = TraceCoverage(catalogue)
    for path in ReplayTests.paths {
      let run = try ScriptRun.run(path.script, on: catalogue.compiled(as: path.script.reading))
      let last = run.openTrace.suspensions
      coverage.add(
        file(path.script.name, run.entries, run.ending, run.machine.clock, last))
    }
    let refused = coverage.diagnostics.map { "\($0.path): \($0.message)" }
    #expect(refused == [])
    #expect(coverage.runCount == ReplayTests.paths.count)
    for flow in catalogue.flows where !flow.isOutline {
      let share = coverage.share(of: flow, as: .written)
      #expect(share.takenPairs > 0 || share.pairs.isEmpty, "\(flow.id)")
    }
  }

  @Test(
    "Random runs of random flows are traces of possible runs",
    arguments: 0..<sampleSize("COVERED_RUNS", or: 20))
  func randomRuns(_ seed: Int) throws {
    let catalogue = try RandomCatalogue.load(seed: UInt64(seed), kind: .everything)
    var random = SplitMix(seed: UInt64(seed))
    for reading in Reading.allCases {
      let program = catalogue.compiled(as: reading)
      for flow in catalogue.flows where !flow.isOutline {
        for number in 0..<4 {
          guard let walk = RandomRun.walk(flow, on: program, &random) else { continue }
          var coverage = TraceCoverage(catalogue)
          coverage.add(
            file(
              "\(seed) \(flow.id) \(number)", walk.recorder.entries(program), walk.ending,
              walk.machine.clock, walk.recorder.openSuspensions(program)))
          let refused = coverage.diagnostics.map { "\($0.path): \($0.message)" }
          let rows = walk.recorder.entries(program).map(\.json)
          #expect(refused == [], "\(rows.joined(separator: "\n"))")
        }
      }
    }
  }

  @Test("A flow that calls itself may be left by several of its timers at one moment")
  func selfCalls() throws {
    let catalogue = try FlowTestSupport.catalogue(of: [
      """
      flow: UC1
      title: Send
      errors: [ER1]
      sections:
        - section: 1
          title: Main
          steps:
            - step: 1.1
              system: sends it
              action: thing.send
              rows:
                a: { case: It is sent, on: sent, next: 1.2 }
                b: { error: ER1, next: error ER1 }
            - step: 1.2
              screen: Sent
              rows:
                a: { user: selects Done, next: end }
      """,
      """
      flow: ER1
      kind: error flow
      title: Not sent
      results: [Again]
      sections:
        - section: 1
          title: Main
          anywhere:
            '*zb': { event: It is late, after: 10 s, next: 1.1 }
          steps:
            - step: 1.1
              screen: Not sent
              buttons: [Again, Help]
              rows:
                a: { user: selects Again, next: result Again }
                b: { user: selects Help, next: error ER1 }
      """,
    ])
    let program = catalogue.compiled(as: .written)
    let flow = try need(catalogue.flow(id: "UC1"), "flow")
    var most = 0
    for seed in 0..<UInt64(sampleSize("SELF_CALLS", or: 150)) {
      var random = SplitMix(seed: seed)
      guard let walk = RandomRun.walk(flow, on: program, &random) else { continue }
      let entries = walk.recorder.entries(program)
      let timers = Dictionary(grouping: entries.filter { $0.row.after != nil }, by: \.at)
      most = max(most, timers.values.map(\.count).max() ?? 0)
      let trace = PlainTrace(walk)
      #expect(refusals(of: trace, catalogue) == [], "seed \(seed)\n\(trace.text)")
    }
    #expect(most >= 3, "three timers run out at one moment")
  }

  /// `tools/tests/fuzz-test` takes more of them.
  private static let catalogues = sampleSize("DAMAGED_TRACES", or: 5)

  @Test("A trace with one change is refused, unless it is one of another possible run")
  func damaged() throws {
    var (refused, possible) = (0, 0)
    for seed in 0..<UInt64(Self.catalogues) {
      let catalogue = try RandomCatalogue.load(seed: seed, kind: .everything)
      var random = SplitMix(seed: seed)
      for reading in Reading.allCases {
        let program = catalogue.compiled(as: reading)
        for flow in catalogue.flows where !flow.isOutline {
          guard let walk = RandomRun.walk(flow, on: program, &random) else { continue }
          let trace = PlainTrace(walk)
          let judge = NaiveTrace(catalogue, reading)
          #expect(judge.objection(to: trace) == nil, "seed \(seed), \(reading)\n\(trace.text)")
          #expect(refusals(of: trace, catalogue) == [], "seed \(seed)\n\(trace.text)")
          for _ in 0..<4 {
            guard let damaged = TraceDamage.damaged(trace, reading, &random),
              damaged.text != trace.text
            else { continue }
            guard refusals(of: damaged, catalogue).isEmpty else {
              refused += 1
              continue
            }
            possible += 1
            let objections = Reading.allCases.compactMap {
              NaiveTrace(catalogue, $0).objection(to: damaged)
            }
            #expect(
              objections.count < 2, "\(objections) seed \(seed)\n\(trace.text)\n\(damaged.text)")
          }
        }
      }
    }
    #expect(refused > Self.catalogues && possible > Self.catalogues)
  }

  private func refusals(of trace: PlainTrace, _ catalogue: Catalogue) -> [String] {
    var coverage = TraceCoverage(catalogue)
    coverage.add(SourceFile(path: "trace", bytes: Array(trace.text.utf8)))
    return coverage.diagnostics.map(\.message)
  }
}

/// One change of a trace that makes it one of another run, if of any.
enum TraceDamage {
  static func damaged(
    _ trace: PlainTrace, _ reading: Reading, _ random: inout SplitMix
  ) -> PlainTrace? {
    guard !trace.lines.isEmpty else { return nil }
    var damaged = trace
    let place = random.next(trace.lines.count)
    switch random.next(5) {
    case 0: damaged.lines.remove(at: place)
    case 1:
      let others = trace.lines[place].step.rows(reading)
      damaged.lines[place].row = others[random.next(others.count)]
    case 2:
      let others = trace.lines[place].step.rows(reading)
      let row = others[random.next(others.count)]
      damaged.lines[place].row = row
      damaged.lines[place].next = row.target(reading)?.description ?? ""
    case 3:
      let before = place > 0 ? trace.lines[place - 1].at : 0
      let next = place + 1 < trace.lines.count ? trace.lines[place + 1].at : trace.endedAt
      damaged.lines[place].at = before + Int64(random.next(Int(min(next - before, 1 << 40)) + 2))
    default:
      let steps = trace.lines[place].step.flow.steps
      damaged.lines[place].to = steps[random.next(steps.count)].qualified
    }
    return damaged
  }
}
