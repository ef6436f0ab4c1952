internal import Diagnostics
internal import FlowModel

// Entries of a list of alternatives that belong to the one above them.
extension ScenarioBuilder {
  /// Takes a bullet that says no more than where an alternative leads, and the bullets above it
  /// that say what is shown then: they are the lines of the one above these.
  mutating func joinsReactions(_ text: String, _ line: DocumentLine) -> Bool {
    guard line.indent == looseIndent, isBareTarget(text), let last = extensions.indices.last,
      extensions[last].lines.isEmpty
    else { return false }
    func isLoose(_ place: Int) -> Bool {
      let found = extensions[place]
      return found.lines.isEmpty && found.steps == nil && found.at == nil
        && found.section == extensions[last].section
    }
    var first = last
    while first > 0, isLoose(first), isLoose(first - 1), isShown(extensions[first]) { first -= 1 }
    guard first < last, !isShown(extensions[first]) else { return false }
    let shown = Array(extensions[(first + 1)...])
    extensions.removeSubrange((first + 1)...)
    lineIDs = UniqueIDs()
    for (place, found) in shown.enumerated() { addLine("\(place + 1)", found.label, found.span) }
    addLine("\(shown.count + 1)", text, line.fragment.span)
    return true
  }

  /// Whether a line with the id of the alternative above it says what happens there: `7a. Handle
  /// returned goods` more to the right, or `5a. System asks again` below `5a. Name is empty`.
  mutating func isFirstLine(_ found: ExtensionID, _ line: DocumentLine) -> Bool {
    guard found.line == nil, let open = extensions.last, open.id == found.id, open.lines.isEmpty
    else { return false }
    return line.indent > openIndent
      || found.id.last?.isLetter == true && isDone(found.rest, line.fragment.span)
        && (!isDone(open.label, open.span) || ScenarioBuilder.saysNot(open.label))
  }

  /// Takes where an alternative in one line leads from behind what happens: `The shelf is empty,
  /// goes back to step 2`.
  mutating func takeWay(of found: inout ExtensionDraft) {
    let label = found.label
    guard TargetPhrase(label, prefix: prefix) != nil, label.utf8.count < 1_000 else { return }
    let marks = [", ", " and ", " und ", " et ", " y ", " e "]
    let places = marks.flatMap { label.ranges(of: $0).prefix(6) }
    let way = places.sorted { $0.lowerBound < $1.lowerBound }.first { mark in
      let (before, rest) = (label[..<mark.lowerBound], String(label[mark.upperBound...]))
      guard TargetPhrase(rest, prefix: prefix) != nil,
        TargetPhrase(String(before), prefix: prefix) == nil,
        before.split(separator: " ").count > 2, before.count(where: { $0 == "\"" }) % 2 == 0
      else { return false }
      return rest.split(separator: " ").count < 7 && !rest.contains(", ")
        || label[mark] == ", " && !isDone(String(before), found.span)
    }
    guard let way else { return }
    found.label = String(label[..<way.lowerBound])
    found.lines = [step("1", String(label[way.upperBound...]), found.span)]
  }

  /// Whether an entry says what the system does, or which message appears.
  private mutating func isShown(_ found: ExtensionDraft) -> Bool {
    let activity = step("1", found.label, found.span).activity
    if activity == .system || activity.isShown { return true }
    return activity == .outside && !ScenarioBuilder.isCondition(found.label)
      && PlainWords.words(String(found.label.prefix(60))).prefix(4).contains(
        where: ScenarioBuilder.messages.contains)
  }

  private static let messages: Set<String> = [
    "message", "messages", "alert", "notification", "warning", "meldung", "fehlermeldung",
    "hinweis", "avertissement", "mensaje", "alerta", "aviso", "mensagem", "melding",
    "foutmelding", "teade", "veateade", "messaggio", "avviso",
  ]

  /// How many entries `3.1`, `3.2` and so on are lines of the alternative above them, which has a
  /// name and no id: below `3.`, or the last says where it leads. Nil for another one.
  mutating func dottedLines(below place: Int) -> Int? {
    let open = extensions[place]
    guard open.steps == nil, open.at == nil, open.outer == nil, open.id.first?.isLetter == true,
      open.lines.count < 2, place + 2 < extensions.count,
      let step = extensions[place + 1].id.split(separator: ".").first.map(String.init),
      stepIDs.contains(step)
    else { return nil }
    var count = 0
    while place + count + 1 < extensions.count, case let next = extensions[place + count + 1],
      next.id == "\(step).\(count + 1)", next.lines.count < 2, next.section == open.section
    {
      count += 1
    }
    guard count > 1 else { return nil }
    if open.lines.first?.id == step { return count }
    let (first, last) = (extensions[place + 1], extensions[place + count])
    let isDeed = sentence("1", first.label, first.span).activity != .outside
    return open.lines.isEmpty && isDeed && !ScenarioBuilder.isCondition(first.label)
      && isBareTarget(last.label) ? count : nil
  }

  /// The alternative with those entries as its lines.
  mutating func withDottedLines(_ place: Int, _ count: Int) -> ExtensionDraft {
    var one = extensions[place]
    let entries = Array(extensions[(place + 1)...(place + count)])
    one.at = entries[0].id.split(separator: ".").first.map(String.init)
    for number in one.lines.indices { one.lines[number].id = "\(number + 1)" }
    for entry in entries {
      for said in [entry.label] + entry.lines.compactMap(\.said) {
        one.lines.append(step("\(one.lines.count + 1)", said, entry.span))
      }
    }
    return one
  }
}
