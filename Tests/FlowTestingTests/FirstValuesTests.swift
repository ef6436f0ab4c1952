import FlowModel
import FlowRuntime
import FlowTestSupport
import FlowTesting
import TestSupport
import Testing

/// First values of facts with which a flow takes given rows.
@Suite struct FirstValuesTests {
  @Test("A step that one fact passes over asks nothing of another fact in its row's conditions")
  func passedOver() throws {
    let program = try catalogue(
      """
      flow: UC1
      title: Look
      facts: { mode: [full, plain], tries: [0, 1, 2] }
      steps:
        - step: 1
          determine: whether to ask
          action: thing.find
          unless: { mode: plain }
          rows:
            a: { case: It is so, on: yes, if: { tries: 0 }, next: 2 }
            b: { case: It is not so, on: yes, if: { tries: [1, 2] }, next: end }
        - step: 2
          screen: Late
          rows:
            a: { user: goes on, if: { tries: 2 }, next: end }
      """
    ).compiled()
    let flow = try need(program.catalogue.flow(id: "UC1"))
    let found = try #require(FirstValues(of: ["1a", "2a"], in: flow, on: program))
    #expect(found.facts.map { "\($0.name) \($0.value)" } == ["mode plain", "tries 2"])
  }

  @Test("Values are found for rows exactly if a run with some first values takes them")
  func random() throws {
    var counts = (found: 0, none: 0)
    for seed in 0..<UInt64(sampleSize("FIRST_VALUES", or: 400)) {
      var random = SplitMix(seed: seed)
      let program = try catalogue(FirstValuesTests.flow(&random)).compiled()
      let flow = try need(program.catalogue.flow(id: "UC1"))
      let rows = (1...4).map { "\($0)\(random.pick(["a", "a", "b"]))" }
      var script = Script(flow: "UC1", name: "", moves: rows.map { .row($0) })
      script.only = true
      let runs = FirstValuesTests.choices(program).contains { facts in
        script.facts = facts
        return (try? ScriptRun.run(script, on: program)) != nil
      }
      if runs { counts.found += 1 } else { counts.none += 1 }
      let found = FirstValues(of: rows, in: flow, on: program)
      #expect((found != nil) == runs, "seed \(seed): \(rows)")
    }
    #expect(counts.found > 20 && counts.none > 20, "\(counts)")
  }

  /// A flow of four steps whose rows have conditions of two facts, and which such facts pass over.
  private static func flow(_ random: inout SplitMix) -> String {
    var text = """
      flow: UC1
      title: Look
      facts: { mode: [full, plain, quick], tries: [0, 1, 2] }
      steps:

      """
    let facts = [("mode", ["full", "plain", "quick"]), ("tries", ["0", "1", "2"])]
    for step in 1...4 {
      let next = step == 4 ? "end" : "\(step + 1)"
      let (fact, values) = random.pick(facts)
      let held = random.pick(values)
      let others = values.filter { $0 != held }.joined(separator: ", ")
      text += """
          - step: \(step)
            determine: what holds
            action: thing.find

        """
      if random.next(2) == 0 { text += "    count: { tries: yes }\n" }
      if random.next(3) > 0 {
        let (fact, values) = random.pick(facts)
        text += "    unless: { \(fact): \(random.pick(values)) }\n"
      }
      text += """
            rows:
              a: { case: One, on: yes, if: { \(fact): \(held) }, next: \(next) }
              b: { case: Other, on: yes, if: { \(fact): [\(others)] }, next: \(next) }

        """
    }
    return text
  }

  /// All first values of facts.
  private static func choices(_ program: Program) -> [[(name: String, value: String)]] {
    var choices: [[(name: String, value: String)]] = [[]]
    for fact in program.facts {
      choices = choices.flatMap { choice in fact.values.map { choice + [(fact.name, $0)] } }
    }
    return choices
  }
}
