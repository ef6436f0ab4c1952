import FlowModel
import FlowRuntime
import FlowTestSupport
import Testing

@testable import FlowCheck

/// `counter-never-reset` against the rows that runs of random catalogues take.
@Suite struct CounterTests {
  private static let catalogues = ExplorationTests.number("FLOWCHECK_CATALOGUES", or: 150)
  private static let most = ExplorationTests.number("FLOWCHECK_STATES", or: 400)

  @Test(
    "A counter is said to be never reset exactly if runs count it and ask for it, and none resets it"
  )
  func counters() throws {
    var never = 0
    for seed in 0..<Self.catalogues {
      let catalogue = try RandomCatalogue.load(seed: UInt64(seed), hasLongTimers: false)
      let runs = Exploration(
        catalogue.compiled(as: .written), from: catalogue.flows.compactMap(\.firstStep),
        most: Self.most)
      guard runs.isComplete else { continue }
      let checked = CheckedCatalogue(catalogue, as: .written, bindings: nil)
      let taken = runs.steps.flatMap { $0.rows(.written) }
      let reset = Set(taken.flatMap(\.changes).map(\.fact.name))
      for (place, flow) in catalogue.flows.enumerated() where !flow.isOutline {
        let steps = runs.steps.filter { $0.flow == flow }
        let counted = Set(steps.flatMap(\.counts).map(\.fact.name))
        let asked = Set(
          (steps.flatMap { $0.rows(.written) }.flatMap(\.conditions)
            + steps.flatMap(\.unless)).map(\.fact.name))
        let expected = counted.intersection(asked).subtracting(reset)
        never += expected.count
        let findings = Findings.of(
          CheckContext(place, in: checked), check: .counterNeverReset)
        #expect(
          Set(findings.entries.map(\.key)) == expected, "seed \(seed), \(flow.id)")
      }
    }
    #expect(never > 0)
  }
}
