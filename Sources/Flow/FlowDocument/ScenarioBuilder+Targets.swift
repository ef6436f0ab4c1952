internal import Diagnostics
internal import FlowModel

// The steps of extensions, and where they lead.
extension ScenarioBuilder {
  /// What stands in place of a step in an alternative that holds at every one.
  static let anywhere = "any"
  /// How often alternatives such as `2-4a` are repeated at their other steps, in a flow.
  private static let mostCopies = 10_000

  /// Writes the ids of steps for what the document calls them, where lines lead to them.
  mutating func followMarks() {
    guard !marks.isEmpty else { return }
    let marks = marks
    edit { line in
      guard let next = line.next else { return }
      let name = next.hasPrefix("goto ") ? String(next.dropFirst(5)) : next
      line.next = marks[name] ?? next
    }
  }

  /// Leads `continues at FA1` to the first line of that alternative.
  mutating func followAlternatives() {
    let firsts = Dictionary(
      extensions.compactMap { found in found.lines.first.map { (found.id, "\(found.id).\($0.id)") }
      },
      uniquingKeysWith: { first, _ in first })
    edit { line in
      guard let next = line.next, next.hasPrefix("goto ") else { return }
      line.next = firsts[String(next.dropFirst(5))] ?? next
    }
  }

  /// Gives every extension its steps, and last lines a target if the document has none.
  mutating func finishExtensions() {
    addBranches()
    joinContinued()
    shareLines()
    branchOffLines()
    followOuter()
    splitOptions()
    var complete: [ExtensionDraft] = []
    var copyCount = 0
    var ids = UniqueIDs()
    let written = Set(extensions.map(\.id))
    let named = namedAlternatives()
    let areListed = areListed(extensions)
    let words = stepWords()
    let reached = reached.union(extensions.compactMap(\.at))
    for var found in inOrder(extensions) {
      dropRepeated(of: &found, reached: reached)
      if areListed || isFirstOnly(found), found.at == nil, found.isListed {
        found.steps = nil
      }
      finish(&found, named, words)
      // `1. The guest leaves` beside the steps 1.1 and 1.2
      if found.id.allSatisfy(\.isNumber),
        stepIDs.contains("\(found.id).1") || found.isListed && stepIDs.contains("1.1")
      {
        found.id = "E\(found.id)"
      }
      if !ids.insert(found.id) {
        let other = ids.repeated(found.id)
        if complete.first(where: { $0.id == found.id })?.section == found.section {
          reporter.assume(
            found.span,
            "there is an extension `\(found.id)` already; this one was written as `\(other)`",
            help: "give one of the two another number")
        } else {
          reporter.assume(
            found.span,
            "`\(found.id)` is below another heading, too; this one was written as `\(other)`")
        }
        found.id = other
      }
      complete.append(found)
      let isRange = found.steps.map { $0.count > 1 } ?? false
      if isRange, copyCount > ScenarioBuilder.mostCopies {
        reporter.lose(
          found.span,
          """
          a flow has at most \(ScenarioBuilder.mostCopies) alternatives of several steps; \
          `\(found.id)` was written at its first step only
          """)
        continue
      }
      for copy in copies(of: found) where !written.contains(copy.id) && ids.insert(copy.id) {
        complete.append(copy)
        copyCount += 1
      }
    }
    extensions = complete
  }

  private mutating func finish(
    _ found: inout ExtensionDraft, _ named: [String: String], _ words: StepWords
  ) {
    if found.label.isEmpty { found.label = found.id }
    takeCondition(of: &found)
    if found.lines.isEmpty { takeBracketed(of: &found) }
    if found.lines.isEmpty { takeBoldName(of: &found) }
    if found.lines.isEmpty { takeNamedCondition(of: &found) }
    if found.lines.isEmpty { takeSentences(of: &found) }
    if found.lines.isEmpty { takeName(of: &found) }
    if found.lines.isEmpty { takeAnswer(of: &found) }
    if found.lines.isEmpty { takeReaction(of: &found) }
    if found.lines.isEmpty { takeWay(of: &found) }
    if found.lines.isEmpty { takeRest(of: &found) }
    if found.lines.isEmpty { takeBehindMark(of: &found) }
    if found.label.isEmpty { found.label = found.id }
    if found.lines.isEmpty {
      found.lines = [step("1", found.label, found.span)]
      reporter.assume(
        found.span, "extension `\(found.id)` has no lines; its heading was written as one",
        isGuess: false)
    }
    for (place, line) in found.lines.enumerated() where line.next == nil {
      found.lines[place] = ScenarioBuilder.ordered(line)
      if line.turn == .first { found.lines[place].next = steps.first?.id ?? "end" }
    }
    if found.steps == nil, let line = found.lines.first,
      // `At any time between steps 4 and 6`
      let range = [found.label, line.said ?? line.subject].lazy.compactMap(ScenarioBuilder.range)
        .first, found.at == nil || found.at == "\(range.lowerBound)"
    {
      found.steps = range
    }
    if found.at == nil, found.steps == nil, let line = found.lines.first {
      let said = line.said ?? line.subject
      found.at = ScenarioBuilder.step(saidIn: said) ?? markedStep(named: said)
      let isPlace = found.at != nil && found.lines.count > 1 && line.next == nil
      if isPlace, ScenarioWords.saysWhereItBegins(line.said ?? "") { found.lines.removeFirst() }
    }
    takeStepOfLine(&found)
    // `1. At any time, the line is dead` is no alternative of step 1.
    if found.at == nil, found.id.allSatisfy(\.isNumber),
      ScenarioWords.saysAnyTime(String(found.label.drop { "*".contains($0) }))
    {
      found.at = ScenarioBuilder.anywhere
    }
    // Lines that are numbered from the step on.
    if found.at == nil, found.steps == nil, let first = found.lines.first.flatMap({ Int($0.id) }),
      first > 1, stepIDs.contains("\(first)")
    {
      found.at = "\(first)"
    }
    if found.at == nil, found.steps == nil {
      // `[ALT1] No members found`, `(FA1) - Add a part`
      let isBracketed = found.label.first.map { "[(".contains($0) } ?? false
      let inner = isBracketed ? found.label.dropFirst().prefix { !"])".contains($0) } : ""
      let name = PlainWords.folded(String(inner)).filter { $0 != "-" && $0 != " " }
      found.at = named[PlainWords.folded(found.id)] ?? named[name] ?? taggedStep(found.label)
    }
    let said = [found.label, found.lines[0].said ?? found.lines[0].subject]
    if found.at == nil, found.steps == nil, said.contains(where: ScenarioWords.saysAnyTime) {
      found.at = ScenarioBuilder.anywhere
    }
    setStep(of: &found, words)
    setTarget(of: &found, words)
  }

  /// The steps that name alternatives in brackets: `2. System shows the price. [A2]`, `(see A2)`.
  func namedAlternatives() -> [String: String] {
    let besides: Set<String> = [
      "see", "go", "to", "alt", "alternative", "exception", "extension", "flow", "and", "or",
      "siehe", "voir", "ver", "zie", "vaata", "vedi",
    ]
    var found: [String: String] = [:]
    for step in steps {
      let parts = (step.said ?? "").split(whereSeparator: { "([".contains($0) }).dropFirst()
      for part in parts.prefix(20) {
        let inner = part.prefix { !")]".contains($0) }
        guard inner.utf8.count < 40 else { continue }
        let words = PlainWords.words(String(inner)).filter { !besides.contains($0) }
        let ids = words.map { $0.filter { $0 != "-" } }
        // Not `(row E1)`.
        let isKnown = ids.allSatisfy { id in
          ExtensionID("\(id.uppercased()): x") != nil
            || id.count == 1 && words.count < PlainWords.words(String(inner)).count
              && extensions.contains { $0.id == id.uppercased() }
        }
        guard isKnown else { continue }
        for id in ids where found[id] == nil { found[id] = step.id }
      }
    }
    return found
  }

  /// Whether a sentence begins with a condition: `If the PIN is wrong`, `In step 3, if it is so`,
  /// `[Wrong PIN] If, in step 3, ...`, `**Wrong PIN**: if ...`.
  static func isCondition(_ text: String) -> Bool {
    var rest = Substring(text)
    if rest.first == "[", let close = rest.firstIndex(of: "]") {
      rest = rest[close...].dropFirst()
    } else if let colon = rest.prefix(60).firstRange(of: ": ") {
      // `Si no hay saldo, se muestra: "Sin saldo"`
      if rest[..<colon.lowerBound].contains(", "), begins(rest) { return true }
      rest = rest[colon.upperBound...]
    }
    func begins(_ text: Substring) -> Bool {
      let words = PlainWords.words(String(text.prefix(40)))
      // `In case the dish is out`, `En cas de panne`
      let isCase =
        words.count > 2 && ["in", "en", "em", "no", "nel", "im"].contains(words[0])
        && ["case", "cas", "caso", "fall", "falle", "geval"].contains(words[1])
      return isCase || words.first.map(ScenarioWords.ifs.contains) ?? false
    }
    if begins(rest) { return true }
    if let comma = rest.prefix(40).firstRange(of: ", "),
      PlainWords.words(String(rest[..<comma.lowerBound])).contains(where: TurnWords.steps.contains)
    {
      rest = rest[comma.upperBound...]
    }
    return begins(rest)
  }

  /// Gives the last line of an extension its target.
  mutating func setTarget(of found: inout ExtensionDraft, _ words: StepWords) {
    let last = found.lines.count - 1
    let line = found.lines[last]
    guard line.next == nil, line.rows.isEmpty else { return }
    let at = found.at ?? found.steps.map { "\($0.lowerBound)" }
    let steps = (extensions.first { $0.id == found.outer }).map(lineIDs) ?? steps.map(\.id)
    let place = steps.firstIndex(of: at ?? "")
    if line.turn == nil, last > 0 || found.steps != nil, let next = stepInBrackets(line) {
      found.lines[last].next = next
      return
    }
    let following = place.map { $0 + 1 < steps.count ? steps[$0 + 1] : "end" } ?? "end"
    switch line.turn {
    case .rejoining?:
      goOn(&found, following)
    case .previous?:
      found.lines[last].next = place.map { steps[max(0, $0 - 1)] } ?? steps.first ?? "end"
    case .first?, nil:
      if goBack(&found, from: place, words) { return }
      if ScenarioBuilder.saysGivenUp(line) {
        found.lines[last].next = "end"
        return
      }
      if ScenarioBuilder.saysGoingOn(line) { return goOn(&found, following) }
      let isInstead = PlainWords.folded(found.label).contains(": instead of ")
      let said = PlainWords.words("\(found.label) \(line.said ?? line.subject)")
      let next =
        isInstead || found.isOfSeveral && !saysTrouble(said, found)
          || last == 0 && ScenarioWords.saysOption(found.label) ? following : "end"
      found.lines[last].next = next
      reporter.assume(
        line.span,
        "the document does not say where extension `\(found.id)` leads; `\(next)` was written")
    }
  }

  /// Gives an extension the step it belongs to.
  private mutating func setStep(of found: inout ExtensionDraft, _ words: StepWords) {
    if found.outer != nil { return }
    // `*a` holds at every step.
    let isAnywhere =
      found.at == ScenarioBuilder.anywhere || found.at == nil && found.steps?.lowerBound == 0
    if isAnywhere, waits(besides: found) { return }
    let said = found.at ?? found.steps.map { "\($0.lowerBound)" }
    if let said, stepIDs.contains(said) {
      // The number of the extension says it.
      found.at = found.id.prefix { $0.isNumber } == said && found.at == nil ? nil : said
      return
    }
    var first = steps.first?.id ?? "1"
    if isAnywhere {
      reporter.assume(
        found.span,
        "no step waits, so extension `\(found.id)` was written at step \(first)")
    } else if let said, found.id.contains(where: \.isLetter) {
      reporter.lose(
        found.span, "extension `\(found.id)` is about step `\(said)`, which does not exist",
        help: "it was written at step \(first)")
    } else {
      if let likely = likelyStep(of: found, words) { first = steps[likely].id }
      found.isPlaceGuessed = true
      reporter.assume(
        found.span,
        "the document does not say which step `\(found.id)` extends; \(first) was taken",
        help: "write `(at step 3)` or `(at any step)` after its title")
    }
    found.at = first
  }
}
