internal import Diagnostics
internal import FlowModel

// What is done, of alternatives in one line.
extension ScenarioBuilder {
  /// Takes what is done from the sentences after the condition: `3a. No room is free. System shows
  /// the next date.`
  mutating func takeSentences(of found: inout ExtensionDraft) {
    guard reaction(in: found.label) == found.label else { return }
    let parts = ScenarioWords.sentences(found.label) { rest in
      ScenarioBuilder.isOfSystem(rest) || ScenarioWords.split(rest, after: systems) != nil
        || ScenarioWords.split(rest, after: ScenarioWords.people) != nil
        || !rest.contains(". ") && (TargetPhrase(rest, prefix: prefix) != nil || Turn(rest) != nil)
    }
    guard parts.count > 1 else { return }
    found.label = parts[0]
    found.lines = parts.dropFirst().enumerated().map { place, text in
      step("\(place + 1)", text, found.span)
    }
  }

  /// Takes what the system does from after a comma: `The name is known, the system says so`.
  mutating func takeAnswer(of found: inout ExtensionDraft) {
    let label = found.label
    guard reaction(in: label) == label, !ScenarioBuilder.isCondition(label),
      let comma = [", ", " and ", " und ", " et ", " y ", " e ", " en "].lazy.flatMap({ mark in
        label.ranges(of: mark).prefix(8)
      }).first(where: { comma in
        let rest = String(label[comma.upperBound...])
        let deed =
          ScenarioWords.split(rest, after: ScenarioWords.systems)
          ?? ScenarioWords.split(rest, after: systems)
        let isDone = label[comma] == ", " || deed.map(ScenarioWords.isOfPrograms) ?? false
        return deed.map { !ScenarioBuilder.saysState($0) && !ScenarioWords.isTrouble($0) } ?? false
          && isDone
      }), label[..<comma.lowerBound].count(where: { $0 == "\"" }) % 2 == 0,
      label[..<comma.lowerBound].contains(" ")
    else { return }
    found.label = String(label[..<comma.lowerBound])
    found.lines = [step("1", String(label[comma.upperBound...]), found.span)]
  }

  /// Takes what is done from after the name of an alternative in one line: `Sold out: The button is
  /// grey`.
  mutating func takeName(of found: inout ExtensionDraft) {
    guard reaction(in: found.label) == found.label,
      let colon = found.label.firstRange(of: ": ")
    else { return }
    let name = CellText.collapsed(String(found.label[..<colon.lowerBound]))
    let rest = CellText.collapsed(String(found.label[colon.upperBound...]))
    let folded = PlainWords.folded(name)
    let words = name.split(separator: " ")
    // `4a. The bank does not answer: the case waits`
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
}
