internal import FlowModel

// Alternatives of several steps.
extension ScenarioBuilder {
  /// The steps of `Between steps 4 and 6, the guest clicks "Back"`. Nil for another text.
  static func range(saidIn text: String) -> ClosedRange<Int>? {
    guard text.utf8.count < 2_000 else { return nil }
    let words = PlainWords.words(text)
    if let found = listedRange(words, in: text) { return found }
    guard let between = words.prefix(12).firstIndex(where: betweens.contains),
      let place = words[between...].prefix(4).firstIndex(where: TurnWords.steps.contains),
      place + 3 < words.count, let first = Int(words[place + 1]),
      let last = Int(words[place + 3]) ?? (place + 4 < words.count ? Int(words[place + 4]) : nil),
      first < last, last < 1_000, first > 0
    else { return nil }
    return first...last
  }

  private static let betweens: Set<String> = [
    "between", "zwischen", "entre", "tussen", "tra", "fra",
  ]

  /// The steps of `If in steps 2-4 the guest leaves` and `The guest leaves (steps 2 to 4)`.
  private static func listedRange(_ words: [String], in text: String) -> ClosedRange<Int>? {
    guard let place = words.firstIndex(where: TurnWords.steps.contains), place + 1 < words.count
    else { return nil }
    let isPlaced = place > 0 && place < 4 && ScenarioWords.places.contains(words[place - 1])
    let isInBrackets =
      text.hasSuffix(")")
      && text.lastIndex(of: "(").map { open in
        PlainWords.words(String(text[open...])).count <= 4
          && words.count - place == PlainWords.words(String(text[open...])).count
      } ?? false
    guard isPlaced || isInBrackets else { return nil }
    var numbers = words[place + 1].split { $0 == "-" || $0 == "–" }.compactMap { Int($0) }
    if numbers.count == 1, place + 3 < words.count, tos.contains(words[place + 2]),
      let last = Int(words[place + 3])
    {
      numbers.append(last)
    }
    guard numbers.count == 2, numbers[0] > 0, numbers[0] < numbers[1], numbers[1] < 1_000 else {
      return nil
    }
    return numbers[0]...numbers[1]
  }

  private static let tos: Set<String> = ["to", "bis", "a", "ate", "tot", "through", "kuni"]

  /// Puts `Alternative flow 5a`, whose first line says `In step 1, the guest calls`, at that step.
  mutating func takeStepOfLine(_ found: inout ExtensionDraft) {
    guard found.at == nil, let own = found.steps, own.count == 1, own.lowerBound > 0,
      let line = found.lines.first, let said = line.said,
      let first = PlainWords.words(String(said.prefix(20))).first,
      ScenarioWords.places.contains(first),
      let step = ScenarioBuilder.step(saidIn: said, within: 2), step != "\(own.lowerBound)",
      stepIDs.contains(step), stepIDs.contains("\(own.lowerBound)"), line.next == nil
    else { return }
    found.at = step
    reporter.assume(
      found.span,
      """
      the id of extension `\(found.id)` is of step `\(own.lowerBound)`, and its first line says \
      step `\(step)`, which was taken
      """)
  }

  /// For `2-4a`, the same extension of the other steps: each leads to the lines of the first.
  func copies(of found: ExtensionDraft) -> [ExtensionDraft] {
    guard let range = found.steps, range.lowerBound > 0, range.count > 1,
      let line = found.lines.first
    else { return [] }
    let at = found.at ?? "\(range.lowerBound)"
    let others = steps.map(\.id).filter { id in
      id != at && (Int(id).map { range.contains($0) } ?? false)
    }
    return others.map { id in
      var copy = ExtensionDraft(
        id: "\(found.id) (\(id))", label: found.label, at: id, span: found.span)
      var step = StepDraft(
        id: "1", activity: .outside, subject: "As in \(found.id)", span: found.span)
      step.next = "\(found.id).\(line.id)"
      copy.lines = [step]
      copy.copied = found.id
      return copy
    }
  }
}
