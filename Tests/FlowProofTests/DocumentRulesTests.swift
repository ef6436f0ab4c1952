import FlowFiles
import FlowLoader
import FlowModel
import FlowProof
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

/// The house rules of the documents: what is decided, and that each counter-example runs.
@Suite struct DocumentRulesTests {
  private static let expected: [String: [String]] = [
    "no-cards-without-unlocking": ["holds", "holds"],
    "launch-checks-the-version": ["holds", "holds"],
    "version-comes-first": ["does not hold", "does not hold"],
    "wipe-is-confirmed": ["holds", "holds"],
    "wiped-means-new-pin": ["does not hold", "does not hold"],
    "refused-pin-is-not-set-up": ["does not hold", "does not hold"],
    "no-scan-without-biometrics": ["does not hold", "holds"],
    "five-fingers-at-most": ["holds", "holds"],
    "blocked-for-good": ["holds", "holds"],
    "refused-version-can-be-left": ["does not hold", "does not hold"],
    "caller-gets-one-answer": ["does not hold", "holds"],
    "no-success-after-failure": ["holds", "holds"],
    "log-in-asks-for-pin1": ["does not hold", "holds"],
    "who-asks-is-agreed-to": ["does not hold", "holds"],
    "signature-asks-for-pin2": ["does not hold", "holds"],
    "wrong-can-is-forgotten": ["does not hold", "holds"],
    "wrong-pin1-is-forgotten": ["does not hold", "holds"],
    "card-before-chip": ["holds", "holds"],
    "saved-can-is-not-asked-for": ["holds", "holds"],
    "read-after-connect": ["holds", "holds"],
    "website-is-shown-before-the-card": ["holds", "holds"],
    "tries-are-shown-before-a-pin": ["holds", "holds"],
    "browser-gets-one-answer": ["holds", "holds"],
  ]

  @Test(
    "Every rule of the documents is decided as docs/house-rules.md says; each counter-example runs"
  )
  func rules() throws {
    let catalogue = try catalogue(in: flowsFolder)
    let (rules, diagnostics, _) = FlowLoader.rules(in: flowsFolder)
    #expect(diagnostics.isEmpty)
    #expect(Set(rules.rules.map(\.name.text)) == Set(Self.expected.keys))
    let prover = Prover(catalogue, contracts: rules.contracts)
    for rule in rules.rules {
      let result = prover.prove(rule)
      #expect(result.diagnostics.isEmpty)
      #expect(result.verdicts.map(\.name) == Self.expected[rule.name.text], "\(rule.name.text)")
      for verdict in result.verdicts {
        guard case .broken(let example) = verdict.finding else { continue }
        #expect(example.isConfirmed, "\(rule.name.text)")
        let run = try ScriptRun.run(
          example.script, on: catalogue.compiled(as: verdict.reading))
        #expect(run.ending == example.script.end, "\(rule.name.text)")
      }
    }
  }
}
