import FlowModel
import FlowProof
import FlowTestSupport
import Testing

/// Flows of which each calls the next one twice, so that the length of a run doubles with each.
@Suite struct ChainTests {
  private static func chain(_ count: Int, back: Bool = false) throws -> Catalogue {
    try catalogue(
      of: (0..<count).map { number in
        let kind = number == 0 ? "" : "kind: partial flow\nresults: [Done]\n"
        let last = number == 0 ? "end" : "result Done"
        let head = "flow: C\(number)\ntitle: One of a chain\n\(kind)steps:\n"
        guard number < count - 1 else {
          return head + """
              - step: 1
                screen: The last
                rows:
                  a: { user: goes on, next: result Done }
                  b: { user: asks again, next: 1 }
            """
        }
        return head + """
            - step: 1
              call: C\(number + 1)
              rows:
                a: { result: Done, next: 2 }
            - step: 2
              call: C\(number + 1)
              rows:
                a: { result: Done, next: 3 }
            - step: 3
              screen: Screen \(number)
              rows:
                a: { user: goes on, next: \(last) }
                b: { user: turns round, next: \(back ? "back" : "1") }
          """
      })
  }

  private static func verdict(_ rule: HouseRule, _ flows: Catalogue) throws -> Verdict {
    let result = Prover(flows).prove(rule)
    try #require(result.diagnostics.isEmpty, "\(result.diagnostics)")
    return try #require(result[.written])
  }

  @Test(
    "The places of a proof grow with the number of flows, not with the length of their runs",
    arguments: [20, 40, 60])
  func places(count: Int) throws {
    let flows = try Self.chain(count)
    for form in [HouseRule.Form.alwaysPossible, .eventually, .neverBefore] {
      let subject = form == .neverBefore ? "C\(count - 1):1b" : "end"
      let other = form == .alwaysPossible ? nil : "C\(count - 1)"
      let verdict = try Self.verdict(HouseRule(form, subject, other, start: "C0"), flows)
      guard case .holds = verdict.finding else {
        Issue.record("\(form): \(verdict.name)")
        continue
      }
      #expect(verdict.places < 40 * count, "\(form)")
    }
  }

  @Test("If all runs that break a rule are too long to be shown, it says so")
  func tooLong() throws {
    let rule = HouseRule(.never, "C0:3a", start: "C0")
    guard case .broken(let example) = try Self.verdict(rule, Self.chain(8)).finding else {
      Issue.record("a run of a few hundred rows is shown")
      return
    }
    // Each flow takes the results of two calls and a row of its own.
    #expect(example.isConfirmed && example.entries.count == 509)
    let verdict = try Self.verdict(rule, Self.chain(40))
    guard case .notProvable(let reason) = verdict.finding else {
      Issue.record("\(verdict.name)")
      return
    }
    #expect(reason == "the shortest run that breaks it has more than 10000 rows")
    #expect(verdict.places < 40 * 200)
  }

  @Test("So it does of what stays possible, of loops and of traps")
  func tooLongForEver() throws {
    let flows = try Self.chain(30)
    for form in [HouseRule.Form.alwaysPossible, .eventually] {
      let other = form == .eventually ? "C0:3" : nil
      let rule = HouseRule(form, "C29:1b", other, start: "C0")
      guard case .notProvable(let reason) = try Self.verdict(rule, flows).finding else {
        Issue.record("\(form)")
        continue
      }
      #expect(reason.hasPrefix("the shortest run that breaks it"))
    }
  }

  @Test("With Back, too", arguments: [20, 30])
  func back(count: Int) throws {
    let rule = HouseRule(.neverBefore, "C\(count - 1):1b", "C\(count - 1)", start: "C0")
    let verdict = try Self.verdict(rule, Self.chain(count, back: true))
    guard case .holds = verdict.finding else {
      Issue.record("\(verdict.name)")
      return
    }
    #expect(verdict.places < 60 * count)
  }

  @Test("A flow that is called at many steps, and left with many facts, has a limit of ways")
  func ways() throws {
    let calls = (1...40).map { number in
      """
        - step: \(number)
          call: B
          rows:
            a: { result: Done, next: \(number < 40 ? "\(number + 1)" : "1") }
      """
    }
    let flows = try catalogue(of: [
      "flow: A\ntitle: Calls\nsteps:\n" + calls.joined(separator: "\n"),
      """
      flow: B
      title: Counts
      kind: partial flow
      results: [Done]
      facts: { n: 0..9 }
      steps:
        - step: 1
          user: chooses
          rows:
            a: { user: counts on, next: 2 }
            b: { user: begins again, reset: n, next: 1 }
            c: { user: is done, if: { n: 0..8 }, next: result Done }
        - step: 2
          system: counts
          action: system.count
          count: { n: done }
          next: 1
      """,
    ])
    let rule = HouseRule(.alwaysPossible, "B:1b", given: ["n": "0"])
    var prover = Prover(flows)
    guard case .holds = try #require(prover.prove(rule)[.written]).finding else {
      Issue.record("it holds")
      return
    }
    prover.mostWays = 4_000
    guard case .notProvable(let reason) = try #require(prover.prove(rule)[.written]).finding else {
      Issue.record("there is no limit")
      return
    }
    #expect(reason == "its runs have more than 4000 ways between their places")
  }
}
