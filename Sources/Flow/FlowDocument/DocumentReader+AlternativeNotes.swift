internal import FlowModel

// What stands behind alternatives: others, whose names are in italics, and what is none of them.
extension DocumentReader {
  /// The name of one alternative and the step in brackets behind it, above its lines:
  /// `**Alternative flow (step 2):**`. Nil for another line.
  func placedAlternative(_ text: String) -> (name: String, step: String)? {
    var head = text[...].drop { "#*-+• ".contains($0) }
    while let last = head.last, ":* ".contains(last) { head.removeLast() }
    guard !scenario.isEmpty, head.last == ")", let open = head.lastIndex(of: "("),
      case let words = PlainWords.words(String(head[open...])), words.count == 2,
      TurnWords.steps.contains(words[0]), scenario.stepIDs.contains(words[1]),
      case let name = CellText.collapsed(String(head[..<open])),
      ScenarioWords.alternatives.contains(where: { $0.lead == PlainWords.folded(name) })
    else { return nil }
    let below = lines[(index + 1)...].lazy.filter { !$0.isBlank }.prefix(2).map { line in
      ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(ScenarioBuilder.cleaned(line).text))
    }
    return below.map { $0?.id } == ["1", "2"] ? (name, words[1]) : nil
  }

  /// A line that says that something may happen at any time, above lines from 1 on, behind another
  /// alternative. Nil for another line.
  func anyTimeTitle(_ text: String, _ line: DocumentLine) -> String? {
    guard scenario.extensions.last?.lines.isEmpty == false, ScenarioWords.saysAnyTime(text),
      text.utf8.count < 120,
      !DocumentReader.isBullet(line.fragment.text), ExtensionID(text) == nil,
      ScenarioBuilder.numbered(text) == nil,
      let next = lines[(index + 1)...].first(where: { !$0.isBlank }),
      case .text = next.kind, next.indent <= line.indent,
      case let below = ScenarioBuilder.withPlainNumber(ScenarioBuilder.cleaned(next).text),
      ScenarioBuilder.numbered(below)?.id == "1"
    else { return nil }
    return text.hasSuffix(".") || text.hasSuffix(":") ? String(text.dropLast()) : text
  }

  /// The name of an alternative that is a line in italics above its lines: `*If the card is
  /// unknown*`. Nil for another line.
  mutating func italicTitle(_ text: String, _ line: DocumentLine) -> String? {
    let raw = line.fragment.text
    guard let mark = raw.first, mark == "*" || mark == "_", raw.last == mark, raw.count > 6,
      !raw.dropFirst().hasPrefix("\(mark)"), raw.count(where: { $0 == mark }) == 2,
      index > 0, lines[index - 1].isBlank || lines[index - 1].fragment.text.hasPrefix("#"),
      ExtensionID(text) == nil, !ScenarioBuilder.headsAlternative(text),
      let next = lines[(index + 1)...].first(where: { !$0.isBlank }), case .text = next.kind
    else { return nil }
    var name = text[...]
    while let last = name.last, ":. ".contains(last) { name.removeLast() }
    if let colon = name.firstIndex(of: ":"), HeaderLabel(String(name[..<colon])) != nil {
      return nil
    }
    let isCondition = ScenarioBuilder.isCondition(text)
    let (below, isBullet) = ScenarioBuilder.cleaned(next)
    let number = ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(below))?.id
    switch state {
    case .extensions:
      guard
        isCondition || scenario.isFresh || hasItalicTitles || ScenarioWords.saysAnyTime(text),
        isBullet || number != nil || scenario.isDone(below, next.fragment.span)
      else { return nil }
    case .main:
      // The numbers begin again, or end.
      guard isCondition, scenario.steps.count > 1, !scenario.isBelowStep(line),
        number == "1" || !isBullet && !hasNextStep && scenario.isDone(below, next.fragment.span)
      else { return nil }
    default: return nil
    }
    hasItalicTitles = true
    return CellText.collapsed(String(name))
  }

  /// Whether the next step stands below the line.
  private var hasNextStep: Bool {
    let last = scenario.steps.last.flatMap { Int($0.id) } ?? scenario.steps.count
    return lines[index...].prefix(60).contains { line in
      let text = ScenarioBuilder.withPlainNumber(ScenarioBuilder.cleaned(line).text)
      return ScenarioBuilder.numbered(text).flatMap { Int($0.id) }.map { $0 > last } ?? false
    }
  }

  /// Takes a heading without an id behind others of alternatives: as one more, or as that of
  /// something else if it says no condition, and nobody does anything below it.
  ///
  /// - Returns: whether the line is such a heading.
  mutating func takeHeadingBehind(_ text: String, _ line: DocumentLine, _ level: Int) -> Bool {
    guard level < 9, !scenario.isFresh, !scenario.extensions.isEmpty, HeaderLabel(text) == nil,
      !ScenarioBuilder.headsAlternative(text)
    else { return false }
    // Beside the heading of an alternative, below the heading of all.
    var (section, beside): (DocumentLine?, [DocumentLine]) = (nil, [])
    for above in lines[..<index].reversed().lazy.prefix(400) where section == nil {
      switch DocumentReader.level(of: above) {
      case level: beside.append(above)
      case 1..<level: section = above
      default: break
      }
    }
    guard let section, !beside.isEmpty,
      case .extensions? = HeaderLabel(CellText(section.fragment.text).whole)
    else { return false }
    let isOpen = if case .extensions? = state { level > stateLevel } else { false }
    if saysAlternative(text, below: index, level) {
      if isOpen { return false }
      (state, stateLevel) = (.extensions, DocumentReader.level(of: section))
      scenario.addExtension(line)
      return true
    }
    guard !isOpen || beside.contains(where: headsOne) || DocumentReader.isTechnical(text) else {
      return false
    }
    let name = CellText.collapsed(String(text.drop { "# ".contains($0) }))
    (state, stateLevel) = (.related(name), level)
    return true
  }

  private func headsOne(_ line: DocumentLine) -> Bool {
    ScenarioBuilder.headsAlternative(CellText(line.fragment.text).whole)
  }

  private static func level(of line: DocumentLine) -> Int {
    line.isRow ? 0 : line.fragment.text.prefix { $0 == "#" }.count
  }

  /// Whether a name says a condition, or somebody does something in the lines below it.
  private mutating func saysAlternative(_ name: String, below place: Int, _ level: Int) -> Bool {
    let words = PlainWords.words(name)
    if ScenarioBuilder.isCondition(name) || words.contains(where: ScenarioWords.negations.contains)
    {
      return true
    }
    if DocumentReader.isTechnical(name) { return false }
    for line in lines[(place + 1)...].lazy.filter({ !$0.isBlank }).prefix(40) {
      guard case .text = line.kind else { return true }
      let raw = line.fragment.text
      if (1...level).contains(DocumentReader.level(of: line)) { break }
      if level == 9, raw.hasPrefix("**"), raw.hasSuffix("**") || raw.hasSuffix(":") { break }
      let text = ScenarioBuilder.withPlainNumber(ScenarioBuilder.cleaned(line).text)
      let deed = ScenarioBuilder.numbered(text)?.rest ?? text
      let rest = [": ", " → "].compactMap { deed.firstRange(of: $0) }.first.map {
        String(deed[$0.upperBound...])
      }
      if ExtensionID(text) != nil || ScenarioBuilder.isCondition(deed)
        || TargetPhrase(deed, prefix: prefix) != nil || Turn(deed) != nil
        || scenario.isDone(deed, line.fragment.span)
        || rest.map({ scenario.isDone($0, line.fragment.span) }) ?? false
        || PlainWords.words(deed).contains(where: ScenarioWords.negations.contains)
      {
        return true
      }
    }
    return false
  }

  private static func isTechnical(_ name: String) -> Bool {
    PlainWords.words(name).last.map(technical.contains) ?? false
  }

  /// The last words of names of what belongs to programs.
  private static let technical: Set<String> = [
    "api", "apis", "endpoint", "endpoints", "json", "schema", "screenshot", "screenshots", "mockup",
    "mockups", "wireframe", "wireframes", "criteria", "implementation", "integration", "payload",
    "payloads", "snippet", "snippets", "mock-ups",
  ]

  /// Whether the name in bold above a line is that of an alternative with an id.
  private func isBesideBold(_ line: DocumentLine) -> Bool {
    let above = lines[..<index].suffix(200).last { above in
      above.indent == line.indent && above.fragment.text.hasPrefix("**")
    }
    return above.map(headsOne) ?? false
  }

  /// The name of a label behind alternatives that are bullets without ids, or apart from the lines
  /// above it, also beside other such labels: `**Database changes**:`, `UI integration:`. Nil for
  /// another line.
  mutating func labelBehind(_ text: String, _ line: DocumentLine) -> String? {
    let raw = line.fragment.text
    guard stateLevel == 9, line.indent == 0, text.utf8.count < 60, index > 0,
      lines[index - 1].isBlank, ExtensionID(text) == nil, ScenarioBuilder.lead(of: text) == nil
    else { return nil }
    let isBold = raw.hasPrefix("**") && (raw.hasSuffix(":**") || raw.hasSuffix("**:"))
    switch state {
    case .extensions:
      let isPlain =
        raw.hasSuffix(":") && raw.first?.isUppercase == true && !raw.contains("*")
        && raw.split(separator: " ").count < 5
      guard isBold || isPlain, !scenario.isFresh,
        scenario.areBullets || isBold && isBesideBold(line),
        let next = lines[(index + 1)...].first(where: { !$0.isBlank }), case .text = next.kind
      else { return nil }
    case .related, nil: guard isBold, !scenario.isEmpty else { return nil }
    default: return nil
    }
    if saysAlternative(text, below: index, 9) { return nil }
    return CellText.collapsed(String(text.dropLast()))
  }
}
