import FlowModel
import FlowRuntime
import FlowTestSupport
import FlowTesting
import TestSupport
import Testing

@Suite struct ScriptMendingTests {
  @Test("A path that lacks a row runs again, and has that row if no other one leads on")
  func missingRow() throws {
    let catalogue = try need(ReplayTests.catalogue, "catalogue")
    let programs = Reading.allCases.map { catalogue.compiled(as: $0) }
    var random = SplitMix(seed: 3)
    var (tried, same) = (0, 0)
    for _ in 0..<sampleSize("MENDED_PATHS", or: 80) {
      let path = random.pick(ReplayTests.paths).script
      guard path.moves.count > 1,
        let program = programs.first(where: { $0.reading == path.reading })
      else { continue }
      var script = path
      script.moves.remove(at: random.next(path.moves.count))
      if (try? ScriptRun.run(script, on: program)) != nil { continue }
      tried += 1
      guard let mended = script.mended(on: program) else { continue }
      #expect(throws: Never.self, "\(path.name)") { try ScriptRun.run(mended, on: program) }
      #expect(mended.moves.count >= script.moves.count - 1, "\(path.name)")
      if mended.moves == path.moves { same += 1 }
    }
    #expect(tried > 20, "\(tried)")
    #expect(same > tried / 3, "\(same) of \(tried)")
  }

  @Test("A path that runs stays as it is")
  func whole() throws {
    let catalogue = try need(ReplayTests.catalogue, "catalogue")
    for path in ReplayTests.paths.prefix(50).map(\.script) {
      let mended = try #require(path.mended(on: catalogue.compiled(as: path.reading)))
      #expect(mended.moves == path.moves && mended.end == path.end)
    }
  }
}
