internal import FlowModel

// Lines that say nothing of the flow: pictures, and links to other documents.
extension DocumentReader {
  /// Whether a line is a picture that stands above the first step or line, or is called like a part
  /// of a use case: `![Sequence](...)`.
  func isLoosePicture(_ text: String, _ raw: String) -> Bool {
    if isNavigation(raw) { return true }
    guard raw.hasPrefix("!["), raw.hasSuffix(")"), raw.count(where: { $0 == "]" }) == 1,
      !text.isEmpty
    else { return false }
    switch state {
    case .main: return scenario.steps.isEmpty
    case .extensions: return scenario.extensions.last?.lines.isEmpty ?? true
    case .list, .text, .title, .id, .ending, .related, .overview, .flow, .stories, nil:
      return HeaderLabel(text) != nil
    }
  }

  /// Splits a bullet in bold beside that of the scenario, which is on the line of its label, into a
  /// name that is not known and what it says: `- **Evidence:** Signup.jsx`. Nil for another line.
  func fieldBeside(_ text: String, _ line: DocumentLine) -> (name: String, value: String)? {
    let raw = line.fragment.text
    guard isBeside(line), isLabelBold, !scenario.isEmpty,
      raw.contains(":**") || raw.contains("**:"),
      let above = lines[..<index].last(where: { !$0.isBlank }), above.indent == line.indent,
      let colon = text.prefix(50).firstRange(of: ": "),
      case let name = CellText.collapsed(
        String(text[..<colon.lowerBound].drop { "-*+• ".contains($0) })),
      name.split(separator: " ").count < 5, HeaderLabel(name) == nil, ExtensionID(text) == nil,
      ScenarioBuilder.lead(of: name + " ") == nil, !ScenarioWords.isConditionLabel(name[...]),
      case let plain = PlainWords.folded(name), !ScenarioWords.flowLabels.contains(plain),
      !ScenarioWords.isReaction(plain), !ScenarioWords.people.contains(plain),
      !ScenarioWords.systems.contains(plain), !ScenarioBuilder.isCondition(name)
    else { return nil }
    return (name, CellText.collapsed(String(text[colon.upperBound...])))
  }

  /// The name of another flow of the use case, in bold above steps from 1 on: `**Cancel:**`, behind
  /// those of `**Reopen:**`. Nil for another line.
  func anotherList(_ text: String, _ raw: String) -> String? {
    switch state {
    case .main, .list(.postconditions), nil: break
    default: return nil
    }
    guard raw.hasPrefix("**"), raw.hasSuffix(":**") || raw.hasSuffix("**:"),
      scenario.steps.count > 1, scenario.steps.last?.id != "0",
      case let name = CellText.collapsed(String(text.dropLast())), HeaderLabel(name) == nil,
      name.split(separator: " ").count < 9, ExtensionID(text) == nil,
      ScenarioBuilder.lead(of: name + " ") == nil, !ScenarioWords.isConditionLabel(name[...])
    else { return nil }
    let entries = lines[(index + 1)...].drop(while: \.isBlank).prefix(20).map { line in
      ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(ScenarioBuilder.cleaned(line).text))
    }.prefix { $0 != nil }.compactMap(\.self)
    guard entries.count > 1, entries[0].id == "1", entries[1].id == "2",
      case let people = ScenarioBuilder.people(
        named: ScenarioBuilder.names(in: draft.texts[.actor] ?? "")
      ).union(ScenarioWords.people),
      entries.contains(where: { ScenarioWords.deed($0.rest, of: people) != nil })
    else { return nil }
    return name
  }

  /// The name of a list behind alternatives with numbers, in bold above bullets in which nobody
  /// does anything: `**Fields:**`. Nil for another line.
  func fieldsBehind(_ text: String, _ line: DocumentLine) -> String? {
    let raw = line.fragment.text
    guard case .extensions? = state, raw.hasPrefix("**"),
      raw.hasSuffix(":**") || raw.hasSuffix("**:"), line.indent == 0,
      let open = scenario.extensions.last, !open.lines.isEmpty, open.steps != nil,
      case let name = CellText.collapsed(String(text.dropLast())),
      name.split(separator: " ").count < 3, HeaderLabel(name) == nil, ExtensionID(text) == nil,
      ScenarioBuilder.lead(of: name + " ") == nil,
      !ScenarioBuilder.isCondition(name), !ScenarioBuilder.saysNot(name)
    else { return nil }
    let bullets = lines[(index + 1)...].drop(while: \.isBlank).prefix(20).map { below in
      ScenarioBuilder.cleaned(below)
    }.prefix { $0.isBullet }
    let names = ScenarioWords.people.union(ScenarioWords.systems).union(
      ScenarioBuilder.people(named: ScenarioBuilder.names(in: draft.texts[.actor] ?? "")))
    guard !bullets.isEmpty,
      bullets.allSatisfy({ bullet in
        ScenarioWords.deed(bullet.text, of: names) == nil && !bullet.text.contains("→")
          && TargetPhrase(bullet.text, prefix: prefix) == nil
      })
    else { return nil }
    return name
  }

  /// Whether the next line is a part of a header, as in the form of an alternative: `Primary actor:
  /// Player` below `Alternative scenario: Wrong place`.
  var isAboveLabel: Bool {
    guard let next = lines[(index + 1)...].first(where: { !$0.isBlank }), next.kind.isText else {
      return false
    }
    let text = next.fragment.text
    // `## Alternative flow: Wrong place`
    if text.hasPrefix("#") { return ScenarioBuilder.headsAlternative(CellText(text).whole) }
    guard let colon = text.prefix(40).firstIndex(of: ":") else { return false }
    switch HeaderLabel(String(text[..<colon])) {
    case .text(.actor)?, .list(.preconditions)?: return true
    default: return false
    }
  }

  /// Whether the last line stands behind a rule, and only leads to another document: `Back to
  /// [all](index.md)`.
  private func isNavigation(_ raw: String) -> Bool {
    guard raw.contains("]("), raw.utf8.count < 120, raw.first?.isNumber == false,
      case .extensions? = state, !lines[(index + 1)...].contains(where: { !$0.isBlank }),
      let above = lines[..<index].last(where: { !$0.isBlank })?.fragment.text
    else { return false }
    return above.count > 2 && above.allSatisfy { "-_*".contains($0) }
  }
}
