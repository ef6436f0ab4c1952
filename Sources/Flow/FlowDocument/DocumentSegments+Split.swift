internal import Diagnostics
internal import FlowModel

// Several use cases below one heading.
extension DocumentSegments {
  /// What a line is for finding out where a use case begins.
  private enum Mark: Equatable {
    case name, id, main
    case section(String)
    case heading
  }

  private func mark(_ place: Int) -> Mark? {
    switch lines[place].kind {
    case .delimiter: return nil
    case .row(let cells):
      let name = CellText(cells.first?.text ?? "").whole
      if name.utf8.first?.isDigitByte ?? true, !name.hasBytes(" ") { return nil }
      // `| PRE-1 | The shop is open |` below `## Preconditions`
      if let heading = outline.headings[place],
        case .list? = HeaderLabel(lines[heading].fragment.text)
      {
        return nil
      }
      let isFirst = outline.tables[place] == place
      if let heading = UseCaseHeading("# \(name)", prefix: prefix),
        cells.count < 3 || !heading.title.isEmpty || isFirst,
        // Not `| M1: "No result" |`, a message.
        isFirst || heading.id.prefix(while: \.isLetter).count != 1
      {
        return isBelowCodes(place) ? nil : .id
      }
      if let label = HeaderLabel(name), cells.count > 1 {
        if !isFirst, isOfFields(place) { return nil }
        // Not `| ID | Condition | Action |`.
        let filled = cells.filter { !$0.text.isEmpty }
        let isColumn =
          filled.count > 2
          || filled.count == 2
            && (lines.areIDs(below: place) || ColumnWords.isValue(CellText(filled[1].text).whole))
        return isFirst && isColumn && label.isID ? nil : mark(label)
      }
      // `| Item | UC-5 Return goods |`, at the top of a table.
      return isFirst && DocumentSegments.namesUseCase(place, in: lines, prefix) ? .id : nil
    case .text:
      let text = CellText(lines[place].fragment.text).whole
      if let label = HeaderLabel(text) {
        if case .main = label { return .main }
        if case .flow = label, isAboveSteps(place) { return .main }
        // `#### **Title:**` above `Log in`
        if case .title = label, level(of: place) > 0, text.hasSuffix(":") { return .name }
        return nil
      }
      if level(of: place) > 0 { return DocumentReader.fieldHeading(text).flatMap(mark) ?? .heading }
      if let colon = text.firstIndex(of: ":"), text[..<colon].count < 40,
        let label = HeaderLabel(String(text[..<colon]))
      {
        // `- **Interactions:** The list is sorted`
        let isPart = PlainWords.folded(String(text[..<colon])).hasPrefix("interaction")
        return isPart && text[colon...].count > 1 ? nil : mark(label)
      }
      return nil
    }
  }

  /// Whether a row is below `| Code | Description |`, as messages are.
  private func isBelowCodes(_ place: Int) -> Bool {
    let above = lines[..<place].suffix(200).reversed().prefix { line in
      if case .delimiter = line.kind { return true }
      return line.isRow || line.isBlank
    }
    guard case .row(let cells)? = above.last(where: \.isRow)?.kind, cells.count == 2 else {
      return false
    }
    let names = cells.map { PlainWords.folded(CellText($0.text).whole) }
    return ColumnWords.ids.contains(names[0]) && ColumnWords.isValue(names[1])
  }

  private func mark(_ label: HeaderLabel) -> Mark? {
    switch label {
    case .id: .id
    case .title: .name
    case .main: .main
    case .list, .text, .ending, .related, .overview, .flow, .extensions, .stories: nil
    }
  }

  /// Splits a use case where its form begins again: a second id or name, a second main scenario
  /// below another heading, or a table with a section that an earlier one has.
  mutating func split(_ draft: FlowDraft, _ range: Range<Int>) -> [Part] {
    var parts: [Part] = [(draft, range)]
    var seen: [Mark] = []
    /// The first heading since the main scenario of the part began, and what a form begins with.
    var (heading, tops): (Int?, [Int]) = (nil, [])
    var sections: Set<String> = []
    var isNewTable = false
    var (indent, mainTable) = (0, -1)  // of the last main scenario
    var place = range.lowerBound
    while place < range.upperBound {
      defer { place += 1 }
      if case .row(let cells) = lines[place].kind {
        if place + 1 < lines.count, case .delimiter = lines[place + 1].kind {
          isNewTable =
            DocumentReader.isFlowTable(cells) && !isBelowAlternative(place)
            && !(seen.contains(.main) && DocumentReader.isAside(outline.headings[place], lines))
          if isNewTable { continue }
        }
        let id = DocumentID(CellText(cells.first?.text ?? "").text)
        if id.shape != .other {
          if isNewTable, id.shape != .outcome, sections.contains(id.head) {
            addTable(of: draft, id.head, at: place, &parts)
            (sections, seen) = ([], [])
          }
          isNewTable = false
          sections.insert(id.head)
          continue
        }
      }
      guard let mark = mark(place) else { continue }
      // `## Summary` above a table that says it all again
      if lines[place].isRow, seen.contains(.main), let heading,
        DocumentReader.isSummary(lines[heading])
      {
        continue
      }
      // `**Steps:**` of an alternative
      if mark != .heading, seen.contains(.main), isBelowAlternative(place) { continue }
      // A field below a step: `- Name: required`.
      let isField = mark != .main && mark != .heading && lines[place].indent > indent
      if isField, seen.contains(.main) { continue }
      if mark == .heading {
        if ScenarioBuilder.headsExtension(lines[place]) || headsStep(place) { continue }
        if seen.contains(.main) {
          if heading.map({ level(of: place) <= level(of: $0) }) ?? true { heading = place }
        } else if seen.isEmpty, !isActor(place) {
          tops.append(place)
        }
        continue
      }
      let table = lines[place].isRow ? outline.tables[place] : -1
      let isElsewhere = mark == .main && table >= 0 && mainTable >= 0 && table != mainTable
      let isSecond =
        seen.contains(mark) && (mark == .id || mark == .main && heading != nil || isElsewhere)
      let isNext =
        mark == .name && seen.contains(.main) || mark == .id && seen.contains(.main)
        || mark == .name && saysUseCase(place) && hasSteps(parts[parts.count - 1], until: place)
      if mark == .main { (indent, mainTable) = (lines[place].indent, table) }
      guard isSecond || isNext else {
        seen.append(mark)
        continue
      }
      let before = parts[parts.count - 1].lines.lowerBound
      heading = heading.map { below($0, to: place, like: parts.count == 1 ? tops : [before - 1]) }
      // The first of them has a heading as well.
      let own = range.lowerBound - 1
      let isTitled =
        own >= 0 && !isSection(own) && heading.map { level(of: own) == level(of: $0) } ?? false
      if parts.count == 1, draft.hasMadeUpID, seen.contains(.main), mark == .main, !isTitled,
        let top = tops.last(where: { level(of: $0) == heading.map(level) }) ?? tops.last
      {
        parts = [(titled(top, 1, of: draft), top + 1..<range.upperBound)]
      }
      let start = heading ?? begin(of: place, after: before)
      guard start > before else { continue }
      let last = parts[parts.count - 1].lines
      parts[parts.count - 1].lines = last.lowerBound..<start
      let isHeading = level(of: start) > 0 && start != place && !isActor(start)
      let first = isHeading ? start + 1 : start
      parts.append((titled(start, parts.count + 1, of: draft), first..<last.upperBound))
      (seen, heading, sections) = ([mark], nil, [])
    }
    return parts.count == 1 ? parts : parts.map(untilOther)
  }

  /// The heading of a use case right below one of a section, `### 2.1 Log in` below `## 2. Access`,
  /// if the one of the use case before is of its level. Else the heading itself.
  private func below(_ section: Int, to end: Int, like others: [Int]) -> Int {
    guard let next = lines[(section + 1)..<end].firstIndex(where: { !$0.isBlank }),
      level(of: next) > level(of: section),
      let other = others.last(where: { $0 >= 0 && level(of: $0) == level(of: next) }),
      case let text = CellText(lines[next].fragment.text).whole, HeaderLabel(text) == nil,
      !DocumentSegments.isSection(String(text.drop { "# ".contains($0) })),
      // Not `### Form` below each.
      text != CellText(lines[other].fragment.text).whole
    else { return section }
    return next
  }

  /// Whether a line is `Use case: Log in`, in a document without headings of use cases.
  func saysUseCase(_ place: Int) -> Bool {
    guard case .text = lines[place].kind, level(of: place) == 0 else { return false }
    let text = CellText(String(lines[place].fragment.text.prefix(80))).whole
    guard let lead = UseCaseHeading.lead(of: text[...]), lead.count > 2 else { return false }
    return text.dropFirst(lead.count).drop { $0 == " " }.first == ":"
  }

  /// Whether a numbered list stands below `Use case: Log in`, above another line of the kind.
  private func hasSteps(_ part: Part, until end: Int) -> Bool {
    let first = part.lines.lowerBound
    guard let name = (first..<end).last(where: saysUseCase) else { return false }
    return lines[name..<end].contains {
      ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber($0.fragment.text))?.id == "2"
    }
  }

  /// A part below a heading, without what stands below a later one above it about something else.
  private func untilOther(_ part: Part) -> Part {
    let heading = part.lines.lowerBound - 1
    guard heading >= 0, level(of: heading) > 0 else { return part }
    let end = end(of: (part.draft, heading), next: part.lines.upperBound)
    // `## See the dashboard`, beside `## Open the till`, has no scenario.
    let other = (part.lines.lowerBound..<end).first { place in
      guard level(of: place) == level(of: heading) else { return false }
      let text = CellText(lines[place].fragment.text).whole
      return HeaderLabel(text) == nil && !ScenarioBuilder.headsAlternative(text)
        && !ScenarioBuilder.headsExtension(lines[place])
        && lines[part.lines.lowerBound..<place].contains(where: \.headsMain)
    }
    return (part.draft, part.lines.lowerBound..<(other ?? end))
  }

  /// Whether a heading is a step: `### Step 2: The guest pays`.
  private func headsStep(_ place: Int) -> Bool {
    let words = PlainWords.words(String(lines[place].fragment.text.prefix(40)))
    return words.count > 1 && TurnWords.steps.contains(words[0]) && Int(words[1]) != nil
  }

  /// The first line of the form in which a line is: the heading or the line of a table above it.
  private func begin(of place: Int, after first: Int) -> Int {
    var start = place
    // A table right below another one.
    if lines[place].isRow, place + 1 < lines.count, case .delimiter = lines[place + 1].kind {
      return place
    }
    while start - 1 > first {
      switch lines[start - 1].kind {
      case .row, .delimiter: start = max(outline.tables[start - 1], first + 1)
      case .text:
        if level(of: start - 1) > 0, HeaderLabel(lines[start - 1].fragment.text) == nil {
          return start - 1
        }
        // `**Log in**` above `**Name:** Log in`
        let above = lines[start - 1].fragment.text
        if above.hasPrefix("**"), above.hasSuffix("**"), above.utf8.count < 80,
          HeaderLabel(above) == nil, !above.hasSuffix(":**")
        {
          return start - 1
        }
        guard lines[start - 1].isBlank, start - 2 > first, level(of: start - 2) > 0,
          HeaderLabel(lines[start - 2].fragment.text) == nil
        else { return start }
        return start - 2
      }
      if case .row = lines[place].kind { continue }
      return place
    }
    return start
  }

  /// Whether a heading is that of a section: `# Textual descriptions`.
  private func isSection(_ place: Int) -> Bool {
    let text = CellText(lines[place].fragment.text).whole
    return DocumentSegments.isSection(String(text.drop { "# ".contains($0) }))
  }

  /// Whether the heading above a line is that of an alternative.
  private func isBelowAlternative(_ place: Int) -> Bool {
    if let above = lines[..<place].last(where: { !$0.isBlank }), case .text = above.kind,
      case .extensions? = HeaderLabel(CellText(above.fragment.text).whole)
    {
      return true
    }
    return outline.headings[place].map {
      ScenarioBuilder.headsAlternative(CellText(lines[$0].fragment.text).whole)
    } ?? false
  }

  private mutating func addTable(
    of draft: FlowDraft, _ section: String, at place: Int, _ parts: inout [Part]
  ) {
    let heading = (parts[parts.count - 1].lines.lowerBound..<place).last {
      lines[$0].fragment.text.hasPrefix("#")
    }
    let start = heading ?? place - 2
    var other = FlowDraft()
    other.id = "\(draft.id)-\(parts.count + 1)"
    other.kind = draft.kind
    let title = heading.map {
      CellText(String(lines[$0].fragment.text.drop { "# ".contains($0) })).text
    }
    other.title = title ?? "\(draft.title) (\(parts.count + 1))"
    other.span = lines[start].fragment.span
    reporter.assume(
      other.span,
      "this table begins with section `\(section)` again; it is read as the flow `\(other.id)`")
    let last = parts[parts.count - 1].lines
    parts[parts.count - 1].lines = last.lowerBound..<start
    parts.append((other, (heading == nil ? start : start + 1)..<last.upperBound))
  }
}
