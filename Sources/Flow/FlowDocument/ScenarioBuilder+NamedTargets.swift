internal import FlowModel

// Where a line leads, by what stands in brackets at its end, or by the name of an alternative.
extension ScenarioBuilder {
  /// The step in brackets at the end of a line: `System asks again (step 3)`, `Download goes on
  /// (step 2–3 of the main flow)`. Nil for another line.
  func stepInBrackets(_ line: StepDraft) -> String? {
    guard var said = line.said else { return nil }
    if said.hasSuffix(".") { said.removeLast() }
    guard said.hasSuffix(")"), let open = said.lastIndex(of: "("), open > said.startIndex else {
      return nil
    }
    let words = PlainWords.words(String(said[open...]))
    guard (2...8).contains(words.count), TurnWords.steps.contains(words[0]) else { return nil }
    let step = String(words[1].prefix(while: \.isNumber))
    return stepIDs.contains(step)
      && words.dropFirst(2).allSatisfy {
        Int($0) != nil || TurnWords.fillers.contains($0) || TurnWords.wholes.contains($0)
      } ? step : nil
  }

  /// Places alternatives at the steps that lead to them by their names, `Go to alternative flow 1`,
  /// after which the flow goes on; lines of others lead there.
  mutating func followNames() {
    guard !extensions.isEmpty else { return }
    let numbered = extensions.filter { $0.id.last?.isNumber ?? false }
    guard !numbered.isEmpty else { return }
    for place in steps.indices {
      guard let id = alternative(namedIn: steps[place].said ?? ""),
        let found = extensions.firstIndex(where: { $0.id == id })
      else { continue }
      if extensions[found].at == nil, extensions[found].steps == nil {
        extensions[found].at = steps[place].id
      }
      (steps[place].next, steps[place].turn) = (nil, nil)
    }
    for place in extensions.indices {
      for line in extensions[place].lines.indices {
        guard let id = alternative(namedIn: extensions[place].lines[line].said ?? ""),
          id != extensions[place].id
        else { continue }
        extensions[place].lines[line].next = "goto \(id)"
      }
    }
  }

  /// The id of the alternative whose kind and number a sentence has after a verb that leads there.
  private func alternative(namedIn text: String) -> String? {
    guard text.utf8.count < 2_000, text.contains(where: \.isNumber) else { return nil }
    let words = PlainWords.words(text)
    for start in words.indices where TurnWords.verbs.contains(words[start]) {
      let rest = words[(start + 1)...].drop {
        TurnWords.fillers.contains($0) && $0 != "alternative"
      }
      let tail = rest.joined(separator: " ")
      guard
        let found = ScenarioWords.alternatives.filter({ tail.hasPrefix($0.lead + " ") }).max(by: {
          $0.lead.count < $1.lead.count
        }),
        case let number = tail.dropFirst(found.lead.count + 1).drop(while: { $0 == "#" }).prefix(
          while: \.isNumber), !number.isEmpty
      else { continue }
      let ids = [
        "\(found.letter)\(number)", "\(found.letter)F\(number)", "F\(found.letter)\(number)",
      ]
      if let id = ids.first(where: { id in extensions.contains { $0.id == id } }) { return id }
    }
    return nil
  }
}
