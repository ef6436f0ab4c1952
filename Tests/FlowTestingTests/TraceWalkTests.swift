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
      coverage.add(
        file(path.script.name, run.entries, run.ending, run.machine.clock, run.openSuspensions))
    }
    let refused = coverage.diagnostics.map { "\($0.path): \($0.message)" }
    #expect(refused == [])
    #expect(coverage.runCount == ReplayTests.paths.count)
    for flow in catalogue.flows where !flow.isOutline {
      let share = coverage.share(of: flow, as: .written)
      #expect(share.takenPairs > 0 || share.pairs.isEmpty, "\(flow.id)")
    }
  }

  @Test("Random runs of random flows are traces of possible runs", arguments: 0..<60)
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
}
