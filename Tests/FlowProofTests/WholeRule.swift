import Diagnostics
import FlowModel
import TestSupport

/// Random rules with every key and every phrase, about a random catalogue with every feature.
struct WholeRule {
  private var random: SplitMix
  private let catalogue: Catalogue
  private let flows: [Flow]
  private let steps: [Step]
  private let rows: [Row]
  /// Rows that are copied to several steps.
  private let anywhere: [Row]
  private let facts: [Fact]

  /// Rules about a catalogue, the same ones for the same seed.
  init(seed: UInt64, about catalogue: Catalogue) {
    random = SplitMix(seed: seed)
    self.catalogue = catalogue
    flows = catalogue.flows.filter { !$0.isOutline }
    steps = flows.flatMap(\.steps)
    rows = flows.flatMap(\.rows)
    anywhere = rows.filter(\.isAnywhere)
    var names: Set<String> = []
    facts = flows.flatMap(\.facts).filter { names.insert($0.name).inserted }
  }

  /// - Parameter isInterrupted: whether it speaks of suspensions; without, one in three does.
  mutating func next(isInterrupted: Bool = false) -> HouseRule {
    var rule = HouseRule()
    rule.name = Self.phrase("random")
    rule.because = "It is random"
    rule.form = random.pick(HouseRule.Form.allCases)
    let isCounted = rule.form == .atMost || rule.form == .exactlyOnce
    rule.subject = some(withFacts: !isCounted)
    switch rule.form {
    case .never, .alwaysPossible: break
    case .neverBefore, .eventually, .justBefore, .justAfter, .neverBoth: rule.other = some()
    case .neverAfter, .onlyBetween: (rule.other, rule.until) = (some(), some())
    case .exactlyOnce: if random.next(2) == 0 { rule.other = some() }
    case .atMost:
      rule.count = random.next(3)
      if random.next(2) == 0 { (rule.other, rule.until) = (some(), some()) }
    }
    if random.next(5) == 0 {
      let fact = random.pick(facts)
      rule.during = [
        HouseRule.Values(
          fact: Self.phrase(fact.name), values: fact.values.dropFirst().map(Self.phrase))
      ]
    }
    // All facts but one begin with their first values, so that enumeration can keep up.
    let free = random.next(facts.count)
    for (place, fact) in facts.enumerated() {
      let values = place == free ? Array(fact.values.prefix(2)) : [fact.values[0]]
      rule.given.append(
        HouseRule.Values(fact: Self.phrase(fact.name), values: values.map(Self.phrase)))
    }
    rule.starts = [Self.phrase(random.pick(flows).id)]
    if isInterrupted || random.next(3) == 0 {
      rule.interruption = Self.phrase(random.pick(flows).id)
    }
    return rule
  }

  private mutating func some(withFacts: Bool = true) -> [HouseRule.Phrase] {
    (0..<(1 + random.next(2))).map { _ in Self.phrase(moment(withFacts)) }
  }

  /// Something that happens, in any of the words for it.
  private mutating func moment(_ withFacts: Bool) -> String {
    switch random.next(12) {
    case 0: return random.pick(rows).qualified
    case 1: return random.pick(steps).qualified
    case 2: return random.pick(catalogue.flows).id
    case 3: return pick(steps.filter(\.activity.isShown)) { "screen \($0.subject)" }
    case 4: return pick(steps) { $0.action.map { "action \($0)" } }
    case 5:
      let step = random.pick(steps)
      return pick(step.rows(.meant)) { row in
        step.action.flatMap { action in
          row.expectedOutcome.map { "action \(action) answers \($0)" }
        }
      }
    case 6: return pick(rows) { $0.enters.first.map { "enters \($0)" } }
    case 7: return pick(rows) { $0.answer.map { "answer \($0)" } }
    case 8:
      return pick(rows) { row in
        row.next.flatMap { $0.kind == .result ? "end result \($0.name)" : nil }
      }
    case 9: return random.pick(["end", "end itself", "end back", "end resume"])
    case 10 where withFacts:
      let fact = random.pick(facts)
      return "fact \(fact.name) is \(fact.values.dropFirst().joined(separator: " or "))"
    default: return pick(anywhere, \.qualified)
    }
  }

  /// The words for one of these, or for a row if none has any.
  private mutating func pick<Thing>(
    _ things: [Thing], _ words: (Thing) -> String?
  ) -> String {
    let all = things.compactMap(words)
    return all.isEmpty ? random.pick(rows).qualified : random.pick(all)
  }

  private static func phrase(_ text: String) -> HouseRule.Phrase {
    HouseRule.Phrase(text, span: .top)
  }
}
