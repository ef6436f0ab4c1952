import Diagnostics
import FlowModel
import FlowRuntime
import FlowTestSupport
import Testing

@testable import FlowCheck

/// The rules about results against the results that runs of random catalogues return.
@Suite struct ResultTests {
  private static let catalogues = ExplorationTests.number("FLOWCHECK_CATALOGUES", or: 150)
  private static let most = ExplorationTests.number("FLOWCHECK_STATES", or: 400)

  @Test("A result is said to be unhandled or never returned exactly if runs say so")
  func results() throws {
    var counts: [String: Int] = [:]
    for seed in 0..<Self.catalogues {
      let catalogue = try RandomCatalogue.load(seed: UInt64(seed), hasLongTimers: false)
      let runs = Exploration(
        catalogue.compiled(as: .written), from: catalogue.flows.compactMap(\.firstStep),
        most: Self.most)
      guard runs.isComplete else { continue }
      /// For every calling step the results with which runs come back to it.
      var returned: [Step: Set<String>] = [:]
      for machine in runs.machines where machine.end == nil && machine.returned >= 0 {
        returned[machine.step, default: []].insert(machine.result ?? "")
      }
      var given: [Flow: Set<String>] = [:]
      for step in runs.steps {
        for row in step.rows(.written) {
          guard let target = row.target(.written), target.kind == .result else { continue }
          given[step.flow, default: []].insert(target.name)
        }
      }
      let checked = CheckedCatalogue(catalogue, as: .written, bindings: nil)
      for (place, flow) in catalogue.flows.enumerated() where !flow.isOutline {
        func found(_ check: Check) -> Set<String> {
          let findings = Findings.of(CheckContext(place, in: checked), check: check)
          counts[check.rule.name, default: 0] += findings.entries.count
          return Set(
            findings.entries.map { entry in
              switch entry.part {
              case .step(let step): "\(step.id) \(entry.key)"
              case .row(let row): row.reference
              default: entry.key
              }
            })
        }
        var unhandled: Set<String> = []
        var notReturned: Set<String> = []
        for step in runs.steps where step.flow == flow && step.activity == .call {
          guard let callee = catalogue.flow(named: step.subject), !callee.isOutline else {
            continue
          }
          let rows = step.rows(.written)
          for result in returned[step] ?? []
          where !rows.contains(where: { $0.expectedOutcome == result }) {
            unhandled.insert("\(step.id) \(result)")
          }
          for row in rows {
            guard let outcome = row.expectedOutcome, row.kind == .result else { continue }
            // The row's own name for the result counts, too.
            if ![outcome, row.label].allSatisfy((returned[step] ?? []).contains) {
              notReturned.insert(row.reference)
            }
          }
        }
        #expect(found(.resultUnhandled) == unhandled, "seed \(seed), \(flow.id)")
        #expect(found(.resultNotReturned) == notReturned, "seed \(seed), \(flow.id)")
        #expect(
          found(.resultNeverReturned) == Set(flow.results).subtracting(given[flow] ?? []),
          "seed \(seed), \(flow.id)")
      }
    }
    #expect(counts.count == 3 && counts.values.allSatisfy { $0 > 0 })
  }
}
