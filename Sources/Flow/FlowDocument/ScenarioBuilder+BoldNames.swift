internal import Diagnostics
internal import FlowModel

// Alternatives in one line that begin with a name.
extension ScenarioBuilder {
  /// The words in bold at the beginning of a line, or of an item of a list, before more words:
  /// `Link expired` of `- **Link expired.** The page says so`. Nil for another line.
  static func boldName(_ raw: String) -> String? {
    guard let open = raw.prefix(8).firstRange(of: "**"),
      case let inner = raw[open.upperBound...], let close = inner.prefix(160).firstRange(of: "**"),
      case let tail = inner[close.upperBound...].drop(while: { $0 == " " }),
      case let after = withoutAside(tail), after.contains(" ")
    else { return nil }
    var name = inner[..<close.lowerBound]
    let isMarked = name.last.map { ":.".contains($0) } ?? false
    guard isMarked || after.first.map({ ":.-–—".contains($0) }) ?? false else { return nil }
    while let last = name.last, ":. ".contains(last) { name.removeLast() }
    return name.contains(" ") ? CellText.collapsed(String(name)) : nil
  }

  /// A line whose name in bold has an id without a mark: `E3 Link expired. The page says so` as
  /// `E3: Link expired. The page says so`.
  func withBoldID(_ text: String) -> String {
    guard let boldName, case let word = boldName.prefix(while: { $0 != " " }),
      word.first?.isUppercase == true, word.last?.isNumber == true, ExtensionID(text) == nil,
      ExtensionID("\(word): x")?.line == nil, ExtensionID("\(word): x") != nil,
      text.hasPrefix("\(word) ")
    else { return text }
    return "\(word): \(text.dropFirst(word.count + 1))"
  }

  /// What stands behind a remark in brackets: `: The PIN is wrong` of `(from step 1): The PIN is
  /// wrong`.
  private static func withoutAside(_ text: Substring) -> Substring {
    guard text.first == "(", let close = text.prefix(60).firstIndex(of: ")") else { return text }
    return text[text.index(after: close)...]
  }

  /// Takes what is done from behind the name in bold of an alternative.
  mutating func takeBoldName(of found: inout ExtensionDraft) {
    guard let bold = found.boldName, !ScenarioBuilder.isCondition(found.label) else { return }
    let label = found.label
    // Without its id: `E1 — Login fails`
    for start in [bold.startIndex] + bold.indices.filter({ bold[$0] == " " }) {
      let name = bold[start...].drop { " :-–—.".contains($0) }
      guard name.utf8.count > 2, label.hasPrefix(name),
        case let after = label.dropFirst(name.count), let mark = after.first,
        ":.-–— ".contains(mark),
        case let rest = CellText.collapsed(String(after.drop { ":.-–— ".contains($0) })),
        rest.contains(" "), !ScenarioBuilder.isCondition(rest)
      else { continue }
      found.label = String(name)
      found.lines = sentences(of: rest).enumerated().map { step("\($0 + 1)", $1, found.span) }
      return
    }
  }

  /// Takes what is done from behind the name and the condition of an alternative: `No match. If
  /// nothing is found, show why`.
  mutating func takeNamedCondition(of found: inout ExtensionDraft) {
    guard let stop = found.label.prefix(60).firstRange(of: ". "),
      case let name = found.label[..<stop.lowerBound], name.split(separator: " ").count < 6,
      case let rest = String(found.label[stop.upperBound...]), ScenarioBuilder.isCondition(rest),
      let (condition, then) = conditionAndReaction(in: rest)
    else { return }
    found.label = "\(name): \(condition)"
    if found.at == nil, found.steps == nil { found.at = ScenarioBuilder.step(saidIn: condition) }
    found.lines = [
      ScenarioBuilder.ordered(step("1", then, found.span), ScenarioWords.reactionOrders)
    ]
  }

  /// Takes what is done from after the name of an alternative in one line: `Sold out: The button is
  /// grey`.
  mutating func takeName(of found: inout ExtensionDraft) {
    guard reaction(in: found.label) == found.label, !found.label.prefix(200).contains(", se "),
      let colon = found.label.firstRange(of: ": ")
    else { return }
    let name = CellText.collapsed(String(found.label[..<colon.lowerBound]))
    let rest = CellText.collapsed(String(found.label[colon.upperBound...]))
    let folded = PlainWords.folded(name)
    let words = name.split(separator: " ")
    // `4a. The bank does not answer: the case waits`
    // `Credenciais inválidas: exibir mensagem`
    if words.count < 9, let deed = ScenarioWords.ofInfinitive(rest) {
      var line = step("1", rest, found.span)
      (line.activity, line.who, line.subject) = (.system, nil, deed)
      (found.label, found.lines) = (name, [line])
      return
    }
    let isClause =
      found.steps != nil && words.count > 2 && words.count < 16 && !rest.contains(", ")
      && !["of", "following", "de", "siguientes", "folgende", "suivants", "seguintes"].contains(
        words.last)
    guard words.count <= 6 && rest.first?.isUppercase == true || isClause, rest.contains(" "),
      !ScenarioWords.people.contains(folded), !ScenarioWords.systems.contains(folded),
      !declared.contains(folded), !systems.contains(folded), !ScenarioWords.saysKind(folded),
      !ScenarioWords.conditionLabels.contains(folded), !ScenarioWords.labels.contains(folded),
      !ScenarioBuilder.isCondition(rest)
    else { return }
    found.label = name
    var line = step("1", rest, found.span)
    // `Dismiss: Escape closes it` names nobody who acts.
    if line.activity == .user, line.who == name { (line.activity, line.who) = (.outside, nil) }
    found.lines = [line]
  }

  /// Takes what stands behind an arrow in the line of an alternative.
  mutating func takeArrow(of found: inout ExtensionDraft, _ label: String) {
    let span = found.span
    var parts = RowText.split(label)
    // `3a. The PIN is wrong. The system counts. → see Q11`
    if parts.sentence.hasSuffix("."), parts.sentence.contains(". ") { parts.effect = nil }
    if let goal = parts.effect, TargetPhrase(goal, prefix: prefix) != nil {
      // `3a. Another name → back to step 3`
      found.label = parts.sentence
      found.lines = [step("1", goal, span)]
    }
    // `It is open → FA-14` names a requirement.
    if let goal = parts.effect?.prefix(while: { $0 != " " }), goal.contains(where: \.isNumber),
      goal.first?.isUppercase ?? false, goal.contains("-")
    {
      parts.effect = nil
    }
    if found.lines.isEmpty, let effect = parts.effect,
      effect.contains(" ") || label.contains("→") && parts.sentence.contains(" ")
    {
      // `3a. Unknown name → message; nothing is stored`
      found.label = parts.sentence
      found.lines = lines(ofArrows: effect, span)
    }
  }
}
