internal import Diagnostics
internal import FlowModel

// Lines that begin a part of the document.
extension DocumentReader {
  /// Whether the steps of the use case stand below its heading without one of their own.
  var beginsWithSteps: Bool {
    guard draft.isNamed || hasExtendedList else { return false }
    let first = Array(lines.lazy.filter { !$0.isBlank }.prefix(2)).map { line in
      ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(ScenarioBuilder.cleaned(line).text))
    }
    guard first.count == 2, first[0]?.id == "1", first[1]?.id == "2" else {
      return false
    }
    return !lines.contains { line in
      if case .main? = HeaderLabel(CellText(line.fragment.text).whole) { true } else { false }
    }
  }

  /// Whether a line is a bullet that begins in bold: `- **Precondition:** ...`.
  static func isBoldBullet(_ raw: String) -> Bool {
    raw.first.map { "-+*•".contains($0) } ?? false && raw.dropFirst().hasPrefix(" **")
  }

  static func isBullet(_ raw: String) -> Bool {
    raw.first.map { "-+*•".contains($0) } ?? false && raw.dropFirst().first == " "
  }

  /// Whether a bullet is beside the one that is the label of what is read: `- **Alternatives**:`
  /// after `- **Main flow**:`.
  func isBeside(_ line: DocumentLine) -> Bool {
    guard let labelIndent, state != nil, DocumentReader.isBullet(line.fragment.text) else {
      return false
    }
    return line.indent == labelIndent
      && DocumentReader.isBoldBullet(line.fragment.text) == isLabelBold
  }

  /// The name of any other label beside that of what is read. Nil for another line.
  func labelBeside(_ text: String, _ line: DocumentLine) -> String? {
    // `**Role requirements**:`, below the actors
    let isBelowActors =
      if case .text(.actor)? = state { line.fragment.text.hasPrefix("**") } else { false }
    guard isBeside(line) && isLabelBold || isBelowActors, text.hasSuffix(":"),
      HeaderLabel(text) == nil
    else { return nil }
    let name = CellText.collapsed(String(text.dropLast().drop { "-*+• ".contains($0) }))
    guard !name.isEmpty, name.count < 40, ExtensionID(text) == nil,
      ScenarioBuilder.lead(of: name + " ") == nil
    else { return nil }
    return name
  }

  var isInMain: Bool {
    if case .main? = state { true } else { false }
  }

  /// Whether the name of a part of the header is about what a step shows: `**History:**` below it.
  func isBelowStep(_ label: HeaderLabel, _ line: DocumentLine) -> Bool {
    guard isInMain, scenario.isBelowStep(line) else { return false }
    switch label {
    case .list(let list):
      // `- **Notes:** what else is shown` below a step
      if list == .notes { return DocumentReader.isBullet(line.fragment.text) }
      return ![.preconditions, .postconditions, .triggeredBy].contains(list)
    case .related(let name):
      let name = PlainWords.folded(name)
      return !["rule", "requirement", "assumption", "issue", "priority", "frequency", "regel"]
        .contains(where: name.contains)
    case .ending, .text(.actor), .text(.goal), .text(.summary): return false
    case .text, .title, .id: return true
    case .overview, .flow, .main, .extensions, .stories: return false
    }
  }

  /// Whether a line that could be a heading is one: a step of a scenario may be called "System".
  func isLabelHere(_ label: HeaderLabel, _ line: DocumentLine) -> Bool {
    let raw = line.fragment.text
    if case .main = label, anotherMain(raw[...].drop { "# ".contains($0) }, raw) != nil {
      return false
    }
    // `## Use cases` above a paragraph is about several.
    if case .title = label, raw.hasPrefix("#"), raw.lowercased().hasSuffix("use cases"),
      let next = lines[(index + 1)...].first(where: { !$0.isBlank }),
      !next.fragment.text.hasPrefix("#"),
      next.fragment.text.last.map({ ".:)".contains($0) }) ?? false
    {
      return false
    }
    if isBeside(line) { return true }
    if isAboveForms(label, raw) { return false }
    guard raw.first.map({ $0.isNumber || "-+•".contains($0) }) ?? false else { return true }
    let isBullet = raw.first?.isNumber != true
    // `5. Result:` behind line 4 of an alternative
    if case .extensions? = state, !isBullet, label.isHeader, let open = scenario.extensions.last,
      !open.lines.isEmpty, Int(raw.prefix(while: \.isNumber)) == open.lines.count + 1
    {
      return false
    }
    switch state {
    case .main, .extensions:
      switch label {
      case .main, .extensions, .list, .ending:
        return !isBullet
          || DocumentReader.isBoldBullet(raw)
            && (raw.contains(":**") || isOfHeader(label) && raw.hasSuffix("**:"))
      case .text, .title, .id, .related, .overview, .flow, .stories: return false
      }
    // `- User:` below `Stakeholders and interests`
    case .related(let name) where isBullet && PlainWords.folded(name).contains("interest"):
      return false
    case .list, .text, .title, .id, .ending, .related, .overview, .flow, .stories, nil:
      return !isBullet || !label.isHeader || raw.hasSuffix(":")
        || DocumentReader.isBoldBullet(raw) && raw.hasSuffix("**")
    }
  }

  private func isOfHeader(_ label: HeaderLabel) -> Bool {
    switch label {
    case .list(.preconditions), .list(.postconditions), .list(.notes), .ending: true
    default: false
    }
  }

  /// The name of an alternative after the heading of all: `## Alternative flows - Unknown card`,
  /// above its lines.
  func namedAlternative(_ text: String, _ raw: String) -> String? {
    let plain = text.drop { "# ".contains($0) }
    if let name = anotherMain(plain, raw) ?? anotherList(text, raw) { return name }
    guard raw.hasPrefix("#") || raw.hasPrefix("**"), !scenario.isEmpty,
      let mark = [" - ", " – ", " — ", "-- "].compactMap({ plain.firstRange(of: $0) }).min(by: {
        $0.lowerBound < $1.lowerBound
      }), let label = HeaderLabel(String(plain[..<mark.lowerBound])),
      let next = lines[(index + 1)...].first(where: { !$0.isBlank })
    else { return nil }
    // `## Main flow - Delete` after `## Main flow - Add`
    switch label {
    case .extensions: break
    case .main where !scenario.steps.isEmpty: break
    default: return nil
    }
    var name = CellText.collapsed(String(plain[mark.upperBound...]))
    if name.hasSuffix(":") { name.removeLast() }
    let (below, isBullet) = ScenarioBuilder.cleaned(next)
    let head = PlainWords.folded(CellText.collapsed(String(plain[..<mark.lowerBound])))
    let isOne = ScenarioWords.alternatives.contains { $0.lead == head }
    let isNumbered =
      ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(below))?.id == "1"
    let isMain = if case .main = label { raw.hasPrefix("#") } else { false }
    return ExtensionID(name) == nil && (isNumbered || isBullet && (isOne || isMain)) ? name : nil
  }

  /// The name in brackets of another main scenario: `## Main flow (Delete)` after `## Main flow
  /// (Add)`.
  private func anotherMain(_ plain: Substring, _ raw: String) -> String? {
    guard raw.hasPrefix("#") || raw.hasPrefix("**"), !scenario.steps.isEmpty,
      let open = plain.firstIndex(of: "("), let close = plain[open...].firstIndex(of: ")"),
      plain[close...].dropFirst().allSatisfy({ ":*".contains($0) }),
      case .main? = HeaderLabel(String(plain[..<open])),
      let next = lines[(index + 1)...].first(where: { !$0.isBlank }),
      ScenarioBuilder.numbered(
        ScenarioBuilder.withPlainNumber(ScenarioBuilder.cleaned(next).text))?.id == "1"
    else { return nil }
    return CellText.collapsed(String(plain[open..<close].dropFirst()))
  }

  /// A line without the number before its label: `1. **Entry condition:** ...` and `2. **Flow of
  /// events:**` above bullets.
  func withoutNumberOfLabel(_ line: DocumentLine) -> DocumentLine {
    let raw = line.fragment.text
    guard raw.first?.isNumber == true,
      case let rest = raw.drop(while: { $0.isNumber || ".) ".contains($0) }),
      rest.hasPrefix("**"), let colon = rest.prefix(40).firstIndex(of: ":"),
      rest[colon...].hasPrefix(":**") || rest[..<colon].hasSuffix("**"),
      let label = HeaderLabel(rest[..<colon].filter { $0 != "*" })
    else { return line }
    switch label {
    case .main, .list(.preconditions), .list(.postconditions), .list(.triggeredBy):
      var line = line
      line.fragment.text = String(rest)
      return line
    default: return line
    }
  }

  /// The name in brackets of one alternative, above its lines: `**Alternative flow (No list):**`.
  func bracketedAlternative(_ text: String) -> String? {
    guard !scenario.isEmpty, let found = ScenarioBuilder.bracketed(text),
      let next = lines[(index + 1)...].first(where: { !$0.isBlank }), case .text = next.kind
    else { return nil }
    let below = next.fragment.text
    return below.hasPrefix("#") || HeaderLabel(CellText(below).whole) != nil ? nil : found
  }

  /// The heading of a scenario with its first words on the line: `Main flow: 1. User asks`,
  /// `Basic flow - Log in`.
  mutating func begunScenario(
    _ text: String, _ line: DocumentLine
  ) -> (label: HeaderLabel, value: String)? {
    let raw = line.fragment.text
    // `flows: docs` is code.
    guard !raw.hasPrefix("`") else { return nil }
    let plain = text.drop { "# ".contains($0) }
    let isBullet =
      plain.count == text.count && raw.first.map { "-*+•".contains($0) } ?? false
      && !raw.hasPrefix("**") && !DocumentReader.isBoldBullet(raw)
    guard !isBullet || isBeside(line) || state.map(\.isHeader) ?? true,
      let mark = DocumentReader.marks(in: plain).compactMap({ plain.firstRange(of: $0) }).min(by: {
        $0.lowerBound < $1.lowerBound
      }), let label = scenarioLabel(plain[..<mark.lowerBound]), !label.isHeader
    else { return nil }
    let value = CellText.collapsed(String(plain[mark.upperBound...]))
    let isStep = ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(value)) != nil
    switch label {
    case .main
    where DocumentReader.isBullet(raw) && !scenario.isEmpty && !isStep && value.contains(" "):
      // `- **Interactions:** The list is sorted` behind the steps
      return nil
    case .main:
      // `**Main flow:** The guest opens the page. The guest selects a room.`
      let isChain =
        value.contains(" → ") && scenario.isEmpty && !raw.hasPrefix("#") && plain[mark].first == ":"
      return (label, isStep || isChain || isProse(value, after: plain[mark], raw) ? value : "")
    case .extensions:
      let isNothing = ScenarioWords.isNothing.contains(PlainWords.folded(value))
      // `**Alternative flows:** Unknown name → message`
      let isLabel = raw.contains(":**") || raw.contains("**:") || isBeside(line)
      // `Exceptions: Unknown name → message`, with nothing before it.
      let isPlain =
        !isBullet && raw.first?.isUppercase == true && text.contains(":")
        && (isInMain || !scenario.isEmpty && !isAboveLabel)
      guard
        isNothing || isStep || ExtensionID(value) != nil
          || (isLabel || isPlain) && value.contains(" ")
      else { return nil }
      return (label, isNothing ? "" : value)
    case .flow:
      // `Flow: enters the code → gets a mail`, with nothing else that is the scenario
      guard plain[mark].first == ":", scenario.isEmpty, table.isEmpty, !raw.hasPrefix("#"),
        draft.isNamed || !draft.hasMadeUpID, !value.contains(".md"), !hasMainBelow(),
        value.contains("→") || isStep
          || value.hasSuffix(".") && value.count(where: { $0 == " " }) > 2
      else { return nil }
      return (.main, value)
    case .list, .text, .title, .id, .ending, .related, .overview, .stories: return nil
    }
  }

  /// The meaning of a label above sentences: also `Flujo`, which alone heads nothing.
  private func scenarioLabel(_ name: Substring) -> HeaderLabel? {
    if let known = HeaderLabel(String(name)) { return known }
    let plain = PlainWords.folded(String(name.drop { "-*+• ".contains($0) }))
    return ["flujo", "fluxo", "flusso", "flux"].contains(plain) ? .flow : nil
  }

  /// Whether what follows the label of a main scenario are its sentences, and no title above steps.
  private mutating func isProse(_ value: String, after mark: Substring, _ raw: String) -> Bool {
    let people = ScenarioWords.people.union(ScenarioWords.systems)
    guard mark.first == ":",
      value.hasSuffix(".") || ScenarioWords.deed(value, of: people) != nil,
      value.first?.isUppercase == true,
      value.count(where: { $0 == " " }) > 2,
      !raw.hasPrefix("#"), scenario.isEmpty, draft.isNamed || !draft.hasMadeUpID, !hasMainBelow()
    else { return false }
    guard let next = lines[(index + 1)...].first(where: { !$0.isBlank }) else { return true }
    guard case .text = next.kind else { return false }
    let (text, isBullet) = ScenarioBuilder.cleaned(next)
    return ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(text)) == nil
      && (!isBullet || DocumentReader.isBoldBullet(next.fragment.text))
  }

  /// The marks between a heading and its first words that may stand in a text.
  private static func marks(in text: Substring) -> [String] {
    var marks: [String] = []
    if text.hasBytes(": ") { marks.append(": ") }
    if text.hasBytes(" - ") { marks.append(" - ") }
    if text.hasBytes("-- ") { marks.append("-- ") }
    return text.isPlainASCII ? marks : marks + [" – ", " — "]
  }

  /// Whether a line is the name of a column of a rendered page.
  static func isColumnName(_ raw: String) -> Bool {
    guard raw.utf8.count < 20 else { return false }
    return ["aspect", "description"].contains(raw.lowercased())
  }

  /// The columns of a table that is aligned by spaces: `Step   Action`, `Step   Branching Action`.
  static func spacedHeader(_ raw: String) -> HeaderLabel? {
    // Most lines do not begin with this letter.
    guard let first = raw.utf8.first, first | 0x20 == UInt8(ascii: "s") || first >= 0x80 else {
      return nil
    }
    switch CellText.collapsed(raw).lowercased() {
    case "step action": return .main
    case "step branching action": return .extensions
    default: return nil
    }
  }
}
