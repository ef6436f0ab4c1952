internal import Diagnostics
internal import FlowModel

/// Finds the use cases in the lines of a document: each with a draft of its id and title, and the
/// range of its lines.
struct DocumentSegments {
  typealias Part = (draft: FlowDraft, lines: Range<Int>)

  let lines: [DocumentLine]
  let prefix: String
  let id: String?
  var reporter: Reporter
  let outline: DocumentOutline
  /// The levels of headings at which only use cases stand, and more than one.
  private var siblings: Set<Int> = []

  init(_ lines: [DocumentLine], prefix: String, id: String?, reporter: Reporter) {
    self.lines = lines
    outline = DocumentOutline(lines)
    self.prefix = prefix
    self.id = id
    self.reporter = reporter
  }

  /// The use cases, in the order of the document.
  mutating func parts() -> [Part] {
    var starts = self.starts()
    let isErrorPage = isErrorPage
    if isErrorPage {
      starts = starts.isEmpty ? errorStarts() : starts.map { (errorFlow(titled: $0), $1) }
    }
    if starts.isEmpty { starts = listed() }
    if starts.isEmpty { starts = tabled() }
    guard !starts.isEmpty else {
      let (draft, line) = unnamed()
      return numbered(
        split(isErrorPage ? errorFlow(titled: draft) : draft, line..<lines.count)
      ).map { part in
        var draft = part.draft
        if !draft.isNamed, draft.hasMadeUpID, part.lines.contains(where: saysUseCase) {
          (draft.isNamed, draft.title) = (true, "")
        }
        return (draft, part.lines)
      }
    }
    let named = DocumentImport.id(inName: reporter.path)
    if starts.count == 1 {
      let found = starts[0].draft.id
      let wanted = id ?? named.flatMap { DocumentImport.fitted($0, found.isEmpty ? "UC" : found) }
      // `# UC-3` in `FK-033 Form.md`: the name of the file is about something else.
      let letters = wanted?.prefix(while: \.isLetter) ?? ""
      let own = found.prefix(while: \.isLetter)
      let isOther =
        id == nil && !starts[0].draft.hasMadeUpID && letters != own
        && !["UC", "PF"].contains(letters)
        // Not `Kasutusjuht 3` in `KJ3.md`.
        && CellText(lines[starts[0].line].fragment.text).whole.split { " #[(".contains($0) }
          .contains { $0.hasPrefix(own.prefix(2)) }
      if let wanted, wanted != found, !isOther {
        if id == nil, !starts[0].draft.hasMadeUpID {
          reporter.assume(
            starts[0].draft.span,
            """
            the heading says `\(found)` and the file name `\(wanted)`; `\(wanted)` was taken
            """,
            help: "correct one of the two")
        }
        starts[0].draft.id = wanted
        starts[0].draft.hasMadeUpID = false
      }
    }
    reportLoose(before: starts[0].line)
    siblings = levels(of: starts)
    var parts: [Part] = []
    for (index, start) in starts.enumerated() {
      let end = end(of: start, next: index + 1 < starts.count ? starts[index + 1].line : nil)
      parts += split(start.draft, start.line + 1..<end)
      parts += behind(end, before: index + 1 < starts.count ? starts[index + 1].line : lines.count)
    }
    return numbered(parts)
  }

  typealias Start = (draft: FlowDraft, line: Int)

  /// The headings of use cases that have something below them; the lines of a table of contents
  /// have nothing.
  private func starts() -> [Start] {
    var starts: [Start] = []
    for (index, line) in lines.enumerated() {
      guard case .text = line.kind, let heading = heading(index),
        // `## UC1: Main flow` in UC1
        starts.last?.draft.id != heading.id || !UseCaseHeading.isPart(heading.title),
        // `# F2 — Use cases`
        !DocumentSegments.plurals.contains(" " + PlainWords.folded(heading.title))
      else { continue }
      var draft = FlowDraft(
        id: heading.id, kind: heading.kind, title: heading.title, span: line.fragment.span)
      draft.isNamed = true
      if draft.title.isEmpty, let title = title(below: index) { draft.title = title }
      draft.takeActorOfTitle()
      if heading.id.isEmpty {
        draft.id = DocumentSegments.madeUpID(heading.title)
        draft.hasMadeUpID = true
      }
      starts.append((draft, index))
    }
    starts = withNamesAbove(starts)
    if let title = starts.first, starts.count > 1, isTitle(title, above: starts[1].line) {
      starts.removeFirst()
    }
    let hasHeadings = starts.contains { level(of: $0.line) > 0 }
    let named = starts.filter { !$0.draft.hasMadeUpID }
    let uses = Dictionary(named.map { ($0.draft.id, 1) }, uniquingKeysWith: +)
    func letters(_ start: Start) -> Substring { start.draft.id.prefix(while: \.isLetter) }
    let known = Set(starts.filter { level(of: $0.line) > 0 }.map(letters)).union(["UC", "PF", "CU"])
    return starts.enumerated().filter { index, start in
      // `**DR_BOAT_01**: A rule`, below the heading of a use case.
      if hasHeadings, level(of: start.line) == 0, !known.contains(letters(start)) { return false }
      // `## UC-01: Pay` directly above `Use case: Pay`
      if index > 0, start.draft.hasMadeUpID, case let above = starts[index - 1],
        !above.draft.hasMadeUpID, !start.draft.title.isEmpty,
        DocumentCheck.normal(above.draft.title) == DocumentCheck.normal(start.draft.title),
        !lines[(above.line + 1)..<start.line].contains(where: { !$0.isBlank })
      {
        return false
      }
      // `## Use case 1` directly above `**CU-001** – Pay`
      if start.draft.title.isEmpty, index + 1 < starts.count,
        !lines[(start.line + 1)..<starts[index + 1].line].contains(where: { !$0.isBlank })
      {
        return false
      }
      guard !start.draft.hasMadeUpID, uses[start.draft.id, default: 0] > 1 else {
        return true
      }
      // A second line with this id, which is a mention: in a list, in a text below headings, or
      // above tests.
      let end = index + 1 < starts.count ? starts[index + 1].line : lines.count
      let below = lines[(start.line + 1)..<end]
      let isEmpty = !below.contains { !$0.isBlank }
      let isSecond = starts[..<index].contains { $0.draft.id == start.draft.id }
      return !isEmpty && (level(of: start.line) > 0 || !hasHeadings)
        && !(isSecond && (isTest(below) || isBelowLabel(start.line)))
    }.map(\.element)
  }

  /// Whether a heading without an id is the title of a document that has use cases: `# Use case
  /// specification – Library` above `## UC1 Lend a book`, with no steps between.
  private func isTitle(_ start: Start, above next: Int) -> Bool {
    let own = level(of: start.line)
    guard start.draft.hasMadeUpID, own > 0, level(of: next) > own else { return false }
    return !lines[(start.line + 1)..<next].contains { line in
      line.headsMain || line.isRow || ScenarioBuilder.numbered(line.fragment.text) != nil
    }
  }

  /// The level of a heading. 0 for another line.
  func level(of line: Int) -> Int { outline.levels[line] }

  /// Whether lines say what is given and what then happens, and have no scenario.
  private func isTest(_ lines: ArraySlice<DocumentLine>) -> Bool {
    !lines.contains { $0.headsMain || $0.isRow }
      && lines.contains { line in
        let first = CellText(line.fragment.text).whole.drop { "-*+• ".contains($0) }
        return ["Given ", "Gegeben ", "Dado ", "Étant donné "].contains(where: first.hasPrefix)
      }
  }

  /// Whether the heading above one stands for a part of use cases: `## Acceptance criteria` above
  /// `### UC1 - Log in`.
  private func isBelowLabel(_ line: Int) -> Bool {
    let own = level(of: line)
    guard own > 1,
      let above = lines[..<line].indices.last(where: { (1..<own).contains(level(of: $0)) })
    else { return false }
    return HeaderLabel(CellText(lines[above].fragment.text).whole)?.isHeader ?? false
  }

  private func levels(of starts: [Start]) -> Set<Int> {
    let all = Dictionary(grouping: starts.map { level(of: $0.line) }) { $0 }
    let single = Set(all.filter { $0.key > 1 && $0.value.count > 1 }.keys)
    guard let first = starts.first?.line, !single.isEmpty else { return [] }
    let own = Set(starts.map(\.line))
    return single.subtracting(
      lines[first...].indices.lazy.filter {
        single.contains(level(of: $0)) && !own.contains($0)
          && HeaderLabel(CellText(lines[$0].fragment.text).whole) != nil
      }.map { level(of: $0) })
  }

  /// Where a use case ends: at the next one, or at a heading above it about something else.
  func end(of start: Start, next: Int?) -> Int {
    let end = next ?? lines.count
    var own = level(of: start.line)
    if own == 0, let above = outline.headings[start.line] {
      own = level(of: above) + 1
    }
    // What stands beside the last use case is no part of it, if others stand beside it, too.
    let isBesideOthers = next == nil && siblings.contains(level(of: start.line))
    guard own > 1 else { return end }
    for line in start.line + 1..<end
    where (1..<own).contains(level(of: line)) || isBesideOthers && level(of: line) == own {
      let text = CellText(lines[line].fragment.text).whole
      if isChapter(line, behind: start.line) { return line }
      guard HeaderLabel(text)?.isHeader ?? true, !ScenarioBuilder.headsAlternative(text) else {
        continue
      }
      // `### Scenario - UC02`, beside `### UC02 - Log in`
      if level(of: line) == own, text.drop(while: { "# ".contains($0) }).first?.isNumber != true,
        !lines[(start.line + 1)..<line].contains(where: \.headsMain)
      {
        continue
      }
      // `# Main flow` below `## UC1 Log in`, whose parts have headings above its own.
      if HeaderLabel(text) != nil, level(of: line) < own,
        let main = lines[(start.line + 1)..<end].firstIndex(where: \.headsMain),
        (1...level(of: line)).contains(level(of: main))
      {
        continue
      }
      // `### UC1 Log in` directly above `## Actors`
      if HeaderLabel(text) != nil, lines[(start.line + 1)..<line].allSatisfy(\.isBlank) { continue }
      return line
    }
    return end
  }

  /// Whether a heading is the next chapter of the document: `## 4. Subflows` behind a use case in
  /// `## 3. Use cases`, whose own parts are no headings of that level.
  private func isChapter(_ line: Int, behind start: Int) -> Bool {
    func number(_ place: Int) -> Int? {
      let text = lines[place].fragment.text.drop { "# *".contains($0) }
      let digits = text.prefix(while: \.isNumber)
      guard [". ", ") ", " "].contains(where: text[digits.endIndex...].hasPrefix) else {
        return nil
      }
      return Int(counted: digits)
    }
    let own = level(of: line)
    guard level(of: start) > own, let found = number(line),
      let above = lines[..<start].indices.last(where: { (1...own).contains(level(of: $0)) }),
      level(of: above) == own, number(above) == found - 1
    else { return false }
    return !lines[(start + 1)..<line].indices.contains { (1...own).contains(level(of: $0)) }
  }

  private mutating func reportLoose(before line: Int) {
    let loose = lines[..<line].filter { !$0.isBlank }
    // Headings alone say nothing that is lost.
    guard let first = loose.first,
      lines[..<line].indices.contains(where: { !lines[$0].isBlank && level(of: $0) == 0 })
    else { return }
    let count = loose.count == 1 ? "1 line" : "\(loose.count) lines"
    let verb = loose.count == 1 ? "is" : "are"
    reporter.misplace(
      first.fragment.span, "\(count) before the first use case \(verb) left out")
  }
}
