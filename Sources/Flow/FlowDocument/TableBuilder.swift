internal import Diagnostics
internal import FlowModel

/// Builds the sections of a flow from the rows of a document's table.
struct TableBuilder {
  private(set) var sections: [SectionDraft] = []
  private var uses: [String: Int] = [:]
  private var stepIDs: Set<String> = []
  private let footnotes: Set<String>

  /// - Parameter footnotes: the numbers of the document's footnotes.
  init(footnotes: Set<String>) {
    self.footnotes = footnotes
  }

  var isEmpty: Bool { sections.isEmpty }

  private var hasStep: Bool { sections.last?.steps.isEmpty == false }

  /// Adds a row of the table.
  mutating func add(
    id idCell: Fragment, text textCell: Fragment, next nextCell: Fragment,
    _ reporter: inout Reporter, _ titles: inout [String: String]
  ) {
    let idText = CellText(idCell.text)
    let text = strippedOfMark(CellText(textCell.text), textCell.span, &reporter)
    let id = DocumentID(idText.text)
    if id.text.isEmpty {
      if !text.whole.isEmpty || !nextCell.text.isEmpty {
        reporter.lose(
          textCell.text.isEmpty ? nextCell.span : textCell.span, "this row has no id",
          help: "give it an id, or join it with the row before")
      }
      return
    }
    var shape = id.shape
    if shape == .other {
      shape = idText.isBold ? .step : .outcome
      reporter.assume(
        idCell.span,
        "`\(id.text)` is no id like 2, 2.1 or 2.1a; it is read as \(shape == .step ? "a step" : "an outcome")"
      )
    }
    switch shape {
    case .section:
      addSection(id.text, text, idCell.span, &reporter)
      if !nextCell.text.isEmpty {
        reporter.lose(nextCell.span, "the heading of section `\(id.text)` has a Next cell")
      }
    case .step: addStep(id, text, idCell.span, nextCell, &reporter, &titles)
    case .outcome, .other:
      addRow(id, text, idCell.span, textCell.span, nextCell, &reporter, &titles)
    }
  }

  /// Removes the mark of a footnote at the end of a sentence.
  private func strippedOfMark(
    _ cell: CellText, _ span: Span, _ reporter: inout Reporter
  ) -> (text: String, details: [String], whole: String) {
    for mark in cell.marks where !footnotes.contains(mark) {
      reporter.lose(span, "there is no footnote `\(mark)`")
    }
    var text = cell.text
    let digits = String(text.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())
    if !digits.isEmpty, footnotes.contains(digits), text.count > digits.count {
      let before = text.dropLast(digits.count).last
      if let before, !before.isLetter, !before.isNumber, before != " ", before != "." {
        text.removeLast(digits.count)
        reporter.note(
          span, "`\(digits)` behind `\(before)` is read as the mark of footnote \(digits)")
      } else if before?.isLetter == true {
        reporter.assume(
          span, "`\(digits)` at the end may be the mark of footnote \(digits); it was kept")
      }
    }
    return (text, cell.details, ([text] + cell.details).joined(separator: " "))
  }

  // MARK: Sections

  private mutating func addSection(
    _ id: String, _ text: (text: String, details: [String], whole: String), _ span: Span,
    _ reporter: inout Reporter
  ) {
    let title = text.whole
    if let place = sections.firstIndex(where: { $0.id == id }) {
      if sections[place].isMadeUp, place == sections.count - 1 {
        sections[place].title = title
        sections[place].isMadeUp = false
        reporter.assume(span, "the heading of section `\(id)` stands behind its first step")
        return
      }
      reporter.lose(
        span, "there is a section `\(id)` already",
        help: "give one of the two another number; the file cannot be read with both")
    }
    if title.isEmpty { reporter.assume(span, "section `\(id)` has no title") }
    sections.append(
      SectionDraft(id: id, title: title.isEmpty ? SectionDraft.noTitle : title, span: span))
  }

  private mutating func provideSection(for id: DocumentID, _ span: Span, _ reporter: inout Reporter)
  {
    if let last = sections.last, last.id == id.head || id.shape == .other { return }
    if !sections.isEmpty, sections.contains(where: { $0.id == id.head }) {
      reporter.note(
        span, "step `\(id.text)` stands below section `\(sections[sections.count - 1].id)`")
      return
    }
    reporter.assume(
      span, "section `\(id.head)` has no heading",
      help: "give it one; `\(SectionDraft.noTitle)` was written")
    sections.append(
      SectionDraft(
        id: id.head.isEmpty ? "1" : id.head, title: SectionDraft.noTitle, span: span,
        isMadeUp: true))
  }

  // MARK: Steps

  private mutating func addStep(
    _ id: DocumentID, _ text: (text: String, details: [String], whole: String), _ span: Span,
    _ next: Fragment, _ reporter: inout Reporter, _ titles: inout [String: String]
  ) {
    provideSection(for: id, span, &reporter)
    let sentence = StepSentence(text.text, titles: &titles)
    var step = StepDraft(
      id: id.text, activity: sentence.activity, subject: sentence.subject, span: span)
    step.loading = sentence.loading
    if text.text.isEmpty {
      reporter.lose(span, "step `\(id.text)` does not say what happens")
      step.subject = id.text
    } else if let said = sentence.said {
      reporter.note(span, said)
    } else if sentence.activity == .outside {
      reporter.assume(
        span, "the sentence of step `\(id.text)` names neither system nor user; it is kept whole")
    }
    for detail in text.details {
      if let said = step.take(detail: detail) { reporter.note(span, said) }
    }
    if !stepIDs.insert(id.text).inserted {
      reporter.lose(
        span, "there is a step `\(id.text)` already",
        help: "give one of the two another number; the file cannot be read with both")
    }
    if !next.text.isEmpty {
      var side: String?
      step.next = target(next, row: id.text, &side, &reporter, &titles)
      step.does = side ?? step.does
    }
    sections[sections.count - 1].steps.append(step)
  }

  // MARK: Rows

  private mutating func addRow(
    _ id: DocumentID, _ text: (text: String, details: [String], whole: String), _ span: Span,
    _ textSpan: Span, _ next: Fragment, _ reporter: inout Reporter,
    _ titles: inout [String: String]
  ) {
    guard hasStep else {
      reporter.lose(span, "row `\(id.text)` stands before the first step; it is left out")
      return
    }
    let section = sections.count - 1
    let place = sections[section].steps.count - 1
    let step = sections[section].steps[place].id
    let read = RowText(text.text)
    if read.kind == nil {
      reporter.assume(
        textSpan, "row `\(id.text)` is no User, Case, Result, Event or Error; it is read as a case")
    }
    if read.label.isEmpty { reporter.lose(span, "row `\(id.text)` does not say what happens") }
    var effect = read.effect
    var side: String?
    let target = target(next, row: id.text, &side, &reporter, &titles)
    if let side { effect = effect.map { "\($0); \(side)" } ?? side }
    if target == nil, side == nil, effect == nil {
      reporter.assume(
        span, "the Next cell of row `\(id.text)` is empty; it is read as `stay`",
        help: "an empty cell is for rows with a side effect")
    }
    var row = RowDraft(
      key: key(id.text, of: step, span, &reporter), id: id.text, kind: read.kind ?? .case,
      label: read.label.isEmpty ? id.text : read.label, next: target ?? "stay", does: effect,
      after: read.after, span: span)
    for detail in text.details { take(detail, into: &row, textSpan, &reporter) }
    sections[section].steps[place].rows.append(row)
  }

  private func take(
    _ detail: String, into row: inout RowDraft, _ span: Span, _ reporter: inout Reporter
  ) {
    let parts = detail.split(separator: ":", maxSplits: 1)
    let value = parts.count == 2 ? CellText.collapsed(String(parts[1])) : ""
    switch parts.first?.lowercased() {
    case "message" where !value.isEmpty: row.message = value
    case "answer" where !value.isEmpty: row.answer = value
    default: reporter.lose(span, "a row has no place for `\(detail)`")
    }
  }

  /// The row's key: a letter if the id is the step's id and a letter, else the whole id.
  private mutating func key(
    _ id: String, of step: String, _ span: Span, _ reporter: inout Reporter
  ) -> String {
    let use = (uses[id] ?? 0) + 1
    uses[id] = use
    var key = id
    if id.hasPrefix(step), let first = id.dropFirst(step.count).first, first.isLetter {
      key = String(id.dropFirst(step.count))
    } else {
      reporter.note(span, "row `\(id)` stands below step `\(step)`; it keeps its id")
    }
    guard use > 1 else { return key }
    reporter.note(span, "the document uses the id `\(id)` again; it is kept as `\(key)#\(use)`")
    return "\(key)#\(use)"
  }

  // MARK: Targets

  private func target(
    _ cell: Fragment, row: String, _ side: inout String?, _ reporter: inout Reporter,
    _ titles: inout [String: String]
  ) -> String? {
    let content = CellText(cell.text)
    var said: String?
    let read = TargetCell.read(
      content.whole, footnotes: footnotes, titles: &titles, said: &said)
    if let said { reporter.note(cell.span, said) }
    switch read {
    case .empty: return nil
    case .effect(let effect):
      side = effect
      return nil
    case .placeholder(let words):
      side = "nothing yet (\(words))"
      reporter.assume(
        cell.span, "`\(words)` is not a target; row `\(row)` stays where it is",
        help: "write a step, a section, `Go to: UC1.1`, `Back`, `Resume`, `End` or `Result: ...`")
      return nil
    case .target(let target):
      let id = DocumentID(target)
      guard id.shape == .outcome else { return target }
      reporter.assume(
        cell.span, "`\(target)` is a row; a run can only go to its step `\(id.number)`")
      return id.number
    }
  }

  // MARK: The end

  /// Gives the last step of a section a target if it has neither rows nor a target.
  mutating func finish(_ reporter: inout Reporter) {
    let ids = Set(sections.flatMap(\.steps).map(\.id) + sections.map(\.id))
    for index in sections.indices {
      if sections[index].steps.isEmpty {
        reporter.lose(
          sections[index].span, "section `\(sections[index].id)` has no steps",
          help: "the file cannot be read without one")
      }
      for place in sections[index].steps.indices {
        check(sections[index].steps[place], ids, &reporter)
        guard place == sections[index].steps.count - 1,
          sections[index].steps[place].rows.isEmpty, sections[index].steps[place].next == nil
        else { continue }
        let following = index + 1 < sections.count ? sections[index + 1].steps.first?.id : nil
        sections[index].steps[place].next = following ?? "end"
        reporter.assume(
          sections[index].steps[place].span,
          "step `\(sections[index].steps[place].id)` does not say what is next; "
            + "`\(following ?? "end")` was written")
      }
    }
  }

  private func check(_ step: StepDraft, _ ids: Set<String>, _ reporter: inout Reporter) {
    let targets = step.rows.map { ($0.next, $0.span) } + (step.next.map { [($0, step.span)] } ?? [])
    for (target, span) in targets
    where DocumentID(target).shape != .other && !ids.contains(target) {
      reporter.lose(
        span, "there is no step or section `\(target)`", help: "the flow cannot run without it")
    }
  }
}

extension SectionDraft {
  /// The title of a section that has none in the document.
  static let noTitle = "(no heading)"
}
