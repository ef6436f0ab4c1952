import FlowModel
import FlowProof
import FlowTestSupport
import Testing

/// Back, results after it, and steps that are passed over. Random catalogues come to these runs too
/// seldom.
@Suite struct BackTests {
  /// What is found, and the rows of the run that breaks the rule.
  private func finding(
    _ flows: [String], given: [String: String] = [:], _ form: HouseRule.Form, _ subject: String,
    _ other: String? = nil
  ) throws -> String {
    let result = try Prover(catalogue(of: flows)).prove(
      HouseRule(form, subject, other, given: given))
    #expect(result.diagnostics.isEmpty)
    switch try #require(result[.written]).finding {
    case .broken(let example):
      #expect(example.isConfirmed, "\(example.why)")
      return "broken: " + example.script.moves.map(\.text).joined(separator: " ")
    case .holds: return "holds"
    case .neverTriggered: return "never triggered"
    case .notProvable(let reason): return "not provable: \(reason)"
    }
  }

  private static let asking = """
    flow: A
    title: A question that is asked once
    facts:
      name: [unknown, known]
    steps:
      - step: 1
        screen: Home
        rows:
          a: { user: starts, next: 2 }
      - step: 2
        screen: Who are you?
        unless: { name: known }
        rows:
          a: { user: answers, set: { name: known }, next: 3 }
      - step: 3
        screen: Hello
        rows:
          a: { user: goes back, next: back }
    """

  @Test("A step that is passed over is the step before the next one")
  func passedOver() throws {
    let known = ["name": "known"]
    #expect(try finding([Self.asking], given: known, .justBefore, "A:3", "A:2a") == "holds")
    #expect(
      try finding([Self.asking], given: known, .justBefore, "A:3", "A:1") == "broken: A:1a A:2a")
  }

  @Test("Back does not lead to a screen that is passed over now")
  func backOverScreen() throws {
    let unknown = ["name": "unknown"]
    #expect(try finding([Self.asking], given: unknown, .justAfter, "A:3a", "A:1") == "holds")
  }

  private static let leaving = [
    """
    flow: A
    title: Calls a flow that can be left for good
    steps:
      - step: 1
        call: B
        rows:
          a: { result: Done, next: end }
    """,
    """
    flow: B
    title: Is called
    kind: partial flow
    results: [Done]
    steps:
      - step: 1
        screen: Inside
        rows:
          a: { user: asks for help, next: goto C }
          b: { user: is done, next: result Done }
    """,
    """
    flow: C
    title: Help
    steps:
      - step: 1
        screen: Help
        rows:
          a: { user: goes back, next: back }
    """,
  ]

  @Test("Back out of a flow that a call was left for leads to the screen of the call")
  func backIntoCall() throws {
    #expect(
      try finding(Self.leaving, .neverAfter, "B:1b", "C") == "broken: B:1a C:1a B:1b")
  }

  @Test("The result of a call to which Back has led returns to the caller")
  func resultAfterBack() throws {
    #expect(
      try finding(Self.leaving, .neverAfter, "A:1a", "C") == "broken: B:1a C:1a B:1b A:1a")
  }
}
