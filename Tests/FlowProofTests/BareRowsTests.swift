import Diagnostics
import FlowModel
import FlowProof
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

/// Rules about flows without facts, calls and Back, against plain enumeration of runs.
@Suite struct BareRowsTests {
  @Test("Where nothing but rows decides, a rule is broken exactly if enumeration finds a run")
  func enumeration() throws {
    var verdicts: [String: Int] = [:]
    for seed in 0..<120 {
      var random = SplitMix(seed: UInt64(seed))
      let catalogue = try catalogue(of: FlatCatalogue.texts(&random))
      let rule = RandomRule.make(&random, for: catalogue)
      let result = Prover(catalogue).prove(rule)
      try #require(result.diagnostics.isEmpty, "\(seed): \(result.diagnostics)")
      for verdict in result.verdicts {
        let program = catalogue.compiled(as: verdict.reading)
        let watch = try #require(RuleWatch(rule, on: program))
        var runs = Enumeration(rule, watch, on: program, most: 600)
        runs.search(to: 14)
        let about = "seed \(seed), \(RuleSentence(rule).text) as \(verdict.reading.rawValue)"
        verdicts[verdict.name, default: 0] += 1
        switch verdict.finding {
        case .broken(let example):
          #expect(example.isConfirmed, "\(about)")
          if rule.form != .alwaysPossible, example.isStranded, runs.isWhole {
            #expect(runs.graph.hasTrap, "\(about)")
          }
          guard !example.isStranded, example.loop == 0 else { continue }
          let length = example.entries.count
          #expect(runs.found ?? length == length, "\(about)")
          #expect(runs.found != nil || length > runs.complete, "\(about)")
        case .holds, .neverTriggered: #expect(runs.found == nil, "\(about)")
        case .notProvable(let reason): Issue.record("\(about): \(reason)")
        }
      }
    }
    #expect(Set(verdicts.keys) == ["holds", "does not hold", "is never triggered"])
  }

  @Test("A rule that no run of bare rows comes to is never triggered, and one that all keep holds")
  func triggered() throws {
    let catalogue = try catalogue(
      """
      flow: A1
      title: Bare rows
      steps:
        - step: 1
          user: chooses
          rows:
            a: { user: goes on, next: 2 }
            b: { user: leaves, next: end }
        - step: 2
          user: leaves
          next: goto A2
      """,
      """
      flow: A2
      title: Others
      steps:
        - step: 1
          user: leaves
          next: result Done
        - step: 2
          user: leaves
          next: end
      results: [Done]
      """)
    func name(_ form: HouseRule.Form, _ subject: String, _ other: String?) -> [String] {
      Prover(catalogue).prove(HouseRule(form, subject, other, start: "A1")).verdicts.map(\.name)
    }
    let holds = ["holds", "holds"]
    #expect(name(.neverBefore, "A2", "A1:1a") == holds)
    #expect(name(.neverBefore, "A2:2", "A1:1a") == ["is never triggered", "is never triggered"])
    #expect(name(.never, "A2:2", nil) == holds)
    #expect(name(.neverAfter, "A2:1", "A1:1b") == holds)
    // A run that cannot come to the subject says nothing about it.
    #expect(name(.neverAfter, "A2:2", "A1:1b") == ["is never triggered", "is never triggered"])
    #expect(name(.neverBoth, "A2", "A1:1b") == holds)
    #expect(name(.justAfter, "A1:1a", "A1:2") == holds)
    #expect(name(.justBefore, "A1:2", "A1:1a") == holds)
    let broken = ["does not hold", "does not hold"]
    // Between the two is a step of which the sentence does not speak.
    #expect(name(.justAfter, "A1:1", "A2:1") == broken)
    #expect(name(.justBefore, "A2:1", "A1:1") == broken)
    #expect(name(.never, "end result Done", nil) == broken)
    #expect(name(.never, "end back", nil) == holds)
  }
}

/// Random flows in which nothing but their rows decides.
private enum FlatCatalogue {
  static func texts(_ random: inout SplitMix) -> [String] {
    ["F0", "F1", "ER1"].map { flow($0, &random) } + [
      "flow: O1\ntitle: Not written\noutline: later\n"
    ]
  }

  private static func flow(_ id: String, _ random: inout SplitMix) -> String {
    var text = "flow: \(id)\ntitle: Random\nresults: [Done]\nfacts: { f0: 0..1 }\n"
    if id == "ER1" { text += "kind: error flow\n" }
    text += "sections:\n"
    for section in 1...2 {
      text += "  - section: \(section)\n    title: Section\n    steps:\n"
      for step in 1...3 {
        let kind = random.pick(["user: chooses", "screen: A screen", "system: looks"])
        text += "      - step: \(section).\(step)\n        \(kind)\n"
        if kind == "system: looks" {
          text += "        action: system.look\n        rows:\n"
          text += "          a: { case: It is so, on: yes, next: \(target(&random)) }\n"
          text += "          b: { case: It is not so, on: no, next: \(target(&random)) }\n"
        } else {
          text += "        rows:\n"
          for letter in ["a", "b", "c"].prefix(1 + random.next(3)) {
            text += "          \(letter): { user: selects \(letter), next: \(target(&random)) }\n"
          }
        }
      }
    }
    return text
  }

  private static func target(_ random: inout SplitMix) -> String {
    switch random.next(16) {
    case 0: "end"
    case 1: "result Done"
    case 2: "stay"
    case 3: "goto \(random.pick(["F0", "F1", "O1"]))"
    case 4: "goto F1:1.2"
    case 5: "\(1 + random.next(2))"
    default: "\(1 + random.next(2)).\(1 + random.next(3))"
    }
  }
}
