import Diagnostics
import FlowModel
import FlowProof
import FlowRuntime
import FlowTestSupport
import Testing

/// Rules about who decides: the atoms `person` and `agent`.
@Suite struct TakerRuleTests {
  /// A refund, with `by` in the places that a test wants.
  private func refund(
    step: String = "", approves: String = "", sends: String = "", unless: String = ""
  ) throws -> Catalogue {
    try catalogue(
      """
      flow: A
      title: A refund
      facts: { trusted: [no, yes] }
      steps:
        - step: 1
          screen: A case\(step)
          rows:
            a: { user: approves it, \(approves)next: 2 }
            b: { user: declines it, next: end }
        - step: 2
          user: sends it\(sends)\(unless)
        - step: 3
          execute: the refund
          action: order.refund
          rows:
            a: { case: It is paid, on: paid, next: end }
      """)
  }

  private func finding(_ rule: HouseRule, _ catalogue: Catalogue) throws -> Verdict.Finding {
    let result = Prover(catalogue).prove(rule)
    try #require(result.diagnostics.isEmpty)
    let finding = try #require(result[.written]).finding
    let program = catalogue.compiled()
    let watch = try #require(RuleWatch(rule, on: program))
    var runs = Enumeration(rule, watch, on: program, most: 1_500)
    runs.search(to: 12)
    if case .broken(let example) = finding {
      #expect(example.isConfirmed)
      #expect(runs.found == example.entries.count)
    } else {
      #expect(runs.found == nil)
    }
    #expect(runs.disagreements == 0)
    return finding
  }

  private func holds(_ rule: HouseRule, _ catalogue: Catalogue) throws -> Bool {
    if case .holds = try finding(rule, catalogue) { true } else { false }
  }

  private let needsPerson = HouseRule(.neverBefore, "action order.refund", "person")

  @Test("No run reaches the action without a person's row, if the row before it is a person's")
  func row() throws {
    #expect(try holds(needsPerson, refund(approves: "by: person, ")))
    let declines = try refund(approves: "by: agent, ", sends: "\n    by: person")
    #expect(try holds(needsPerson, declines))
  }

  @Test("`by` at a step holds for its rows, unless a row says something else")
  func step() throws {
    #expect(try holds(needsPerson, refund(step: "\n    by: person")))
    let other = try refund(step: "\n    by: person", approves: "by: agent, ")
    #expect(try !holds(needsPerson, other))
  }

  @Test("A row for which the table says nothing may be an agent's")
  func silence() throws {
    let never = HouseRule(.never, "agent")
    #expect(try !holds(never, refund(approves: "by: person, ")))
    let all = try refund(step: "\n    by: person", sends: "\n    by: person")
    #expect(Prover(all).prove(never).diagnostics.map(\.message) == ["no row is taken by an agent"])
  }

  @Test("A rule about persons is refused where no table keeps a row for one")
  func nobody() throws {
    let diagnostics = Prover(try refund()).prove(needsPerson).diagnostics
    #expect(diagnostics.map(\.message) == ["no row is taken by a person only"])
  }

  @Test("A step that is passed over was decided by nobody")
  func passedOver() throws {
    let flows = try refund(sends: "\n    by: person", unless: "\n    unless: { trusted: yes }")
    for (value, isSafe) in [("yes", false), ("no", true)] {
      let rule = HouseRule(
        .neverBefore, "action order.refund", "person", given: ["trusted": value])
      #expect(try holds(rule, flows) == isSafe)
    }
  }

  @Test("A row at any time is whose it says, at every step", arguments: ["person", "agent"])
  func anywhere(_ taker: String) throws {
    let catalogue = try catalogue(
      """
      flow: A
      title: A refund
      sections:
        - section: 1
          title: Main
          anywhere:
            '*a': { user: sends it, by: \(taker), next: 2 }
          steps:
            - step: 1.1
              screen: A case
              rows:
                a: { user: reads on, by: agent, next: 1.2 }
            - step: 1.2
              screen: The same case
              rows:
                a: { user: approves it, by: person, next: 2 }
        - section: 2
          title: The refund
          steps:
            - step: 2.1
              execute: the refund
              action: order.refund
              on: paid
              next: end
      """)
    #expect(try holds(needsPerson, catalogue) == (taker == "person"))
  }
}
