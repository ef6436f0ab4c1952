import Diagnostics
import FlowModel
import FlowProof
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

/// What stays possible while timers of sections, flows and calling steps run.
@Suite struct PossibleTimersTests {
  private func finding(
    _ texts: [String], _ subject: String, after other: String? = nil,
    given: [String: String] = [:], mostStacks: Int? = nil
  ) throws -> Verdict.Finding {
    let catalogue = try catalogue(of: texts)
    var prover = Prover(catalogue)
    if let mostStacks { prover.mostStacks = mostStacks }
    let result = prover.prove(rule(subject, after: other, given))
    try #require(result.diagnostics.isEmpty, "\(result.diagnostics)")
    let finding = try #require(result[.written]).finding
    if case .broken(let example) = finding {
      #expect(example.isConfirmed && example.isShortest)
      let run = try ScriptRun.run(example.script, on: catalogue.compiled())
      #expect(run.ending == example.script.end)
    }
    return finding
  }

  /// That the subject stays possible, or happens sooner or later after something.
  private func rule(
    _ subject: String, after other: String? = nil, _ given: [String: String] = [:]
  ) -> HouseRule {
    HouseRule(other == nil ? .alwaysPossible : .eventually, subject, other, given: given)
  }

  /// The moves of the shortest run after which the subject is impossible.
  private func moves(_ finding: Verdict.Finding) -> [String] {
    guard case .broken(let example) = finding else { return ["\(finding)"] }
    return example.script.moves.map(\.text)
  }

  /// A step that waits for `time`, in a section of ten seconds.
  private func section(_ time: String) -> [String] {
    [
      """
      flow: A
      title: Waits in a section
      sections:
        - section: 1
          title: Waiting
          anywhere:
            '*x': { event: Ten seconds pass, after: 10 s, next: 2.1 }
          steps:
            - step: 1.1
              screen: Start
              rows:
                t: { event: Time is over, after: \(time), next: 2.2 }
        - section: 2
          title: Done
          steps:
            - step: 2.1
              screen: Too late
              rows:
                a: { user: tries again, next: 1.1 }
            - step: 2.2
              screen: Right
              rows:
                a: { user: begins again, next: 1.1 }
      """
    ]
  }

  @Test("A timer of a section takes the only way away if it comes first")
  func sections() throws {
    #expect(moves(try finding(section("20 s"), "A:2.2")) == [])
    #expect(moves(try finding(section("10001 ms"), "A:2.2")) == [])
    #expect(moves(try finding(section("10 s"), "A:2.2")) == ["holds(ifUserGoesOn: false)"])
  }

  /// A step that takes eight seconds, in a flow whose timer begins earlier and counts once the
  /// first screen is left.
  private func flow(_ time: String) -> [String] {
    [
      """
      flow: A
      title: Waits in a flow
      facts:
        left: [never, once]
      anywhere:
        '*a': { event: Time is over, after: \(time), if: { left: once }, next: goto B }
      steps:
        - step: 1
          screen: Start
          rows:
            a: { user: goes on, set: { left: once }, next: 2 }
        - step: 2
          screen: Waiting
          rows:
            t: { event: Eight seconds pass, after: 8 s, next: 3 }
        - step: 3
          screen: Right
          rows:
            a: { user: begins again, set: { left: never }, next: goto A }
      """,
      """
      flow: B
      title: Too late
      facts:
        left: [never, once]
      anywhere:
        '*a': { event: Ten seconds pass, after: 10 s, next: goto B }
      steps:
        - step: 1
          screen: Late
          rows:
            t: { event: Twenty seconds pass, after: 20 s, set: { left: never }, next: goto A }
      """,
    ]
  }

  @Test("A timer of a flow takes the only way away if the run has waited too long before")
  func flows() throws {
    // At 2 s both timers come at the same time, and that of the inner step comes first.
    #expect(
      moves(try finding(flow("10 s"), "A:3", given: ["left": "never"])) == ["wait 2001 ms", "A:1a"])
    #expect(
      moves(try finding(flow("60 s"), "A:3", given: ["left": "never"])) == [
        "wait 52001 ms", "A:1a",
      ])
  }

  /// A call that is waited for ten seconds, of a flow that takes `time`.
  private func call(_ time: String) -> [String] {
    [
      """
      flow: A
      title: Calls
      steps:
        - step: 1
          call: C
          rows:
            a: { result: Done, next: 2 }
            t: { event: Ten seconds pass, after: 10 s, next: 3 }
        - step: 2
          screen: Right
          rows:
            a: { user: begins again, next: 1 }
        - step: 3
          screen: Too late
          rows:
            a: { user: tries again, next: 1 }
      """,
      """
      flow: C
      title: Is called
      kind: partial flow
      results: [Done]
      steps:
        - step: 1
          screen: Inside
          rows:
            t: { event: Time is over, after: \(time), next: result Done }
      """,
    ]
  }

  @Test("A timer of a calling step takes the only way away if the called flow needs longer")
  func calls() throws {
    #expect(moves(try finding(call("20 s"), "A:2")) == [])
    #expect(moves(try finding(call("10 s"), "A:2")) == ["holds(ifUserGoesOn: false)"])
  }

  @Test("What a timer keeps from happening does not happen if the user goes on")
  func eventually() throws {
    #expect(moves(try finding(call("20 s"), "A:2", after: "A:3")) == ["A:1t"])
    #expect(moves(try finding(section("20 s"), "A:2.2", after: "A:2.1")) == ["A:*x"])
    // If both come at the same time, the inner timer is the first one.
    #expect(
      moves(try finding(call("10 s"), "A:2", after: "A:1")) == ["holds(ifUserGoesOn: false)"])
  }

  @Test("What cannot be followed far enough with its times is not said to stay possible")
  func limits() throws {
    for text in ["10 s", "20 s"] {
      guard case .notProvable(let reason) = try finding(call(text), "A:2", mostStacks: 4) else {
        Issue.record("it was decided in six places")
        return
      }
      #expect(reason.hasPrefix("it depends on the order of timers"))
    }
  }

  @Test("The graph of all runs says the same of these flows, with milliseconds for seconds")
  func enumerated() throws {
    var judge = GraphJudge(isTimed: true)
    for (texts, subject, given) in [
      (section("20 s"), "A:2.2", [:]), (section("10 s"), "A:2.2", [:]),
      (flow("10 s"), "A:3", ["left": "never"]),
      (call("20 s"), "A:2", [:]), (call("10 s"), "A:2", [:]),
    ] {
      // Screens would be kept for Back with every row.
      let catalogue = try catalogue(
        of: texts.map {
          $0.replacing("0 s,", with: "0 ms,").replacing("8 s,", with: "8 ms,")
            .replacing("screen:", with: "await:")
        })
      judge = try compare(judge, rule(subject, given), catalogue, "\(subject) in \(texts)")
    }
    #expect(judge.possible == 4 && judge.impossible == 6, "\(judge.summary)")
  }

  @Test("What stays possible in random catalogues with such timers is as in the graph of all runs")
  func graphs() throws {
    var judge = GraphJudge(isTimed: true)
    for seed in 0..<60 {
      let catalogue = try QuickTimers.load(seed: UInt64(seed), kind: .small)
      var random = SplitMix(seed: UInt64(seed))
      var rule = RandomRule.make(&random, for: catalogue, form: .alwaysPossible)
      // Otherwise it is hardly ever possible for ever.
      if seed % 2 == 0 { rule.subject.append(HouseRule.Phrase("end", span: .top)) }
      judge = try compare(judge, rule, catalogue, "seed \(seed), \(RuleSentence(rule).text)")
    }
    #expect(judge.possible > 3 && judge.impossible > 3, "\(judge.summary)")
  }

  /// Compares what is proved in both readings.
  private func compare(
    _ judge: GraphJudge, _ rule: HouseRule, _ catalogue: Catalogue, _ about: String
  ) throws -> GraphJudge {
    var judge = judge
    var prover = Prover(catalogue)
    prover.mostStacks = 500
    for verdict in prover.prove(rule).verdicts {
      let program = catalogue.compiled(as: verdict.reading)
      let watch = try #require(RuleWatch(rule, on: program))
      var runs = Enumeration(rule, watch, on: program, most: 500)
      runs.search(to: 500)
      judge.compare(verdict.finding, with: runs, about)
    }
    return judge
  }
}
