import Diagnostics
import FlowModel
import FlowRuntime
import FlowTesting
import TestSupport
import Testing

@Suite struct TraceWalkTests {
  @Test(
    "Every recorded path is a trace of a possible run, and takes only pairs that runs can take"
  )
  func recordedPaths() throws {
    let catalogue = try need(ReplayTests.catalogue, "catalogue")
    var coverage = TraceCoverage(catalogue)
    for path in ReplayTests.paths {
      let replay = Replay(path.script, on: catalogue.compiled(as: path.script.reading))
      let end = "{\"end\":\"\(replay.ending)\",\"at\":\(replay.entries.last?.at ?? 0)}\n"
      let lines = replay.entries.map { $0.json + "\n" } + [end]
      coverage.add(SourceFile(path: path.script.name, bytes: Array(lines.joined().utf8)))
    }
    let refused = coverage.diagnostics.map { "\($0.path): \($0.message)" }
    #expect(refused == [])
    #expect(coverage.runCount == ReplayTests.paths.count)
    for flow in catalogue.flows where !flow.isOutline {
      let share = coverage.share(of: flow, as: .written)
      #expect(share.takenPairs > 0 || share.pairs.isEmpty, "\(flow.id)")
    }
  }
}
