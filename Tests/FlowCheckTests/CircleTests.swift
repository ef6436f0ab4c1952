import Diagnostics
import FlowModel
import FlowRuntime
import FlowTestSupport
import Testing

@testable import FlowCheck

/// `system-loop` against runs in which nobody acts, on random catalogues.
@Suite struct CircleTests {
  private static let catalogues = ExplorationTests.number("FLOWCHECK_CATALOGUES", or: 100)

  @Test("A circle of system steps is reported exactly where runs go round by themselves")
  func circles() throws {
    var loops = 0
    for seed in 0..<Self.catalogues {
      let catalogue = try RandomCatalogue.load(seed: UInt64(seed), hasLongTimers: false)
      let program = catalogue.compiled(as: .written)
      let checked = CheckedCatalogue(catalogue, as: .written, bindings: nil)
      var reported: Set<Row> = []
      for place in catalogue.flows.indices {
        let findings = Findings.of(CheckContext(place, in: checked), check: .systemLoop)
        for case .row(let row) in findings.entries.map(\.part) { reported.insert(row) }
      }
      var ends: Set<Step> = []
      for row in reported {
        // A row that holds anywhere is taken at any of its steps.
        let rows = row.flow.rowsOfSteps.filter { $0.original == row && $0.has(.written) }
        ends.formUnion(rows.map { $0.step(.written) })
        #expect(
          rows.contains { SilentRuns(program, from: $0.step(.written), taking: $0).circles },
          "seed \(seed): no run goes round through \(row.qualified)")
      }
      for step in checked.reached.flatMap(\.steps) {
        let runs = SilentRuns(program, from: step)
        guard runs.circles else { continue }
        loops += 1
        #expect(
          !runs.steps.isDisjoint(with: ends),
          "seed \(seed): a run goes round at \(step.qualified), and nothing is reported")
      }
    }
    #expect(loops > Self.catalogues / 10)
  }
}
