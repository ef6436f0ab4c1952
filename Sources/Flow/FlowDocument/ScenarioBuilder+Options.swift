internal import Diagnostics
internal import FlowModel

// Alternatives whose lines do not follow each other, or stand in one line.
extension ScenarioBuilder {
  /// Takes what stands behind the first mark of an alternative in one line, if nothing else says
  /// what is done: `No copy: delete the picture`, `Sold out — the button is grey`.
  mutating func takeBehindMark(of found: inout ExtensionDraft) {
    let label = found.label
    let speaker = ScenarioBuilder.speaker(in: label)?.name
    guard label.utf8.count < 2_000, !ScenarioBuilder.isCondition(label),
      // `Card reader: Reports a failure`
      speaker.map({ !declared.contains(PlainWords.folded($0)) }) ?? true
    else { return }
    let places = [": ", " → ", " – ", " — ", " - "].compactMap { label.firstRange(of: $0) }
    guard let mark = places.min(by: { $0.lowerBound < $1.lowerBound }),
      case let name = label[..<mark.lowerBound], case let rest = String(label[mark.upperBound...]),
      (2...14).contains(name.split(separator: " ").count), rest.split(separator: " ").count > 1,
      !name.contains(where: { "\"“„«(".contains($0) }),
      !ScenarioBuilder.isCondition(rest), ScenarioBuilder.step(saidIn: String(name)) == nil,
      !ScenarioWords.isConditionLabel(name), RowText(rest).kind == nil
    else { return }
    found.label = CellText.collapsed(String(name))
    found.lines = sentences(of: rest).enumerated().map { place, text in
      ScenarioBuilder.ordered(
        step("\(place + 1)", text, found.span), ScenarioWords.reactionOrders)
    }
  }

  /// Takes a line that says that the first steps are those of the main scenario: `1-4. As in the
  /// main scenario`. False for another line.
  mutating func takeLikeMain(_ text: String, _ span: Span) -> Bool {
    guard !isFresh, let open = extensions.last, open.lines.isEmpty, text.utf8.count < 80,
      text.first?.isNumber == true,
      case let rest = text.drop(while: { $0.isNumber || " .-–—)".contains($0) }),
      case let words = PlainWords.words(String(rest)), let first = words.first,
      ScenarioBuilder.likeWords.contains(first), TargetPhrase(String(rest), prefix: prefix) == nil,
      words.contains(where: TurnWords.wholes.contains)
    else { return false }
    reporter.note(span, "these steps are those of the main scenario; they are not repeated")
    return true
  }

  /// The ids to which steps and lines lead.
  var reached: Set<String> {
    Set(
      (steps + extensions.flatMap(\.lines)).flatMap { [$0.next] + $0.rows.map(\.next) }
        .compactMap(\.self))
  }

  /// Leaves out the first lines of an alternative if they are the first steps again, and places it
  /// behind them. Lines that say more, or to which something leads, stay.
  ///
  /// - Parameter reached: where lines and alternatives are said to lead, or to begin.
  mutating func dropRepeated(of found: inout ExtensionDraft, reached: Set<String>) {
    func plain(_ line: StepDraft) -> [String] { PlainWords.words(line.said ?? line.subject) }
    guard found.at == nil, found.steps == nil, found.outer == nil, found.lines.count > 1 else {
      return
    }
    let count = zip(found.lines, steps).prefix { line, step in
      plain(line) == plain(step) && line.next == nil && line.turn == nil && line.rows.isEmpty
        && line.items.isEmpty && (line.note == nil || line.note == step.note)
    }.count
    guard count > 0, count < found.lines.count,
      !found.lines.prefix(count).contains(where: { reached.contains("\(found.id).\($0.id)") })
    else { return }
    reporter.note(
      found.lines[0].span, "these steps are those of the main scenario; they are not repeated")
    found.at = steps[min(count, steps.count - 1)].id
    found.lines.removeFirst(count)
  }

  /// Splits `[The server is down] An error message is shown.` behind the condition in brackets.
  mutating func takeBracketed(of found: inout ExtensionDraft) {
    let label = found.label
    guard label.first == "[", let close = label.prefix(200).firstIndex(of: "]"),
      case let name = CellText.collapsed(String(label[..<close].dropFirst())),
      name.split(separator: " ").count > 2,
      case let rest = CellText.collapsed(String(label[close...].dropFirst().drop { $0 == ":" })),
      rest.contains(" "), rest.first?.isUppercase == true, !ScenarioBuilder.isCondition(rest)
    else { return }
    found.label = name
    found.lines = sentences(of: rest).enumerated().map { place, text in
      step("\(place + 1)", text, found.span)
    }
  }

  private static let likeWords: Set<String> = [
    "as", "like", "tak", "same", "wie", "comme", "como", "come", "zoals", "nagu", "jak",
    "identical",
  ]

  /// Makes an alternative of its own of what stands behind a line that leads elsewhere, as no run
  /// would come to it: `3a2. User deletes a note` below `3a1. User adds a note. Use case resumes at
  /// step 4.`
  mutating func splitOptions() {
    let areDivided = extensions.contains { $0.lines.dropLast().contains { $0.next != nil } }
    guard areDivided else { return }
    let places = Set(extensions.compactMap(\.at))
    let reached = reached
    var ids = UniqueIDs(extensions.map(\.id))
    var found: [ExtensionDraft] = []
    for one in extensions {
      var rest = one
      // Not one of whose lines others are alternatives.
      let isPlain =
        one.outer == nil && !one.lines.contains { places.contains("\(one.id).\($0.id)") }
      while isPlain, one.lines.count < 100,
        let end = rest.lines.dropLast().indices.first(where: { place in
          let line = rest.lines[place]
          let below = "\(one.id).\(rest.lines[place + 1].id)"
          let says = TargetPhrase(rest.lines[place + 1].said ?? "", prefix: prefix) == nil
          return line.next != nil && says && line.rows.isEmpty && !reached.contains(below)
        })
      {
        var first = rest
        first.lines = Array(rest.lines[...end])
        let behind = rest.lines[(end + 1)...]
        // `The list has only songs of that year.`
        if behind.count < 3,
          behind.allSatisfy({
            $0.activity == .outside && $0.next == nil && $0.turn == nil && $0.rows.isEmpty
              && !reached.contains("\(one.id).\($0.id)")
          })
        {
          for line in behind { first.lines[end].addNote(line.said ?? line.subject) }
          rest = first
          break
        }
        found.append(first)
        rest.lines = Array(behind)
        let line = rest.lines[0]
        (rest.label, rest.span) = (line.said ?? line.subject, line.span)
        if rest.label.hasSuffix(".") { rest.label.removeLast() }
        if rest.at == nil { rest.at = rest.steps.map { "\($0.lowerBound)" } }
        if rest.at == nil { rest.at = one.lines.first.flatMap { saidStep(of: $0) } }
        (rest.isAboveLines, rest.heading, rest.boldName) = (false, nil, nil)
        rest.id = ids.repeated(one.id)
        reporter.assume(
          line.span,
          """
          nothing leads to this line of extension `\(one.id)`, as the one above it leads \
          elsewhere; it was written as `\(rest.id)`
          """)
      }
      found.append(rest)
    }
    extensions = found
  }

  /// The step that the first line of an alternative says.
  private func saidStep(of line: StepDraft) -> String? {
    let said = line.said ?? line.subject
    return (ScenarioBuilder.step(saidIn: said) ?? markedStep(named: said)).flatMap {
      stepIDs.contains($0) ? $0 : nil
    }
  }

  /// Gives the open alternative the id that its lines have, without which its name is: `E1 Late`.
  mutating func nameLast(_ id: String) {
    guard let last = extensions.indices.last else { return }
    extensions[last].id = id
    if extensions[last].label.hasPrefix("\(id) ") {
      extensions[last].label = String(extensions[last].label.dropFirst(id.count + 1))
    }
  }

  /// Takes `3.1 The clerk asks for a guest` and `3.2 ...` as the lines of an alternative of step 3
  /// that has only a name: `Alternative flow: Add`. False for another line.
  mutating func takeDotted(_ text: String, _ line: DocumentLine) -> Bool {
    guard !isFresh, let last = extensions.indices.last, outer.isEmpty,
      extensions[last].id.first?.isLetter == true, extensions[last].steps == nil,
      let found = ScenarioBuilder.dotted(text), found.line == nil, stepIDs.contains(found.step),
      found.id == "\(found.step).\(extensions[last].lines.count + 1)"
    else { return false }
    let isFirst = extensions[last].lines.isEmpty
    guard
      isFirst
        ? extensions[last].at == nil
          && (isDone(found.rest, line.fragment.span)
            || isAboveSecond && extensions[last].label.isEmpty)
        : dottedStep == found.step
    else { return false }
    if isFirst { (extensions[last].at, dottedStep) = (found.step, found.step) }
    addLine("\(extensions[last].lines.count + 1)", found.rest, line.fragment.span)
    lineIndent = line.indent
    return true
  }

  /// The alternatives of a text that has several: `Unknown name: System says so. No room: ...`, `No
  /// mail → message; No room → message`. Nil for another text.
  static func cases(in text: String) -> [String]? {
    // `2a — No room; 3a — No date`
    let listed = text.split(separator: "; ").map(String.init)
    if listed.count > 1, text.utf8.count < 4_000,
      listed.allSatisfy({ ExtensionID($0).map { $0.steps != nil && $0.line == nil } ?? false })
    {
      return listed
    }
    guard text.utf8.count < 4_000, ExtensionID(text) == nil,
      numbered(withPlainNumber(text)) == nil
    else { return nil }
    let chains = text.split(separator: "; ").map(String.init)
    if chains.count > 1, chains.allSatisfy({ $0.contains(" → ") }) { return chains }
    var sentences: [String] = []
    for part in text.split(separator: ". ") {
      // Not behind `e.g.`
      let isCut = sentences.last?.last?.isLetter ?? true && part.first?.isUppercase == true
      if isCut || sentences.isEmpty {
        sentences.append(String(part))
      } else {
        sentences[sentences.count - 1] += ". \(part)"
      }
    }
    return sentences.count > 1 && sentences.allSatisfy(isCase) ? sentences : nil
  }

  /// Whether a sentence says what happens, and behind a colon what is done then.
  private static func isCase(_ sentence: String) -> Bool {
    guard let colon = sentence.prefix(90).firstRange(of: ": "),
      case let name = CellText.collapsed(String(sentence[..<colon.lowerBound])),
      (2...10).contains(name.split(separator: " ").count), !name.contains(","),
      case let plain = PlainWords.folded(name), HeaderLabel(name) == nil,
      !ScenarioWords.labels.contains(plain), !ScenarioWords.conditionLabels.contains(plain)
    else { return false }
    return !ScenarioWords.people.contains(plain) && !ScenarioWords.systems.contains(plain)
  }

  /// `4-7. The guest removes an item`, which is no line, as `4-7a. ...`.
  func withRangeLetter(_ text: String) -> String {
    let range = text.prefix { $0.isASCII && $0.isNumber || $0 == "-" || $0 == "–" }
    let ends = range.split { $0 == "-" || $0 == "–" }
    guard ends.count == 2, ends.allSatisfy({ stepIDs.contains(String($0)) }),
      let first = Int(counted: ends[0]), let last = Int(counted: ends[1]), first < last,
      case let tail = text[range.endIndex...].drop(while: { $0 == " " }),
      let mark = tail.first, ".:)".contains(mark), tail.dropFirst().first == " "
    else { return text }
    return "\(range)a\(tail)"
  }

  /// Takes `- If cancelling, the use case ends.` for an alternative of the line above, which
  /// another bullet has led elsewhere already. False for another line.
  mutating func takeOtherWay(_ text: String, _ line: DocumentLine, _ isBullet: Bool) -> Bool {
    guard isBullet, ScenarioBuilder.isCondition(text), let last = extensions.last?.lines.last,
      last.next != nil, Int(last.id) != nil, outer.count < 8,
      TargetPhrase(text, prefix: prefix) != nil || Turn(text) != nil,
      let found = ExtensionID("\(last.id)a. \(text)")
    else { return false }
    addNested(found, line, isBullet)
    return true
  }

  /// Whether a bullet beside `- 2a. No contract: ...` is another alternative: `- If the network
  /// fails, ...`, `- In step 1, ...`.
  func isBesideOpen(_ text: String, _ line: DocumentLine) -> Bool {
    if ScenarioBuilder.step(saidIn: text, within: 2) != nil { return true }
    return !isOpenUndone && TargetPhrase(text, prefix: prefix) == nil && Turn(text) == nil
      && (ScenarioBuilder.isCondition(text) || ScenarioBuilder.hasBoldName(line.fragment.text)
        || text.contains(" → "))
  }
}
