public import FlowModel
internal import TestSupport

/// Catalogues with every kind of step, row, target and fact, the same one for the same seed.
///
/// They load without an error and make no sense: rows contradict each other, loops never end.
public struct RandomCatalogue {
  /// What there is beside the usual steps and rows.
  public enum Kind: Sendable {
    /// Nothing.
    case usual
    /// Also prompts, messages, steps that wait, timers of calls, and secrets that actions and flows
    /// are given. The flows are shorter, and each leads to some of the others only.
    case rich
    /// The same, with many timers of a few seconds, which depend on one fact or on none.
    case timed
    /// Nothing, but few steps, rows and facts, and more rows that lead to other flows, back or to
    /// an end.
    case small
    /// Every key of the language.
    case everything
  }

  private static let sectionCount = 2
  private static let results = ["Done", "Retry", "Gone"]
  private static let outcomes = ["yes", "no", "late"]
  private var random: SplitMix
  private let flowCount: Int
  private let hasLongTimers: Bool
  private let isRich: Bool
  private let isTimed: Bool
  private let isSmall: Bool
  private let stepsPerSection: Int
  /// For every flow, the flows that it may lead to. Nil if these are all.
  private var partners: [[Int]]?
  /// The flow that is written now.
  private var current = 0
  /// Of every fact: its name, its values, and how they are declared.
  private var facts: [(name: String, values: [String], declared: String)] = []
  private var isCounter: [Bool] = []

  /// The catalogue of a seed, with timers of sections and flows if `hasLongTimers`.
  public static func load(
    seed: UInt64, flows: Int = 4, hasLongTimers: Bool = true, kind: Kind = .usual
  ) throws -> Catalogue {
    try catalogue(
      of: texts(seed: seed, flows: flows, hasLongTimers: hasLongTimers, kind: kind))
  }

  /// The files of a seed. The last two flows are an error flow and an outline.
  public static func texts(
    seed: UInt64, flows: Int = 4, hasLongTimers: Bool = true, kind: Kind = .usual
  ) -> [String] {
    if kind == .everything { return trees(seed: seed, flows: flows).map(\.file) }
    var generator = RandomCatalogue(
      seed: seed, flows: max(flows, 3), hasLongTimers: hasLongTimers, kind: kind)
    return (0..<generator.flowCount).map { generator.flow($0) }
  }

  private init(seed: UInt64, flows: Int, hasLongTimers: Bool, kind: Kind) {
    random = SplitMix(seed: seed)
    flowCount = flows
    self.hasLongTimers = hasLongTimers
    isSmall = kind == .small
    isRich = kind == .rich || kind == .timed
    isTimed = kind == .timed
    stepsPerSection = isSmall ? 2 : isRich ? 2 + random.next(3) : 5
    if isRich {
      partners = (0..<flows).map { _ in (0..<flows).filter { _ in random.next(2) == 0 } }
    }
    // Some catalogues have more facts than lie in the machine itself.
    for index in 0..<(isSmall ? 2 : isRich ? 4 : random.next(4) == 0 ? 20 : 6) {
      let last = isSmall || isRich ? 2 : random.next(8) == 0 ? 63 : 1 + random.next(5)
      isCounter.append(random.next(2) == 0)
      let values = (0...last).map { isCounter[index] ? "\($0)" : "v\($0)" }
      let list = "[\(values.joined(separator: ", "))]"
      facts.append(("f\(index)", values, isCounter[index] ? "0..\(last)" : list))
    }
  }

  private func name(_ flow: Int) -> String {
    flow == flowCount - 1 ? "O1" : flow == flowCount - 2 ? "ER1" : "F\(flow)"
  }

  /// A flow that the current one may lead to. Nil if there is none.
  private mutating func partner(besides outline: Int? = nil) -> String? {
    guard let partners else { return name(random.next(outline ?? flowCount)) }
    let possible = partners[current].filter { $0 != outline }
    return possible.isEmpty ? nil : name(random.pick(possible))
  }

  private mutating func flow(_ index: Int) -> String {
    current = index
    if index == flowCount - 1 { return "flow: O1\ntitle: Not written\noutline: to be written\n" }
    var text = "flow: \(name(index))\ntitle: Random\n"
    text += index == flowCount - 2 ? "kind: error flow\n" : index > 0 ? "kind: partial flow\n" : ""
    if isRich, index > 0 { text += "parameters: [code]\n" }
    text += "results: [\(RandomCatalogue.results.joined(separator: ", "))]\nfacts:\n"
    for fact in facts { text += "  \(fact.name): \(fact.declared)\n" }
    // A row that holds anywhere needs a step at which a run waits.
    var mustWait = false
    if random.next(3) == 0 {
      text += anywhere("*", "")
      mustWait = isRich || isSmall
    }
    text += "sections:\n"
    for section in 1...RandomCatalogue.sectionCount {
      text += "  - section: \(section)\n    title: Section \(section)\n"
      if random.next(4) == 0 {
        text += anywhere("*\(section == 1 ? "x" : "y")", "    ")
        mustWait = isRich || isSmall
      }
      text += "    steps:\n"
      for step in 1...stepsPerSection {
        let id = "\(section).\(step)"
        text += (isRich && !mustWait ? richStep(id) : nil) ?? self.step(id, mustWait: mustWait)
        mustWait = false
      }
    }
    return text
  }

  // MARK: Steps

  private mutating func step(_ id: String, mustWait: Bool = false) -> String {
    let kind = mustWait ? 0 : random.next(5)
    var text = "      - step: \(id)\n"
    if kind != 0, random.next(4) == 0 { text += "        unless: \(conditions(1))\n" }
    switch kind {
    case 0:
      text += "        screen: A screen\n        rows:\n"
      for letter in letters() { text += row(letter, "user: selects \(letter)") }
    case 1:
      guard let callee = partner() else { return self.step(id) }
      text += "        call: \(callee)\n"
      text += count(RandomCatalogue.results) + "        rows:\n"
      for letter in letters() {
        let result = random.pick(RandomCatalogue.results)
        let label = random.next(3) == 0 ? "Other, on: \(result)" : result
        let isTimer = isRich && random.next(8) == 0
        text += row(letter, isTimer ? timer() : "result: \(label)")
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

  /// A step of another kind. Nil for one of the usual kinds.
  private mutating func richStep(_ id: String) -> String? {
    var text = "      - step: \(id)\n"
    func rows(_ head: (String) -> String) -> String {
      "        rows:\n" + letters().map { row($0, head($0)) }.joined()
    }
    switch random.next(10) {
    case 0:
      text += "        \(random.pick(["screen", "screen", "prompt", "user"])): A question\n"
      text += "        input: { pin: { secret: yes, digits: 6 } }\n"
      return text + rows { $0 == "a" ? "user: enters it, enters: pin" : "user: selects \($0)" }
    case 1:
      if random.next(3) == 0 { text += "        unless: \(conditions(1))\n" }
      text += "        validate: the PIN\n        action: pin.check\n"
      text += "        with: { pin: \(random.pick(["pin", "pin", "code"])) }\n"
      return text + rows { _ in "case: It is so, on: \(random.pick(RandomCatalogue.outcomes))" }
    case 2:
      guard let callee = partner() else { return nil }
      text += "        call: \(callee)\n"
      text += "        with: { code: \(random.pick(["pin", "pin", "code"])) }\n"
      return text + rows { _ in "result: \(random.pick(RandomCatalogue.results))" }
    case 3:
      text += "        await: the card\n        action: card.wait\n"
      return text
        + rows { _ in
          random.next(5) == 0
            ? timer() : "case: It is there, on: \(random.pick(RandomCatalogue.outcomes))"
        }
    case 4:
      let kind = random.pick(["prompt", "notice", "user"])
      text += "        \(kind): Something\n"
      guard random.next(2) == 0 else { return text + "        next: \(target())\n" }
      return text + rows { "user: selects \($0)" }
    default: return nil
    }
  }

  private mutating func timer() -> String {
    "event: Time is over, after: \(1 + random.next(isTimed ? 3 : 90)) s"
  }

  private mutating func letters() -> [String] {
    Array(["a", "b", "c", "d", "e"].prefix(1 + random.next(isSmall ? 3 : 5)))
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
    if isTimed { rows = [timer(), timer()] }
    if !hasLongTimers { rows.removeLast() }
    for (letter, head) in zip(["a", "b"], rows) {
      var target = target()
      while target == "stay" { target = self.target() }
      let next = random.next(5) == 0 ? "meant: \(target), why: A proposal" : "next: \(target)"
      let condition = random.next(4) == 0 ? ["if: \(conditions(1, ofTimer: true))"] : []
      let parts = [head] + condition + changes()
      text += "\(margin)  '\(id)\(letter)': { \((parts + [next]).joined(separator: ", ")) }\n"
    }
    return text
  }

  // MARK: Rows

  private mutating func row(_ letter: String, _ head: String) -> String {
    if isTimed, random.next(2) == 0 { return timedRow(letter) }
    var parts = [head]
    if random.next(2) == 0 {
      let isTimer = isTimed && head.hasPrefix("event")
      let count = isTimer ? 1 : 1 + random.next(2)
      parts.append("if: \(conditions(count, ofTimer: isTimer))")
    }
    parts += changes()
    if !isTimed, head.hasPrefix("user"), random.next(6) == 0 {
      parts[0] = timer()
      if random.next(2) == 0 { parts.append("restarts: yes") }
    }
    switch random.next(10) {
    case 0: parts.append("meant: \(target()), why: A proposal")
    case 1: parts.append("next: \(target()), meant: \(target()), why: A slip")
    default: parts.append("next: \(target())")
    }
    return "          \(letter): { \(parts.joined(separator: ", ")) }\n"
  }

  private mutating func timedRow(_ letter: String) -> String {
    var parts = [timer()]
    if random.next(2) == 0 { parts.append("if: \(conditions(1, ofTimer: true))") }
    if random.next(3) == 0 { parts.append("restarts: yes") }
    return "          \(letter): { \((parts + ["next: \(target())"]).joined(separator: ", ")) }\n"
  }

  private mutating func conditions(_ count: Int, ofTimer isTimer: Bool = false) -> String {
    let first = isTimed && isTimer ? 0 : random.next(facts.count)
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
    let step = "\(section).\(1 + random.next(stepsPerSection))"
    switch random.next(isSmall ? 14 : 20) {
    case 0: return "back"
    case 1: return "resume"
    case 2: return "end"
    case 3: return "stay"
    case 4, 5: return "result \(random.pick(RandomCatalogue.results))"
    case 6: return partners?[current].contains(flowCount - 2) == false ? step : "error ER1"
    case 7: return partner().map { "goto \($0)" } ?? "end"
    case 8: return partner(besides: flowCount - 1).map { "goto \($0):\(step)" } ?? "end"
    case 9: return "\(section)"
    default: return step
    }
  }
}
