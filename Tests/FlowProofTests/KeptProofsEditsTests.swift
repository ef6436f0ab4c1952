import Diagnostics
import FlowLoader
import FlowModel
import FlowTestSupport
import TestSupport
import Testing

@testable import FlowProof

/// House rules that are kept while files are changed at random, against proving everything from
/// nothing.
@Suite struct KeptProofsEditsTests {
  /// Flows as lines that are changed one by one.
  private struct Draft {
    static let count = 10
    var random: SplitMix
    /// For every flow where its rows lead, its name of an action, and the values of its fact. Nil
    /// if its file is gone.
    var files: [(targets: [String], action: String, values: String, isBroken: Bool)?] = []

    init(seed: Int) {
      random = SplitMix(seed: UInt64(seed))
      for flow in 0..<Draft.count { files.append(made(flow)) }
    }

    private mutating func made(
      _ flow: Int
    ) -> (targets: [String], action: String, values: String, isBroken: Bool) {
      ((0..<4).map { _ in target(flow) }, "act.a\(flow)", "[v0, v1, v2]", false)
    }

    /// Flows lead to few others, so that most edits concern few rules.
    private mutating func target(_ flow: Int) -> String {
      switch random.next(6) {
      case 0: "end"
      case 1: "goto F\((flow + 1 + random.next(2)) % Draft.count)"
      case 2: "back"
      default: "\(1 + random.next(3))"
      }
    }

    mutating func edit() {
      let flow = random.next(Draft.count)
      guard files[flow] != nil else {
        files[flow] = made(flow)
        return
      }
      switch random.next(12) {
      case 0: files[flow] = nil
      case 1: files[flow]?.action = "act.b\(random.next(3))"
      case 2: files[flow]?.values = random.next(2) == 0 ? "[v1, v0, v2]" : "[v0, v2]"
      case 3: files[flow]?.isBroken.toggle()
      default:
        let (row, target) = (random.next(4), target(flow))
        files[flow]?.targets[row] = target
      }
    }

    func text(_ flow: Int) -> String? {
      files[flow].map { file in
        """
        flow: F\(flow)
        title: Flow \(flow)
        \(file.isBroken ? "stepz: [" : "facts: { f\(flow % 3): \(file.values) }")
        steps:
          - step: 1
            screen: Home \(flow)
            rows:
              a: { user: goes on, next: \(file.targets[0]) }
              b: { user: goes on, if: { f\(flow % 3): v2 }, next: \(file.targets[1]) }
          - step: 2
            system: works
            action: \(file.action)
            next: \(file.targets[2])
          - step: 3
            screen: Other \(flow)
            rows:
              a: { user: goes on, next: \(file.targets[3]) }
              b: { user: leaves, next: end }
        """
      }
    }

    mutating func rule(_ number: Int) -> HouseRule {
      var rule = HouseRule()
      rule.name = HouseRule.Phrase("rule-\(number)", span: .top)
      rule.because = "It is random"
      rule.form = random.pick([.never, .neverBefore, .eventually, .alwaysPossible, .atMost])
      func thing() -> [HouseRule.Phrase] {
        let flow = random.next(Draft.count)
        return [
          HouseRule.Phrase(
            random.pick([
              "F\(flow)", "F\(flow):2", "F\(flow):3a", "action act.a\(flow)",
              "screen Other \(flow)", "end",
            ]), span: .top)
        ]
      }
      rule.subject = rule.form == .alwaysPossible ? [HouseRule.Phrase("end", span: .top)] : thing()
      if rule.form == .neverBefore || rule.form == .eventually { rule.other = thing() }
      if random.next(6) > 0 {
        rule.starts = [HouseRule.Phrase("F\(random.next(Draft.count))", span: .top)]
      }
      if random.next(3) == 0 {
        let fact = HouseRule.Phrase("f\(random.next(3))", span: .top)
        rule.given = [
          HouseRule.Values(fact: fact, values: [HouseRule.Phrase("v1", span: .top)])
        ]
      }
      return rule
    }
  }

  @Test(
    "After each of 19 random edits kept verdicts are those of proving everything",
    arguments: 0..<sampleSize("KEPT_PROOFS", or: 2))
  func edits(seed: Int) {
    var draft = Draft(seed: seed)
    let rules = (0..<10).map { draft.rule($0) }
    var flows = KeptFlows()
    var proofs = KeptProofs()
    var decided = 0
    for edit in 0..<20 {
      if edit > 0 { draft.edit() }
      for flow in 0..<Draft.count {
        guard let text = draft.text(flow) else {
          flows.remove("F\(flow).yaml")
          continue
        }
        flows.read(SourceFile(path: "F\(flow).yaml", bytes: Array(text.utf8)))
      }
      let catalogue = flows.result().readable
      let kept = proofs.prove(rules, in: catalogue, contracts: [])
      if edit > 0 { decided += proofs.decided }
      let prover = Prover(catalogue)
      for (rule, result) in zip(rules, kept) {
        #expect(
          Self.words(result) == Self.words(prover.prove(rule)),
          "seed \(seed), edit \(edit), \(RuleSentence(rule).text)")
      }
    }
    // How many it is depends on how the flows hang together, so the bound is wide.
    #expect(decided < 19 * rules.count * 9 / 10, "\(decided) were decided again")
  }

  private static func words(_ result: Prover.Result) -> String {
    "\(result.diagnostics.map(\.message)) "
      + result.verdicts.map { verdict in
        guard case .broken(let example) = verdict.finding else { return "\(verdict.finding)" }
        let rows = example.entries.map { $0.row?.qualified ?? "" }
        return
          "\(rows) \(example.loop) \(example.why) \(example.script.facts) \(example.isConfirmed)"
      }.joined(separator: "; ")
  }
}
