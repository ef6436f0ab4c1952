import Diagnostics
import FlowModel
import FlowProof
import FlowRuntime
import FlowTestSupport
import Testing

/// Rules about what has to happen, in runs that come to where it can never happen.
@Suite struct TrapTests {
  private func finding(_ last: String, _ form: HouseRule.Form) throws -> Verdict.Finding {
    let catalogue = try catalogue(
      """
      flow: A
      title: Two steps that lead to each other
      steps:
        - step: 1
          prompt: First
          rows:
            a: { user: starts, next: 2 }
            b: { user: leaves, next: end }
        - step: 2
          call: B
          rows:
            a: { result: Done, next: 3 }
        - step: 3
          prompt: Third
          rows:
            a: { user: goes back, next: 2 }
            b: { user: goes on, next: \(last) }
        - step: 4
          prompt: The last one
          next: end
      """,
      """
      flow: B
      title: Is called
      kind: partial flow
      results: [Done]
      steps:
        - step: 1
          prompt: Second
          rows:
            a: { user: stays, next: stay }
            b: { user: goes on, next: result Done }
      """)
    let rule = HouseRule(form, "A:4", "A:1a")
    let finding = try #require(Prover(catalogue).prove(rule)[.written]).finding
    let program = catalogue.compiled()
    let watch = try #require(RuleWatch(rule, on: program))
    var runs = Enumeration(rule, watch, on: program, most: 1_500)
    runs.search(to: 1_500)
    var judge = GraphJudge(isTimed: false)
    judge.compare(finding, with: runs, "a trap")
    #expect(runs.isWhole && runs.graph.hasTrap == (last == "2"))
    return finding
  }

  @Test(
    "What can never happen does not happen if the user goes on",
    arguments: [HouseRule.Form.eventually, .exactlyOnce])
  func trap(form: HouseRule.Form) throws {
    guard case .broken(let example) = try finding("2", form) else {
      Issue.record("\(form) holds")
      return
    }
    #expect(example.isConfirmed && example.script.moves.map(\.text) == ["A:1a"])
    #expect(example.why.hasSuffix("`A:4` cannot happen any more"))
    guard case .holds(ifUserGoesOn: true) = try finding("4", form) else {
      Issue.record("\(form) does not hold, though the user may go on")
      return
    }
  }

  @Test("Flows that call each other without end break a rule about what has to happen then")
  func endlessCalls() throws {
    let catalogue = try catalogue(
      """
      flow: A
      title: Calls B
      steps:
        - step: 1
          prompt: First
          rows:
            a: { user: starts, next: 2 }
        - step: 2
          call: B
          rows:
            a: { result: Done, next: end }
      """,
      """
      flow: B
      title: Calls itself
      kind: partial flow
      results: [Done]
      steps:
        - step: 1
          call: B
          rows:
            a: { result: Done, next: result Done }
      """)
    // What makes it due happens in the calls only.
    let rule = HouseRule(.eventually, "A:2a", "B:1")
    let finding = try #require(Prover(catalogue).prove(rule)[.written]).finding
    guard case .broken(let example) = finding else {
      Issue.record("\(finding)")
      return
    }
    #expect(example.isConfirmed && example.script.moves.map(\.text) == ["A:1a"])
    #expect(example.why == "flows call each other without end, and `A:2a` is still due")
  }
}
