internal import Diagnostics
internal import FlowModel

// The rows below a step, and where they lead.
extension TableBuilder {
  mutating func addRow(
    _ id: DocumentID, _ text: CellText, _ span: Span,
    _ textSpan: Span, _ next: Fragment
  ) {
    let isAnywhere = id.text.hasPrefix("*")
    guard hasStep else {
      reporter.lose(
        span, "row `\(id.text)` comes before the first step; it is left out", whole: .step)
      return
    }
    let section = sections.count - 1
    let place = sections[section].steps.count - 1
    let step = sections[section].steps[place].id
    let read = RowText(text.text)
    if read.kind == nil {
      reporter.assume(
        textSpan,
        """
        row `\(id.text)` does not begin with User, Case, Result, Event or Error; it is read as a \
        case
        """
      )
    }
    if read.label.isEmpty { reporter.lose(span, "row `\(id.text)` does not say what happens") }
    let sides = text.details.compactMap(RowText.sideEffect)
    var effect = ([read.effect].compactMap(\.self) + sides).joinedOrNil
    let (target, side) = target(next, row: id.text)
    if let side { effect = [effect, side].compactMap(\.self).joinedOrNil }
    if target == nil, side == nil, effect == nil {
      reporter.assume(
        span, "the Next cell of row `\(id.text)` is empty; it is read as `stay`",
        help: "an empty cell is for rows with a side effect")
    }
    if isAnywhere, target == nil {
      reporter.lose(span, "row `\(id.text)` holds at any time and must say where it leads")
    }
    var row = RowDraft(
      key: isAnywhere ? id.text : key(id.text, of: step, span), id: id.text,
      kind: read.kind ?? .case,
      label: read.label.isEmpty ? id.text : read.label, next: target ?? "stay", does: effect,
      after: read.after, span: span)
    for detail in text.details where RowText.sideEffect(detail) == nil {
      take(detail, into: &row, textSpan)
    }
    if !isAnywhere {
      sections[section].steps[place].rows.append(row)
    } else if isAnywhereInSection {
      sections[section].anywhere.append(row)
    } else {
      anywhere.append(row)
    }
  }

  mutating func take(_ detail: String, into row: inout RowDraft, _ span: Span) {
    let parts = detail.split(separator: ":", maxSplits: 1)
    let value = parts.count == 2 ? CellText.collapsed(String(parts[1])) : ""
    switch parts.first?.lowercased() {
    case "message" where !value.isEmpty: row.message = value
    case "answer" where !value.isEmpty: row.answer = value
    default: reporter.lose(span, "a row has no place for `\(detail)`")
    }
  }

  /// The row's key: a letter if the id is the step's id and a letter, else the whole id.
  mutating func key(
    _ id: String, of step: String, _ span: Span
  ) -> String {
    let (key, isLettered, isRepeated) = keys.key(of: id, below: step)
    if !isLettered {
      reporter.note(span, "row `\(id)` is listed below step `\(step)`; it keeps its id")
    }
    if isRepeated {
      reporter.note(span, "the document uses the id `\(id)` again; it is kept as `\(key)`")
    }
    return key
  }

  // MARK: Targets

  /// The target in a cell, and the side effect that it names instead of one or beside it.
  mutating func target(
    _ cell: Fragment, row: String
  ) -> (target: String?, side: String?) {
    let read = CellText(cell.text)
    switch TargetCell.read(read.whole, at: cell.span, footnotes: footnotes, &reporter) {
    case .empty: return (nil, nil)
    case .effect(let effect): return (nil, effect)
    case .placeholder(let words):
      reporter.assume(
        cell.span, "`\(words)` is not a target; row `\(row)` stays where it is",
        help: "write a step, a section, `Go to: UC1.1`, `Back`, `Resume`, `End` or `Result: ...`")
      return (nil, "nothing yet (\(words))")
    case .target(var target):
      // `Go to: [Obtain the PID](UC3.1_ObtainPID.md)`
      if target.hasPrefix("goto "), !FlowName.isID(target.dropFirst(5).prefix { $0 != ":" }),
        read.addresses.count == 1, let id = DocumentImport.id(ofLink: read.addresses[0])
      {
        target = "goto \(id)"
      }
      let id = DocumentID(target)
      guard id.shape == .outcome else { return (target, nil) }
      reporter.assume(
        cell.span, "`\(target)` is a row; a run can only go to its step `\(id.number)`")
      return (id.number, nil)
    }
  }
}
