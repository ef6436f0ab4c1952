internal import Diagnostics
internal import FlowModel

// To which alternative a line belongs, and to which step an alternative.
extension ScenarioBuilder {
  /// `2A1` as line 1 of the open alternative `2a`, and not as an alternative of step 2.
  func ofOpen(_ found: ExtensionID) -> ExtensionID {
    // `1a1. ...`, below `1a` of a line of `3a`
    if found.line != nil, found.id == outer.last?.written, let open = extensions.last {
      var line = found
      line.id = open.id
      return line
    }
    guard found.line == nil, let open = extensions.last, open.id.last?.isLowercase == true,
      found.id.hasPrefix(open.id.uppercased()), found.id.count > open.id.count
    else { return found }
    var line = found
    (line.id, line.line) = (open.id, String(found.id.dropFirst(open.id.count)))
    return line
  }

  /// Whether a bullet says what is done in the open alternative, and is none of its own: below `E1:
  /// Registered already`.
  mutating func isDeed(_ found: ExtensionID, _ line: DocumentLine, _ isBullet: Bool) -> Bool {
    guard found.line == nil, let step = found.steps?.lowerBound, let open = extensions.last,
      open.id.first?.isLetter == true
        // `Step 2 --> if the file is unknown, then:`
        || open.id == "\(step)" && ScenarioBuilder.isCondition(open.label)
          && ["then", "dann", "alors", "entonces", "entao", "allora", "dan", "siis"].contains(
            PlainWords.words(open.label).last),
      open.at ?? "\(step)" == "\(step)",
      isBullet && (line.indent > openIndent || open.id == "\(step)") || open.at != nil
    else { return false }
    return open.lines.isEmpty
      ? !found.rest.contains(": ") && isDone(found.rest, line.fragment.span) : hasDeeds
  }

  /// Takes the first line of a named alternative that says at which step it happens: `Step 4: The
  /// server answers 409`. Returns false for any other line.
  mutating func takePlaced(_ text: String, _ line: DocumentLine, _ isBullet: Bool) -> Bool {
    guard !isFresh, let open = extensions.last, open.lines.isEmpty, open.steps == nil,
      open.at == nil, open.id.first?.isLetter == true, text.count < 500
    else { return false }
    // `At step 5: The clerk refuses it`
    let lead = text.prefix { $0.isLetter }
    let isAt = ScenarioWords.places.contains(PlainWords.folded(String(lead)))
    let text = isAt ? String(text.dropFirst(lead.count + 1)) : text
    let word = text.prefix { $0.isLetter }
    let number = text.dropFirst(word.count).drop { $0 == " " }.prefix { $0.isNumber }
    let mark = text[number.endIndex...].drop { $0 == " " }
    // `Step 1: ...` is the first of its lines.
    guard !number.isEmpty, number != "1", stepIDs.contains(String(number)),
      TurnWords.steps.contains(PlainWords.folded(String(word))),
      let first = mark.first, ":-–—".contains(first), mark.dropFirst().first == " "
    else { return false }
    extensions[extensions.count - 1].at = String(number)
    if isBullet { bulletLineIndent = line.indent }
    let said = CellText.collapsed(String(mark.dropFirst()))
    let parts = RowText.split(said)
    if let effect = parts.effect, isDone(effect, line.fragment.span) {
      // `Step 2: The text is empty → System ignores it`
      if isDone(parts.sentence, line.fragment.span) {
        addLine("1", parts.sentence, line.fragment.span)
      } else {
        extensions[extensions.count - 1].label += ": \(parts.sentence)"
      }
      addLine("\(extensions[extensions.count - 1].lines.count + 1)", effect, line.fragment.span)
      return true
    }
    addLine("1", said, line.fragment.span)
    isPlaced = true
    return true
  }

  /// Takes `1b. ...` for the second line of a named alternative, of which `1a. ...` was the first.
  mutating func takeSecond(_ found: ExtensionID, _ span: Span) -> Bool {
    guard let (open, text) = named, let last = extensions.last, last.lines.count < 2,
      // `2a. Name is empty: System says so` is an alternative of its own.
      !text.contains(": "),
      !found.rest.contains(": ") || found.rest.contains(": \"") && isDone(text, last.span),
      found.line == nil, let step = found.steps?.lowerBound, last.steps?.lowerBound == step,
      last.id == "\(step)a", found.id == "\(step)b",
      isDone(text, last.span) || isDone(found.rest, span)
    else { return false }
    var whole = open
    whole.at = "\(step)"
    extensions[extensions.count - 1] = whole
    (lineIDs, named, hasDeeds) = (UniqueIDs(), nil, true)
    addLine("1", text, last.span)
    addLine("2", found.rest, span)
    return true
  }

  /// Takes that line for the condition, as numbered lines follow: `Step 4: The network is down`.
  mutating func unplace() {
    guard isPlaced, let last = extensions.indices.last, extensions[last].lines.count == 1,
      let said = extensions[last].lines.first?.said
    else { return }
    extensions[last].label += ": \(said.hasSuffix(".") ? String(said.dropLast()) : said)"
    extensions[last].lines = []
    (lineIDs, isPlaced) = (UniqueIDs(), false)
  }

  /// Splits `A. Empty list` into its letter and the rest, if it is the first or follows the last
  /// one.
  func capital(_ text: String) -> (letter: String, rest: String)? {
    guard let first = text.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "H")).contains(first),
      let mark = text.dropFirst().first, ".)".contains(mark), text.dropFirst(2).first == " "
    else { return nil }
    let before = extensions.last.flatMap { $0.id.utf8.count == 1 ? $0.id.utf8.first : nil }
    let isNext = before.map { first == $0 + 1 } ?? false
    guard isNext || first == UInt8(ascii: "A") && (isFresh || extensions.isEmpty) else {
      return nil
    }
    return (String(text.prefix(1)), CellText.collapsed(String(text.dropFirst(2))))
  }

  /// Whether a bullet is a line of the one before that ends with a colon, and no alternative.
  mutating func isBelowLabel(_ text: String, _ span: Span) -> Bool {
    guard !text.hasSuffix(":"), !ScenarioBuilder.isCondition(text),
      ScenarioBuilder.step(saidIn: text) == nil || TargetPhrase(text, prefix: prefix) != nil
    else { return false }
    if isDone(text, span) { return true }
    let words = PlainWords.words(String(text.prefix(60)))
    return !text.prefix(60).contains(": ")
      && !words.prefix(5).contains(where: ScenarioWords.isState)
      && !words.contains(where: ScenarioWords.negations.contains)
  }

  /// Whether the open alternative has an id or lines with numbers, as those of a list have.
  var hasNumberedLines: Bool {
    guard let open = extensions.last else { return false }
    return open.steps != nil || isOpenBullet || lineIndent != nil
  }

  /// Whether the open alternative is a bullet beside others.
  var areBullets: Bool { isOpenBullet || looseIndent != nil }

  /// Whether the open alternative says no more yet than when it happens.
  var isOpenUndone: Bool {
    guard let open = extensions.last, open.lines.isEmpty else { return false }
    return reaction(in: open.label) == open.label && !open.label.contains(". ")
  }

  /// Whether the open alternative, of which the heading gives the number only, has such an id.
  func isSame(_ open: ExtensionDraft, _ id: String) -> Bool {
    func number(_ id: String) -> Substring { id.drop(while: \.isLetter) }
    return open.lines.isEmpty && open.steps == nil && open.id != id && id.first?.isLetter == true
      && open.id.first?.isLetter == true && number(open.id) == number(id)
  }

  /// Whether an alternative is no more than a name so far, without an id of its own.
  func isTitle(_ open: ExtensionDraft) -> Bool {
    open.lines.isEmpty && open.steps == nil && open.at == nil && open.id.hasPrefix("A")
      && Int(open.id.dropFirst()) != nil && open.label.contains(" ")
  }

  /// Whether a number goes on with the lines below an alternative in bold with a colon: `1. System
  /// says so` below `4. **Name is unknown**:`.
  func isBelowName(_ open: ExtensionDraft, _ id: String, _ rest: String) -> Bool {
    open.isAboveLines && id == "\(open.lines.count + 1)" && !rest.hasSuffix(":")
      && open.isBold
  }

  /// Says of the open alternative when it happens.
  mutating func describeOpen(_ text: String) {
    guard let last = extensions.indices.last, !text.isEmpty else { return }
    extensions[last].label += ": \(text.hasSuffix(".") ? String(text.dropLast()) : text)"
  }

  /// Whether a bullet or a paragraph is an alternative beside those without ids.
  func isBesideLoose(_ text: String, _ line: DocumentLine) -> Bool {
    looseIndent.map { line.indent <= $0 && !isBareTarget(text) } ?? false
  }

  /// Whether a line says no more than where the open alternative leads: `Back to step 1`.
  func isBareTarget(_ text: String) -> Bool {
    text.utf8.count < 60 && !text.contains(", ") && !text.contains(": ") && !text.contains(" → ")
      && (!ScenarioBuilder.isCondition(text) || text.lowercased().hasPrefix("se "))
      && TargetPhrase(text, prefix: prefix) != nil
      && extensions.last.map { $0.label.count > 2 } ?? false
      && TurnWords.verbs.contains(
        PlainWords.words(text).first { !["se", "on", "flow", "the", "then"].contains($0) } ?? "")
  }

  /// The id of an alternative without one: its number below a letter, or the next that is free.
  func freeID(_ letter: String) -> String {
    var number = extensions.count + 1
    // Each looks through all; those of long documents get their ids apart at the end.
    guard number < 500 else { return "\(letter)\(number)" }
    while extensions.contains(where: { $0.id == "\(letter)\(number)" }) { number += 1 }
    return "\(letter)\(number)"
  }

  /// Whether a paragraph with a condition and what is done then stands below such paragraphs only:
  /// each is an alternative.
  func isBesideCondition(_ text: String) -> Bool {
    func saysBoth(_ text: String) -> Bool {
      ScenarioBuilder.isCondition(text) && reaction(in: text) != text
    }
    guard let open = extensions.last, open.steps == nil, saysBoth(text) else { return false }
    return !open.lines.isEmpty && open.lines.allSatisfy { saysBoth($0.said ?? "") }
      || open.lines.isEmpty && saysBoth(open.label)
  }

  /// Whether a sentence says what somebody or the system does, and no condition.
  mutating func isDone(_ text: String, _ span: Span) -> Bool {
    let activity = step("1", text, span).activity
    return activity == .user || activity == .system || activity.isShown
  }

  /// Whether a text says what somebody does not do: `The cook does not confirm`.
  static func saysNot(_ text: String) -> Bool {
    PlainWords.words(text).contains(where: ScenarioWords.negations.contains)
  }

  /// Whether a bullet says what the system does about the one before it, which says what happened.
  mutating func saysReaction(_ text: String, _ span: Span) -> Bool {
    guard let open = extensions.last, !text.prefix(60).contains(": "),
      // Not `- If the lounge is full, ...` below `- If a problem is found, ...`.
      !ScenarioBuilder.isCondition(text) || !ScenarioBuilder.isCondition(open.label)
    else { return false }
    let activity = step("1", text, span).activity
    guard activity == .system || activity.isShown else { return false }
    return sentence("1", open.label, span).activity == .outside
      || ScenarioBuilder.saysNot(open.label)
  }

  /// What `2.1` is: an alternative of step 2, or a line of the alternative that is called `2`. Nil
  /// below `2a`, whose lines may have such numbers.
  func dottedPlace(
    _ step: String, _ id: String, _ line: String?, _ rest: String
  ) -> (id: String, isLine: Bool)? {
    let open = extensions.last
    // `2.1 The guest asks` below `2.0 No room`
    if line == nil, open?.id == "\(step).0", !id.hasSuffix(".0") {
      return (String(id.dropFirst(step.count + 1)), true)
    }
    if line == nil, id == "\(step).0", rest.count < 80 { return (id, false) }
    if open?.id == step {
      return line == nil ? (String(id.dropFirst(step.count + 1)), true) : nil
    }
    if let line, open?.id == id { return (line, true) }
    // `2.1 The waiter says so` below `At step 2, a dish is sold out.`
    let second = String(id.dropFirst(step.count + 1))
    if line == nil, let open, open.at == step, open.steps == nil, open.id.first?.isLetter == true,
      Int(second) == open.lines.count + 1,
      // Not `2.1 No euro`.
      case let words = PlainWords.words(rest), words.count > 2,
      !words.contains(where: ScenarioWords.negations.contains)
    {
      return (second, true)
    }
    let isBelow =
      open.map { $0.id.contains(where: \.isLetter) && $0.id.hasPrefix(step) } ?? false
    // `7.1 Deliver to home`, of use case 7.
    let isOfNone =
      line == nil && !stepIDs.contains(step) && !steps.isEmpty
      && (isFresh || open?.id.hasPrefix("\(step).") ?? true)
    return stepIDs.contains(step) && !isBelow || isOfNone ? (id, false) : nil
  }

  /// Whether what follows a mark says what the system does: `Card expired: system shows why`, `Card
  /// expired — The system shows why`.
  static func isReaction(_ text: String, after mark: Substring) -> Bool {
    let parts = ScenarioWords.sitesAndParts
    guard isOfSystem(text) || ScenarioWords.split(text, after: parts) != nil else { return false }
    let lower = PlainWords.folded(String(text.prefix(12)))
    return mark == ": " || text.first?.isUppercase == true
      || ScenarioWords.articles.contains(where: lower.hasPrefix)
  }

  /// Removes the steps of the main scenario.
  mutating func takeMain() -> [StepDraft] {
    let taken = steps
    (steps, stepIDs) = ([], UniqueIDs())
    return taken
  }

  /// Whether a line below "Extensions" can belong to an extension. "None" counts too.
  func extendsWith(_ line: DocumentLine) -> Bool {
    let (text, isBullet) = ScenarioBuilder.cleaned(line)
    let plain = ScenarioBuilder.withPlainNumber(text)
    if !extensions.isEmpty || text.count < 20 || text.hasPrefix("#") || isBullet { return true }
    // `Alternative path:` above a paragraph
    if isFresh, single != nil { return true }
    let first = PlainWords.words(text).first ?? ""
    return ExtensionID(ScenarioBuilder.withPlainID(text)) != nil || capital(text) != nil
      || ScenarioBuilder.numbered(plain) != nil || ScenarioBuilder.lettered(text)?.id == "a"
      || ScenarioBuilder.bareLetter(text).map { !["e", "i", "o", "u", "y"].contains($0.id) }
        ?? false
      || ScenarioBuilder.dotted(plain).map { stepIDs.contains($0.step) || isFresh } ?? false
      || ScenarioBuilder.lead(of: text) != nil || ScenarioWords.conditions.contains(first)
      || TargetPhrase(text, prefix: prefix) != nil || Turn(text) != nil
  }
}
