internal import Dates
internal import FlowModel

/// What sentences say about work.
enum WorkWords {
  /// The words of a text without accents.
  private static func words(_ text: String) -> [String] {
    PlainWords.folded(text).split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
      .map(String.init)
  }

  /// Whether a step looks like work that has to be programmed.
  static func isWork(_ step: StepDraft) -> Bool {
    switch step.activity {
    case .determine, .validate, .execute: true
    case .system, .os, .outside:
      hasVerb(words(step.subject), step.activity == .outside ? 4 : 1)
    case .screen, .prompt, .notice, .call, .await, .user: false
    }
  }

  private static func hasVerb(_ words: [String], _ count: Int) -> Bool {
    let isEnglish = QuestionWords.areEnglish(words)
    return words.prefix(count).contains { QuestionWords.verbs.contains($0, isEnglish: isEnglish) }
  }

  /// A name for the work of a step: `card.check`.
  ///
  /// - Parameter language: the number of the language of the document.
  static func action(_ step: StepDraft, _ language: Int = 0) -> String {
    let all = words(step.subject)
    let own = words(WorkVerbs.spelled(step.subject, language))
    let spelled = own.count == all.count ? own : all
    let isEnglish = QuestionWords.areEnglish(all)
    var verb =
      switch step.activity {
      case .validate: "validate"
      case .execute: "execute"
      case .await: "wait"
      default: "status"
      }
    var start = 0
    if step.activity != .determine, step.activity != .validate,
      let place = all.firstIndex(where: {
        QuestionWords.verbs.contains($0, isEnglish: isEnglish)
      })
    {
      verb =
        isEnglish || language == 0
        ? base(all[place]) : WorkVerbs.infinitive(spelled[place], language)
      start = place + 1
    } else if all.first.map(QuestionWords.whether.contains) ?? false {
      start = 1
    }
    let object = all.indices.dropFirst(start).drop {
      QuestionWords.fillers.contains(all[$0], isEnglish: isEnglish)
    }
    let noun =
      object.prefix { !QuestionWords.ends.contains(all[$0], isEnglish: isEnglish) }.last
      .map { spelled[$0] } ?? "work"
    return "\(noun.first?.isNumber == true ? "no\(noun)" : noun).\(verb)"
  }

  /// `check` for `checks`. Other languages keep their form.
  private static func base(_ verb: String) -> String {
    guard QuestionWords.verbs.english.contains(verb) else { return verb }
    if verb.hasSuffix("ies") { return verb.dropLast(3) + "y" }
    if ["sses", "shes", "ches", "xes"].contains(where: verb.hasSuffix) {
      return String(verb.dropLast(2))
    }
    return verb.hasSuffix("s") ? String(verb.dropLast()) : verb
  }

  /// Names for the answers of cases: `expired` for "The card is expired". Cases that differ only in
  /// brackets are one answer, and something else tells them apart.
  static func answers(_ labels: [String], _ language: Int = 0) -> [String] {
    let labels = labels.map { WorkVerbs.spelled($0, language) }
    let cores = labels.map { label in
      let core = label.prefix { $0 != "(" }
      return core.allSatisfy { !$0.isLetter } ? label : String(core)
    }
    for count in 3...12 {
      let answers = cores.map { answer($0, words: count) }
      let isApart = Set(zip(answers, cores).map { "\($0) \($1)" }).count == Set(answers).count
      if isApart || count == 12 { return answers }
    }
    return cores
  }

  private static func answer(_ label: String, words count: Int) -> String {
    let all = words(label)
    let isEnglish = QuestionWords.areEnglish(all)
    func isFiller(_ word: String) -> Bool {
      QuestionWords.fillers.contains(word, isEnglish: isEnglish)
    }
    let verb = all.firstIndex { QuestionWords.being.contains($0, isEnglish: isEnglish) }
    let rest = verb.map { all[($0 + 1)...] } ?? all[...]
    let known = (rest.isEmpty ? all[...] : rest).filter { !isFiller($0) }
    let said = count > 3 ? all.filter { !isFiller($0) } : known
    return said.isEmpty ? "other" : said.prefix(count).joined(separator: "-")
  }
}

/// What sentences say about time.
enum WaitWords {
  /// The time that a sentence names, as flows write it: `30 s`. Nil if it names none.
  static func time(in text: String) -> String? {
    let words = PlainWords.folded(text).split { !$0.isLetter && !$0.isNumber }
    for (number, unit) in zip(words, words.dropFirst()) {
      guard let name = QuestionWords.units.first(where: { $0.words.contains(String(unit)) })?.unit,
        let count = Int(number) ?? QuestionWords.numbers[String(number)]
      else { continue }
      let written = "\(count) \(name)"
      if let time = WrittenTime.milliseconds(written), (1...3_888_000_000).contains(time) {
        return written
      }
    }
    return nil
  }
}

/// What sentences say about the end of a time that they do not name.
enum ExpiryWords {
  /// Whether something runs out: "the reservation expires". Not "the card is expired".
  static func saysExpiry(_ text: String) -> Bool {
    let words = PlainWords.folded(text).split { !$0.isLetter && !$0.isNumber }.map(String.init)
    return words.contains(where: QuestionWords.expiring.contains)
      || zip(words, words.dropFirst()).contains { $0 == "times" && $1 == "out" }
      || words.contains("lauft") && words.contains("ab")
  }
}

/// What sentences say about what a person enters.
enum InputWords {
  /// A name for what a sentence says that somebody enters. Nil if it does not.
  static func entered(in text: String) -> String? {
    let words = PlainWords.folded(text).split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
      .map(String.init)
    func isEntering(_ place: Int) -> Bool {
      let word = words[place]
      if QuestionWords.entering.contains(word) { return true }
      // "gibt die IBAN ein und erteilt das Mandat"
      guard let end = QuestionWords.split[word] else { return false }
      return words.indices.dropFirst(place + 1).contains { index in
        words[index] == end
          && (index + 1 == words.count || ["und", "oder", "en", "of"].contains(words[index + 1]))
      }
    }
    guard let verb = words.indices.prefix(2).first(where: isEntering) else {
      return confirming(words)
    }
    let rest = words[(verb + 1)...].drop(while: QuestionWords.before.contains)
    guard let first = rest.first, first.first?.isLetter == true else { return nil }
    return rest.first(where: QuestionWords.secrets.contains) ?? first
  }

  /// The secret with which something is done: "confirms with a TAN".
  private static func confirming(_ words: [String]) -> String? {
    for place in words.indices where QuestionWords.means.contains(words[place]) {
      let rest = words[(place + 1)...].drop(while: QuestionWords.before.contains)
      if let word = rest.first, word != "can", QuestionWords.secrets.contains(word) { return word }
    }
    // "kinnitab TAN-koodiga"
    return words.last.flatMap { QuestionWords.comitatives.contains($0) ? "kood" : nil }
  }

  /// Whether what is entered is likely to be secret.
  static func isSecret(_ text: String) -> Bool {
    PlainWords.folded(text).split { !$0.isLetter && !$0.isNumber }.contains {
      QuestionWords.secrets.contains(String($0)) || QuestionWords.comitatives.contains(String($0))
    }
  }
}
