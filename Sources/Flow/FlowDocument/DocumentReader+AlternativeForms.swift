internal import Diagnostics
internal import FlowModel

/// The part of an alternative's own form that is read: `**ID:** 1.1` below `### Alternative flow:
/// Pay: Card refused`.
enum AlternativeFormPart: Equatable {
  /// Its lines, below `**Alternative flow:**`.
  case lines
  /// Another one, with its name.
  case other(String)
}

// Alternatives with forms of their own.
extension DocumentReader {
  /// Takes a line of the form of an alternative, which begins below its heading. False for another
  /// line.
  mutating func takeAlternativeForm(_ text: String, _ line: DocumentLine) -> Bool {
    let raw = line.fragment.text
    if raw.hasPrefix("#") {
      alternativeForm = nil
      return headsPart(text, raw)
    }
    guard case .extensions? = state, !scenario.extensions.isEmpty else { return false }
    let label = DocumentReader.boldLabel(text, raw)
    if alternativeForm == nil {
      guard let above = lines[..<index].lastIndex(where: { !$0.isBlank }),
        lines[above].fragment.text.hasPrefix("#"),
        ScenarioBuilder.headsAlternative(CellText(lines[above].fragment.text).whole),
        // Others are read without: `**Trigger:** ...` above `**Flow:**`.
        let label, label.name == "UC" || HeaderLabel(label.name)?.isID ?? false
      else { return false }
    }
    if let (name, value) = label {
      switch HeaderLabel(name) {
      case .extensions?, .main?, .flow?: alternativeForm = .lines
      case .text(.summary)?:
        alternativeForm = .other(name)
        scenario.describeOpen(value)
      default:
        alternativeForm = .other(name)
        keepOfForm(name, value, line)
      }
      return true
    }
    switch alternativeForm {
    case .other(let name)?:
      let (entry, isBullet) = ScenarioBuilder.cleaned(line)
      if isBelowPart, !isBullet, ScenarioBuilder.numbered(entry)?.id == "1" {
        (alternativeForm, isBelowPart) = (.lines, false)
        return false
      }
      keepOfForm(name, entry, line)
      return true
    case .lines?, nil: return false
    }
  }

  /// Takes a label in the list below the heading of an alternative, above its lines, besides the
  /// one that says when it happens: `- **Description**: The card is unknown`.
  mutating func describesAlternative(_ text: String, _ line: DocumentLine) -> Bool {
    guard case .extensions? = state, let open = scenario.extensions.last, open.lines.isEmpty,
      let (name, value) = DocumentReader.boldLabel(text, line.fragment.text), !value.isEmpty,
      let heading = lines[..<index].indices.suffix(20).last(where: { place in
        lines[place].fragment.text.hasPrefix("#")
      }), lines[heading].fragment.span == open.span,
      lines[(heading + 1)..<index].allSatisfy({ above in
        above.isBlank
          || above.fragment.text.prefix(60).contains(":")
            && ScenarioBuilder.numbered(above.fragment.text) == nil
      }),
      let next = lines[(index + 1)...].prefix(12).first(where: { below in
        below.fragment.text.hasPrefix("#") || ScenarioBuilder.numbered(below.fragment.text) != nil
      }), ScenarioBuilder.numbered(next.fragment.text)?.id == "1",
      !ScenarioWords.isConditionLabel(name[...]), let label = HeaderLabel(name), label.isHeader
    else { return false }
    if case .text(.summary) = label {
      scenario.describeOpen(value)
    } else {
      keepOfForm(name, value, line)
    }
    return true
  }

  /// Takes `- **Result:** ...` below `- **Action:** ...` of an alternative as its next line. False
  /// for another line.
  mutating func takeResult(_ text: String, _ line: DocumentLine) -> Bool {
    let results = [
      "result", "outcome", "ergebnis", "resultat", "resultado", "risultato", "resultaat",
    ]
    guard case .extensions? = state, let open = scenario.extensions.last,
      DocumentReader.isBoldBullet(line.fragment.text),
      let (name, value) = DocumentReader.boldLabel(text, line.fragment.text), !value.isEmpty,
      results.contains(PlainWords.folded(name)),
      let above = lines[..<index].last(where: { !$0.isBlank }), above.indent == line.indent,
      let before = DocumentReader.boldLabel(
        CellText(above.fragment.text).whole, above.fragment.text),
      ScenarioWords.isConditionLabel(before.name[...])
        || ScenarioWords.flowLabels.contains(PlainWords.folded(before.name))
        || ScenarioWords.isReaction(PlainWords.folded(before.name))
    else { return false }
    scenario.addLine("\(open.lines.count + 1)", value, line.fragment.span)
    return true
  }

  /// Takes `| Trigger | ... |` and `| Scenario | ... |` below `| Exception | UC-E-01 |` for the
  /// condition and the lines of this alternative. False for another row.
  mutating func takeFieldOfAlternative(_ label: HeaderLabel, _ cells: [Fragment]) -> Bool {
    guard cells.count == 2, !scenario.steps.isEmpty, let open = scenario.extensions.last,
      open.lines.isEmpty, !cells[1].text.isEmpty
    else { return false }
    switch label {
    case .list(.triggeredBy): scenario.describeOpen(CellText(cells[1].text).whole)
    case .main:
      for (place, value) in fieldEntries([cells[1]], .main).enumerated() {
        let plain = ScenarioBuilder.withPlainNumber(value)
        let words = ScenarioBuilder.numbered(plain)?.rest ?? value
        scenario.addLine("\(place + 1)", words, cells[1].span)
      }
    default: return false
    }
    return true
  }

  /// Whether a heading stands directly below `**Alternative flows:**`, and deeper than the heading
  /// above that: it is the name of an alternative.
  func headsBelowLabel(_ level: Int) -> Bool {
    guard case .extensions? = state, stateLevel == 9, level < 9, scenario.isFresh,
      let label = lines[..<index].lastIndex(where: { line in
        !line.isBlank && !line.fragment.text.allSatisfy { "-_*".contains($0) }
      }), HeaderLabel(CellText(lines[label].fragment.text).whole)?.isExtensions ?? false
    else { return false }
    let outer = lines[..<label].last { $0.fragment.text.hasPrefix("#") }?.fragment.text ?? ""
    return outer.prefix { $0 == "#" }.count < level
  }

  /// Takes the heading of what holds before or after the open alternative alone, which is deeper
  /// than its own: `#### Precondition` below `### 2a. Use an old order`.
  private mutating func headsPart(_ text: String, _ raw: String) -> Bool {
    guard case .extensions? = state, let open = scenario.extensions.last, open.lines.isEmpty,
      case .list(let list)? = HeaderLabel(text), list == .preconditions || list == .postconditions,
      let above = lines[..<index].lastIndex(where: { $0.fragment.text.hasPrefix("#") })
    else { return false }
    let outer = lines[above].fragment.text
    let title = CellText(outer).whole.drop { "# ".contains($0) }
    let (own, outerLevel) = (raw.prefix { $0 == "#" }.count, outer.prefix { $0 == "#" }.count)
    guard outerLevel < own || outerLevel == own && text.hasSuffix(":"),
      ScenarioBuilder.headsAlternative(CellText(outer).whole) || ExtensionID(String(title)) != nil,
      lines[(index + 1)...].prefix(60).contains(where: { line in
        ScenarioBuilder.numbered(ScenarioBuilder.cleaned(line).text)?.id == "1"
      })
    else { return false }
    alternativeForm = .other(CellText.collapsed(text.filter { !"#:".contains($0) }))
    isBelowPart = true
    return true
  }

  private mutating func keepOfForm(_ name: String, _ text: String, _ line: DocumentLine) {
    guard let open = scenario.extensions.last, !ScenarioWords.saysNothing(text), !text.isEmpty,
      name != "UC", HeaderLabel(name).map({ !$0.isID }) ?? true
    else { return }
    let words = ScenarioBuilder.numbered(text)?.rest ?? text
    add(["\(open.id): \(name): \(words)"], to: .list(.documentation), .line, line.fragment.span)
  }

  /// Splits `**Description:** The card is refused` and `ID: 2.1` into the name and the text.
  private static func boldLabel(_ text: String, _ raw: String) -> (name: String, value: String)? {
    guard let colon = text.prefix(40).firstIndex(of: ":") else { return nil }
    let name = CellText.collapsed(String(text[..<colon].drop { "-*+• ".contains($0) }))
    guard
      raw.hasPrefix("**") || isBoldBullet(raw) || raw.first?.isUppercase == true && isLabel(name)
    else { return nil }
    return (name, CellText.collapsed(String(text[colon...].dropFirst())))
  }

  /// Whether a name is known, or is `UC` above the number of an alternative.
  private static func isLabel(_ name: String) -> Bool {
    name == "UC" || HeaderLabel(name) != nil
  }
}
