import Diagnostics
import FlowLoader
import FlowModel
import FlowTestSupport
import TestSupport
import Testing

@testable import FlowProof

/// House rules that are kept while flows change, against deciding all of them.
@Suite struct KeptProofsTests {
  private static func file(_ id: String, _ target: String) -> SourceFile {
    let text = """
      flow: \(id)
      title: \(id)
      steps:
        - step: 1
          screen: Home
          rows:
            1a: { user: goes on, next: 2 }
            1b: { user: leaves, next: \(target) }
        - step: 2
          system: works
          action: \(id.lowercased()).work
          next: end
      """
    return SourceFile(path: "\(id).yaml", bytes: Array(text.utf8))
  }

  private static func rules(_ because: String = "It is a test") throws -> [HouseRule] {
    let text = """
      rules:
        - rule: a-works
          start: A
          after: A:1b
          eventually: action a.work
          because: \(because)
        - rule: b-works
          start: B
          after: B:1b
          eventually: action b.work
          because: It is a test
      """
    let (rules, diagnostics) = RuleLoader().load(
      SourceFile(path: "rules.yaml", bytes: Array(text.utf8)))
    #expect(diagnostics.map(\.message) == [])
    return rules.rules
  }

  @Test("Only rules whose runs come to a changed flow are decided again, and all results are right")
  func kept() throws {
    var flows = KeptFlows()
    for id in ["A", "B"] { flows.read(Self.file(id, "2")) }
    var proofs = KeptProofs()
    func prove(_ rules: [HouseRule]) -> [String] {
      let catalogue = flows.result().readable
      let prover = Prover(catalogue)
      func words(_ result: Prover.Result) -> String {
        "\(result.rule.name.text) \(result.diagnostics.map(\.message)) "
          + result.verdicts.map { verdict in
            if case .broken(let example) = verdict.finding {
              return "broken by \(example.entries.map { $0.row?.qualified ?? "" })"
            }
            return "\(verdict.finding)"
          }.joined(separator: " ")
      }
      let found = proofs.prove(rules, in: catalogue, contracts: [])
      #expect(found.map(words) == rules.map { words(prover.prove($0)) })
      return found.map(words)
    }
    let rules = try Self.rules()
    let holds = prove(rules)
    #expect(proofs.decided == 2)
    #expect(!holds.joined().contains("broken"))
    #expect(prove(rules) == holds)
    #expect(proofs.decided == 0)
    flows.read(Self.file("B", "end"))
    #expect(prove(rules)[1].contains("broken by [\"B:1b\""))
    #expect(proofs.decided == 1)
    flows.read(Self.file("B", "2"))
    #expect(prove(rules) == holds)
    #expect(proofs.decided == 1)
    _ = prove(try Self.rules("It is a tale"))
    #expect(proofs.decided == 1)
    _ = prove(Array(rules.dropFirst()))
    #expect(proofs.decided == 0)
    // A rule that spoke of a flow which is gone cannot be decided any more.
    flows.remove("A.yaml")
    _ = prove(rules)
    #expect(proofs.decided == 1)
  }
}
