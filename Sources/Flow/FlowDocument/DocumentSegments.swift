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
  private let outline: DocumentOutline

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
    guard !starts.isEmpty else {
      let (draft, line) = unnamed()
      return split(isErrorPage ? errorFlow(titled: draft) : draft, line..<lines.count)
    }
    let named = DocumentImport.id(inName: reporter.path)
    if starts.count == 1 {
      let found = starts[0].draft.id
      let wanted = id ?? named.flatMap { DocumentImport.fitted($0, found.isEmpty ? "UC" : found) }
      if let wanted, wanted != found {
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
    reportSeconds(starts)
    reportLoose(before: starts[0].line)
    var parts: [Part] = []
    for (index, start) in starts.enumerated() {
      let end = end(of: start, next: index + 1 < starts.count ? starts[index + 1].line : nil)
      parts += split(start.draft, start.line + 1..<end)
    }
    return parts
  }

  private typealias Start = (draft: FlowDraft, line: Int)

  /// The headings of use cases that have something below them; the lines of a table of contents
  /// have nothing.
  private func starts() -> [Start] {
    var starts: [Start] = []
    for (index, line) in lines.enumerated() {
      guard case .text = line.kind, let heading = heading(index) else { continue }
      var draft = FlowDraft(
        id: heading.id, kind: heading.kind, title: heading.title, span: line.fragment.span)
      draft.isNamed = true
      if heading.id.isEmpty {
        draft.id = DocumentSegments.madeUpID(heading.title)
        draft.hasMadeUpID = true
      }
      starts.append((draft, index))
    }
    let hasHeadings = starts.contains { level(of: $0.line) > 0 }
    let named = starts.filter { !$0.draft.hasMadeUpID }
    let uses = Dictionary(named.map { ($0.draft.id, 1) }, uniquingKeysWith: +)
    return starts.enumerated().filter { index, start in
      guard !start.draft.hasMadeUpID, uses[start.draft.id, default: 0] > 1 else {
        return true
      }
      // A second line with this id, which is a mention: in a list, or in a text below headings.
      let end = index + 1 < starts.count ? starts[index + 1].line : lines.count
      let isEmpty = !lines[(start.line + 1)..<end].contains { !$0.isBlank }
      return !isEmpty && (level(of: start.line) > 0 || !hasHeadings)
    }.map(\.element)
  }

  /// The level of a heading. 0 for another line.
  func level(of line: Int) -> Int { outline.levels[line] }

  /// Where a use case ends: at the next one, or at a heading above it about something else.
  private func end(of start: Start, next: Int?) -> Int {
    let end = next ?? lines.count
    var own = level(of: start.line)
    if own == 0, let above = outline.headings[start.line] {
      own = level(of: above) + 1
    }
    guard own > 1 else { return end }
    for line in start.line + 1..<end where (1..<own).contains(level(of: line)) {
      let text = CellText(lines[line].fragment.text).whole
      guard HeaderLabel(text)?.isHeader ?? true, !ScenarioBuilder.headsAlternative(text) else {
        continue
      }
      return line
    }
    return end
  }

  private mutating func reportSeconds(_ starts: [Start]) {
    var seen: Set<String> = []
    for start in starts where !start.draft.hasMadeUpID && !seen.insert(start.draft.id).inserted {
      reporter.lose(start.draft.span, "there is a use case `\(start.draft.id)` already")
    }
  }

  private mutating func reportLoose(before line: Int) {
    let loose = lines[..<line].filter { !$0.isBlank }
    guard let first = loose.first else { return }
    let count = loose.count == 1 ? "1 line" : "\(loose.count) lines"
    let verb = loose.count == 1 ? "is" : "are"
    reporter.misplace(
      first.fragment.span, "\(count) before the first use case \(verb) left out")
  }

  // MARK: Several use cases below one heading

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
      let isFirst = outline.tables[place] == place
      if let heading = UseCaseHeading("# \(name)", prefix: prefix),
        cells.count < 3 || !heading.title.isEmpty || isFirst
      {
        return .id
      }
      if let label = HeaderLabel(name), cells.count > 1 {
        // Not `| ID | Condition | Action |`.
        return isFirst && cells.count > 2 && label.isID ? nil : mark(label)
      }
      // `| Item | UC-5 Return goods |`, at the top of a table.
      return isFirst && DocumentSegments.namesUseCase(place, in: lines, prefix) ? .id : nil
    case .text:
      let text = CellText(lines[place].fragment.text).whole
      if let label = HeaderLabel(text) {
        if case .main = label { return .main }
        return nil
      }
      if level(of: place) > 0 { return .heading }
      if let colon = text.firstIndex(of: ":"), text[..<colon].count < 40,
        let label = HeaderLabel(String(text[..<colon]))
      {
        return mark(label)
      }
      return nil
    }
  }

  private func mark(_ label: HeaderLabel) -> Mark? {
    switch label {
    case .id: .id
    case .title: .name
    case .main: .main
    case .list, .text, .related, .overview, .flow, .extensions, .stories: nil
    }
  }

  /// Splits a use case where its form begins again: a second id or name, a second main scenario
  /// below another heading, or a table with a section that an earlier one has.
  private mutating func split(_ draft: FlowDraft, _ range: Range<Int>) -> [Part] {
    var parts: [Part] = [(draft, range)]
    var seen: [Mark] = []
    /// The first heading since the main scenario of the part began, and what a form begins with.
    var (heading, top): (Int?, Int?) = (nil, nil)
    var sections: Set<String> = []
    var isNewTable = false
    var indent = 0  // of the heading of the last main scenario
    var place = range.lowerBound
    while place < range.upperBound {
      defer { place += 1 }
      if case .row(let cells) = lines[place].kind {
        if place + 1 < lines.count, case .delimiter = lines[place + 1].kind {
          isNewTable = DocumentReader.isFlowTable(cells) && !isBelowAlternative(place)
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
      // A field below a step: `- Name: required`.
      let isField = mark != .main && mark != .heading && lines[place].indent > indent
      if isField, seen.contains(.main) { continue }
      if mark == .heading {
        if ScenarioBuilder.headsExtension(lines[place]) { continue }
        if seen.contains(.main) {
          if heading.map({ level(of: place) <= level(of: $0) }) ?? true { heading = place }
        } else if seen.isEmpty {
          top = place
        }
        continue
      }
      let isSecond = seen.contains(mark) && (mark == .id || mark == .main && heading != nil)
      let isNext = mark == .name && seen.contains(.main) || mark == .id && seen.contains(.main)
      if mark == .main { indent = lines[place].indent }
      guard isSecond || isNext else {
        seen.append(mark)
        continue
      }
      // The first of them has a heading as well.
      if parts.count == 1, draft.hasMadeUpID, let top, seen.contains(.main), mark == .main {
        parts = [(titled(top, 1, of: draft), top + 1..<range.upperBound)]
      }
      let start = heading ?? begin(of: place, after: parts[parts.count - 1].lines.lowerBound)
      guard start > parts[parts.count - 1].lines.lowerBound else { continue }
      let last = parts[parts.count - 1].lines
      parts[parts.count - 1].lines = last.lowerBound..<start
      let first = level(of: start) > 0 ? start + 1 : start
      parts.append((titled(start, parts.count + 1, of: draft), first..<last.upperBound))
      (seen, heading, sections) = ([mark], nil, [])
    }
    return parts
  }

  /// The first line of the form in which a line is: the heading or the line of a table above it.
  private func begin(of place: Int, after first: Int) -> Int {
    var start = place
    while start - 1 > first {
      switch lines[start - 1].kind {
      case .row, .delimiter: start = max(outline.tables[start - 1], first + 1)
      case .text:
        if level(of: start - 1) > 0, HeaderLabel(lines[start - 1].fragment.text) == nil {
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
