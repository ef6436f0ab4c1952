internal import FlowModel

// Use cases that are no more than a name above a list: `### Cancel a booking (Guest)` below
// `# Use cases`.
extension DocumentSegments {
  /// The use cases below headings that stand above tables of steps, if there are several and
  /// nothing else says that it is a main scenario.
  func tabled() -> [Start] {
    let found = lines.indices.filter { isAboveTable($0) }
    guard found.count > 1, Set(found.map { level(of: $0) }).count == 1,
      !lines.contains(where: \.headsMain)
    else { return [] }
    return found.map { line in
      var draft = titled(line, 1, of: FlowDraft())
      (draft.isNamed, draft.kind) = (true, .useCase)
      return (draft, line)
    }
  }

  /// Whether a row is about a field of data: `| id | int64 | Yes |` below `| Field | Type |
  /// Required |`.
  func isOfFields(_ place: Int) -> Bool {
    guard case .row(let header) = lines[max(0, outline.tables[place])].kind else { return false }
    return ColumnNames(header).areFields
  }

  /// Whether a heading without a meaning stands above a table with a column for each side, whose
  /// first row has the number 1.
  private func isAboveTable(_ place: Int) -> Bool {
    guard level(of: place) > 0, case let text = CellText(lines[place].fragment.text).whole,
      HeaderLabel(text) == nil, !ScenarioBuilder.headsAlternative(text)
    else { return false }
    let below = Array(lines[(place + 1)...].lazy.filter { !$0.isBlank }.prefix(3).map(\.kind))
    guard below.count == 3, case .row(let names) = below[0], case .delimiter = below[1],
      case .row(let cells) = below[2], case let columns = ColumnNames(names),
      columns.actorColumns.count > 1, let id = columns.id, id < cells.count
    else { return false }
    return CellText(cells[id].text).whole.filter { $0 != "." } == "1"
  }

  /// Whether a line is a heading directly above a list of steps: `### Flow`.
  func isAboveSteps(_ place: Int) -> Bool {
    guard level(of: place) > 0 || lines[place].fragment.text.hasPrefix("**"),
      let next = lines[(place + 1)...].first(where: { !$0.isBlank })
    else { return false }
    return stepNumber(of: next) == "1"
  }

  /// The number at the beginning of a line.
  private func stepNumber(of line: DocumentLine) -> String? {
    ScenarioBuilder.numbered(
      ScenarioBuilder.withPlainNumber(ScenarioBuilder.cleaned(line).text))?.id
  }

  /// The use cases below such a heading, if there are several.
  func listed() -> [Start] {
    guard let top = lines.indices.first(where: { headsSeveral($0) }) else { return [] }
    let outer = level(of: top)
    let end =
      lines.indices[(top + 1)...].first { (1...outer).contains(level(of: $0)) } ?? lines.count
    let levels = lines.indices[(top + 1)..<end].map { level(of: $0) }.filter { $0 > 0 }
    guard let own = levels.min() else { return [] }
    let names = lines.indices[(top + 1)..<end].filter { level(of: $0) == own }
    let found = names.enumerated().filter { index, line in
      let next = index + 1 < names.count ? names[index + 1] : end
      let text = CellText(lines[line].fragment.text).whole
      return HeaderLabel(text) == nil && !ScenarioBuilder.headsAlternative(text)
        && (saysDeeds(line + 1..<next) || hasActorAndSteps(line + 1..<next))
    }
    guard
      found.count > 1 || found.contains(where: { hasActorAndSteps(($0.element + 1)..<end) })
    else { return [] }
    return found.map { _, line in
      var draft = titled(line, 1, of: FlowDraft())
      (draft.isNamed, draft.kind) = (true, .useCase)
      // `Cancel a booking (Guest)`
      if draft.title.hasSuffix(")"), let open = draft.title.lastIndex(of: "("),
        open > draft.title.startIndex,
        case let inner = String(draft.title[open...].dropFirst().dropLast()),
        inner.split(separator: " ").count < 5, inner.first?.isUppercase == true
      {
        draft.texts[.actor] = inner
        draft.title = CellText.collapsed(String(draft.title[..<open]))
      }
      return (draft, line)
    }
  }

  /// Whether a heading says no more than that use cases stand below it.
  private func headsSeveral(_ line: Int) -> Bool {
    guard level(of: line) > 0 else { return false }
    let text = CellText(lines[line].fragment.text).whole
    let plain = PlainWords.withoutNumber(Substring(text.drop { "# ".contains($0) }))
    return DocumentSegments.plurals.contains(" " + PlainWords.folded(String(plain)))
  }

  /// Whether the name of a file says that it has a use case, and its first numbered list what
  /// people do: `04-UC-borrow-a-map.md`.
  func isCalledUseCase(_ file: Substring) -> Bool {
    let words = file.split { !$0.isLetter }.map { $0.lowercased() }
    let isCalled =
      words.contains("uc") || words.contains("usecase")
      || zip(words, words.dropFirst()).contains { $0 == "use" && $1 == "case" }
    guard isCalled,
      let first = lines.indices.first(where: { stepNumber(of: lines[$0]) == "1" })
    else { return false }
    return saysDeeds(first..<lines.count, alone: true)
  }

  /// Whether a line names the actor, and a list of numbered steps stands below it, before the next
  /// heading.
  private func hasActorAndSteps(_ range: Range<Int>) -> Bool {
    let own = range.prefix { level(of: $0) == 0 && !lines[$0].headsMain }
    let actor = own.first { place in
      let text = CellText(lines[place].fragment.text).whole.drop { "-*+• ".contains($0) }
      let label = text.prefix(40).prefix { $0 != ":" }
      guard label.endIndex < text.endIndex else { return false }
      if case .text(.actor)? = HeaderLabel(String(label)) { return true }
      return false
    }
    guard let actor else { return false }
    let ids = own.drop { $0 <= actor }.lazy.compactMap { self.stepNumber(of: self.lines[$0]) }
    return Array(ids.prefix(2)) == ["1", "2"]
  }

  /// Whether the lines begin with a list of what a person and the system do.
  ///
  /// - Parameter isAlone: whether the system need not be named.
  private func saysDeeds(_ range: Range<Int>, alone isAlone: Bool = false) -> Bool {
    let entries = lines[range].drop(while: \.isBlank).prefix { line in
      ScenarioBuilder.cleaned(line).isBullet || stepNumber(of: line) != nil
    }
    func count(_ names: Set<String>) -> Int {
      entries.prefix(40).count { line in
        let text = ScenarioBuilder.withPlainNumber(ScenarioBuilder.cleaned(line).text)
        let said = ScenarioBuilder.numbered(text)?.rest ?? text
        return ScenarioWords.deed(said, of: names) != nil
      }
    }
    guard entries.count > 1 else { return false }
    let (people, systems) = (
      count(ScenarioWords.people), count(ScenarioWords.systems.union(ScenarioWords.sites))
    )
    return people > 0 && (systems > 0 || isAlone)
      && (people + systems) * 2 >= min(entries.count, 40)
  }
}
