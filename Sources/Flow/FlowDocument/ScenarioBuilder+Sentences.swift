internal import Diagnostics
internal import FlowModel

// What the sentence of a step says.
extension ScenarioBuilder {
  mutating func step(_ id: String, _ text: String, _ span: Span) -> StepDraft {
    var step = sentence(id, text, span)
    step.said = text
    step.follow(arrow)
    if step.activity != .call {
      if let phrase = TargetPhrase(text, prefix: prefix) {
        step.next = phrase.target
      } else {
        step.turn = Turn(text)
      }
    }
    return step
  }

  /// Who acts in a sentence that begins with a pronoun, and what is done: `Il saisit son mot de
  /// passe` after what a person did, `It shows the list` after what the system did.
  static func again(_ sentence: String, after before: StepDraft) -> (Activity, String)? {
    let words = sentence.split(separator: " ", maxSplits: 2)
    guard let start = words.first else { return nil }
    let first = PlainWords.folded(start.filter { !",;".contains($0) })
    let second = words.count > 1 ? PlainWords.folded(String(words[1])) : ""
    let subject = words.count > 1 ? String(sentence[words[1].startIndex...]) : ""
    // Italian has `il` before nouns.
    let isPerson =
      ScenarioWords.pronouns.contains(first)
      || first == "il"
        && (ScenarioWords.deeds.contains(second)
          || ScenarioWords.isFrench("\(before.said ?? "") \(sentence)"))
      || (first == "er" || first == "sie" && ScenarioWords.deeds.contains(second))
        && ScenarioWords.isGerman(before.said ?? "")
    // `Il est possible de choisir`, `Es gibt ein Tablet`
    if first == "il" && ScenarioWords.saysHow(subject) || ScenarioWords.saysThereIs(first, second) {
      return nil
    }
    if isPerson, before.activity == .user, !subject.isEmpty {
      let isPassive = ["by the system", "par le systeme"].contains(
        where: PlainWords.folded(String(subject.prefix(400))).contains)
      return isPassive ? nil : (.user, subject)
    }
    let isOfSystem = before.activity == .system || before.activity.isShown
    // `Accede a la opción`, `Revisa`, without a subject. Not "Returns to step 2".
    let isOfBoth =
      ScenarioWords.deedsOfBoth.contains(first) && TargetPhrase(sentence, prefix: "UC") == nil
    let isOfSystems = ScenarioWords.deedsOfSystems.contains(first)
    let isKnown = isOfBoth || isOfSystems || ScenarioWords.deeds.contains(first) || start == "lê"
    if isKnown && !ScenarioWords.isState(second) || ScenarioWords.isVerb(first, before: second) {
      // `Bestätigt der Leser, ...` names somebody, and "Display size" is a thing.
      guard !first.hasSuffix("-se"), second != "der", !ScenarioWords.isVerbFirst(sentence),
        !ScenarioWords.mayBeNoun(
          sentence.split(separator: " ", maxSplits: 7).map { PlainWords.folded(String($0)) })
      else { return nil }
      let said = sentence.prefix(1).lowercased() + sentence.dropFirst()
      if isOfSystems { return (.system, said) }
      if before.activity == .user { return (.user, said) }
      if isOfSystem, isOfBoth { return (.system, said) }
    }
    // `Completes the profile`, `Views/edits a card` after what a person did
    if before.activity == .user, start.first?.isUppercase == true, !ScenarioWords.isState(second),
      ScenarioWords.isThirdPerson(first, before: second)
    {
      return (.user, sentence.prefix(1).lowercased() + sentence.dropFirst())
    }
    guard !subject.isEmpty else { return nil }
    // `Il sélectionne` is what a person does.
    if first == "il", ScenarioWords.deeds.contains(second) { return nil }
    guard isOfSystem || ["it", "es"].contains(first), !ScenarioWords.saysHow(subject),
      ScenarioWords.isSystemAgain(first, after: "\(before.said ?? "") \(sentence)")
    else { return nil }
    return (.system, subject)
  }

  /// The line before the next one: of the last alternative, or the last step.
  private var lastLine: StepDraft? {
    // Those far above say nothing of it, and many have no lines yet.
    extensions.suffix(3).last { !$0.lines.isEmpty }?.lines.last ?? steps.last
  }

  /// Splits `Open search: The guest opens the page`, also with a dash, into the name of a step and
  /// its sentence.
  private static func nameBefore(_ sentence: String) -> (name: String, rest: String)? {
    guard sentence.first?.isUppercase == true else { return nil }
    for mark in [": ", " – ", " — ", " - "] {
      guard let found = sentence.prefix(34).firstRange(of: mark) else { continue }
      let name = String(sentence[..<found.lowerBound])
      let rest = CellText.collapsed(String(sentence[found.upperBound...]))
      let plain = PlainWords.folded(name)
      guard name.count < 30, name.split(separator: " ").count <= 5,
        mark != ": " || !rest.prefix(80).contains(": "),
        [ScenarioWords.systems, ScenarioWords.people].contains(where: {
          ScenarioWords.split(rest, after: $0).map { !ScenarioBuilder.saysState($0) } ?? false
        }), !ScenarioWords.labels.contains(plain), !ScenarioWords.saysKind(plain)
      else { continue }
      return (name, rest)
    }
    return nil
  }

  mutating func sentence(_ id: String, _ text: String, _ span: Span) -> StepDraft {
    let own = StepSentence(text, titles: &reporter.titles)
    if own.activity != .call, let (called, rest) = included(text) {
      var step = StepDraft(id: id, activity: .call, subject: called, span: span)
      step.note = text
      step.next = TargetPhrase(rest, prefix: prefix)?.target
      return step
    }
    if let (remark, rest) = ScenarioBuilder.remarked(text) {
      var bare = self.sentence(id, rest, span)
      if bare.activity != .outside {
        bare.addNote(remark)
        return bare
      }
    }
    var sentence = ScenarioWords.withoutBeginning(text)
    let isClause = sentence.count < text.count
    if let last = sentence.last, ".;".contains(last), !sentence.hasSuffix("..") {
      sentence.removeLast()
    }
    // `User: Opens the app`
    if let colon = sentence.firstIndex(of: ":"), sentence[..<colon].count < 30,
      sentence[colon...].dropFirst().first == " "
    {
      let name = PlainWords.folded(String(sentence[..<colon]))
      let rest = CellText.collapsed(String(sentence[colon...].dropFirst()))
      if ScenarioWords.systems.contains(name), !rest.isEmpty {
        sentence = "System \(ScenarioBuilder.lowered(rest, name))"
      } else if ScenarioWords.people.contains(name), !rest.isEmpty {
        sentence = "User \(ScenarioBuilder.lowered(rest, name))"
      }
    }
    if let (name, rest) = ScenarioBuilder.nameBefore(sentence) {
      var named = self.sentence(id, rest, span)
      if !ScenarioWords.isReaction(PlainWords.folded(name)) { named.addNote(name) }
      return named
    }
    let isPlain = ["user ", "system "].contains { sentence.lowercased().hasPrefix($0) }
    // `User is redirected to the shop`
    if isPlain, ScenarioWords.isPlainPassive(sentence) {
      return StepDraft(id: id, activity: .outside, subject: sentence, span: span)
    }
    if !isPlain, !ScenarioWords.isVerbFirst(sentence) {
      let all = [ScenarioWords.systems, systems, ScenarioWords.people]
      for (place, names) in all.enumerated() {
        guard let found = ScenarioWords.deed(sentence, of: names),
          found.clause == nil || !ScenarioBuilder.saysState(found.deed)
        else { continue }
        let isPerson = place == 2
        if isPerson, ScenarioWords.isPassive(found.deed) { continue }
        let deed =
          isClause ? ScenarioWords.verbFirst(found.deed, text) : found.deed
        var step = StepDraft(
          id: id, activity: isPerson ? .user : .system, subject: deed, span: span)
        if isPerson { step.who = found.who }
        step.note = found.note
        return step
      }
      // `Then select a room`, `Then he confirms`
      let lead = ScenarioWords.afterLead(sentence)
      let bare = lead.map { $0.clause == nil ? $0.rest : sentence } ?? sentence
      // `Se muestra la lista`
      if let (isPerson, deed) = ScenarioWords.impersonal(bare) {
        return StepDraft(id: id, activity: isPerson ? .user : .system, subject: deed, span: span)
      }
      let words = bare.split(separator: " ", maxSplits: 2).map(String.init)
      let first = words.first.map(PlainWords.folded) ?? ""
      if ScenarioWords.isDeed(first, words), words.count > 1, words[1] != "of",
        !ScenarioWords.isState(words[1]), !ScenarioWords.isOutput(bare),
        !ScenarioBuilder.isOfSystem(bare.dropLead),
        !ScenarioWords.isNounFirst(PlainWords.words(String(bare.prefix(60))))
      {
        var subject = bare.prefix(1).lowercased() + bare.dropFirst()
        if ScenarioWords.commands.contains(first) { subject = ScenarioWords.thirdPerson(subject) }
        return StepDraft(id: id, activity: .user, subject: subject, span: span)
      }
      // `Displays the list`
      if ScenarioWords.deedsOfSystems.contains(first) || ScenarioWords.isOutput(bare),
        words.count > 1, !ScenarioWords.isState(words[1]),
        !ScenarioWords.isNounFirst(PlainWords.words(String(bare.prefix(60)))),
        !ScenarioWords.mayBeNoun(
          bare.split(separator: " ", maxSplits: 7).map { PlainWords.folded(String($0)) })
      {
        var subject = bare.prefix(1).lowercased() + bare.dropFirst()
        if ScenarioWords.baseForms.contains(first) { subject = ScenarioWords.thirdPerson(subject) }
        return StepDraft(id: id, activity: .system, subject: subject, span: span)
      }
      if let before = lastLine {
        let found = ScenarioBuilder.again(bare, after: before)
        // `Pour chaque dossier, il vérifie le certificat`
        let after = found == nil ? lead.flatMap { $0.clause == nil ? nil : $0 } : nil
        if let (activity, subject) = found
          ?? after.flatMap({ ScenarioBuilder.again($0.rest, after: before) })
        {
          var step = StepDraft(id: id, activity: activity, subject: subject, span: span)
          (step.who, step.note) = (before.who, after?.clause)
          return step
        }
      }
    }
    return StepDraft(id, sentence, span, &reporter)
  }

  /// Whether a sentence says what the system does.
  static func isOfSystem(_ text: String) -> Bool {
    text.lowercased().hasPrefix("system ")
      || ScenarioWords.split(text, after: ScenarioWords.systems) != nil
  }

  /// The flow that a sentence includes, which becomes a call, and what the sentence says after it:
  /// "(includes Use Case #1)", "Include UC23 Confirm", "führt Anwendungsfall UC5 aus".
  func included(_ text: String) -> (id: String, rest: String)? {
    let marks = ".-_#'".utf8
    let words =
      text.isPlainASCII
      ? text.utf8.split { !$0.isWordByte && !marks.contains($0) }.map { Substring($0) }
      : text.split { !$0.isLetter && !$0.isNumber && !".-_#'’".contains($0) }
    // Not "..., and the user is prompted to perform use case 5", but "(includes UC5)".
    for (place, verb) in words.enumerated()
    where ScenarioWords.includes.contains(PlainWords.folded(String(verb))) {
      let isAside =
        verb.startIndex > text.startIndex && text[text.index(before: verb.startIndex)] == "("
      guard place < 7 || isAside else { continue }
      let before = words[(place + 1)...].lazy.map { PlainWords.folded(String($0)) }.prefix {
        ScenarioWords.ofUseCases.contains($0) || ScenarioWords.articles.contains($0 + " ")
      }
      guard place + 1 + before.count < words.count else { continue }
      let word = words[place + 1 + before.count]
      var name = UseCaseHeading.joined(word.drop { $0 == "#" })
      while let last = name.last, ".-_".contains(last) { name.removeLast() }
      let rest = String(text[word.endIndex...])
      if FlowName.isID(name) { return (String(name), rest) }
      let isNumber =
        name.first?.isNumber == true
        && name.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
      // Not "performs the 3 checks".
      if isNumber, before.contains(where: ScenarioWords.ofUseCases.contains) {
        return ("\(prefix)\(name)", rest)
      }
    }
    return nil
  }

  static func take(
    _ text: String, into step: inout StepDraft, _ span: Span, _ reporter: inout Reporter
  ) {
    if text.lowercased().hasPrefix("next:") {
      let cell = CellText.collapsed(String(text.dropFirst(5)))
      if let target = target(cell, span, "UC", &reporter) { step.next = target }
      return
    }
    // `Use case resumes at step 2.` as a paragraph of its own, and not `Repeat 1-2 until it is so`.
    if step.rows.isEmpty, step.next == nil, step.activity != .call, text.count < 160,
      !saysLoop(text)
    {
      if let phrase = TargetPhrase(text, prefix: "UC") {
        step.next = phrase.target
        step.addNote(text)
        return
      }
      if let turn = Turn(text) {
        step.turn = turn
        step.addNote(text)
        return
      }
    }
    if let said = step.take(detail: text) { reporter.note(span, said) }
  }

  /// Whether a text says that steps are repeated until something holds, after which it goes on.
  static func saysLoop(_ text: String) -> Bool {
    let words = PlainWords.words(text)
    return words.contains(where: TurnWords.repeats.contains)
      && words.contains { TurnWords.untils.contains($0) || $0.hasPrefix("jusqu'") }
  }

  static func target(
    _ cell: String, _ span: Span, _ prefix: String, _ reporter: inout Reporter
  ) -> String? {
    if let phrase = TargetPhrase(cell, prefix: prefix) { return phrase.target }
    // The line `b` of extension `7b` has the id `7b.b`.
    if isLineID(cell) { return cell }
    var ignored = Reporter(path: reporter.path)
    switch TargetCell.read(cell, at: span, footnotes: [], &ignored) {
    case .target(let target): return target
    case .empty: return "stay"
    case .effect(let words), .placeholder(let words):
      reporter.lose(span, "`\(words)` is not a target")
      return nil
    }
  }
}

extension String {
  /// The text after its first word.
  fileprivate var dropLead: String { String(drop { $0 != " " }.dropFirst()) }
}
