internal import FlowModel

// Use cases whose names stand above a heading that only says what follows: `### F03 - Lend a
// costume` above `#### Use case specification:`.
extension DocumentSegments {
  /// The use cases, with those whose names stand so, if there are others.
  func withNamesAbove(_ starts: [Start]) -> [Start] {
    var known = Set(starts.map(\.line))
    let found = lines.indices.compactMap { place -> Start? in
      // A name above two of them is that of one use case.
      guard !known.contains(place), let found = namedAbove(place, besides: starts),
        known.insert(found.line).inserted
      else { return nil }
      return found
    }
    guard !found.isEmpty, starts.count + found.count > 1 else { return starts }
    return (starts + found).sorted { $0.line < $1.line }
  }

  /// The use cases of another form behind the last line of one, up to the next: below a heading
  /// that is above it, with main scenarios of their own.
  mutating func behind(_ start: Int, before end: Int) -> [Part] {
    guard start < end, level(of: start) > 0,
      lines[start..<end].contains(where: \.headsMain),
      HeaderLabel(CellText(lines[start].fragment.text).whole) == nil
    else { return [] }
    let draft = titled(start, 1, of: FlowDraft())
    return split(draft, start + 1..<end)
  }

  private func namedAbove(_ place: Int, besides starts: [Start]) -> Start? {
    let own = level(of: place)
    guard own > 1, UseCaseHeading.isNameless(lines[place].fragment.text),
      let next = lines[(place + 1)...].firstIndex(where: { line in
        !line.fragment.text.allSatisfy { "-*_= ".contains($0) }
      }), level(of: next) == 0 || level(of: next) > own, heading(next) == nil,
      let above = lines[..<place].indices.last(where: { (1..<own).contains(level(of: $0)) }),
      heading(above) == nil, case let text = CellText(lines[above].fragment.text).whole,
      HeaderLabel(text) == nil,
      !DocumentSegments.isSection(String(text.drop { "# ".contains($0) }))
    else { return nil }
    // Not a part of a use case that has a name.
    if let outer = starts.last(where: { $0.line < above }),
      level(of: outer.line) < level(of: above),
      !lines[outer.line..<above].indices.dropFirst().contains(where: {
        (1...level(of: outer.line)).contains(level(of: $0))
      })
    {
      return nil
    }
    var draft = titled(above, 1, of: FlowDraft())
    (draft.isNamed, draft.kind) = (true, .useCase)
    let title = UseCaseHeading.joined(draft.title[...])
    let word = UseCaseHeading.word(title)
    let rest = title.dropFirst(word.count)
    if word.first?.isUppercase == true, word.contains(where: \.isNumber), FlowName.isID(word),
      [":", " - ", " – ", " — "].contains(where: rest.hasPrefix)
    {
      (draft.id, draft.hasMadeUpID) = (String(word), false)
      draft.title = String(rest.drop { " :-–—".contains($0) })
    }
    return (draft, above)
  }
}
