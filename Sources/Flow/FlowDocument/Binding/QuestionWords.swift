internal import Dates
internal import FlowModel

/// What sentences say about work.
enum WorkWords {
  /// Verbs of work that somebody has to program, in their third person. Documents in other
  /// languages are asked by their cases only.
  private static let verbs: Set<String> = [
    "activates", "adds", "authenticates", "authorizes", "blocks", "books", "calculates", "cancels",
    "charges", "checks", "closes", "collects", "compares", "computes", "confirms", "connects",
    "converts", "counts", "creates", "decrypts", "deletes", "delivers", "detects", "determines",
    "downloads", "encrypts", "executes", "exports", "fetches", "finds", "generates", "identifies",
    "imports", "inserts", "loads", "locks", "logs", "looks", "makes", "marks", "measures",
    "notifies", "opens", "prints", "processes", "publishes", "reads", "receives", "records",
    "refunds", "registers", "removes", "requests", "reserves", "resets", "retrieves", "saves",
    "scans", "searches", "sends", "signs", "starts", "stores", "submits", "synchronizes",
    "transfers", "unlocks", "updates", "uploads", "validates", "verifies", "writes",
  ]

  private static let ends: Set<String> = [
    "against", "and", "are", "as", "at", "because", "before", "by", "for", "from", "has", "if",
    "in", "into", "is", "of", "on", "or", "that", "to", "was", "whether", "which", "with",
  ]
  private static let fillers: Set<String> = [
    "a", "all", "an", "any", "are", "for", "from", "has", "have", "her", "his", "in", "is", "it",
    "its", "of", "on", "or", "that", "the", "their", "this", "to", "was", "were", "with",
  ]

  private static func words(_ text: String) -> [String] {
    text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
  }

  /// Whether a step looks like work that has to be programmed.
  static func isWork(_ step: StepDraft) -> Bool {
    switch step.activity {
    case .determine, .validate, .execute: true
    case .system, .os, .outside:
      words(step.subject).prefix(step.activity == .outside ? 4 : 1).contains(where: verbs.contains)
    case .screen, .prompt, .notice, .call, .await, .user: false
    }
  }

  /// A name for the work of a step: `card.check`.
  static func action(_ step: StepDraft) -> String {
    var all = words(step.subject)
    var verb =
      switch step.activity {
      case .validate: "validate"
      case .execute: "execute"
      case .await: "wait"
      default: "status"
      }
    if let place = all.firstIndex(where: verbs.contains), step.activity != .determine,
      step.activity != .validate
    {
      verb = base(all[place])
      all.removeFirst(place + 1)
    } else if all.first == "whether" || all.first == "if" {
      all.removeFirst()
    }
    let object = all.drop(while: fillers.contains)
    let noun = object.prefix { !ends.contains($0) }.last ?? "work"
    return "\(noun.first?.isNumber == true ? "no\(noun)" : noun).\(verb)"
  }

  /// `check` for `checks`.
  private static func base(_ verb: String) -> String {
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
    let verb = all.firstIndex { ["is", "are", "was", "were"].contains($0) }
    let rest = verb.map { all[($0 + 1)...] } ?? all[...]
    let known = (rest.isEmpty ? all[...] : rest).filter { !fillers.contains($0) }
    let said = count > 3 ? all.filter { !fillers.contains($0) } : known
    return said.isEmpty ? "other" : said.prefix(count).joined(separator: "-")
  }
}

/// What sentences say about time.
enum WaitWords {
  private static let units: [(String, [String])] = [
    ("s", ["s", "sec", "secs", "second", "seconds"]),
    ("min", ["min", "mins", "minute", "minutes"]), ("h", ["h", "hour", "hours"]),
    ("days", ["day", "days"]),
  ]
  private static let numbers = [
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "fifteen": 15, "twenty": 20, "thirty": 30, "sixty": 60, "ninety": 90,
  ]

  /// The time that a sentence names, as flows write it: `30 s`. Nil if it names none.
  static func time(in text: String) -> String? {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    for (number, unit) in zip(words, words.dropFirst()) {
      guard let name = units.first(where: { $0.1.contains(String(unit)) })?.0,
        let count = Int(number) ?? numbers[String(number)]
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
  private static let verbs: Set<String> = ["enters", "types", "fills", "inputs", "provides"]
  private static let secrets: Set<String> = [
    "can", "code", "passcode", "password", "passphrase", "pin", "pin1", "pin2", "puk", "secret",
  ]
  private static let fillers: Set<String> = [
    "a", "an", "another", "correct", "current", "details", "her", "his", "in", "incorrect",
    "information", "invalid", "new", "old", "own", "the", "their", "valid", "wrong",
  ]

  /// A name for what a sentence says that somebody enters. Nil if it does not.
  static func entered(in text: String) -> String? {
    let words = text.lowercased().split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
      .map(String.init)
    guard let verb = words.prefix(2).firstIndex(where: verbs.contains) else { return nil }
    let rest = words[(verb + 1)...].drop(while: fillers.contains)
    guard let first = rest.first, first.first?.isLetter == true else { return nil }
    return rest.first(where: secrets.contains) ?? first
  }

  /// Whether what is entered is likely to be secret.
  static func isSecret(_ text: String) -> Bool {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.contains {
      secrets.contains(String($0))
    }
  }
}
