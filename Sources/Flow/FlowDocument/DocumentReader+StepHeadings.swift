internal import FlowModel

// Steps that are headings: `### Step 2: Confirm`, above `**Actor**: ...` and `**System**: ...`.
extension DocumentReader {
  /// Takes a heading with a number below that of the main scenario.
  mutating func takeStepHeading(_ line: DocumentLine, _ text: String) -> Bool {
    let words = String(text.drop { "# ".contains($0) })
    guard ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(words)) != nil else {
      return false
    }
    if takeNameOfTable(text, line) { return true }
    var step = line
    step.fragment.text = String(line.fragment.text.drop { "# ".contains($0) })
    if scenario.isEmpty { beginMainLines() }
    scenario.addMain(step)
    scenario.beginParts()
    isBelowStepHeading = true
    return true
  }

  /// Takes the name of the table of the steps: `### 1. Lend a tool`, `**Lend a tool**`.
  mutating func takeNameOfTable(_ text: String, _ line: DocumentLine) -> Bool {
    let raw = line.fragment.text
    guard isInMain, scenario.isEmpty,
      raw.hasPrefix("#") || raw.hasPrefix("**") && raw.hasSuffix("**"),
      lines[(index + 1)...].first(where: { !$0.isBlank })?.isRow ?? false
    else { return false }
    let name = PlainWords.withoutNumber(text.drop { "# ".contains($0) })
    add([String(name)], to: .list(.notes), .line, line.fragment.span)
    return true
  }

  /// A heading that is the next line of the open alternative, as such: `#### Step 2: Confirm`. Nil
  /// for another one.
  func lineHeading(_ line: DocumentLine, _ text: String) -> DocumentLine? {
    let words = String(text.drop { "# ".contains($0) })
    guard !scenario.isFresh, let open = scenario.extensions.last,
      let (id, rest) = ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(words)),
      Int(id) == open.lines.count + 1, !rest.isEmpty,
      TurnWords.steps.contains(PlainWords.folded(String(words.prefix(while: \.isLetter))))
    else { return nil }
    var found = line
    found.fragment.text = "\(id). \(rest)"
    return found
  }

  /// Takes what the user or the system does in such a step, and the lines below it.
  mutating func takePartOfStep(_ text: String, _ line: DocumentLine) -> Bool {
    let raw = line.fragment.text
    if raw.hasPrefix("#") {
      (isBelowStepHeading, isPartOpen) = (false, false)
      return false
    }
    guard isBelowStepHeading, isInMain else { return false }
    if raw.hasPrefix("**"), let colon = text.prefix(30).firstIndex(of: ":") {
      let name = PlainWords.folded(CellText.collapsed(String(text[..<colon])))
      let isSystem = ScenarioWords.systems.contains(name) || ScenarioWords.parts.contains(name)
      isPartOpen =
        isSystem || ScenarioWords.people.contains(name) || ColumnWords.who.contains(name)
      guard isPartOpen else { return false }
      let value = CellText.collapsed(String(text[colon...].dropFirst()))
      scenario.addPart(isOfSystem: isSystem, value, line.fragment.span)
      return true
    }
    if isPartOpen { scenario.addToPart(line) }
    return isPartOpen
  }
}
