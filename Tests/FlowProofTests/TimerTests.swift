import Diagnostics
import FlowModel
import FlowProof
import FlowRuntime
import FlowTestSupport
import Testing

/// Rules about timers that go on while a called flow runs.
@Suite struct TimerTests {
  private func finding(
    _ callee: String, form: HouseRule.Form = .never
  ) throws -> (finding: Verdict.Finding, catalogue: Catalogue) {
    let catalogue = try catalogue(of: [
      """
      flow: A
      title: Calls
      steps:
        - step: 1
          call: B
          rows:
            a: { result: Done, next: end }
            t: { event: A minute is over, after: 60 s, next: 2 }
        - step: 2
          screen: Too late
          next: end
      """,
      "flow: B\ntitle: Is called\nkind: partial flow\nresults: [Done]\nsteps:\n" + callee,
    ])
    let rule = HouseRule(form, "A:2", form == .eventually ? "B" : nil)
    let result = Prover(catalogue).prove(rule)
    try #require(result.diagnostics.isEmpty)
    return (try #require(result[.written]).finding, catalogue)
  }

  /// A step of the called flow with a timer.
  private func step(
    _ number: Int, after time: String, next: String = "result Done", late: String = "result Done"
  ) -> String {
    """
      - step: \(number)
        screen: Screen \(number)
        rows:
          a: { user: goes on, next: \(next) }
          t: { event: Time is over, after: \(time), next: \(late) }

    """
  }

  @Test("A timer of the calling step runs out while the called flow runs")
  func callers() throws {
    guard case .broken(let example) = try finding(step(1, after: "90 s")).finding else {
      Issue.record("the rule holds")
      return
    }
    #expect(example.script.moves.map(\.text) == ["A:1t"])
    #expect(example.isConfirmed && example.script.end == "waiting A:2")
  }

  @Test("A step of the called flow with a shorter timer keeps it from running out")
  func shorter() throws {
    guard case .holds = try finding(step(1, after: "60 s")).finding else {
      Issue.record("the rule is broken")
      return
    }
  }

  @Test("It runs out later if the run waits before, and the script says how long")
  func waits() throws {
    let found = try finding(step(1, after: "40 s", next: "2") + step(2, after: "40 s"))
    guard case .broken(let example) = found.finding else {
      Issue.record("the rule holds")
      return
    }
    // At 20 s the timer of B:2 would come at the same time, and that of the inner step comes first.
    #expect(example.script.moves.map(\.text) == ["wait 20001 ms", "B:1a", "A:1t"])
    #expect(example.isConfirmed && example.entries.count == 2)
    let run = try ScriptRun.run(example.script, on: found.catalogue.compiled())
    #expect(run.ending == "waiting A:2" && run.entries.map(\.at) == [20_001, 60_000])
  }

  @Test("A loop in the called flow does not break a rule if a caller's timer ends it")
  func loops() throws {
    let found = try finding(step(1, after: "10 s", next: "1", late: "1"), form: .eventually)
    guard case .notProvable(let reason) = found.finding else {
      Issue.record("\(found.finding)")
      return
    }
    #expect(reason.hasPrefix("it depends on the order of timers"))
  }

  /// Two flows that lead to each other, and a timer that another one always precedes.
  private func ring(_ more: String = "") throws -> Verdict {
    let catalogue = try catalogue(
      """
      flow: A
      title: Leads to B
      anywhere:
        '*a': { event: Ten seconds pass, after: 10 s, next: goto B }
        '*b': { event: Twenty seconds pass, after: 20 s, next: 2 }
      steps:
        - step: 1
          screen: First
          rows:
            a: { user: stays, next: stay }
        - step: 2
          screen: Too late
          next: end
      """,
      """
      flow: B
      title: Leads to A
      steps:
        - step: 1
          screen: Second
          rows:
            a: { user: goes on, next: goto A }
      """ + more)
    return try #require(Prover(catalogue).prove(HouseRule(.never, "A:2"))[.written])
  }

  @Test("Screens do not keep a rule from being decided if no row goes back to them")
  func screensWithoutBack() throws {
    let verdict = try ring()
    guard case .holds = verdict.finding else {
      Issue.record("\(verdict.finding)")
      return
    }
    #expect(verdict.places < 100)
  }

  @Test(
    "Runs that show a screen with every row are given up early, since all of their stacks are kept")
  func deepStacks() throws {
    let verdict = try ring("\n      b: { user: goes back, next: back }")
    guard case .notProvable = verdict.finding else {
      Issue.record("\(verdict.finding)")
      return
    }
    #expect(verdict.places < 10_000)
  }

  @Test("The timers of a called flow that a `goto` left begin again when Back returns to it")
  func backAfterGoto() throws {
    let catalogue = try catalogue(of: [
      """
      flow: A
      title: Calls
      steps:
        - step: 1
          call: B
          next: end
      """,
      """
      flow: B
      title: Is called
      kind: partial flow
      anywhere:
        '*t': { event: Ten seconds pass, after: 10 s, next: end }
      steps:
        - step: 1
          screen: Inside
          rows:
            a: { user: leaves, next: goto C }
            s: { event: Nine seconds pass, after: 9 s, next: result done }
      """,
      """
      flow: C
      title: Outside
      steps:
        - step: 1
          await: eight seconds
          after: 8 s
          next: back
      """,
    ])
    let result = Prover(catalogue).prove(HouseRule(.neverBefore, "B:*t", "end"))
    try #require(result.diagnostics.isEmpty)
    guard case .neverTriggered = try #require(result[.written]).finding else {
      Issue.record("the timer of the flow goes on")
      return
    }
  }

  @Test("A timer that is over when a run is resumed leaves no other row open")
  func overWhenResumed() throws {
    func flows(_ way: String) throws -> Catalogue {
      try catalogue(of: [
        """
        flow: A
        title: Has a timer
        steps:
          - step: 1
            screen: A question
            rows:
              a: { user: answers, next: end }
              t: { event: Time is over, after: 5 s, next: end }
        """,
        """
        flow: B
        title: Is shown when the app comes back
        steps:
          - step: 1
            screen: Wait
            rows:
              \(way)
        """,
      ])
    }
    let rule = HouseRule(.neverAfter, "A:1a", "B", interruptedBy: "B")
    for (way, isBroken) in [
      ("t: { event: Time is over, after: 9 s, next: resume }", false),
      ("t: { event: Time is over, after: 4 s, next: resume }", true),
      ("a: { user: closes it, next: resume }", true),
    ] {
      let result = Prover(try flows(way)).prove(rule)
      try #require(result.diagnostics.isEmpty)
      guard case .broken(let example) = try #require(result[.written]).finding else {
        // Suspensions may nest without end, so not all runs can be followed with their times.
        #expect(!isBroken, "\(way)")
        continue
      }
      #expect(isBroken && example.isConfirmed, "\(way)")
    }
  }
}
