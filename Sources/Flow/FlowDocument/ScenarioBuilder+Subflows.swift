internal import FlowModel

// Steps that stand below `Sub flow`, with a main flow that only tells of them.
extension ScenarioBuilder {
  /// Makes steps of `[S1] User asks`, `[S2] Bot answers` below `Sub flow` if the main flow is one
  /// or two sentences, which are kept in the note of the first; those below a further `Sub flow`
  /// are an alternative.
  mutating func takeSubflows() {
    let groups = subflows()
    guard let first = groups.first, first.count > 1, steps.count < 3,
      steps.allSatisfy({ $0.rows.isEmpty && $0.next == nil })
    else { return }
    let told = steps.compactMap(\.said)
    let main = extensions[first]
    (steps, stepIDs) = ([], UniqueIDs())
    for (place, line) in main.enumerated() { addStep("\(place + 1)", line.label, line.span) }
    for sentence in told { steps[0].addNote(sentence) }
    var kept = Array(extensions[..<first.lowerBound])
    var place = first.upperBound
    for (number, group) in groups.enumerated().dropFirst() {
      kept += extensions[place..<group.lowerBound]
      var one = extensions[group.lowerBound]
      one.lines = extensions[group].enumerated().map { step("\($0 + 1)", $1.label, $1.span) }
      one.label = one.section
      let id = "A\(number + 1)"
      one.id = extensions.contains { $0.id == id } ? freeID("A") : id
      kept.append(one)
      place = group.upperBound
    }
    extensions = kept + extensions[place...]
  }

  /// The alternatives below each `Sub flow` whose ids follow each other from S1 on.
  private func subflows() -> [Range<Int>] {
    var groups: [Range<Int>] = []
    var start = 0
    while start < extensions.count {
      var end = start
      while end < extensions.count, extensions[end].lines.isEmpty,
        extensions[end].section == extensions[start].section,
        PlainWords.folded(extensions[end].section).hasPrefix("sub"),
        extensions[end].id.uppercased() == "S\(end - start + 1)"
      {
        end += 1
      }
      if end > start { groups.append(start..<end) }
      start = max(end, start + 1)
    }
    return groups
  }
}
