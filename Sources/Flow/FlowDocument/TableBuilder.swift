internal import Diagnostics
internal import FlowModel

/// Builds the sections of a flow from the rows of a document's table.
struct TableBuilder {
  var sections: [SectionDraft] = []
  /// The rows that hold anywhere in the flow.
  var anywhere: [RowDraft] = []
  /// Whether such rows are about the last section, as a heading such as `2*` says.
  var isAnywhereInSection = false
  var reporter: Reporter
  var keys = RowKeys()
  private var stepIDs = UniqueIDs()
  private var sectionIDs = UniqueIDs()
  let footnotes: Set<String>

  /// - Parameter footnotes: the numbers of the document's footnotes.
  init(path: String, footnotes: Set<String>) {
    reporter = Reporter(path: path)
    self.footnotes = footnotes
  }

  var isEmpty: Bool { sections.isEmpty }

  var hasStep: Bool { sections.last?.steps.isEmpty == false }

  /// Adds a row of the table.
  mutating func add(
    id idCell: Fragment, text textCell: Fragment, next nextCell: Fragment
  ) {
    let idText = CellText(idCell.text)
    var text = strippedOfMark(CellText(textCell.text), textCell.span)
    text.text = TableWords.sentence(text.text)
    text.details = text.details.map(TableWords.detail)
    let id = DocumentID(idText.text)
    if id.text.isEmpty {
      if !text.whole.isEmpty || !nextCell.text.isEmpty {
        reporter.lose(
          textCell.text.isEmpty ? nextCell.span : textCell.span, "this row has no id",
          help: "give it an id, or join it with the row before")
      }
      return
    }
    if id.text.hasSuffix("*") {
      isAnywhereInSection = id.text == sections.last.map { "\($0.id)*" }
      if !nextCell.text.isEmpty {
        reporter.lose(nextCell.span, "the heading `\(id.text)` has a Next cell")
      }
      return
    }
    if id.text.hasPrefix("*") {
      addRow(id, text, idCell.span, textCell.span, nextCell)
      return
    }
    isAnywhereInSection = false
    var shape = id.shape
    if shape == .other {
      shape = idText.isBold ? .step : .outcome
      reporter.assume(
        idCell.span,
        """
        `\(id.text)` is not an id such as 2, 2.1 or 2.1a; it is read as \
        \(shape == .step ? "a step" : "an outcome")
        """
      )
    }
    let cells = RowCells(id: idCell.span, text: textCell.span, next: nextCell.span)
    defer { place(cells, shape) }
    switch shape {
    case .section:
      addSection(id.text, text, idCell.span)
      if !nextCell.text.isEmpty {
        reporter.lose(nextCell.span, "the heading of section `\(id.text)` has a Next cell")
      }
    case .step: addStep(id, text, idCell.span, nextCell)
    case .outcome, .other:
      addRow(id, text, idCell.span, textCell.span, nextCell)
    }
  }

  /// Keeps the places of the cells with the part that was made of them.
  mutating func place(_ cells: RowCells, _ shape: DocumentID.Shape) {
    let section = sections.count - 1
    guard section >= 0 else { return }
    guard shape != .section else {
      sections[section].cells = cells
      return
    }
    let step = sections[section].steps.count - 1
    guard step >= 0 else { return }
    guard shape != .step, let row = sections[section].steps[step].rows.indices.last else {
      if shape == .step { sections[section].steps[step].cells = cells }
      return
    }
    sections[section].steps[step].rows[row].cells = cells
  }

  /// Removes the mark of a footnote at the end of a sentence.
  mutating func strippedOfMark(
    _ cell: CellText, _ span: Span
  ) -> CellText {
    for mark in cell.marks where !footnotes.contains(mark) {
      reporter.lose(span, "there is no footnote `\(mark)`")
    }
    var cell = cell
    let text = cell.text
    let digits = String(text.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())
    if !digits.isEmpty, footnotes.contains(digits), text.count > digits.count {
      let before = text.dropLast(digits.count).last
      if let before, !before.isLetter, !before.isNumber, before != " ", before != "." {
        cell.text.removeLast(digits.count)
        reporter.note(
          span, "`\(digits)` after `\(before)` is read as the mark of footnote \(digits)")
      } else if before?.isLetter == true {
        reporter.assume(
          span, "`\(digits)` at the end may be the mark of footnote \(digits); it was kept",
          isGuess: false)
      }
    }
    return cell
  }

  // MARK: Sections

  mutating func addSection(_ written: String, _ text: CellText, _ span: Span) {
    var id = written
    let title = text.whole
    if !sectionIDs.insert(id) {
      let last = sections.count - 1
      if sections[last].isMadeUp, sections[last].id == id {
        sections[last].title = title
        sections[last].isMadeUp = false
        reporter.assume(
          span, "the heading of section `\(id)` comes after its first step", isGuess: false)
        return
      }
      reporter.loseSecond("section", id, span)
      id = sectionIDs.repeated(id)
    }
    if title.isEmpty { reporter.assume(span, "section `\(id)` has no title", isGuess: false) }
    sections.append(
      SectionDraft(id: id, title: title.isEmpty ? SectionDraft.noTitle : title, span: span))
  }

  mutating func provideSection(for id: DocumentID, _ span: Span) {
    if let last = sections.last, last.id == id.head || id.shape == .other { return }
    let section = id.head.isEmpty ? "1" : id.head
    guard sectionIDs.insert(section) else {
      reporter.note(
        span, "step `\(id.text)` is listed below section `\(sections[sections.count - 1].id)`")
      return
    }
    reporter.assume(
      span, "section `\(id.head)` has no heading",
      help: "give it one; `\(SectionDraft.noTitle)` was written", isGuess: false)
    sections.append(
      SectionDraft(
        id: section, title: SectionDraft.noTitle, span: span, isMadeUp: true))
  }

  // MARK: Steps

  mutating func addStep(
    _ id: DocumentID, _ text: CellText, _ span: Span,
    _ next: Fragment
  ) {
    provideSection(for: id, span)
    var step = StepDraft(id.text, text.text, span, &reporter)
    if !stepIDs.insert(id.text) {
      reporter.loseSecond("step", id.text, span)
      step.id = stepIDs.repeated(id.text)
    }
    if !text.text.isEmpty, step.activity == .outside {
      reporter.assume(
        span, "the sentence of step `\(id.text)` names neither system nor user; it is kept whole",
        isGuess: false)
    }
    for detail in text.details {
      if let said = step.take(detail: detail) { reporter.note(span, said) }
    }
    if !next.text.isEmpty {
      let read = target(next, row: id.text)
      step.next = read.target
      step.does = read.side ?? step.does
    }
    sections[sections.count - 1].steps.append(step)
  }

  // MARK: The end

  /// Gives the last step of a section a target if it has neither rows nor a target.
  mutating func finish() {
    let ids = Set(sections.flatMap(\.steps).map(\.id) + sections.map(\.id))
    for (index, section) in sections.enumerated() {
      for step in section.steps { check(step, ids) }
      for step in section.steps.indices { sections[index].steps[step].joinButtons() }
      guard let last = section.steps.last else {
        reporter.lose(section.span, "section `\(section.id)` has no steps; it is left out")
        continue
      }
      guard last.rows.isEmpty, last.next == nil else { continue }
      let following = index + 1 < sections.count ? sections[index + 1].steps.first?.id : nil
      sections[index].steps[section.steps.count - 1].next = following ?? "end"
      reporter.assume(
        last.span,
        "step `\(last.id)` does not say what is next; `\(following ?? "end")` was written",
        isGuess: following != nil)
    }
    sections.removeAll { $0.steps.isEmpty }
  }

  mutating func check(_ step: StepDraft, _ ids: Set<String>) {
    let targets = step.rows.map { ($0.next, $0.span) } + (step.next.map { [($0, step.span)] } ?? [])
    for (target, span) in targets
    where DocumentID(target).shape != .other && !ids.contains(target) {
      reporter.lose(
        span, "there is no step or section `\(target)`", help: "the flow cannot run without it",
        isGuess: false)
    }
  }
}

extension [String] {
  /// The texts, one after the other. Nil if there are none.
  var joinedOrNil: String? { isEmpty ? nil : joined(separator: "; ") }
}

extension SectionDraft {
  /// The title of a section that has none in the document.
  static let noTitle = "(no heading)"
}
