internal import Diagnostics
internal import FlowModel

// Steps with an arrow before them, and the alternatives in documents that have such.
extension ScenarioBuilder {
  /// Takes `2a. System refuses it` with an arrow for a line of `1a. The coach sends an old code`.
  mutating func takeArrowed(_ found: ExtensionID, _ span: Span) -> Bool {
    guard arrow != nil, found.line == nil, let open = extensions.last, !isFresh,
      let first = open.steps?.lowerBound, open.steps?.count == 1, found.steps?.count == 1,
      found.steps?.lowerBound == first + open.lines.count + 1,
      open.id == "\(first)\(found.id.last.map(String.init) ?? "")"
    else { return false }
    addLine("\(open.lines.count + 1)", found.rest, span)
    return true
  }

  /// Takes a row `a2` of a table for a line of the alternative that begins with `a1`.
  mutating func addLettered(_ name: String, _ text: String, _ span: Span) -> Bool {
    guard let letter = name.first, letter.isASCII, letter.isLowercase,
      let number = Int(name.dropFirst()), (1...99).contains(number), !text.isEmpty
    else { return false }
    let id = letter.uppercased()
    if number == 1 {
      addExtension(id, text, nil, span)
      return true
    }
    guard let open = extensions.last, open.id == id, !isFresh else { return false }
    addLine("\(open.lines.count + 1)", text, span)
    return true
  }
}

/// Words between a verb and what is asked or said: `Asks which door is meant`.
private let questions: Set<String> = [
  "which", "whether", "what", "if", "how", "who", "that", "where",
]

extension StepDraft {
  /// Leaves a step without a subject to whom the arrow before it points to.
  mutating func follow(_ arrow: StepArrow?) {
    guard let arrow, let said, rows.isEmpty, who == nil, activity != .call else { return }
    let wanted: Activity = arrow == .ofActor ? .user : .system
    let words = said.split(separator: " ", maxSplits: 7).map { PlainWords.folded(String($0)) }
    guard let verb = words.first, words.count > 1, !activity.isShown, activity != wanted,
      subject.lowercased().hasPrefix(verb), words[1] != "of",
      questions.contains(words[1])
        || !words.dropFirst().prefix(6).contains(where: ScenarioWords.isState),
      ScenarioWords.deeds.contains(verb) || ScenarioWords.isOfPrograms(said)
        || activity != .outside
        // `Asks which gym is meant`
        || verb.count > 3 && verb.hasSuffix("s") && !verb.hasSuffix("ss")
          && !ScenarioBuilder.mayBeVerb(words[1][...])
    else { return }
    activity = wanted
    subject = subject.prefix(1).lowercased() + subject.dropFirst()
  }
}
