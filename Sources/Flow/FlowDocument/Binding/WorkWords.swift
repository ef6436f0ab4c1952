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
  static func action(_ step: StepDraft) -> String {
    var all = words(step.subject)
    let isEnglish = QuestionWords.areEnglish(all)
    var verb =
      switch step.activity {
      case .validate: "validate"
      case .execute: "execute"
      case .await: "wait"
      default: "status"
      }
    if step.activity != .determine, step.activity != .validate,
      let place = all.firstIndex(where: {
        QuestionWords.verbs.contains($0, isEnglish: isEnglish)
      })
    {
      verb = base(all[place])
      all.removeFirst(place + 1)
    } else if all.first.map(QuestionWords.whether.contains) ?? false {
      all.removeFirst()
    }
    let object = all.drop { QuestionWords.fillers.contains($0, isEnglish: isEnglish) }
    let noun =
      object.prefix { !QuestionWords.ends.contains($0, isEnglish: isEnglish) }.last ?? "work"
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
  static func answers(_ labels: [String]) -> [String] {
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

/// What sentences say about what a person enters.
enum InputWords {
  /// A name for what a sentence says that somebody enters. Nil if it does not.
  static func entered(in text: String) -> String? {
    let words = PlainWords.folded(text).split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
      .map(String.init)
    func isEntering(_ word: String) -> Bool {
      QuestionWords.entering.contains(word)
        || QuestionWords.split[word].map { words.last == $0 } ?? false
    }
    guard let verb = words.prefix(2).firstIndex(where: isEntering) else { return nil }
    let rest = words[(verb + 1)...].drop(while: QuestionWords.before.contains)
    guard let first = rest.first, first.first?.isLetter == true else { return nil }
    return rest.first(where: QuestionWords.secrets.contains) ?? first
  }

  /// Whether what is entered is likely to be secret.
  static func isSecret(_ text: String) -> Bool {
    PlainWords.folded(text).split { !$0.isLetter && !$0.isNumber }.contains {
      QuestionWords.secrets.contains(String($0))
    }
  }
}
