import Diagnostics
import FlowLoader
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

  @Test("Where two rows lead on, none is chosen")
  func ambiguous() throws {
    let flow = """
      flow: A
      title: Two ways
      steps:
        - step: 1
          screen: First
          rows:
            a: { user: goes left, next: 2 }
            b: { user: goes right, next: 2 }
        - step: 2
          screen: Second
          rows:
            a: { user: leaves, next: end }
      """
    func mended(_ flow: String) throws -> [Script.Move]? {
      let catalogue = try #require(
        FlowLoader().load([SourceFile("A.yaml", text: flow)]).catalogue)
      let file = SourceFile(
        "S.yaml", text: "flow: A\npaths:\n  - { path: p, rows: [2a], end: end }\n")
      let script = try #require(ScriptLoader().load(file).scripts.first)
      return script.mended(on: catalogue.compiled())?.moves
    }
    #expect(try mended(flow) == nil)
    // A row that is gone is left out.
    let without = flow.replacing("next: 2 }\n      b", with: "next: end }\n      b").replacing(
      "a: { user: leaves", with: "b: { user: leaves")
    #expect(try mended(without) == [])
    let single = flow.replacing("      b: { user: goes right, next: 2 }\n", with: "")
    #expect(try mended(single) == [.row("1a"), .row("2a")])
  }
}
