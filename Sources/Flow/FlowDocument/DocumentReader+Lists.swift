internal import Diagnostics
internal import FlowModel

// What the lines below a line tell about it.
extension DocumentReader {
  /// Begins the part of a label.
  mutating func begin(_ label: HeaderLabel, _ line: DocumentLine, _ level: Int) {
    let raw = line.fragment.text
    (state, stateLevel) = (label, level)
    labelIndent = DocumentReader.isBullet(raw) ? line.indent : nil
    isLabelBold = DocumentReader.isBoldBullet(raw)
  }

  /// Whether a label ends with its paragraph, which begins on the next line.
  mutating func endsParagraph(_ raw: String) -> Bool {
    guard !raw.hasPrefix("#"), raw.hasSuffix(":"), index + 1 < lines.count else { return false }
    if lines[index + 1].isBlank { labelAboveBlank = index }
    return !lines[index + 1].isBlank
  }

  /// Whether an empty line ends the list or the paragraph below a label and an empty line.
  var isAfterList: Bool {
    guard let labelAboveBlank, index > labelAboveBlank + 1, !lines[index - 1].isBlank,
      let next = lines[(index + 1)...].first(where: { !$0.isBlank }), case .text = next.kind
    else { return false }
    let isEntry = ScenarioBuilder.cleaned(next).isBullet || next.indent > 0
    return !isEntry && ScenarioBuilder.numbered(next.fragment.text) == nil
  }

  /// Whether numbered lines below the heading of all alternatives are those of one: somebody acts,
  /// and the system answers.
  mutating func isSequence(_ line: DocumentLine) -> Bool {
    guard scenario.isFresh else { return false }
    var texts: [String] = []
    for below in lines[index...].prefix(60) {
      if below.isBlank { continue }
      guard case .text = below.kind, below.indent == line.indent else {
        // Something stands below an entry.
        if case .text = below.kind, below.indent > line.indent { return false }
        break
      }
      let (text, isBullet) = ScenarioBuilder.cleaned(below)
      guard !isBullet, !below.fragment.text.hasPrefix("**"),
        let (id, rest) = ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(text)),
        Int(id) == texts.count + 1
      else { break }
      texts.append(rest)
    }
    return isSequence(texts, line.fragment.span)
  }

  /// Whether the lines of a cell are the sentences of one alternative.
  mutating func isSequence(of entries: [String], _ span: Span) -> Bool {
    guard scenario.isFresh, scenario.single != nil else { return false }
    var texts: [String] = []
    for entry in entries {
      guard let (id, rest) = ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(entry)),
        Int(id) == texts.count + 1
      else { return false }
      texts.append(rest)
    }
    return isSequence(texts, span)
  }

  private mutating func isSequence(_ texts: [String], _ span: Span) -> Bool {
    let isSingle = scenario.single != nil
    // `1. Voter leaves without a vote`, `2. System shows why` below `Exception flow`
    let begins = isSingle && (texts.first?.split(separator: " ").count ?? 0) > 4 ? 1 : 0
    guard texts.count > (isSingle ? 1 : 2),
      !texts.dropFirst(begins).contains(where: {
        PlainWords.words($0).contains(where: ScenarioWords.negations.contains)
      }),
      !texts.contains(where: {
        ScenarioBuilder.isCondition($0) || $0.contains(": ") || $0.contains("→")
          || $0.contains("->") || ExtensionID($0) != nil
      })
    else { return false }
    let deeds = texts.map { scenario.step("1", $0, span) }
    // Somebody acts, and then the system; two people in a row may be two cases.
    let areOfSystem = deeds.map { deed in
      let part = ScenarioWords.split(deed.subject, after: ScenarioWords.sitesAndParts)
      return deed.activity.isShown
        || (deed.activity == .system || part != nil)
          && !ScenarioWords.isTrouble(part ?? deed.subject)
    }
    // `Alternative flow` heads one, whoever begins it.
    if isSingle, deeds[0].activity == .outside {
      // Not `1. Card refused`, `2. System displays an error`.
      return areOfSystem[1]
        && zip(texts, areOfSystem).allSatisfy { $1 || $0.split(separator: " ").count > 3 }
    }
    return deeds[0].activity == .user && areOfSystem[1]
      && zip(deeds, areOfSystem).allSatisfy { $0.activity == .user || $1 }
      && !zip(areOfSystem, areOfSystem.dropFirst()).contains { !$0 && !$1 }
  }

  /// Whether the steps begin behind a part of the header without a heading of their own: numbers
  /// below the bullets of `Preconditions`, which say what people do.
  mutating func beginsListOfSteps(_ line: DocumentLine) -> Bool {
    guard let state, state.isHeader, draft.isNamed, scenario.isEmpty, table.isEmpty,
      ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(line.fragment.text))?.id == "1",
      let above = lines[..<index].last(where: { !$0.isBlank })?.fragment.text,
      // Not the list of the label itself.
      !above.hasSuffix(":"), !above.hasSuffix("**"), !above.hasPrefix("#"),
      HeaderLabel(CellText(above).whole) == nil, above.first?.isNumber == false, !hasMainBelow()
    else { return false }
    return isExtended(below: index) || saysDeeds(below: index)
  }

  /// Whether a numbered list says what a person or the system does, and not how things are.
  mutating func saysDeeds(below first: Int) -> Bool {
    // `There are two rules:`
    if lines[..<first].last(where: { !$0.isBlank })?.fragment.text.hasSuffix(":") ?? false {
      return false
    }
    for line in lines[first...].prefix(40) where !line.isBlank {
      let (words, isBullet) = ScenarioBuilder.cleaned(line)
      let text = ScenarioBuilder.withPlainNumber(words)
      // `- The system shows the list.` below a step
      if isBullet, line.indent > lines[first].indent {
        if ScenarioWords.deed(words, of: ScenarioWords.systems) != nil { return true }
        continue
      }
      guard case .text = line.kind, let (_, rest) = ScenarioBuilder.numbered(text) else { break }
      let deed = scenario.step("1", rest, line.fragment.span)
      let site = ScenarioWords.split(rest, after: ScenarioWords.sitesAndParts)
      let isDone = deed.activity == .user || deed.activity == .system || deed.activity.isShown
      let verb = PlainWords.words(String((site ?? deed.subject).prefix(24))).first ?? ""
      let isRule = ["can", "may", "must", "should", "kann", "darf", "muss", "soll"].contains(verb)
      if isRule { return false }
      if isDone || site != nil, !ScenarioBuilder.saysState(site ?? deed.subject) { return true }
    }
    return false
  }

  /// Whether a line is the first step of a use case that has no other scenario: a numbered line
  /// below `Description:`, or below a paragraph.
  mutating func isDescribedStep(_ text: String) -> Bool {
    switch state {
    case nil where draft.isNamed, .text(.summary): break
    default: return false
    }
    if isBulletList { return true }
    guard scenario.isEmpty, table.isEmpty, draft.isNamed || !draft.hasMadeUpID,
      ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(text))?.id == "1",
      case let own = lines[index].indent,  // Below it are bullets.
      let next = lines[(index + 1)...].first(where: { !$0.isBlank && $0.indent <= own }),
      case .text = next.kind,
      ScenarioBuilder.numbered(
        ScenarioBuilder.withPlainNumber(ScenarioBuilder.cleaned(next).text))?.id
        == (scenario.isCounted ? "1" : "2")
    else { return false }
    guard lastRow < index, !hasMainBelow() else { return false }
    return state != nil || saysDeeds(below: index) || isExtended(below: index)
  }

  /// Whether nothing but bullets stand below the heading of a use case, of which the first is next:
  /// they are its steps.
  private var isBulletList: Bool {
    guard state == nil, scenario.isEmpty, table.isEmpty, draft.isNamed, draft.lists.isEmpty,
      DocumentReader.isBullet(lines[index].fragment.text)
    else { return false }
    let rest = lines[index...].filter { !$0.isBlank }
    guard (2...60).contains(rest.count) else { return false }
    return rest.allSatisfy { line in
      let text = line.fragment.text
      guard case .text = line.kind, DocumentReader.isBullet(text), !text.contains("**") else {
        return false
      }
      // Not `- Priority: high`.
      return !text.prefix(30).contains(":") && text.split(separator: " ").count > 3
    }
  }

  /// The name of a label in bold after a list of alternatives that have ids, below a label of the
  /// same form: `**Domain rules:**` after `- 4a. ...`. Nil for another line.
  mutating func labelAfterList(_ text: String, _ raw: String) -> String? {
    guard case .extensions? = state, stateLevel == 9, raw.hasPrefix("**"), scenario.isOpenBullet,
      raw.hasSuffix(":**") || raw.hasSuffix("**:"), text.utf8.count < 60, ExtensionID(text) == nil,
      ScenarioBuilder.lead(of: text) == nil,
      let next = lines[(index + 1)...].first(where: { !$0.isBlank }), case .text = next.kind
    else { return nil }
    let below = ScenarioBuilder.cleaned(next).text
    let plain = ScenarioBuilder.withPlainNumber(below)
    let deed = ScenarioBuilder.numbered(plain)?.rest ?? below
    guard ExtensionID(plain) == nil, !ScenarioBuilder.isCondition(deed),
      !scenario.isDone(deed, next.fragment.span)
    else { return nil }
    return CellText.collapsed(String(text.dropLast()))
  }

  /// The name and the text of a label in bold after a list of alternatives, which says nothing that
  /// somebody does: `**Implementation:** see AlertController`. Nil for another line.
  mutating func remarkAfterList(
    _ text: String, _ line: DocumentLine
  ) -> (name: String, value: String)? {
    let raw = line.fragment.text
    guard case .extensions? = state, raw.hasPrefix("**"), line.indent == 0,
      raw.contains(":**") || raw.contains("**:"), !scenario.isFresh,
      scenario.hasNumberedLines, index > 0, lines[index - 1].isBlank,
      let (label, value) = labelled(text, isBold: true), case .related(let name) = label,
      ExtensionID(text) == nil, ScenarioBuilder.lead(of: name + " ") == nil,
      TargetPhrase(text, prefix: prefix) == nil, Turn(text) == nil,
      !ScenarioBuilder.isCondition(value),
      !ScenarioWords.conditionLabels.contains(PlainWords.folded(name)),
      !ScenarioWords.isReaction(PlainWords.folded(name)),
      !scenario.isDone(value, line.fragment.span)
    else { return nil }
    return (name, value)
  }

  /// Whether the next line is a bullet beside this one that says what somebody does.
  mutating func isAboveDeed(_ line: DocumentLine) -> Bool {
    guard case .extensions? = state,
      let next = lines[(index + 1)...].first(where: { !$0.isBlank }), case .text = next.kind,
      next.indent == line.indent
    else { return false }
    let (text, isBullet) = ScenarioBuilder.cleaned(next)
    return isBullet && !text.hasSuffix(":") && !ScenarioBuilder.hasBoldName(next.fragment.text)
      && !ScenarioBuilder.isCondition(text) && ExtensionID(text) == nil
      && scenario.isDone(text, next.fragment.span)
  }

  /// Whether the next line is an alternative.
  var isAboveAlternative: Bool {
    guard let next = lines[(index + 1)...].first(where: { !$0.isBlank }), case .text = next.kind
    else { return false }
    let (text, isBullet) = ScenarioBuilder.cleaned(next)
    return isBullet || ExtensionID(ScenarioBuilder.withPlainNumber(text)) != nil
  }

  /// A heading without the id of the use case: `## FR1.1: Main flow` in FR1.1.
  func withoutOwnID(_ line: DocumentLine) -> DocumentLine {
    let raw = line.fragment.text
    guard raw.hasPrefix("#"), raw.utf8.count < 120 else { return line }
    let marks = raw.prefix { $0 == "#" }
    let rest = UseCaseHeading.joined(raw.dropFirst(marks.count).drop { $0 == " " })
    guard rest.hasPrefix(draft.id) else { return line }
    let title = rest.dropFirst(draft.id.count).drop { ": -–—".contains($0) }
    guard title.startIndex > rest.index(rest.startIndex, offsetBy: draft.id.count),
      UseCaseHeading.isPart(String(title))
    else { return line }
    var line = line
    line.fragment.text = "\(marks) \(title)"
    return line
  }

  /// The name of an alternative that is a line in bold, with bullets or numbers below it:
  /// `**No card**:`. Nil for another line.
  func boldTitle(_ text: String, _ line: DocumentLine) -> String? {
    let raw = line.fragment.text
    // `**Branches from step 2**` below the heading of an alternative
    if let open = scenario.extensions.last, open.lines.isEmpty, open.at == nil, open.steps == nil,
      text.utf8.count < 40, ScenarioBuilder.step(saidIn: text) != nil
    {
      return nil
    }
    // `_**No card**_ <br>`
    var marks = raw.hasSuffix("<br>") ? raw.dropLast(4) : raw[...]
    while let last = marks.last, " :_".contains(last) { marks.removeLast() }
    if marks.hasPrefix("_**") { marks.removeFirst() }
    guard marks.count > 4, marks.hasPrefix("**"), marks.hasSuffix("**"),
      !marks.dropFirst(2).dropLast(2).contains("**"), ExtensionID(text) == nil,
      let next = lines[(index + 1)...].first(where: { !$0.isBlank }), case .text = next.kind
    else { return nil }
    let (below, isBullet) = ScenarioBuilder.cleaned(next)
    guard
      isBullet || next.indent > line.indent
        || ExtensionID(ScenarioBuilder.withPlainID(below)) != nil
        || ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(below)) != nil
    else { return nil }
    return CellText.collapsed(String(marks.dropFirst(2).dropLast(2)))
  }

  /// Whether a paragraph is an introduction to a list of steps.
  func isBeforeList(_ line: DocumentLine) -> Bool {
    let (text, isBullet) = ScenarioBuilder.cleaned(line)
    let plain = ScenarioBuilder.withPlainNumber(text)
    // `B1. Reserve a room`, the name of the flow, between `Basic flow` and `1.`
    if !isBullet, isInMain, text.hasPrefix("B1"), text.dropFirst(2).prefix(2).hasSuffix(" "),
      lines[(index + 1)...].lazy.filter({ !$0.isBlank }).prefix(4).contains(where: {
        ScenarioBuilder.numbered($0.fragment.text)?.id == "1"
      })
    {
      return true
    }
    guard !isBullet, ScenarioBuilder.numbered(plain) == nil, ExtensionID(plain) == nil,
      let next = lines[(index + 1)...].first(where: { !$0.isBlank }), case .text = next.kind
    else { return false }
    // `The use case begins when ...` between `Flow of events` and `Basic flow`
    if next.fragment.text.hasPrefix("#"), isInMain {
      let head = CellText(next.fragment.text).whole.drop { "# ".contains($0) }
      let end = [" - ", " – ", " — ", ": "].compactMap { head.firstRange(of: $0)?.lowerBound }.min()
      if case .main? = HeaderLabel(String(head[..<(end ?? head.endIndex)])) { return true }
    }
    let below = ScenarioBuilder.withPlainNumber(ScenarioBuilder.cleaned(next).text)
    return ScenarioBuilder.numbered(below)?.id == "1"
  }
}
