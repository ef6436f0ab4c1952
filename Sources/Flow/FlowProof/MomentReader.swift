internal import Diagnostics
internal import FlowModel

/// Finds what the phrases of a rule mean in the flows, and reports what they do not mean.
struct MomentReader {
  let index: MomentIndex
  let rule: HouseRule
  private(set) var diagnostics: [Diagnostic] = []

  init(_ rule: HouseRule, in index: MomentIndex) {
    self.rule = rule
    self.index = index
  }

  private var home: Flow? { rule.flow.flatMap { index.catalogue.flow(id: $0) } }

  /// The flows with which the runs of the rule start.
  mutating func starts() -> [Flow] {
    guard rule.starts.isEmpty else {
      return rule.starts.compactMap { phrase in
        guard let flow = flow(phrase) else { return nil }
        if flow.isOutline {
          report(phrase, "`\(flow.id)` is an outline, so no run starts with it", help: nil)
        }
        return flow
      }
    }
    if let home { return [home] }
    return index.catalogue.flows.filter { $0.kind == .useCase && !$0.isOutline }
  }

  mutating func flow(_ phrase: HouseRule.Phrase) -> Flow? {
    if let flow = index.catalogue.flow(named: phrase.text) { return flow }
    let known = index.catalogue.flows.map(\.id)
    report(
      phrase, "there is no flow `\(phrase.text)`",
      help: DidYouMean.question(for: phrase.text, in: known) ?? "`flowrun list` names them")
    return nil
  }

  mutating func moments(_ phrases: [HouseRule.Phrase]) -> [Moment] {
    phrases.compactMap { moment($0) }
  }

  /// A fact with the values that count, for `while` and `given`.
  mutating func values(_ list: [HouseRule.Values]) -> [(fact: String, values: [String])] {
    list.compactMap { entry in
      guard let fact = fact(entry.fact) else { return nil }
      let names = entry.values.flatMap { values($0, of: fact) }
      return names.isEmpty ? nil : (fact.name, names)
    }
  }

  /// The words with which a phrase begins.
  private static let words = [
    "answer", "end", "screen", "prompt", "notice", "action", "enters", "fact", "flow", "step",
    "row", "person", "agent",
  ]

  private mutating func moment(_ phrase: HouseRule.Phrase) -> Moment? {
    let text = phrase.text
    let word = text.prefix { $0 != " " }
    let rest = String(text.dropFirst(word.count + 1))
    if index.catalogue.flow(id: text) != nil { return part(text, phrase) }
    if let taker = Taker(rawValue: text) { return self.taker(taker, phrase) }
    switch word {
    case "answer": return answer(rest, phrase)
    case "end": return end(rest, phrase)
    case "screen", "prompt", "notice": return shown(rest, phrase)
    case "action": return action(rest, phrase)
    case "enters": return enters(rest, phrase)
    case "fact": return fact(rest, phrase)
    case "flow", "step", "row": return part(rest, phrase)
    default: return part(text, phrase)
    }
  }

  /// A fact has its value for a while, so it cannot be counted.
  mutating func refuseFacts(_ moments: [Moment]) {
    for (moment, phrase) in zip(moments, rule.subject) {
      guard case .fact = moment else { continue }
      report(
        phrase, "a fact cannot be counted",
        help: "count the rows that `set` it, or what happens `while` it has the value")
    }
  }

  // MARK: The kinds of phrases

  private mutating func answer(_ code: String, _ phrase: HouseRule.Phrase) -> Moment? {
    guard !code.isEmpty, index.answers[code] == nil else {
      return .answer(code.isEmpty ? nil : code)
    }
    report(
      phrase, "no row answers `\(code)`",
      help: "the rows answer \(list(index.answers.keys.sorted()))")
    return nil
  }

  private mutating func end(_ way: String, _ phrase: HouseRule.Phrase) -> Moment? {
    if way.isEmpty || ["back", "resume", "itself"].contains(way) {
      return .end(way.isEmpty ? nil : way == "itself" ? "end" : way)
    }
    if way.hasPrefix("result ") {
      let name = String(way.dropFirst("result ".count))
      let known = results
      if known.contains(name) { return .end(way) }
      report(
        phrase, "no row leads to the result `\(name)`",
        help: DidYouMean.question(for: name, in: known.sorted())
          ?? (known.isEmpty
            ? "no row leads to a result" : "the results are \(list(known.sorted()))"))
      return nil
    }
    report(
      phrase, "a run does not end with `\(way)`",
      help: "write `end`, `end itself`, `end back`, `end resume` or `end result NAME`")
    return nil
  }

  /// The results to which rows lead.
  private var results: Set<String> {
    var names: Set<String> = []
    for flow in index.catalogue.flows {
      for row in flow.rows {
        for reading in Reading.allCases {
          if let target = row.target(reading), target.kind == .result { names.insert(target.name) }
        }
      }
    }
    return names
  }

  private mutating func shown(_ name: String, _ phrase: HouseRule.Phrase) -> Moment? {
    if index.shown[name] != nil { return .shown(name) }
    report(
      phrase, "no step shows `\(name)`",
      help: DidYouMean.question(for: name, in: index.shown.keys.sorted())
        ?? "write the name that stands behind `screen:`, `prompt:` or `notice:`")
    return nil
  }

  private mutating func action(_ text: String, _ phrase: HouseRule.Phrase) -> Moment? {
    let parts = text.split(separator: " ", maxSplits: 2).map(String.init)
    guard let name = parts.first, let steps = index.actions[name] else {
      report(
        phrase, "no step has the action `\(parts.first ?? "")`",
        help: DidYouMean.question(for: parts.first ?? "", in: index.actions.keys.sorted())
          ?? "`docs/actions.md` lists the actions")
      return nil
    }
    guard parts.count > 1 else { return .action(name, answer: nil) }
    let answers = Set(
      steps.flatMap { $0.rows(.meant) + $0.rows(.written) }.compactMap(\.expectedOutcome))
    guard parts.count == 3, parts[1] == "answers" else {
      report(phrase, "`\(text)` is not an action", help: "write `action \(name) answers ANSWER`")
      return nil
    }
    guard answers.contains(parts[2]) else {
      report(
        phrase, "no row is for the answer `\(parts[2])` of `\(name)`",
        help: DidYouMean.question(for: parts[2], in: answers.sorted())
          ?? "its answers are \(list(answers.sorted()))")
      return nil
    }
    return .action(name, answer: parts[2])
  }

  private mutating func taker(_ taker: Taker, _ phrase: HouseRule.Phrase) -> Moment? {
    let isThere = index.decided.contains { row in
      Reading.allCases.contains { row.isTaken(by: taker, $0) }
    }
    if isThere { return .taker(taker) }
    report(
      phrase, "no row is taken by \(taker == .agent ? "an agent" : "a person only")",
      help: taker == .person ? "write `by: person` at the rows that only a person may take" : nil)
    return nil
  }

  private mutating func enters(_ name: String, _ phrase: HouseRule.Phrase) -> Moment? {
    if index.inputs[name] != nil { return .enters(name) }
    report(
      phrase, "no row enters `\(name)`",
      help: DidYouMean.question(for: name, in: index.inputs.keys.sorted())
        ?? "the rows enter \(list(index.inputs.keys.sorted()))")
    return nil
  }

  /// `can is saved`, `can is saved or missing`.
  private mutating func fact(_ text: String, _ phrase: HouseRule.Phrase) -> Moment? {
    let parts = text.split(separator: " ").map(String.init)
    guard parts.count >= 3, parts[1] == "is" else {
      report(
        phrase, "`\(phrase.text)` is not a fact with a value", help: "write `fact can is saved`")
      return nil
    }
    guard let fact = fact(HouseRule.Phrase(parts[0], span: phrase.span)) else { return nil }
    let names = parts[2...].filter { $0 != "or" }.flatMap {
      values(HouseRule.Phrase($0, span: phrase.span), of: fact)
    }
    return names.isEmpty ? nil : .fact(fact.name, values: names)
  }

  private mutating func fact(_ phrase: HouseRule.Phrase) -> Fact? {
    if let fact = index.facts[phrase.text] { return fact }
    report(
      phrase, "there is no fact `\(phrase.text)`",
      help: DidYouMean.question(for: phrase.text, in: index.facts.keys.sorted())
        ?? "the facts are \(list(index.facts.keys.sorted()))")
    return nil
  }

  /// The values that a text names: `saved`, or `1..4` of a counter.
  private mutating func values(_ phrase: HouseRule.Phrase, of fact: Fact) -> [String] {
    if fact.values.contains(phrase.text) { return [phrase.text] }
    let ends = phrase.text.split(separator: ".").compactMap { Int($0) }
    if fact.isCounter, phrase.text.contains(".."), ends.count == 2, ends[0] <= ends[1] {
      let wanted = fact.values.filter { Int($0).map { (ends[0]...ends[1]).contains($0) } ?? false }
      if wanted.count == ends[1] - ends[0] + 1 { return wanted }
    }
    report(
      phrase, "the fact `\(fact.name)` has no value `\(phrase.text)`",
      help: DidYouMean.question(for: phrase.text, in: fact.values)
        ?? "it has \(list(fact.values))")
    return []
  }

  /// A flow, or a step or row of a flow: `UC7.1`, `UC2.3:1.4`, `UC2.3:1.4b`; in the file of a flow
  /// also `1.4b`.
  private mutating func part(_ name: String, _ phrase: HouseRule.Phrase) -> Moment? {
    let colon = name.lastIndex(of: ":")
    let flow = colon.map { String(name[..<$0]) }
    let id = colon.map { String(name[name.index(after: $0)...]) } ?? name
    if colon == nil, let flow = index.catalogue.flow(id: name) { return .flow(flow) }
    guard let owner = flow.map({ index.catalogue.flow(id: $0) }) ?? home else {
      let known = index.catalogue.flows.map(\.id)
      let wanted = flow ?? name
      report(
        phrase,
        flow == nil ? "`\(phrase.text)` is nothing that happens" : "there is no flow `\(wanted)`",
        help: DidYouMean.question(for: wanted, in: known) ?? nearestForm(phrase)
          ?? MomentReader.forms)
      return nil
    }
    // A step with its own row has the row's id; that it is entered says more.
    if let step = owner.step(id) { return .step(step) }
    if let row = owner.row(id) { return .row(row) }
    report(
      phrase, "`\(owner.id)` has no step or row `\(id)`",
      help: DidYouMean.question(
        for: id, in: owner.steps.map(\.id) + owner.rows.map(\.reference)) ?? nearestForm(phrase)
        ?? "`flowrun table \(owner.id)` shows them")
    return nil
  }

  /// The phrase with its first word as it was most likely meant: `screen PIN` for `scren PIN`.
  private func nearestForm(_ phrase: HouseRule.Phrase) -> String? {
    let word = phrase.text.prefix { $0 != " " }
    return DidYouMean.nearest(to: String(word), in: MomentReader.words).map {
      "did you mean `\($0)\(phrase.text.dropFirst(word.count))`?"
    }
  }

  private static let forms =
    "write a flow, step or row (`UC2.3:1.4b`), `screen NAME`, `action NAME answers ANSWER`, "
    + "`enters INPUT`, `answer CODE`, `fact NAME is VALUE`, `person`, `agent` or `end`"

  private func list(_ names: [String]) -> String {
    names.map { "`\($0)`" }.joined(separator: ", ")
  }

  private mutating func report(_ phrase: HouseRule.Phrase, _ message: String, help: String?) {
    diagnostics.append(
      Diagnostic(.unknownMoment, path: rule.path, span: phrase.span, message, help: help))
  }
}
