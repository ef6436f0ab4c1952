// Labels of the parts of an alternative.
extension DocumentReader {
  /// Whether a line is a label of the open alternative, which has no lines yet: `**Trigger:** There
  /// is no card (step 2)`, `**Flow:**`.
  private func isOfAlternative(_ text: String, _ labels: Set<String>) -> Bool {
    guard case .extensions? = state, let open = scenario.extensions.last, open.lines.isEmpty,
      let colon = text.firstIndex(of: ":")
    else { return false }
    let name = text[..<colon].drop { "-*+• ".contains($0) }
    return labels.contains(PlainWords.folded(CellText.collapsed(String(name))))
  }

  func isConditionOfAlternative(_ text: String) -> Bool {
    isOfAlternative(text, ScenarioWords.conditionLabels)
  }

  /// Whether a line stands above the lines of the open alternative.
  func isFlowOfAlternative(_ text: String, _ raw: String) -> Bool {
    if raw.hasPrefix("**"), raw.hasSuffix("**"), !text.hasSuffix(":") {
      return isOfAlternative(text + ":", ScenarioWords.flowLabels)
    }
    return text.hasSuffix(":") && isOfAlternative(text, ScenarioWords.flowLabels)
  }

  /// Takes a heading or a line that begins an alternative: `## Ausnahme 1: Late`, and apart from
  /// the lines above it `Alternative flow A (at 2): No seat is free.`
  mutating func beginsAlternative(_ text: String, _ line: DocumentLine) -> Bool {
    if line.fragment.text.hasPrefix("#") || line.fragment.text.hasPrefix("**") {
      return scenario.addHeading(line)
    }
    // `Paso 3 alterno: no hay red` without a heading above it
    if state == nil || isInMain, ScenarioBuilder.withPlainStep(text) != text {
      state = .extensions
      scenario.beginExtensions("")
      scenario.addExtension(line)
      return true
    }
    // `- **Alternative flow A (no belt):** if ...` beside `- **Basic flow:**`
    let bare = text.drop { "-*+• ".contains($0) }
    if isBeside(line), DocumentReader.isBoldBullet(line.fragment.text),
      ScenarioBuilder.headsAlternative(String(bare))
    {
      var heading = line
      heading.fragment.text = "# \(bare)"
      return scenario.addHeading(heading)
    }
    // `A1: No table is free` above its numbered lines, behind the postconditions
    if !isInMain, !(state?.isExtensions ?? false), line.indent == 0, scenario.steps.count > 1,
      scenario.extensions.isEmpty, let found = ExtensionID(text), found.steps == nil,
      found.line == nil, text.dropFirst(found.id.count).first == ":",
      let next = lines[(index + 1)...].first(where: { !$0.isBlank }), next.indent > 0,
      ScenarioBuilder.numbered(ScenarioBuilder.cleaned(next).text)?.id == "1"
    {
      (state, stateLevel, endsAtBlank) = (.extensions, 9, false)
      scenario.beginExtensions("")
      scenario.addExtension(line)
      return true
    }
    switch state {
    case .main, .extensions: break
    default: return false
    }
    // `3 Sub Flow 1:` above `[S1] ...`
    if text.hasSuffix(":"), line.fragment.text.first?.isNumber == true, text.utf8.count < 40,
      case let name = PlainWords.withoutNumber(text.dropLast()), name.startIndex > text.startIndex,
      name.last?.isNumber == true, let space = name.lastIndex(of: " "),
      case .extensions? = HeaderLabel(String(name[..<space]))
    {
      state = .extensions
      scenario.beginExtensions(String(name))
      return true
    }
    guard line.indent == 0, line.fragment.text.first?.isUppercase == true, index > 0,
      text.utf8.count < 200, let (_, rest) = ScenarioBuilder.lead(of: text),
      lines[index - 1].isBlank || lines[index - 1].indent > 0
        // `Exception flow A:` right below a step
        || text.hasSuffix(":") && rest.count < 5
    else { return false }
    // `Alternative flow: Add` above `1. ...` or `3.1 ...`
    if rest.first == ":", rest.count > 3, rest.count < 60, rest.last?.isLetter ?? false,
      let next = lines[(index + 1)...].first(where: { !$0.isBlank }), case .text = next.kind,
      next.fragment.text.first?.isNumber ?? false
    {
      var heading = line
      heading.fragment.text = "# \(line.fragment.text)"
      return scenario.addHeading(heading)
    }
    guard rest.first == " " else { return false }
    // Not "Alternative flow is taken".
    let id = rest.dropFirst().prefix { $0.isLetter || $0.isNumber }
    guard id.count < 3, Int(id) != nil || id.count == 1 && id.first?.isUppercase == true,
      let mark = rest.dropFirst().dropFirst(id.count).first(where: { $0 != " " }),
      ":(-–—".contains(mark)
    else { return false }
    var heading = line
    heading.fragment.text = "# \(line.fragment.text)"
    return scenario.addHeading(heading)
  }

  /// The name of a label in bold behind an empty line that is not known and ends the field above:
  /// `**Test data:**` behind preconditions, also without a colon if the others have none. Nil for
  /// another line.
  func labelAlone(_ text: String, _ raw: String) -> String? {
    guard let state, state.isHeader, index > 0, lines[index - 1].isBlank, raw.hasPrefix("**"),
      raw.hasSuffix("**") || raw.hasSuffix("**:"), raw.count(where: { $0 == "*" }) == 4,
      text.split(separator: " ").count < 5, HeaderLabel(text) == nil,
      !ScenarioBuilder.headsAlternative(text)
    else { return nil }
    if !text.hasSuffix(":") {
      // `**Problem context**` above a paragraph, beside `**Primary actor**`
      guard index + 1 < lines.count, !lines[index + 1].isBlank,
        let above = lines[..<index].last(where: { $0.fragment.text.hasPrefix("**") }),
        case let label = above.fragment.text, label.hasSuffix("**"), !label.hasSuffix(":**"),
        HeaderLabel(label)?.isHeader ?? false
      else { return nil }
    }
    return CellText.collapsed(text.filter { $0 != ":" })
  }

  /// Whether a numbered list stands below the title, and alternatives of its lines below `##
  /// Extensions`.
  var hasExtendedList: Bool {
    guard let first = lines.firstIndex(where: { !$0.isBlank }), isExtended(below: first) else {
      return false
    }
    return lines[first...].contains { line in
      line.fragment.text.hasPrefix("#")
        && HeaderLabel(CellText(line.fragment.text).whole)?.isExtensions ?? false
    }
  }

  /// Whether alternatives below a numbered list say by their ids that its lines are steps.
  func isExtended(below first: Int) -> Bool {
    let texts = lines[first...].prefix(200).compactMap { line -> String? in
      guard case .text = line.kind, !line.isBlank else { return nil }
      return ScenarioBuilder.withPlainNumber(ScenarioBuilder.cleaned(line).text)
    }
    let steps = texts.prefix { ScenarioBuilder.numbered($0) != nil }.count
    guard steps > 2 else { return false }
    return texts.dropFirst(steps).contains { text in
      guard let id = ExtensionID(text), id.line == nil, let first = id.steps?.lowerBound else {
        return false
      }
      return (1...steps).contains(first)
    }
  }

  /// Whether a bullet behind the alternatives is no more than the name of a picture, which stands
  /// on the next line.
  func isCaption(_ line: DocumentLine) -> Bool {
    guard case .extensions? = state, line.fragment.text.first == "-",
      index + 1 < lines.count, line.fragment.text.split(separator: " ").count < 8
    else { return false }
    let next = lines[index + 1].fragment.text.drop { "-*+ ".contains($0) }
    return next.hasPrefix("<img ") || next.hasPrefix("![") && next.hasSuffix(")")
  }
}
