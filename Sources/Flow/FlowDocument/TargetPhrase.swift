internal import FlowModel

/// Where a sentence says that the flow goes on: "resumes at step 5", "the use case ends".
struct TargetPhrase {
  /// The target, in the words of the flow language.
  let target: String

  /// Nil if the sentence does not say it.
  ///
  /// - Parameter prefix: the letters before the number in an id: with `UC`, "use case 7" is `UC7`.
  init?(_ text: String, prefix: String) {
    // `... wird mit Schritt 2 fortgesetzt, wobei der Name erhalten bleibt`
    let sentence = text.firstRange(of: ", wobei ").map { String(text[..<$0.lowerBound]) } ?? text
    let words = TargetPhrase.parts(of: sentence).flatMap { word in
      var word = word
      while let last = word.last, ".!#'\"".contains(last) { word.removeLast() }
      while let first = word.first, "#'\"".contains(first) { word.removeFirst() }
      return TargetPhrase.apart(word)
    }
    let lower = words.map { word in
      var word = PlainWords.folded(word)
      for article in ["l'", "d'", "dell'", "all'", "dall'", "nell'"] where word.hasPrefix(article) {
        word = String(word.dropFirst(article.count))
      }
      return word
    }
    if let step = TargetPhrase.alone(sentence, words, lower) {
      target = step
      return
    }
    for start in words.indices.reversed() where TargetPhrase.isVerb(lower, start) {
      let target =
        TargetPhrase.target(words, lower, after: start, prefix)
        ?? TargetPhrase.target(words, lower, before: start)
      if let target {
        self.target = target
        return
      }
    }
    // `Fin de l'emprunt`
    if (3...5).contains(lower.count), ["fin", "fim", "fine", "einde"].contains(lower[0]),
      ["de", "du", "del", "do", "da", "della", "dell'", "van"].contains(lower[1])
    {
      target = "end"
      return
    }
    // `..., and terminates in failure`
    if let place = lower.indices.dropLast(2).last(where: { TurnWords.ends.contains(lower[$0]) }),
      lower[place + 1] == "in", TurnWords.results.contains(lower[place + 2]),
      lower.count == place + 3
    {
      target = "end"
      return
    }
    // `Finaliza con un aviso`
    if (3...6).contains(lower.count), TurnWords.withs.contains(lower[1]),
      TurnWords.wholeEnds.contains(lower[0]) || TurnWords.thirdEnds.contains(lower[0])
    {
      target = "end"
      return
    }
    // `Endet in: no sign-in`
    if lower.count > 2, lower[1] == "in", ["endet", "ends"].contains(lower[0]) {
      target = "end"
      return
    }
    // `3a. Unknown card: ends`, `The system refuses it (end).`
    let isAside = sentence.hasSuffix(")") || sentence.hasSuffix(").")
    let aside =
      isAside ? sentence.lastIndex(of: "(").map { PlainWords.words(String(sentence[$0...])) } : nil
    let isShort =
      lower.count == 1 && TurnWords.ends.contains(lower[0])
      || aside?.count == 1 && TurnWords.wholeEnds.contains(aside?.first ?? "")
    guard isShort || lower == ["exit"] || TargetPhrase.saysEnd(lower) else {
      // `The system says so. End of the use case.`, `The system says so, fin du cas d'utilisation`
      guard
        let mark = [". ", ", "].compactMap({ sentence.ranges(of: $0).last }).max(by: {
          $0.upperBound < $1.upperBound
        }), mark.upperBound < sentence.endIndex,
        case let last = String(sentence[mark.upperBound...]),
        // Not `The clerk enters the title, start, end`.
        sentence[mark].hasPrefix(".") || (2..<6).contains(PlainWords.words(last).count),
        let found = TargetPhrase(last, prefix: prefix), found.target == "end"
      else { return nil }
      self = found
      return
    }
    target = "end"
  }

  /// A word, or the two of `Step2`.
  private static func apart(_ word: Substring) -> [String] {
    // `BF-3`, step 3 of the basic flow
    if ["BF-", "FN-", "FB-", "FP-", "NF-", "MF-"].contains(word.prefix(3)),
      word.dropFirst(3).allSatisfy(\.isNumber), word.count > 3
    {
      return ["BF", String(word.dropFirst(3))]
    }
    guard word.utf8.last?.isDigitByte ?? false, word.utf8.first.map({ !$0.isDigitByte }) ?? false,
      case let letters = word.prefix(while: \.isLetter),
      case let number = word[letters.endIndex...], number.allSatisfy({ $0.isASCII && $0.isNumber }),
      TurnWords.steps.contains(PlainWords.folded(String(letters)))
    else { return word.isEmpty ? [] : [String(word)] }
    return [String(letters), String(number)]
  }

  /// Whether a word says that a flow goes on: also "picks up", and "skips to", but not "skips
  /// step 3".
  private static func isVerb(_ words: [String], _ place: Int) -> Bool {
    if TurnWords.verbs.contains(words[place]) { return true }
    guard place > 0 else { return false }
    switch words[place] {
    case "again", "over":
      return ["start", "starts", "begin", "begins"].contains(words[place - 1])
        || words[place] == "again" && ["pick", "picks", "picked"].contains(words[place - 1])
    case "zu", "direkt": return words[place - 1] == "uberspringt"
    case "up": return ["pick", "picks", "picked"].contains(words[place - 1])
    case "to", "ahead", "forward":
      return ["skip", "skips", "skipped", "skipping"].contains(words[place - 1])
    default: return false
    }
  }

  /// The step of a line that is nothing else: `→ 3`, `-> Step 3`, `Then step 3`, `Same as main flow
  /// from step 3`.
  private static func alone(
    _ sentence: String, _ words: [String], _ lower: [String]
  ) -> String? {
    guard let last = words.last, words.count < 9, let id = step(last) else { return nil }
    let isArrow = ["→", "->", "=>", "⇒"].contains(where: sentence.hasPrefix)
    var before = lower.dropLast()
    if let first = before.first, ["→", "->", "=>", "⇒", "then", "dann"].contains(first) {
      before = before.dropFirst()
    }
    if before.allSatisfy(TurnWords.steps.contains), before.count < 2 {
      return isArrow || lower.count == 3 && before.count == 1 ? id : nil
    }
    return before.count > 3 && lower[0] == "same" && lower[1] == "as"
      && before.last.map(TurnWords.steps.contains) ?? false ? id : nil
  }

  /// What stands between spaces and marks.
  private static func parts(of sentence: String) -> [Substring] {
    let marks = " ,;:()[]"
    guard sentence.isPlainASCII else { return sentence.split { marks.contains($0) } }
    return sentence.utf8.split { marks.utf8.contains($0) }.map { Substring($0) }
  }

  /// "The use case ends", "end of the use case", "der Anwendungsfall wird beendet".
  private static func saysEnd(_ words: [String]) -> Bool {
    for place in words.indices where TurnWords.ends.contains(words[place]) {
      let before = words[..<place].reversed().drop { TurnWords.helpers.contains($0) }
      if let word = before.first, TurnWords.wholes.contains(word) { return true }
      // "End of the use case", "Fin du cas d'utilisation", "The system stops the use case"
      let isOfSystem = place > 0 && words[place - 1] == "system"
      guard place == 0 || words.count - place <= 5 || isOfSystem else { continue }
      let after = words[(place + 1)...].drop {
        TurnWords.helpers.contains($0) || ["use", "this", "cas", "caso", "caso"].contains($0)
      }
      // `..., e encerra o caso de uso`
      let isJoined =
        place > 0 && ["and", "und", "et", "y", "e", "en", "ja"].contains(words[place - 1])
      if words.count <= 7 || isJoined || isOfSystem, let word = after.first,
        // Not `The system terminates the session`.
        TurnWords.wholes.contains(word), word != "session"
      {
        return true
      }
    }
    return false
  }

  private static func target(
    _ words: [String], _ lower: [String], after start: Int, _ prefix: String
  ) -> String? {
    var isUseCase = false
    var isStep = false
    for place in words.indices where place > start {
      let word = lower[place]
      let isEnd = place == words.count - 1
      if TurnWords.steps.contains(word) {
        isStep = true
      } else if word == "uc" {
        isUseCase = true
      } else if word == "case" || word == "uso" || word == "anwendungsfall",
        place > 0, word != "case" || lower[place - 1] == "use"
      {
        isUseCase = true
      } else if let id = TargetPhrase.flow(words[place]), !isStep || isMark(words[place]) {
        return "goto \(id)"
      } else if let id = TargetPhrase.step(words[place]) {
        if isUseCase, !isStep { return "goto \(prefix)\(id)" }
        // A bare number after anything but "step" may count something else.
        let isCount = TurnWords.answers.contains(lower[start]) && (!isEnd || id.count > 2)
        let isPlain =
          place == start + 1 && !isCount || isEnd && TurnWords.leads.contains(lower[place - 1])
        if isStep { return id }
        if TurnWords.weak.contains(lower[start])
          || !isEnd && TurnWords.counted.contains(lower[place + 1])
        {
          return nil
        }
        // Not `The server returns a 400 error`.
        let isLed =
          TurnWords.leads.contains(lower[place - 1]) && !(isCount && lower[place - 1] == "a")
        return isPlain || isLed ? id : nil
      } else if !TurnWords.fillers.contains(word), !TurnWords.verbs.contains(word) {
        // `returns to editing step 3`
        let isName =
          place == start + 2 && place + 2 < words.count && lower[start + 1] == "to"
          && TurnWords.steps.contains(lower[place + 1]) && word.hasSuffix("ing")
        guard isName else { return nil }
      }
    }
    return nil
  }

  /// The step before the last word: `Der Ablauf wird bei Schritt 1 fortgesetzt`, `De stroom wordt
  /// bij stap 2 hervat`.
  private static func target(_ words: [String], _ lower: [String], before end: Int) -> String? {
    guard end == words.count - 1, end > 2, TurnWords.participles.contains(lower[end]),
      TurnWords.steps.contains(lower[end - 2])
    else { return nil }
    return step(words[end - 1])
  }

  /// Whether a word is what a document may call a step: `P2` of "returns to step P2".
  private static func isMark(_ word: String) -> Bool {
    let letters = word.prefix { $0.isASCII && $0.isUppercase }
    let number = word.dropFirst(letters.count)
    return (1...3).contains(letters.count) && (1...2).contains(number.count)
      && number.allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// The id of a flow, such as `UC7` and `uc-7`. Nil for another word.
  private static func flow(_ word: String) -> String? {
    let id = UseCaseHeading.joined(word[...])
    // `(DR-046)` is a rule.
    let letters = String(id.prefix(while: \.isLetter))
    let isOther = UseCaseHeading.others.contains(letters) || requirements.contains(letters)
    return FlowName.isID(id) && !isOther ? id.prefix(2).uppercased() + id.dropFirst(2) : nil
  }

  /// What the ids of requirements begin with, to which no flow goes: `(RF11)`.
  private static let requirements: Set<String> = ["RF", "FR", "REQ", "RQ", "NFR", "RNF"]

  /// The id of a step: `3`, `2.1`, and the first of `3-5`.
  private static func step(_ word: String) -> String? {
    let id = DocumentID(word)
    if id.shape != .other { return id.text }
    guard word.utf8.last?.isDigitByte ?? false else { return nil }
    // `3b1`, a line of an alternative
    let number = word.reversed().prefix { $0.isASCII && $0.isNumber }.count
    let outer = word.dropLast(number)
    if (1...2).contains(number), outer.last?.isLetter == true,
      DocumentID(String(outer)).shape == .outcome, !outer.contains("."), outer.count < 5
    {
      return "\(outer).\(word.suffix(number))"
    }
    let parts = word.split { $0 == "-" || $0 == "–" }
    guard parts.count == 2, let first = parts.first, let last = parts.last,
      DocumentID(String(last)).shape == .section, DocumentID(String(first)).shape == .section
    else { return nil }
    return String(first)
  }
}
