import FlowModel
import FlowProof
import FlowRuntime

/// What the steps and rows of a program are in the words of a rule: read from its phrases a second
/// time, without the prover's reader.
struct RuleEvents {
  /// A fact with one of some values.
  struct Test {
    let fact: Int
    let values: [Int]
  }

  /// What a moment is: the letter of the sentence's automaton, as far as facts do not decide it.
  struct Meaning {
    /// The bits that do not depend on facts.
    var fixed: UInt8
    /// The bits that count only if one of the facts has the value.
    var optional: [(bit: UInt8, any: [Test])] = []
    /// What must hold so that the subject counts.
    var during: [Test] = []
  }

  let starts: [Flow]
  let interruption: Flow?
  private let parts: [(bit: UInt8, phrases: [String])]
  private let during: [HouseRule.Values]
  private let program: Program

  init(_ rule: HouseRule, on program: Program) {
    self.program = program
    func texts(_ phrases: [HouseRule.Phrase]) -> [String] { phrases.map(\.text) }
    parts = [(1, texts(rule.subject)), (2, texts(rule.other)), (4, texts(rule.until))]
    during = rule.during
    interruption = rule.interruption.flatMap { program.catalogue.flow(named: $0.text) }
    let flows = program.catalogue.flows
    starts =
      rule.starts.isEmpty
      ? flows.filter { $0.kind == .useCase && !$0.isOutline }
      : rule.starts.compactMap { program.catalogue.flow(named: $0.text) }
  }

  /// The facts that the rule speaks of.
  var facts: Set<Int> {
    Set((parts.flatMap(\.phrases).compactMap(test) + during.compactMap(test)).map(\.fact))
  }

  /// Entering a step that is not skipped.
  func meaning(of step: Step, inFlow: Bool) -> Meaning {
    meaning(8, withFacts: true) { phrase in
      if inFlow, phrase == step.flow.id || phrase == "flow \(step.flow.id)" { return true }
      if phrase == step.qualified { return true }
      let words = phrase.split(separator: " ").map(String.init)
      switch words.first {
      case "screen", "prompt", "notice":
        return step.activity.isShown && phrase == "\(words[0]) \(step.subject)"
      case "action": return words.count == 2 && step.action == words[1]
      default: return false
      }
    }
  }

  /// Entering a flow whose first step is skipped.
  func meaning(skippedInto flow: Flow) -> Meaning {
    meaning(0, withFacts: true) { $0 == flow.id || $0 == "flow \(flow.id)" }
  }

  /// Taking a row.
  func meaning(of row: Row, isPassedOver: Bool) -> Meaning {
    let step = row.step(program.reading)
    // Where a step has the id of its own row, the step is meant.
    let isStep = step.flow.steps.contains { $0.qualified == row.qualified }
    return meaning(isPassedOver ? 8 : 0, withFacts: true) { phrase in
      if phrase == row.qualified { return !isStep }
      let words = phrase.split(separator: " ").map(String.init)
      switch words.first {
      case "action":
        return words.count == 4 && !isPassedOver && step.action == words[1]
          && row.expectedOutcome == words[3]
      case "enters": return row.enters.contains(words[1])
      case "person", "agent":
        let isPersons = (row.taker ?? row.step.taker) == .person
        return !isPassedOver && [.user, .own].contains(row.kind) && isUsers(row, program.reading)
          && isPersons == (words[0] == "person")
      case "answer": return row.answer.map { words.count == 1 || words[1] == $0 } ?? false
      default: return false
      }
    }
  }

  /// The end of a run.
  func meaning(ofEnd way: String, inFlow flow: Flow?) -> Meaning {
    meaning(8, withFacts: false) { phrase in
      if let flow, phrase == flow.id || phrase == "flow \(flow.id)" { return true }
      switch phrase {
      case "end": return true
      case "end itself": return way == "end"
      default: return phrase == "end \(way)"
      }
    }
  }

  /// Whether only the user does it.
  func isUsers(_ row: Row, _ reading: Reading) -> Bool {
    let step = row.step(reading)
    return row.after == nil && row.expectedOutcome == nil
      && (row.kind == .user || step.activity == .user || step.activity.isShown)
  }

  private func meaning(
    _ first: UInt8, withFacts: Bool, is event: (String) -> Bool
  ) -> Meaning {
    var meaning = Meaning(fixed: first)
    meaning.during = during.compactMap(test)
    for (bit, phrases) in parts {
      if phrases.contains(where: event) {
        meaning.fixed += bit
      } else if withFacts {
        let tests = phrases.compactMap(test)
        if !tests.isEmpty { meaning.optional.append((bit, tests)) }
      }
    }
    return meaning
  }

  /// `fact can is saved or missing`.
  private func test(_ phrase: String) -> Test? {
    let words = phrase.split(separator: " ").map(String.init)
    guard words.count > 3, words[0] == "fact" else { return nil }
    return test(words[1], words[3...].filter { $0 != "or" })
  }

  private func test(_ values: HouseRule.Values) -> Test? {
    test(values.fact.text, values.values.map(\.text))
  }

  private func test(_ name: String, _ values: [String]) -> Test? {
    guard let fact = program.facts.firstIndex(where: { $0.name == name }) else { return nil }
    return Test(
      fact: fact, values: values.compactMap { program.facts[fact].values.firstIndex(of: $0) })
  }
}
