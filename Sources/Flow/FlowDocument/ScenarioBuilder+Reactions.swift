internal import Diagnostics
internal import FlowModel

// What is done, of alternatives in one line.
extension ScenarioBuilder {
  /// What somebody does about a condition in the same sentence: `the system shows why` of `If the
  /// PIN is wrong, the system shows why`. The whole text if it says nothing of the kind.
  func reaction(in text: String) -> String {
    guard ScenarioBuilder.isCondition(text) else { return text }
    let who = [ScenarioWords.systems, ScenarioWords.people, systems, declared]
    let rests = [", ", " then ", " dann ", " alors "].flatMap { mark in
      text.ranges(of: mark).prefix(8).filter { ScenarioBuilder.isFree($0.lowerBound, in: text) }
        .map { String(text[$0.upperBound...]) }
    }
    let plain = rests.first { rest in
      who.contains { names in
        // Not "the card is late", another condition.
        let deed =
          ScenarioWords.deed(rest, of: names) ?? ScenarioWords.inverted(rest, names)
        return deed.map { $0.clause == nil && !ScenarioBuilder.saysState($0.deed) } ?? false
      } || personAgain(rest, in: text) != nil
    }
    return plain ?? ScenarioBuilder.answer(in: text) ?? text
  }

  /// What the system does after a condition without a comma: `En el caso de que no haya red el
  /// sistema deberá avisar`.
  private static func answer(in text: String) -> String? {
    guard text.utf8.count < 2_000 else { return nil }
    let subjects = [
      " the system ", " el sistema ", " o sistema ", " il sistema ", " le système ",
      " das System ", " het systeem ", " the user ", " a user ", " an user ", " an error ",
      " a message ",
    ]
    let found = subjects.lazy.compactMap { text.firstRange(of: $0) }.first
    guard let found, ScenarioBuilder.isClause(text[..<found.lowerBound]) else { return nil }
    let deed = String(text[found.upperBound...])
    let verb = PlainWords.words(String(deed.prefix(40))).first ?? ""
    return ScenarioWords.isOfPrograms(deed) || modals.contains(verb)
      ? String(text[found.lowerBound...].dropFirst()) : nil
  }

  /// Whether a text has a verb, and does not end with a word that begins another clause.
  static func isClause(_ text: Substring) -> Bool {
    let words = text.split { $0 == " " || $0 == "," }
    guard words.count > 2, let last = words.last, text.utf8.count < 2_000,
      !clauseWords.contains(PlainWords.folded(String(last)))
    else { return false }
    let isCondition = ScenarioWords.ifs.contains(PlainWords.folded(String(words[0])))
    return words.dropFirst(isCondition ? 2 : 1).contains { word in
      let plain = PlainWords.folded(String(word))
      return ScenarioWords.isState(plain) || ScenarioWords.negations.contains(plain)
        || ["haya", "hay", "hat", "has", "ha", "heeft"].contains(plain)
        || word.first?.isLowercase == true && word.count > 4 && word.hasSuffix("s")
          && !word.hasSuffix("ss")
    }
  }

  /// Words before a subject that make its verb one of another clause: `the list that the system
  /// shows`.
  private static let clauseWords: Set<String> = [
    "that", "which", "what", "whose", "where", "how", "whether", "if", "when", "than", "as",
    "because", "since", "while", "until", "before", "after", "and", "or", "says", "thinks", "que",
    "dont", "che", "cui", "quale", "die", "dat", "das", "der", "den", "wat", "waar", "ob", "dass",
    "se", "si", "quando", "cuando", "quand", "wenn", "als", "porque", "pois", "weil", "bis",
    "bevor",
    "omdat", "perche",
  ]

  private static let modals: Set<String> = [
    "must", "shall", "should", "will", "debera", "debe", "devera", "deve", "doit", "muss", "soll",
    "moet",
  ]

  /// What comes before the reaction. The whole text if there is none.
  func condition(of text: String) -> String {
    let then = reaction(in: text)
    return then == text ? text : String(text.dropLast(then.count))
  }

  /// A condition without the reaction behind it, nor what joins them: `, then`.
  private func label(of text: String) -> String {
    var label = CellText.collapsed(condition(of: text))
    for joint in [" then", " dann", " alors"] where label.hasSuffix(joint) {
      label.removeLast(joint.count)
    }
    while let last = label.last, ",;: ".contains(last) { label.removeLast() }
    return label.isEmpty ? text : label
  }

  /// Who acts again and what is done, of what follows a condition about a person: `he selects
  /// "Back"` of `When the guest changes his mind, he selects "Back"`.
  private func personAgain(_ rest: String, in text: String) -> (who: String, deed: String)? {
    let words = rest.split(separator: " ", maxSplits: 1)
    guard words.count == 2, ScenarioWords.pronouns.contains(PlainWords.folded(String(words[0]))),
      case let deed = String(words[1]), !ScenarioBuilder.saysState(deed),
      !ScenarioWords.isState(deed), !ScenarioWords.isPassive(deed)
    else { return nil }
    let said = String(text.prefix(400).drop { $0 != " " }.dropFirst())
    let who = [ScenarioWords.people, declared].lazy.compactMap {
      ScenarioWords.deed(said, of: $0)?.who
    }.first
    return who.map { ($0, deed) }
  }

  /// Takes what is done about a condition in the same sentence.
  mutating func takeReaction(of found: inout ExtensionDraft) {
    let said = found.label
    guard let (condition, then) = conditionAndReaction(in: said) else { return }
    found.label = condition
    var line = step("1", then, found.span)
    if line.activity == .outside, let (who, deed) = personAgain(then, in: said) {
      (line.activity, line.who, line.subject) = (.user, who, deed)
    }
    found.lines = [ScenarioBuilder.ordered(line, ScenarioWords.reactionOrders)]
  }

  /// A condition, and what is done about it in the same sentence. Nil if that is not said.
  func conditionAndReaction(in text: String) -> (condition: String, then: String)? {
    let then = reaction(in: text)
    if then != text { return (label(of: text), then) }
    // `If approved: the flow resumes at step 6`
    if let found = ScenarioBuilder.branch(text) { return found }
    return ScenarioBuilder.clause(in: text).map { ($0.clause, $0.rest) }
  }

  /// Splits `If the name is unknown, show why` behind its condition. Nil if nothing is said there.
  private static func clause(in text: String) -> (clause: String, rest: String)? {
    guard isCondition(text), text.utf8.count < 2_000 else { return nil }
    let commas = text.ranges(of: ", ")
    let found = commas.prefix(6).first { comma in
      guard isFree(comma.lowerBound, in: text) else { return false }
      let rest = text[comma.upperBound...]
      let isQuoted = text[..<comma.lowerBound].count(where: { $0 == "\"" }) % 2 == 1
      let first = PlainWords.folded(String(rest.prefix { $0 != " " }))
      // `Si no hay red, se emite una alerta`
      if !isQuoted, rest.hasPrefix("se "),
        ["si ", "en caso "].contains(where: text.prefix(10).lowercased().hasPrefix),
        let verb = rest.split(separator: " ").dropFirst().first?.prefix(while: \.isLetter),
        let last = verb.last, "aeáó".contains(last)
      {
        return true
      }
      guard !isQuoted, rest.contains(" "), !joints.contains(first),
        !clauseWords.contains(first) || ScenarioWords.impersonal(String(rest)) != nil,
        !isCondition(String(rest)) || ScenarioWords.impersonal(String(rest)) != nil
      else { return false }
      return isClause(text[..<comma.lowerBound]) || ScenarioWords.reactionOrders.contains(first)
        || commas.count == 1 && text[..<comma.lowerBound].count(where: { $0 == " " }) > 2
    }
    return found.map {
      let rest = String(text[$0.upperBound...])
      return (
        String(text[..<$0.lowerBound]), rest.hasPrefix("then ") ? String(rest.dropFirst(5)) : rest
      )
    }
  }

  private static let joints: Set<String> = [
    "and", "or", "but", "und", "oder", "aber", "et", "ou", "mais", "y", "pero", "e", "mas",
    "en", "of", "maar", "ma", "ja", "voi", "aga",
  ]

  /// A line that says what to do, as one of the system: `show why`, `Mostrar un error`.
  static func ordered(_ line: StepDraft, _ orders: Set<String> = ScenarioWords.orders) -> StepDraft
  {
    guard line.activity == .outside, line.rows.isEmpty, line.next == nil, line.turn == nil else {
      return line
    }
    let said = line.subject.prefix(1).lowercased() + line.subject.dropFirst()
    // `No permitir la compra`
    for lead in ["no ", "não "] where said.hasPrefix(lead) {
      guard let deed = ScenarioWords.ofInfinitive(String(said.dropFirst(lead.count))) else {
        continue
      }
      var found = line
      (found.activity, found.subject) = (.system, lead + deed)
      return found
    }
    let verb = said.prefix { $0 != " " }
    guard verb.count < said.count else { return line }
    let next = said.dropFirst(verb.count + 1).prefix { $0 != " " }
    var found = line
    if let deed = ScenarioWords.ofInfinitive(said) {
      (found.activity, found.subject) = (.system, deed)
    } else if line.subject.first?.isLowercase == true, ScenarioWords.isOfPrograms(said),
      !ScenarioWords.deeds.contains(String(verb)), !ScenarioWords.isTrouble(said)
    {
      // `4a1. informs about the wrong name`
      (found.activity, found.subject) = (.system, said)
    } else if orders.contains(String(verb)), !ScenarioWords.isState(String(next)),
      next.first?.isUppercase != true || next.allSatisfy({ !$0.isLowercase })
    {
      (found.activity, found.subject) = (.system, ScenarioWords.thirdPerson(said))
    }
    return found
  }

  /// Takes what is done from the sentences after the condition: `3a. No room is free. System shows
  /// the next date.`
  mutating func takeSentences(of found: inout ExtensionDraft) {
    let parts = sentences(of: found.label)
    guard parts.count > 1 else { return }
    // `If no room is free, the guest waits. The use case ends.`
    let first = reaction(in: parts[0])
    let deeds = (first == parts[0] ? [] : [first]) + parts.dropFirst()
    found.label = label(of: parts[0])
    found.lines = deeds.enumerated().map { place, text in
      step("\(place + 1)", text, found.span)
    }
  }

  /// Takes what stands behind the first sentence, whoever does it: `3a. No room is free. Call the
  /// guest.`
  mutating func takeRest(of found: inout ExtensionDraft) {
    let parts = ScenarioWords.sentences(found.label) { rest in
      rest.first != "(" && PlainWords.words(String(rest.prefix(60))).count > 1
    }
    // `Ist der Steg leer, liefert das System nichts. Die Ausleihe endet.`
    let first = step("1", parts[0], found.span)
    let isDeed = first.activity == .system && first.note != nil
    // Not `Edit_Order extends 2. Create_Order`.
    guard isDeed || parts.count > 1 && parts[0].last?.isNumber != true else { return }
    found.label = isDeed ? first.note ?? parts[0] : parts[0]
    found.lines = parts.dropFirst(isDeed ? 0 : 1).enumerated().map { place, text in
      ScenarioBuilder.ordered(
        step("\(place + 1)", text, found.span), ScenarioWords.reactionOrders)
    }
    if isDeed { found.lines[0].note = nil }
  }

  /// The sentences of a text that say who does something, or where it leads.
  func sentences(of text: String) -> [String] {
    ScenarioWords.sentences(text) { rest in
      ScenarioBuilder.isOfSystem(rest) || ScenarioWords.split(rest, after: systems) != nil
        || ScenarioWords.split(rest, after: ScenarioWords.people) != nil
        || ScenarioWords.split(rest, after: declared) != nil || saysDuty(rest)
        || !rest.contains(". ") && (TargetPhrase(rest, prefix: prefix) != nil || Turn(rest) != nil)
    }
  }

  /// Whether a sentence says what has to be done: `The seats must be free again`.
  private func saysDuty(_ text: String) -> Bool {
    PlainWords.words(String(text.prefix(160))).prefix(16).contains {
      ScenarioBuilder.modals.contains($0) && $0 != "will"
    } && !ScenarioBuilder.isCondition(text)
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
        let isDone =
          label[comma] == ", "
          || deed.map(ScenarioWords.isOfPrograms) ?? false
            && ScenarioBuilder.isClause(label[..<comma.lowerBound])
        // `System cannot store it, returns an error`
        let verb = PlainWords.folded(String(rest.prefix { $0 != " " }))
        if label[comma] == ", ", ScenarioWords.deedsOfSystems.contains(verb),
          ScenarioBuilder.isClause(label[..<comma.lowerBound])
        {
          return true
        }
        return deed.map { !ScenarioBuilder.saysState($0) && !ScenarioWords.isTrouble($0) } ?? false
          && isDone
      }), label[..<comma.lowerBound].count(where: { $0 == "\"" }) % 2 == 0,
      label[..<comma.lowerBound].contains(" ")
    else { return }
    found.label = String(label[..<comma.lowerBound])
    found.lines = [step("1", String(label[comma.upperBound...]), found.span)]
  }

  /// The lines of `System says so → the guest waits → 3`.
  mutating func lines(ofArrows text: String, _ span: Span) -> [StepDraft] {
    // `message; name too long → other message`
    guard !text.contains("; ") else { return [step("1", text, span)] }
    var lines: [StepDraft] = []
    for part in text.split(separator: " → ").map({ CellText.collapsed(String($0)) }) {
      if !lines.isEmpty, DocumentID(part).shape != .other {
        lines[lines.count - 1].next = part
      } else {
        let line = step("\(lines.count + 1)", part, span)
        lines.append(ScenarioBuilder.ordered(line, ScenarioWords.reactionOrders))
      }
    }
    return lines
  }
}
