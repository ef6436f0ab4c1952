import FlowModel
import FlowProof
import FlowRuntime

/// What the steps and rows of a program are in the words of a rule: read from its phrases a second
/// time, without the prover's reader. Letters are expressions of Promela.
struct RuleEvents {
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
    let phrases = parts.flatMap(\.phrases).map { $0.split(separator: " ").map(String.init) }
    let names =
      phrases.filter { $0.count > 3 && $0[0] == "fact" }.map { $0[1] }
      + during.map(\.fact.text)
    return Set(names.compactMap { name in program.facts.firstIndex { $0.name == name } })
  }

  /// Entering a step that is not skipped.
  func letter(of step: Step, inFlow: Bool) -> String {
    letter(8, withFacts: true) { phrase in
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
  func letter(skippedInto flow: Flow) -> String {
    letter(0, withFacts: true) { $0 == flow.id || $0 == "flow \(flow.id)" }
  }

  /// Taking a row.
  func letter(of row: Row, isPassedOver: Bool) -> String {
    let step = row.step(program.reading)
    // Where a step has the id of its own row, the step is meant.
    let isStep = step.flow.steps.contains { $0.qualified == row.qualified }
    return letter(isPassedOver ? 8 : 0, withFacts: true) { phrase in
      if phrase == row.qualified { return !isStep }
      let words = phrase.split(separator: " ").map(String.init)
      switch words.first {
      case "action":
        return words.count == 4 && !isPassedOver && step.action == words[1]
          && row.expectedOutcome == words[3]
      case "enters": return row.enters.contains(words[1])
      case "answer": return row.answer.map { words.count == 1 || words[1] == $0 } ?? false
      default: return false
      }
    }
  }

  /// The end of a run.
  func letter(ofEnd way: String, inFlow flow: Flow?) -> String {
    letter(8, withFacts: false) { phrase in
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

  private func letter(
    _ first: UInt8, withFacts: Bool, is event: (String) -> Bool
  ) -> String {
    var fixed = first
    var terms: [String] = []
    for (bit, phrases) in parts {
      let isFixed = phrases.contains(where: event)
      let facts = withFacts ? phrases.compactMap(condition) : []
      let counts = bit == 1 ? during.compactMap { condition($0) } : []
      if isFixed, counts.isEmpty {
        fixed += bit
      } else if isFixed || !facts.isEmpty {
        let any = isFixed ? "true" : facts.joined(separator: " || ")
        let all = (["(\(any))"] + counts).joined(separator: " && ")
        terms.append("(\(all) -> \(bit) : 0)")
      }
    }
    return (["\(fixed)"] + terms).joined(separator: " + ")
  }

  /// `fact can is saved or missing` as a condition.
  private func condition(_ phrase: String) -> String? {
    let words = phrase.split(separator: " ").map(String.init)
    guard words.count > 3, words[0] == "fact" else { return nil }
    return condition(words[1], words[3...].filter { $0 != "or" })
  }

  private func condition(_ values: HouseRule.Values) -> String? {
    condition(values.fact.text, values.values.map(\.text))
  }

  private func condition(_ name: String, _ values: [String]) -> String? {
    guard let fact = program.facts.firstIndex(where: { $0.name == name }) else { return nil }
    let places = values.compactMap { program.facts[fact].values.firstIndex(of: $0) }
    return "(" + places.map { "f\(fact) == \($0)" }.joined(separator: " || ") + ")"
  }
}
