internal import FlowModel

// Parts of the header behind scenarios.
extension DocumentReader {
  /// Whether a line below a scenario is a part of the header with its name in bold, or apart from
  /// the lines above it.
  mutating func endsScenario(_ text: String, _ line: DocumentLine) -> Bool {
    let raw = line.fragment.text
    switch state {
    case .main, .extensions: break
    case .list, .text, .title, .id, .ending, .related, .overview, .flow, .stories, nil: return false
    }
    let isApart =
      line.indent == 0 && raw.first?.isUppercase == true && index > 0
      && (lines[index - 1].isBlank || lines[index - 1].indent > 0)
    let isPlain = isApart || isInMain && line.indent == 0 && raw.first?.isUppercase == true
    if endsAlternatives(text, line) { return true }
    guard
      raw.hasPrefix("**") || DocumentReader.isItalicLabel(raw) || DocumentReader.isBoldBullet(raw)
        || isBeside(line) || isPlain,
      let (label, value) = labelled(text, isBold: false)
        ?? (raw.hasPrefix("**") ? DocumentReader.dashed(text) : nil)
    else { return false }
    if isConditionOfAlternative(text) || isBelowStep(label, line) { return false }
    // `**Outcome:** the use case ends`, of an alternative
    if case .extensions? = state, case .list(.postconditions) = label,
      TargetPhrase(value, prefix: prefix) != nil || Turn(value) != nil || isBelowPart(line)
        || isResultOfEach(raw)
    {
      return false
    }
    if isApart, !raw.hasPrefix("**"), !isBeside(line), !endsApart(label) { return false }
    if !isApart, isPlain, !isBeside(line), !raw.hasPrefix("**") {
      // `Postcondition: ...` right below a step is no note of it.
      switch label {
      case .list(.preconditions), .list(.postconditions), .ending: return true
      default: return false
      }
    }
    switch label {
    case .list, .ending, .related, .text(.summary), .text(.goal): return true
    case .text where isBeside(line): return true
    case .text, .title, .id, .overview, .flow, .main, .extensions, .stories: return false
    }
  }

  /// Whether a line says what an alternative results in, as others do for theirs: `**Result:** ...`
  /// below several.
  private func isResultOfEach(_ raw: String) -> Bool {
    guard let colon = raw.prefix(30).firstIndex(of: ":") else { return false }
    let name = raw[..<colon]
    let isResult = [
      "result", "outcome", "ergebnis", "resultat", "resultado", "resultaat", "tulemus", "risultato",
    ].contains(PlainWords.folded(name.filter { !"*-+ ".contains($0) }))
    return isResult && lines.count { $0.fragment.text.hasPrefix(name) } > 1
  }

  /// Whether a bullet stands right below one that says a part of the open alternative: `-
  /// **Outcome:** ...` below `- **Behavior:** ...`.
  private func isBelowPart(_ line: DocumentLine) -> Bool {
    guard DocumentReader.isBoldBullet(line.fragment.text), index > 0,
      let open = scenario.extensions.last, !open.lines.isEmpty,
      case let above = lines[index - 1].fragment.text, DocumentReader.isBoldBullet(above),
      let colon = above.firstIndex(of: ":")
    else { return false }
    let name = PlainWords.folded(above[..<colon].filter { !"-*+ ".contains($0) })
    return ScenarioWords.isConditionLabel(name[...]) || ScenarioWords.isReaction(name)
      || ScenarioWords.flowLabels.contains(name)
  }

  /// Whether a plain label apart from the lines above it is about the use case: not `Note: ...`,
  /// which is about the step, and not below an alternative that others follow.
  private mutating func endsApart(_ label: HeaderLabel) -> Bool {
    switch label {
    case .list(.results), .list(.usedBy), .list(.parameters): return false
    // `Extended use cases: ...`
    case .related(let name)
    where ["use case", "casos de uso", "caso de uso"].contains(
      where: PlainWords.folded(name).contains):
      return true
    case .related(let name) where ScenarioWords.labels.contains(PlainWords.folded(name)):
      return false
    default: break
    }
    if case .main? = state { return true }
    let last =
      lastAlternative
      ?? lines.lastIndex { line in
        guard case .text = line.kind, line.fragment.text.utf8.count < 400 else { return false }
        let text = ScenarioBuilder.cleaned(line).text
        return ExtensionID(ScenarioBuilder.withPlainNumber(text)) != nil
          || ScenarioBuilder.headsAlternative(text)
      } ?? -1
    lastAlternative = last
    // What stands below the heading of an alternative is about that.
    return last < index && (last < 0 || !lines[last].fragment.text.hasPrefix("#"))
  }

  /// Whether a line behind the last alternative says what is true at the end of the use case:
  /// `Outcome: The answer is stored`, if only that line says so.
  private func endsAlternatives(_ text: String, _ line: DocumentLine) -> Bool {
    guard case .extensions? = state, line.indent == 0,
      line.fragment.text.first?.isLetter == true
        || line.fragment.text.hasPrefix("**"), draft.lists[.postconditions]?.isEmpty ?? true,
      let open = scenario.extensions.last, open.lines.isEmpty || scenario.extensions.count > 1,
      let (label, value) = labelled(text, isBold: false), case .list(.postconditions) = label,
      TargetPhrase(value, prefix: prefix) == nil, Turn(value) == nil
    else { return false }
    let name = text.prefix { $0 != ":" }
    return !lines.indices.contains { place in
      place != index && CellText(lines[place].fragment.text).whole.hasPrefix("\(name):")
    }
      && !lines[(index + 1)...].contains { below in
        let (words, isBullet) = ScenarioBuilder.cleaned(below)
        return isBullet || ScenarioBuilder.numbered(words) != nil || ExtensionID(words) != nil
      }
  }

  /// Whether a line begins with a label in italics: `*Precondition:* The guest has a card`.
  static func isItalicLabel(_ raw: String) -> Bool {
    guard let mark = raw.first, mark == "*" || mark == "_", raw.dropFirst().first?.isLetter == true
    else { return false }
    return raw.prefix(40).contains(":\(mark)")
  }
}
