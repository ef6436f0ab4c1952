import Diagnostics
import FlowModel
import FlowProof
import FlowRuntime
import FlowTestSupport
import Testing

/// Rules that name a row under `anywhere`, of which every step has a copy.
@Suite struct AnywhereRuleTests {
  /// The rows `*a` and `*xa` are possible at three and at two steps.
  private static func flows() throws -> Catalogue {
    try catalogue(of: [
      """
      flow: A
      title: Three screens
      anywhere:
        '*a': { user: closes the app, answer: "449", next: 3 }
      sections:
        - section: 1
          title: The first
          steps:
            - step: 1
              screen: One
              rows:
                a: { user: goes on, next: 2 }
        - section: 2
          title: The second
          anywhere:
            '*xa': { user: asks for help, next: 3 }
          steps:
            - step: 2
              screen: Two
              rows:
                a: { user: goes on, next: 3 }
            - step: 3
              screen: Three
              rows:
                a: { user: goes on, next: end }
      """,
      """
      flow: B
      title: Goes to the third screen
      steps:
        - step: 1
          screen: Zero
          rows:
            a: { user: goes on, next: goto A:3 }
      """,
    ])
  }

  private static func finding(_ rule: HouseRule) throws -> Verdict.Finding {
    let result = Prover(try flows()).prove(rule)
    try #require(result.diagnostics.isEmpty, "\(result.diagnostics)")
    return try #require(result[.written]).finding
  }

  /// The rows of a shortest run that breaks a rule. Nil if it is not broken.
  private static func run(_ rule: HouseRule) throws -> [String]? {
    guard case .broken(let example) = try finding(rule) else { return nil }
    #expect(example.isConfirmed)
    return example.script.moves.map(\.text)
  }

  private static func rule(
    _ form: HouseRule.Form, _ subject: String, _ other: String? = nil, until: String? = nil,
    count: Int = 0
  ) -> HouseRule {
    var rule = HouseRule(form, subject, other)
    rule.until = until.map { [HouseRule.Phrase($0, span: .top)] } ?? []
    rule.count = count
    return rule
  }

  @Test("A rule that names a row at any time sees it at every step")
  func everywhere() throws {
    let run = try Self.run(Self.rule(.neverAfter, "A:*a", "A:2"))
    #expect(run == ["A:1a", "A:*a"])
    #expect(try Self.run(Self.rule(.neverAfter, "A:*xa", "A:3")) == ["A:*a", "A:*xa"])
  }

  @Test("So do `at most`, `before`, `between`, `exactly once`, `just before` and `never both`")
  func otherForms() throws {
    let twice = ["A:*a", "A:*a"]
    #expect(try Self.run(Self.rule(.atMost, "A:*a", count: 1)) == twice)
    #expect(try Self.run(Self.rule(.exactlyOnce, "A:*a", "A:*a")) == twice)
    let after = ["A:1a", "A:*a"]
    #expect(try Self.run(Self.rule(.neverBefore, "A:*a", "A:3")) == ["A:*a"])
    #expect(
      try Self.run(Self.rule(.onlyBetween, "A:*a", "A:1", until: "A:2")) == after)
    #expect(try Self.run(Self.rule(.justBefore, "A:*a", "A:1")) == ["A:*a"])
    #expect(try Self.run(Self.rule(.neverBoth, "A:*a", "A:2")) == after)
    #expect(
      try Self.run(Self.rule(.justAfter, "A:2", "A:*a")) == ["A:1a", "A:2a", "A:3a"])
  }

  @Test(
    "A rule is triggered by any copy of such a row, and something stays possible by it"
  )
  func triggered() throws {
    var rule = Self.rule(.neverBefore, "A:*a", "B")
    rule.starts = [HouseRule.Phrase("B", span: .top)]
    guard case .holds = try Self.finding(rule) else {
      Issue.record("it is not triggered")
      return
    }
    rule = Self.rule(.alwaysPossible, "A:*a")
    rule.starts = [HouseRule.Phrase("B", span: .top)]
    guard case .broken(let example) = try Self.finding(rule) else {
      Issue.record("it is possible after the end")
      return
    }
    #expect(example.script.end == "end" && example.entries.count == 2)
  }

  @Test("The answer of such a row is one at every step")
  func answers() throws {
    #expect(try Self.run(Self.rule(.neverAfter, "answer 449", "A:2")) == ["A:1a", "A:*a"])
  }

  @Test("A guard of an app stops such a row at every step")
  func guarded() throws {
    let program = try Self.flows().compiled()
    let rule = Self.rule(.neverAfter, "A:*a", "A:2")
    let script = Script(flow: "A", moves: [.row("1a"), .row("*a")])
    #expect(try Replay.breaks(rule, script, on: program))
    var watch = try #require(RuleWatch(rule, on: program))
    var machine = try #require(program.catalogue.flow(id: "A").flatMap { program.start($0) })
    watch.enterFlow(machine)
    for name in ["1a", "*a"] {
      let position = try #require(machine.rows.firstIndex { $0.reference == name })
      let before = machine
      try machine.take(position)
      watch.take(position, before: before, after: machine)
    }
    #expect(watch.isBroken)
  }
}
