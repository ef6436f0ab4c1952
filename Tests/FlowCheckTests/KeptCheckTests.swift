import FlowLoader
import FlowModel
import FlowTestSupport
import FlowTesting
import TestSupport
import Testing

@testable import FlowCheck

/// The check that is brought up to date, against a check of all flows.
@Suite struct KeptCheckTests {
  /// What is found, with everything that is told of it.
  private static func lines(_ report: CheckReport) -> [String] {
    report.findings.map { "\($0.fingerprint) \($0.standing) \($0.diagnostic)" }
  }

  @Test("After a mistake in one flow, the kept check finds what a check of all flows finds")
  func mutants() throws {
    let catalogue = try catalogue(in: flowsFolder)
    let kept = KeptCheck(catalogue)
    #expect(Self.lines(kept.report()) == Self.lines(CheckReport(catalogue)))
    let all = catalogue.mutants
    for mutant in stride(from: 0, to: all.count, by: 97).map({ all[$0] }) {
      let mutated = catalogue.with(mutant)
      let updated = kept.updated(to: mutated)
      #expect(
        Self.lines(updated.report()) == Self.lines(CheckReport(mutated)), "\(mutant)")
      #expect(updated.checked.count < catalogue.flows.count)
    }
  }

  @Test("One change after the other, in random catalogues, is found like at once")
  func random() throws {
    for seed in 0..<8 {
      let catalogue = try RandomCatalogue.load(seed: UInt64(seed), hasLongTimers: true)
      var kept = KeptCheck(catalogue)
      let mutants = catalogue.mutants
      for mutant in stride(from: seed % 7, to: mutants.count, by: 67).map({ mutants[$0] }) {
        // Each mistake is made in the flows without the others, so two flows change at a time.
        let now = catalogue.with(mutant)
        kept = kept.updated(to: now)
        #expect(
          Self.lines(kept.report()) == Self.lines(CheckReport(now)), "seed \(seed): \(mutant)")
      }
    }
  }

  @Test("A sentence that changes is checked alone")
  func alone() throws {
    let catalogue = try catalogue(in: flowsFolder)
    let kept = KeptCheck(catalogue)
    let mutant = try need(catalogue.mutants.first { $0.kind == .message })
    #expect(kept.updated(to: catalogue.with(mutant)).checked.count == 1)
    #expect(kept.updated(to: catalogue).checked == [])
  }

  @Test("A flow in which something is meant for the first time has two readings from then on")
  func firstMeant() throws {
    func flow(_ target: String) -> String {
      "flow: A\ntitle: A\nsteps:\n  - step: 1\n    screen: Home\n    rows:\n"
        + "      1a: { user: stays, next: 1\(target) }\n      1b: { user: leaves, next: end }\n"
    }
    let plain = try catalogue(flow(""))
    let meant = try catalogue(flow(", meant: stay, why: It shows the same"))
    var kept = KeptCheck(plain)
    for (now, standing) in [(plain, Finding.Standing.open), (meant, .knownSlip), (plain, .open)] {
      kept = kept.updated(to: now)
      let report = kept.report()
      #expect(report.findings.first { $0.fingerprint == "self-loop A:1a" }?.standing == standing)
      #expect(Self.lines(report) == Self.lines(CheckReport(now)))
    }
  }
}
