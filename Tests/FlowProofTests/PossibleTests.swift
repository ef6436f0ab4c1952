import Diagnostics
import FlowModel
import FlowProof
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

/// Rules about what must stay possible or must happen sooner or later.
@Suite struct PossibleTests {
  private static let calls = [
    """
    flow: A
    title: Calls twice
    steps:
      - step: 1
        screen: Start
        rows:
          a: { user: selects a, next: 2 }
          b: { user: selects b, next: 3 }
          c: { user: selects c, next: 7 }
      - step: 2
        call: C
        rows:
          a: { result: Done, next: end }
      - step: 3
        screen: Far
        rows:
          a: { user: goes on, next: 4 }
          b: { user: leaves, next: end }
      - step: 4
        screen: Farther
        rows:
          a: { user: goes on, next: 5 }
          b: { user: leaves, next: end }
      - step: 5
        call: C
        rows:
          a: { result: Done, next: 8 }
      - step: 7
        screen: Near
        rows:
          a: { user: goes on, next: 8 }
          b: { user: leaves, next: end }
      - step: 8
        screen: Stuck
        rows:
          a: { user: tries again, next: 8 }
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
          a: { user: is done, next: result Done }
    """,
  ]

  private func finding(
    _ texts: [String], _ form: HouseRule.Form, _ subject: String, after other: String? = nil,
    interruptedBy flow: String? = nil, mostPlaces: Int? = nil
  ) throws -> Verdict.Finding {
    var prover = Prover(try catalogue(of: texts))
    if let mostPlaces { prover.mostPlaces = mostPlaces }
    let result = prover.prove(HouseRule(form, subject, other, interruptedBy: flow))
    try #require(result.diagnostics.isEmpty, "\(result.diagnostics)")
    return try #require(result[.written]).finding
  }

  private func rows(_ finding: Verdict.Finding) -> [String] {
    guard case .broken(let example) = finding else { return ["\(finding)"] }
    return example.entries.compactMap { $0.row?.qualified }
  }

  @Test("Of two runs after which the end is impossible the shorter one is shown")
  func shortest() throws {
    // C:1 is nearer than A:8, but from there the end is impossible only if A:5 has called.
    #expect(rows(try finding(Self.calls, .alwaysPossible, "end")) == ["A:1c", "A:7a"])
  }

  @Test("What the last row was has just happened, and need not be possible again")
  func justHappened() throws {
    let text = """
      flow: A
      title: Leaves
      steps:
        - step: 1
          screen: Start
          rows:
            a: { user: tries again, next: 1 }
            b: { user: leaves, next: 2 }
        - step: 2
          system: says goodbye
          next: end
      """
    guard case .broken(let example) = try finding([text], .alwaysPossible, "A:1b") else {
      Issue.record("after A:2 it is possible again")
      return
    }
    #expect(example.entries.map { $0.row?.qualified } == ["A:1b", "A:2"])
    #expect(rows(try finding([text], .alwaysPossible, "end")) == ["holds(ifUserGoesOn: false)"])
    let last = text.replacing("next: 2 }", with: "next: end }")
    #expect(
      rows(try finding([last], .alwaysPossible, "A:1b")) == ["holds(ifUserGoesOn: false)"])
  }

  @Test("Where no row can be taken, something may still happen after an interruption")
  func interrupted() throws {
    let texts = [
      """
      flow: A
      title: Waits for nothing
      facts:
        can: [missing, saved]
      steps:
        - step: 1
          screen: Start
          rows:
            a: { user: uses it, if: { can: saved }, set: { can: missing }, next: 1 }
      """,
      """
      flow: B
      title: Interrupts
      steps:
        - step: 1
          screen: Back again
          rows:
            a: { user: leaves, next: end }
      """,
    ]
    #expect(
      rows(try finding(texts, .alwaysPossible, "end", interruptedBy: "B"))
        == ["holds(ifUserGoesOn: false)"])
    #expect(rows(try finding(texts, .alwaysPossible, "end")) == [])
  }

  @Test("What happens in every round of a loop is not due for ever")
  func everyRound() throws {
    let text = """
      flow: A
      title: Goes round
      steps:
        - step: 1
          determine: what comes
          action: thing.find
          rows:
            a: { case: One, on: one, next: 1 }
            b: { case: Two, on: two, next: 1 }
      """
    #expect(
      rows(
        try finding(
          [text.replacing(", on: two, next: 1", with: ", on: two, next: end")], .eventually, "A:1a",
          after: "A:1"))
        == ["A:1b"])
    let one = text.split(separator: "\n").dropLast().joined(separator: "\n")
    #expect(
      rows(try finding([one], .eventually, "A:1a", after: "A:1"))
        == ["holds(ifUserGoesOn: false)"])
    #expect(rows(try finding([text], .eventually, "A:1a", after: "A:1")) == ["A:1b"])
  }

  @Test("What stays possible and what repeats for ever is as in the graph of all runs")
  func graphs() throws {
    var judge = GraphJudge(isTimed: false)
    for seed in 0..<50 {
      let catalogue = try RandomCatalogue.load(seed: UInt64(seed), hasLongTimers: false)
      var random = SplitMix(seed: UInt64(seed))
      let form = random.pick([HouseRule.Form.alwaysPossible, .eventually, .exactlyOnce])
      let rule = RandomRule.make(&random, for: catalogue, form: form)
      var prover = Prover(catalogue)
      prover.mostPlaces = 2_000
      prover.mostStacks = 200
      for verdict in prover.prove(rule).verdicts {
        let program = catalogue.compiled(as: verdict.reading)
        let watch = try #require(RuleWatch(rule, on: program))
        var runs = Enumeration(rule, watch, on: program, most: 150)
        runs.search(to: 150)
        judge.compare(verdict.finding, with: runs, "seed \(seed), \(RuleSentence(rule).text)")
      }
    }
    #expect(judge.hasSeenMost, "\(judge.summary)")
  }

  @Test("A short run that breaks a rule is shown although there are too many places to search")
  func tooMany() throws {
    let limited = try finding(Self.calls, .eventually, "A:8", after: "A:1", mostPlaces: 3)
    #expect(rows(limited) == rows(try finding(Self.calls, .eventually, "A:8", after: "A:1")))
    guard
      case .notProvable(let reason) = try finding(
        Self.calls, .alwaysPossible, "end", mostPlaces: 3)
    else {
      Issue.record("it was decided in three places")
      return
    }
    #expect(reason == "its runs come to more than 3 places")
  }
}
