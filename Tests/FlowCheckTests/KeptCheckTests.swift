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

  /// A flow that others call, and changes of it that no row of theirs shows.
  private static let called = """
    flow: B
    title: B
    kind: partial flow
    parameters: [code]
    results: [Done]
    facts: { tries: 0..3 }
    steps:
      - step: 1
        determine: whether it is known
        action: a.look
        rows:
          1a: { case: known, on: known, next: 3 }
          1b: { case: unknown, on: unknown, next: 2 }
      - step: 2
        screen: Asks for PIN2
        input: { pin2: { secret: yes } }
        rows:
          2a: { user: enters it, enters: pin2, next: 3 }
      - step: 3
        system: checks it
        action: a.check
        with: { pin2: pin2, code: code }
        rows:
          3a: { case: fine, on: fine, reset: tries, next: result Done }
    """

  @Test(
    "What a called flow does not do any more is found at its callers",
    arguments: [
      ("next: result Done", "next: end", "secret-alive A:1b"),
      ("known, next: 3", "known, next: back", "no-way-out C"),
      (", code: code", "", "secret-alive A:1a"),
      ("reset: tries, ", "", "counter-never-reset A"),
      ("pin2", "pin3", "other-secret A"),
    ])
  func callers(text: String, replacement: String, finding: String) throws {
    let callers = [
      """
      flow: A
      title: A
      facts: { tries: 0..3 }
      steps:
        - step: 1
          screen: Home
          input: { code: { secret: yes }, key: { secret: yes } }
          rows:
            1a: { user: enters a code, enters: code, next: 2 }
            1b: { user: enters a key, enters: key, next: 2 }
        - step: 2
          call: B
          with: { code: code }
          rows:
            2a: { result: Done, next: 3 }
        - step: 3
          system: works with PIN2
          action: a.work
          with: { key: key, pin2: pin2 }
          count: { tries: bad }
          rows:
            3a: { case: good, on: good, next: end }
            3b: { case: bad, on: bad, if: { tries: 1..2 }, next: 1 }
            3c: { case: bad, on: bad, if: { tries: 3 }, next: end }
      """,
      """
      flow: C
      title: C
      steps:
        - step: 1
          call: B
          rows:
            1a: { result: Done, next: stay }
      """,
      """
      flow: D
      title: D
      steps:
        - step: 1
          screen: Asks for PIN2, too
          input: { pin2: { secret: yes } }
          rows:
            1a: { user: enters it, enters: pin2, next: end }
      """,
    ]
    let before = try catalogue(of: callers + [Self.called])
    let after = try catalogue(
      of: callers + [Self.called.replacing(text, with: replacement)])
    for (old, new) in [(before, after), (after, before)] {
      let all = Self.lines(CheckReport(new))
      #expect(Self.lines(KeptCheck(old).updated(to: new).report()) == all)
    }
    let found = [before, after].map { catalogue in
      CheckReport(catalogue).findings.contains { $0.fingerprint.hasPrefix(finding) }
    }
    #expect(found[0] != found[1], "\(found)")
  }
}
