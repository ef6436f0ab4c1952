internal import Diagnostics
internal import FlowModel

/// Reads the lines of one use case into a draft.
struct DocumentReader {
  var draft: FlowDraft
  var reporter: Reporter
  let lines: [DocumentLine]
  let prefix: String
  var table: TableBuilder
  var scenario: ScenarioBuilder
  var state: HeaderLabel?
  /// A label that has no `#` before it ends with its paragraph.
  private var endsAtBlank = false
  var columns = Columns.none
  private var footnotes: [Footnote] = []
  private let footnoteLines: Set<Int>
  var index = 0

  init(_ lines: [DocumentLine], draft: FlowDraft, prefix: String, reporter: Reporter) {
    self.lines = lines
    self.draft = draft
    self.prefix = prefix
    self.reporter = reporter
    footnotes = DocumentReader.footnotes(lines)
    footnoteLines = Set(footnotes.map(\.line))
    table = TableBuilder(path: reporter.path, footnotes: Set(footnotes.map(\.number)))
    scenario = ScenarioBuilder(path: reporter.path, prefix: prefix)
  }

  mutating func read() {
    while index < lines.count {
      let line = lines[index]
      switch line.kind {
      case .delimiter: break
      case .row(let cells): readRow(cells, line)
      case .text:
        if let end = renderedHeader(at: index) {
          readRendered(from: end)
          index = lines.count
          continue
        }
        readText(line)
      }
      index += 1
    }
    finish()
  }

  // MARK: Footnotes

  private struct Footnote {
    var number: String
    var text: String
    var line: Int
    /// The place of its text.
    var span: Span
  }

  /// Reads numbered lines after a table, and `[^1]: ...`.
  private static func footnotes(_ lines: [DocumentLine]) -> [Footnote] {
    var notes: [Footnote] = []
    var hasTable = false
    for (index, line) in lines.enumerated() {
      guard case .text = line.kind else {
        hasTable = true
        notes.removeAll { !lines[$0.line].fragment.text.hasPrefix("[^") }
        continue
      }
      let text = line.fragment.text
      if text == "#" { hasTable = true }
      // The title of a section may be "Primary scenario".
      let isLabel =
        !isColumnName(text)
        && (HeaderLabel(text).map { $0.isHeader || text.hasPrefix("#") } ?? false)
      if isLabel { hasTable = false }
      if text.hasPrefix("[^"), let close = text.firstRange(of: "]:") {
        let number = text[..<close.lowerBound].dropFirst(2)
        let words = CellText(String(text[close.upperBound...]), keepsLinks: true).whole
        notes.append(
          Footnote(
            number: String(number), text: words, line: index,
            span: HeaderPlace.value(of: line.fragment)))
      } else if hasTable, let (id, rest) = ScenarioBuilder.numbered(CellText(text).text),
        DocumentID(id).shape == .section
      {
        notes.append(
          Footnote(
            number: id, text: rest, line: index, span: HeaderPlace.words(of: line.fragment)))
      } else if hasTable, !isLabel, !text.isEmpty {
        notes.removeAll { !lines[$0.line].fragment.text.hasPrefix("[^") }
      }
    }
    return notes
  }

  // MARK: A rendered page, a cell a line

  /// The index of the line after `#`, `Description` and `Next`, each on a separate line.
  private func renderedHeader(at start: Int) -> Int? {
    guard lines[start].fragment.text == "#" else { return nil }
    var place = start
    for word in ["#", "description", "next"] {
      while place < lines.count, lines[place].isBlank { place += 1 }
      guard place < lines.count, case .text = lines[place].kind,
        lines[place].fragment.text.lowercased() == word
      else { return nil }
      place += 1
    }
    return place
  }

  private mutating func readRendered(from start: Int) {
    let end = footnotes.map(\.line).min().map { max(start, $0) } ?? lines.count
    var cells: [Fragment] = []
    for place in start..<end {
      if renderedHeader(at: place) != nil { continue }
      let fragment = lines[place].fragment
      if ["description", "next", "#"].contains(fragment.text.lowercased()) { continue }
      if !fragment.text.isEmpty { cells.append(fragment) }
    }
    var reader = RenderedRows(cells)
    while let row = reader.next(&reporter) {
      table.add(id: row.id, text: row.text, next: row.next)
    }
  }

  // MARK: Lines of text

  private mutating func readText(_ line: DocumentLine) {
    let raw = line.fragment.text
    if raw.isEmpty {
      if endsAtBlank, state?.isHeader ?? false { state = nil }
      return
    }
    if footnoteLines.contains(index) { return }
    let text = CellText(raw).whole
    if raw.allSatisfy({ "-*_=".contains($0) }) { return }
    if DocumentReader.isColumnName(raw) { return }
    if let label = DocumentReader.spacedHeader(raw) {
      state = label
      endsAtBlank = false
      return
    }
    if let label = HeaderLabel(text) {
      state = label
      endsAtBlank = !raw.hasPrefix("#") && raw.hasSuffix(":")
      return
    }
    let isHeading = raw.hasPrefix("#")
    if isHeading || raw.hasPrefix("**"), !scenario.isEmpty, scenario.addHeading(line) {
      state = .extensions
      return
    }
    if raw.hasPrefix("###"), case .extensions? = state {
      scenario.addExtension(line)
      return
    }
    if isHeading {
      state = nil
      reporter.misplace(
        line.fragment.span,
        "the text below this heading has no place in a flow; it is kept in `notes`")
      return
    }
    switch state {
    case .main, .stories: scenario.addMain(line)
    case .extensions:
      if scenario.extendsWith(line) {
        scenario.addExtension(line)
      } else {
        readLoose(line, text)
      }
    case let label?:
      if raw.hasPrefix("**"), labelled(text) != nil {
        readLoose(line, text)
      } else if label.isHeader {
        take(
          CellText(raw, keepsLinks: true).entries, label, .line,
          HeaderPlace.words(of: line.fragment))
      } else {
        readLoose(line, text)
      }
    case nil: readLoose(line, text)
    }
  }

  /// Whether a line is the name of a column of a rendered page.
  private static func isColumnName(_ raw: String) -> Bool {
    ["aspect", "description"].contains(raw.lowercased())
  }

  /// The columns of a table that is aligned by spaces: `Step   Action`, `Step   Branching Action`.
  private static func spacedHeader(_ raw: String) -> HeaderLabel? {
    switch CellText.collapsed(raw).lowercased() {
    case "step action": .main
    case "step branching action": .extensions
    default: nil
    }
  }

  /// Reads a line that belongs to no heading: `Goal: X`, or a remark.
  private mutating func readLoose(_ line: DocumentLine, _ text: String) {
    if let (label, value) = labelled(text) {
      take([value], label, .label, HeaderPlace.value(of: line.fragment))
      return
    }
    let words = CellText(line.fragment.text, keepsLinks: true).whole
    add([words], to: .list(.notes), .line, line.fragment.span)
    reporter.misplace(line.fragment.span, "this line is not below a heading; it is kept as a note")
  }

  /// A part of the header and its text on one line: `Goal: X`.
  private func labelled(_ text: String) -> (label: HeaderLabel, value: String)? {
    guard let colon = text.firstIndex(of: ":"), text[..<colon].count < 50,
      let label = HeaderLabel(String(text[..<colon])), label.isHeader
    else { return nil }
    let value = CellText.collapsed(String(text[text.index(after: colon)...]))
    return value.isEmpty ? nil : (label, value)
  }

  // MARK: The end

  private mutating func finish() {
    table.finish()
    scenario.finish()
    reporter.add(table.reporter)
    reporter.add(scenario.reporter)
    draft.sections = table.sections
    draft.anywhere = table.anywhere
    draft.steps = scenario.steps
    draft.extensions = scenario.extensions
    for note in footnotes { add([note.text], to: .list(.notes), .line, note.span) }
    if !table.isEmpty, !scenario.isEmpty {
      reporter.lose(draft.span, "there is a table and a main scenario; the scenario is left out")
      draft.steps = []
      draft.extensions = []
    }
    if draft.title.isEmpty, !draft.fileTitle.isEmpty {
      draft.title = draft.fileTitle
      reporter.note(draft.span, "the title `\(draft.title)` is that of the file")
    } else if draft.title.isEmpty {
      reporter.assume(draft.span, "`\(draft.id)` has no title")
      draft.title = draft.id
    }
    if draft.kind == .useCase,
      [.usedBy, .results, .parameters].contains(where: { draft.lists[$0]?.isEmpty == false })
    {
      draft.kind = .partialFlow
    }
    guard table.isEmpty, scenario.isEmpty, draft.texts[.outline] == nil else {
      if !table.isEmpty || !scenario.isEmpty { draft.texts[.outline] = nil }
      return
    }
    reporter.lose(
      draft.span, "`\(draft.id)` has no table and no main scenario",
      help: "a table has the columns `#`, `Description` and `Next`")
    draft.texts[.outline] = draft.texts[.summary] ?? draft.title
  }
}
