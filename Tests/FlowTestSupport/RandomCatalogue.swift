public import FlowModel
internal import TestSupport

/// Catalogues with every kind of step, row, target and fact, the same one for the same seed.
///
/// They load without an error and make no sense: rows contradict each other, loops never end.
public struct RandomCatalogue {
  public static let stepsPerSection = 5
  private static let sectionCount = 2
  private static let results = ["Done", "Retry", "Gone"]
  private static let outcomes = ["yes", "no", "late"]

  private var random: SplitMix
  private let flowCount: Int
  private let hasLongTimers: Bool
  /// Of every fact: its name, its values, and how they are declared.
  private var facts: [(name: String, values: [String], declared: String)] = []
  private var isCounter: [Bool] = []

  /// The catalogue of a seed.
  ///
  /// - Parameter hasLongTimers: whether there are timers of sections and flows.
  public static func load(
    seed: UInt64, flows: Int = 4, hasLongTimers: Bool = true
  ) throws -> Catalogue {
    try catalogue(of: texts(seed: seed, flows: flows, hasLongTimers: hasLongTimers))
  }

  /// The files of a seed. The last two flows are an error flow and an outline.
  public static func texts(
    seed: UInt64, flows: Int = 4, hasLongTimers: Bool = true
  ) -> [String] {
    var generator = RandomCatalogue(
      seed: seed, flows: max(flows, 3), hasLongTimers: hasLongTimers)
    return (0..<generator.flowCount).map { generator.flow($0) }
  }

  private init(seed: UInt64, flows: Int, hasLongTimers: Bool) {
    random = SplitMix(seed: seed)
    flowCount = flows
    self.hasLongTimers = hasLongTimers
    // Some catalogues have more facts than lie in the machine itself.
    for index in 0..<(random.next(4) == 0 ? 20 : 6) {
      let last = random.next(8) == 0 ? 63 : 1 + random.next(5)
      isCounter.append(random.next(2) == 0)
      let values = (0...last).map { isCounter[index] ? "\($0)" : "v\($0)" }
      let list = "[\(values.joined(separator: ", "))]"
      facts.append(("f\(index)", values, isCounter[index] ? "0..\(last)" : list))
    }
  }

  private func name(_ flow: Int) -> String {
    flow == flowCount - 1 ? "O1" : flow == flowCount - 2 ? "ER1" : "F\(flow)"
  }

  private mutating func flow(_ index: Int) -> String {
    if index == flowCount - 1 { return "flow: O1\ntitle: Not written\noutline: to be written\n" }
    var text = "flow: \(name(index))\ntitle: Random\n"
    text += index == flowCount - 2 ? "kind: error flow\n" : index > 0 ? "kind: partial flow\n" : ""
    text += "results: [\(RandomCatalogue.results.joined(separator: ", "))]\nfacts:\n"
    for fact in facts { text += "  \(fact.name): \(fact.declared)\n" }
    if random.next(3) == 0 { text += anywhere("*", "") }
    text += "sections:\n"
    for section in 1...RandomCatalogue.sectionCount {
      text += "  - section: \(section)\n    title: Section \(section)\n"
      if random.next(4) == 0 { text += anywhere("*\(section == 1 ? "x" : "y")", "    ") }
      text += "    steps:\n"
      for step in 1...RandomCatalogue.stepsPerSection { text += self.step("\(section).\(step)") }
    }
    return text
  }

  // MARK: Steps

  private mutating func step(_ id: String) -> String {
    let kind = random.next(5)
    var text = "      - step: \(id)\n"
    if kind != 0, random.next(4) == 0 { text += "        unless: \(conditions(1))\n" }
    switch kind {
    case 0:
      text += "        screen: A screen\n        rows:\n"
      for letter in letters() { text += row(letter, "user: selects \(letter)") }
    case 1:
      text += "        call: \(name(random.next(flowCount)))\n"
      text += count(RandomCatalogue.results) + "        rows:\n"
      for letter in letters() {
        let result = random.pick(RandomCatalogue.results)
        let label = random.next(3) == 0 ? "Other, on: \(result)" : result
        text += row(letter, "result: \(label)")
      }
    case 2:
      let action = random.next(2) == 0
      text += "        system: goes on\n" + (action ? "        action: system.go\n" : "")
      text += action ? count(["done"]) : ""
      text += "        next: \(target())\n"
      let changes = changes()
      if !changes.isEmpty { text += "        \(changes.joined(separator: "\n        "))\n" }
    default:
      text += "        determine: something\n        action: thing.find\n"
      text += count(RandomCatalogue.outcomes + ["Failure"]) + "        rows:\n"
      for letter in letters() {
        text += row(
          letter,
          random.next(5) == 0
            ? "error: Failure" : "case: It is so, on: \(random.pick(RandomCatalogue.outcomes))")
      }
    }
    return text
  }

  private mutating func letters() -> [String] {
    Array(["a", "b", "c", "d", "e"].prefix(1 + random.next(5)))
  }

  /// A counter that the step counts on some of these outcomes.
  private mutating func count(_ outcomes: [String]) -> String {
    let counters = facts.indices.filter { isCounter[$0] }
    guard !counters.isEmpty, random.next(2) == 0 else { return "" }
    let first = random.next(counters.count)
    let chosen = counters[first..<min(first + 1 + random.next(2), counters.count)]
    let entries = chosen.map { "\(facts[$0].name): \(random.pick(outcomes))" }
    return "        count: { \(entries.joined(separator: ", ")) }\n"
  }

  /// Rows that hold anywhere: one for the user, one with a timer, one for a failure.
  private mutating func anywhere(_ id: String, _ margin: String) -> String {
    var text = "\(margin)anywhere:\n"
    var rows = ["user: closes the app", "event: Time is over, after: \(1 + random.next(48)) h"]
    if !hasLongTimers { rows.removeLast() }
    for (letter, head) in zip(["a", "b"], rows) {
      var target = target()
      while target == "stay" { target = self.target() }
      let next = random.next(5) == 0 ? "meant: \(target), why: A proposal" : "next: \(target)"
      let parts = [head] + (random.next(4) == 0 ? ["if: \(conditions(1))"] : []) + changes()
      text += "\(margin)  '\(id)\(letter)': { \((parts + [next]).joined(separator: ", ")) }\n"
    }
    return text
  }

  // MARK: Rows

  private mutating func row(_ letter: String, _ head: String) -> String {
    var parts = [head]
    if random.next(2) == 0 { parts.append("if: \(conditions(1 + random.next(2)))") }
    parts += changes()
    if head.hasPrefix("user"), random.next(6) == 0 {
      parts[0] = "event: Time is over, after: \(1 + random.next(90)) s"
      if random.next(2) == 0 { parts.append("restarts: yes") }
    }
    switch random.next(10) {
    case 0: parts.append("meant: \(target()), why: A proposal")
    case 1: parts.append("next: \(target()), meant: \(target()), why: A slip")
    default: parts.append("next: \(target())")
    }
    return "          \(letter): { \(parts.joined(separator: ", ")) }\n"
  }

  private mutating func conditions(_ count: Int) -> String {
    let first = random.next(facts.count)
    let entries = facts[first..<min(first + count, facts.count)].map { fact in
      let values = fact.values.filter { _ in random.next(2) == 0 }
      return "\(fact.name): [\((values.isEmpty ? fact.values : values).joined(separator: ", "))]"
    }
    return "{ \(entries.joined(separator: ", ")) }"
  }

  private mutating func changes() -> [String] {
    var parts: [String] = []
    if random.next(3) == 0 {
      let fact = facts[random.next(facts.count)]
      parts.append("set: { \(fact.name): \(random.pick(fact.values)) }")
    }
    if random.next(3) == 0 { parts.append("reset: \(facts[random.next(facts.count)].name)") }
    return parts
  }

  private mutating func target() -> String {
    let section = 1 + random.next(RandomCatalogue.sectionCount)
    let step = "\(section).\(1 + random.next(RandomCatalogue.stepsPerSection))"
    switch random.next(20) {
    case 0: return "back"
    case 1: return "resume"
    case 2: return "end"
    case 3: return "stay"
    case 4, 5: return "result \(random.pick(RandomCatalogue.results))"
    case 6: return "error ER1"
    case 7: return "goto \(name(random.next(flowCount)))"
    case 8: return "goto \(name(random.next(flowCount - 1))):\(step)"
    case 9: return "\(section)"
    default: return step
    }
  }
}
