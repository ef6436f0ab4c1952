internal import FlowModel

// At which step an alternative begins, as its words say.
extension ScenarioBuilder {
  /// The step that a sentence says an extension begins at: `At step 3, the PIN is wrong`,
  /// `begins at step 6`, `in Schritt 2`.
  static func step(saidIn text: String, within limit: Int = 12) -> String? {
    // `Only some. At step 3 the guest picks some. The flow rejoins at step 4.`
    var rest = text[...]
    for _ in 0..<2 {
      guard let stop = rest.firstRange(of: ". ") else { break }
      if let found = step(inSentence: String(rest[..<stop.lowerBound]), limit) { return found }
      rest = rest[stop.upperBound...]
    }
    return step(inSentence: String(rest), limit)
  }

  /// The step whose mark stands at the beginning of a condition: `Begins at P2, when ...`.
  func markedStep(saidIn text: String) -> String? {
    guard !marks.isEmpty else { return nil }
    return text.prefix(60).split { " ,;:.()".contains($0) }.prefix(5).lazy.compactMap {
      self.marks[String($0)]
    }.first
  }

  /// The step whose mark stands behind the word for a step: `No passo P1, a cliente ...`.
  func markedStep(named text: String) -> String? {
    let words = PlainWords.words(String(text.prefix(60)))
    return words.prefix(4).contains(where: TurnWords.steps.contains)
      ? markedStep(saidIn: text) : nil
  }

  /// Whether a word is "step", also with an article: `l'étape`.
  private static func isStep(_ word: String) -> Bool {
    TurnWords.steps.contains(word.hasPrefix("l'") ? String(word.dropFirst(2)) : word)
  }

  private static func step(inSentence said: String, _ limit: Int) -> String? {
    // `The price is missing in step 3, it goes back (continue with step 2)`
    var text = said.hasSuffix(").") ? String(said.dropLast()) : said
    if text.hasSuffix(")"), let open = text.lastIndex(of: "("), open > text.startIndex,
      TargetPhrase(String(text[open...]), prefix: "") != nil
    {
      text = CellText.collapsed(String(text[..<open]))
    }
    let words = PlainWords.words(text)
    // `Card refused (Schritt 3)`
    let end = text.hasSuffix(").") ? String(text.dropLast()) : text
    if end.hasSuffix(")") || end.hasSuffix("]"),
      let open = end.lastIndex(of: end.hasSuffix(")") ? "(" : "[")
    {
      let inner = PlainWords.words(String(end[open...]))
      if inner.count <= 4, let place = inner.firstIndex(where: { TurnWords.steps.contains($0) }),
        place + 1 < inner.count, DocumentID(inner[place + 1]).shape != .other
      {
        return DocumentID(inner[place + 1]).text
      }
    }
    // `If the password is too short at step 3`
    if words.count > 4, let last = words.last, ScenarioWords.ifs.contains(words[0]),
      TurnWords.steps.contains(words[words.count - 2]),
      ScenarioWords.places.contains(words[words.count - 3]), DocumentID(last).shape == .section
    {
      return last
    }
    guard let place = words.firstIndex(where: isStep), place <= limit else { return nil }
    // `On the second step, the guest leaves`
    let ordinal = place > 0 ? TurnWords.ordinals[words[place - 1]] : nil
    guard place + 1 < words.count else { return nil }
    let isTarget = TargetPhrase(text, prefix: "") != nil
    // `Branches from step 2`
    let begins =
      words[..<place].contains(where: ScenarioWords.beforeSteps.contains)
      || ["branches", "branch", "diverges"].contains(words[0])
    // `In step 6, the guest asks again. The flow continues at step 4`
    let isPlaced = place < 3 && ScenarioWords.places.contains(words[0])
    guard
      !isTarget || isPlaced
        || words[..<place].contains(where: { word in
          ["beg", "start", "branch", "diverge"].contains(where: word.hasPrefix)
        }),
      begins || place == 0
    else { return nil }
    if let ordinal { return ordinal }
    let id = DocumentID(String(words[place + 1].prefix { $0 != "-" && $0 != "–" }))
    // `In step 3a, the guest may decide`
    if id.shape == .outcome, !id.text.contains(".") { return id.number }
    return id.shape == .section || id.shape == .step ? id.text : nil
  }

  /// The step that a text names in brackets at its beginning, and the rest: `En (2) : le lecteur
  /// part`, `(alternative of 2) The card is late`, and the whole of `When (2) returns nothing`.
  static func placedInBrackets(_ text: String) -> (step: String, rest: String)? {
    guard let open = text.prefix(12).firstIndex(of: "("),
      let close = text[open...].prefix(40).firstIndex(of: ")")
    else { return nil }
    let before = PlainWords.words(String(text[..<open]))
    let inner = PlainWords.words(String(text[open...close]))
    guard let step = inner.last, step.utf8.count < 4, step.allSatisfy(\.isNumber) else {
      return nil
    }
    // `(step 4): The period is closed`
    if before.isEmpty, (2...3).contains(inner.count),
      TurnWords.steps.contains(inner[inner.count - 2]),
      inner.count == 2 || ScenarioWords.beforeSteps.contains(inner[0])
    {
      let rest = text[close...].dropFirst().drop { " :-–—,".contains($0) }
      return rest.isEmpty ? nil : (step, CellText.collapsed(String(rest)))
    }
    // `(step 1 or step 5): The service is down`
    if before.isEmpty, (4...5).contains(inner.count), TurnWords.steps.contains(inner[0]),
      ["or", "and", "oder", "und", "ou", "et", "o", "y", "e", "of", "en"].contains(inner[2])
    {
      let rest = CellText.collapsed(
        String(text[close...].dropFirst().drop { " :-–—,".contains($0) }))
      let end = rest.firstRange(of: ". ")?.lowerBound ?? rest.endIndex
      return rest.isEmpty
        ? nil : (inner[1], "\(rest[..<end]) \(text[open...close])\(rest[end...])")
    }
    // `(at step 3)` at the end says it.
    guard !text.hasSuffix(")") else { return nil }
    let after = text[close...].dropFirst().drop { $0 == " " }
    let rest = CellText.collapsed(String(after.drop { " :-–—,".contains($0) }))
    // Not `In (2) cases`.
    let isPlace =
      before.count == 1 && ScenarioWords.places.contains(before[0])
      && after.first.map { ":-–—,".contains($0) } ?? false
    // Not `(alternative 2)`, which counts alternatives.
    let isNamed =
      before.isEmpty && (3...4).contains(inner.count)
      && ["of", "to", "at", "von", "zu", "de", "du", "van", "al", "do", "del", "di", "bij"]
        .contains(
          inner[inner.count - 2])
      && ["alternat", "excep", "exten", "erweit", "ausnahm", "uitz"].contains(
        where: inner[0].hasPrefix)
    if inner.count == 1, before.count == 1, ScenarioWords.ifs.contains(before[0]),
      ScenarioWords.isOfPrograms(rest) || ScenarioWords.isState(rest)
    {
      return (step, text)
    }
    return (isPlace && inner.count == 1 || isNamed) && !rest.isEmpty ? (step, rest) : nil
  }

  /// Whether alternatives with plain numbers have those of a list, 1, 2 and so on, and do not
  /// name the steps that they extend.
  func areListed(_ found: [ExtensionDraft]) -> Bool {
    let listed = found.filter { $0.isListed && Int($0.id) != nil }
    guard listed.count > 1 else { return false }
    // `Alternative flows` and `Exceptions` may have a list each.
    return Dictionary(grouping: listed, by: \.section).values.allSatisfy { list in
      list.compactMap { Int($0.id) }.elementsEqual(1...list.count)
    }
  }

  /// Whether the only alternative has the number 1 in a list.
  func isFirstOnly(_ found: ExtensionDraft) -> Bool {
    extensions.count == 1 && found.isListed && found.id == "1"
  }

  /// When an alternative happens, of a text that says at which step: `There is no card (step 2)`,
  /// `At step 2, there is no card`. Empty if it says no more.
  static func withoutStep(_ text: String) -> String {
    let text = text.hasSuffix(".") ? String(text.dropLast()) : text
    if text.hasSuffix(")") { return CellText.collapsed(String(text.prefix { $0 != "(" })) }
    if let comma = text.prefix(40).firstRange(of: ", "),
      PlainWords.words(String(text[..<comma.lowerBound])).contains(where: TurnWords.steps.contains)
    {
      return CellText.collapsed(String(text[comma.upperBound...]))
    }
    return text.split(separator: " ").count > 5 ? text : ""
  }

  /// Splits `Step 2-10. The window is closed` into the step, the first of several, and the rest.
  static func leadingStep(_ text: String) -> (step: String, rest: String)? {
    let word = text.prefix { $0.isLetter }
    guard word.count > 2, TurnWords.steps.contains(PlainWords.folded(String(word))) else {
      return nil
    }
    let tail = text.dropFirst(word.count).drop { $0 == " " }
    let number = tail.prefix { $0.isNumber }
    let range = tail[number.endIndex...].prefix { $0.isNumber || "-– ".contains($0) }
    let mark = tail[range.endIndex...]
    guard !number.isEmpty, let first = mark.first, ".:)".contains(first),
      case let rest = CellText.collapsed(String(mark.dropFirst())),
      rest.first?.isUppercase == true || first == ":" && range.count > 1,
      mark.dropFirst().first == " "
    else { return nil }
    return (String(number), rest)
  }

  /// The step where an alternative is, as its name says beside it, and the rest of the name:
  /// `2: The sum is zero`, `Too old (at B2)`.
  func placed(
    _ text: String, _ id: String, _ steps: ClosedRange<Int>?
  ) -> (at: String?, label: String) {
    var (at, label): (String?, String) = (nil, text)
    let star = label.hasPrefix("\\* ") ? 3 : label.hasPrefix("* ") ? 2 : 0
    if steps == nil, star > 0, label.count > star {
      return (ScenarioBuilder.anywhere, String(label.dropFirst(star)))
    }
    if steps.map({ "\($0.lowerBound)" == id }) ?? true,
      let found = ScenarioBuilder.placedInBrackets(label), stepIDs.contains(found.step)
    {
      (at, label) = (found.step, found.rest)
    }
    // `Wrong PIN (branches from step 1): The system counts`
    if at == nil, let open = label.prefix(80).firstIndex(of: "("),
      let close = ["): ", ") : "].lazy.compactMap({ label[open...].prefix(60).firstRange(of: $0) })
        .first, open > label.startIndex,
      case let inner = PlainWords.words(String(label[open..<close.lowerBound])), inner.count < 7,
      let place = inner.firstIndex(where: ScenarioBuilder.isStep), place + 1 < inner.count,
      stepIDs.contains(inner[place + 1])
    {
      if steps == nil { at = inner[place + 1] }
      label =
        CellText.collapsed(String(label[..<open])) + ": "
        + String(label[close.upperBound...])
    }
    // `1.5 Unknown name (branch at step 7)`
    if at == nil, steps == nil || id.contains("."), label.hasSuffix(")"),
      let open = label.lastIndex(of: "("), open > label.startIndex,
      case let inner = PlainWords.words(String(label[open...])), inner.count < 7,
      let place = inner.firstIndex(where: TurnWords.steps.contains), place + 2 == inner.count,
      place > 0, stepIDs.contains(inner[place + 1]),
      inner[..<place].allSatisfy({
        ScenarioWords.beforeSteps.contains($0) || $0.hasPrefix("branch")
      })
    {
      (at, label) = (inner[place + 1], CellText.collapsed(String(label[..<open])))
    }
    // `2: The sum is zero` beside an id
    let number = label.prefix(3).prefix(while: \.isNumber)
    if at == nil, steps == nil, label.dropFirst(number.count).hasPrefix(": "),
      stepIDs.contains(String(number))
    {
      (at, label) = (String(number), String(label.dropFirst(number.count + 2)))
    }
    // `Step 4. No seat is free`, in a list with numbers of its own
    if at == nil, let (step, rest) = ScenarioBuilder.leadingStep(label), stepIDs.contains(step) {
      if steps.map({ "\($0.lowerBound)" == id }) ?? true { at = step }
      label = rest
    }
    // `zu 4: No seat is free`, `Zu Schritt 4: No seat is free`
    if at == nil, steps == nil, let colon = label.prefix(20).firstRange(of: ": ") {
      let words = PlainWords.words(String(label[..<colon.lowerBound]))
      if words.count > 1, ScenarioWords.beforeSteps.union(["zu", "ad"]).contains(words[0]),
        words.dropFirst().dropLast().allSatisfy(TurnWords.steps.contains),
        let step = words.last, stepIDs.contains(step)
      {
        (at, label) = (step, String(label[colon.upperBound...]))
      }
    }
    if label.hasSuffix(")"), at == nil, let range = label.ranges(of: " (at ").last,
      let step = marks[String(label[range.upperBound...].dropLast())]
    {
      // `Too old (at B2)`
      (at, label) = (step, String(label[..<range.lowerBound]))
    }
    for lead in [" (at step ", " (step "] where label.hasSuffix(")") && at == nil {
      if let range = label.ranges(of: lead).last {
        let said = String(label[range.upperBound...].dropLast())
        at = marks[said] ?? said
        label = String(label[..<range.lowerBound])
      }
    }
    if label.hasSuffix(" (at any step)"), at == nil {
      (at, label) = (ScenarioBuilder.anywhere, String(label.dropLast(14)))
    }
    return (at, label)
  }

  /// Whether a run waits somewhere, where something may happen at any time.
  func waits(besides found: ExtensionDraft) -> Bool {
    func waits(_ step: StepDraft) -> Bool { !step.rows.isEmpty || !step.activity.isPassing }
    return steps.contains(where: waits)
      || extensions.contains { other in
        other.id != found.id
          && (other.steps?.lowerBound != 0 && other.at != ScenarioBuilder.anywhere
            || other.lines.contains(where: waits))
      }
  }
}
