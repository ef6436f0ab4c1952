internal import FlowModel

/// Where a sentence says that the flow goes on: "resumes at step 5", "the use case ends".
struct TargetPhrase {
  /// The target, in the words of the flow language.
  let target: String

  private static let verbs: Set<String> = [
    "resume", "resumes", "return", "returns", "continue", "continues", "rejoin", "rejoins", "go",
    "goes", "proceed", "proceeds", "jump", "jumps", "restart", "restarts", "repeat", "repeats",
    "back",
  ]
  private static let fillers: Set<String> = [
    "at", "to", "with", "from", "back", "in", "the", "main", "success", "scenario", "flow", "basic",
    "case", "use", "on", "then", "and", "of", "normal", "again", "by", "point", "executing",
  ]
  private static let ends: Set<String> = [
    "ends", "end", "terminates", "terminate", "stops", "aborts", "fails", "finishes", "closes",
  ]
  private static let wholes: Set<String> = ["case", "flow", "scenario", "process", "session"]

  /// Nil if the sentence does not say it.
  ///
  /// - Parameter prefix: the letters before the number in an id: with `UC`, "use case 7" is `UC7`.
  init?(_ sentence: String, prefix: String) {
    let words = sentence.split { " ,;:()[]".contains($0) }.map { word in
      var word = word
      while let last = word.last, ".!#'\"".contains(last) { word.removeLast() }
      while let first = word.first, "#'\"".contains(first) { word.removeFirst() }
      return String(word)
    }.filter { !$0.isEmpty }
    let lower = words.map { $0.lowercased() }
    for start in words.indices.reversed() where TargetPhrase.verbs.contains(lower[start]) {
      if let target = TargetPhrase.target(words, lower, after: start, prefix) {
        self.target = target
        return
      }
    }
    // "The use case ends."
    for place in words.indices.dropFirst()
    where TargetPhrase.ends.contains(lower[place]) && TargetPhrase.wholes.contains(lower[place - 1])
    {
      target = "end"
      return
    }
    let isEnd = ["end of use case", "end use case", "end of flow", "exit"]
    // `3a. Unknown card: ends`
    let isShort = lower.count == 1 && TargetPhrase.ends.contains(lower[0])
    guard isShort || isEnd.contains(lower.joined(separator: " ")) else { return nil }
    target = "end"
  }

  private static func target(
    _ words: [String], _ lower: [String], after start: Int, _ prefix: String
  ) -> String? {
    var isUseCase = false
    var isStep = false
    for place in words.indices where place > start {
      let word = lower[place]
      if word == "step" || word == "steps" {
        isStep = true
      } else if word == "uc" {
        isUseCase = true
      } else if word == "case", place > 0, lower[place - 1] == "use" {
        isUseCase = true
      } else if FlowName.isID(words[place]), !isStep {
        return "goto \(words[place].prefix(2).uppercased())\(words[place].dropFirst(2))"
      } else if DocumentID(words[place]).shape != .other {
        if isUseCase, !isStep { return "goto \(prefix)\(words[place])" }
        // A bare number after anything but "step" may count something else.
        let isPlain = place == start + 1 || ["to", "at", "with", "from"].contains(lower[place - 1])
        return isStep || isPlain ? DocumentID(words[place]).text : nil
      } else if !fillers.contains(word) {
        return nil
      }
    }
    return nil
  }
}
