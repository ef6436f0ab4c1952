internal import Diagnostics
internal import FlowModel

// Rows below steps: what may happen there, and where it leads.
extension ScenarioBuilder {
  /// Adds a row below a step: `2a. Case: Failure -> does (next: End)`, or a story: `2a. Failure. As
  /// a ...`
  mutating func addRow(
    _ id: String, _ text: String, at place: Int, _ span: Span, next given: String? = nil
  ) {
    var text = text
    var next = given
    if let range = text.ranges(of: " (next: ").last, text.hasSuffix(")") {
      next = ScenarioBuilder.target(
        String(text[range.upperBound...].dropLast()), span, prefix, &reporter)
      text = String(text[..<range.lowerBound])
    }
    if next == nil { next = TargetPhrase(text, prefix: prefix)?.target }
    var row = RowDraft(
      key: keys.key(of: id, below: steps[place].id).key, id: id, kind: .case, label: text,
      next: next ?? "", span: span)
    let read = RowText(text)
    if let kind = read.kind {
      row.kind = kind
      row.label = read.label
      row.does = read.effect
      row.after = read.after
    } else if let stop = text.firstRange(of: ". "), text[..<stop.lowerBound].count < 60 {
      row.label = String(text[..<stop.lowerBound])
      row.does = CellText.collapsed(String(text[stop.upperBound...]))
    }
    if row.label.isEmpty {
      reporter.lose(span, "row `\(id)` does not say what happens")
      row.label = id
    }
    steps[place].rows.append(row)
  }

  /// Adds a row for the case that no other applies, if the step itself says where it leads, or if
  /// its rows are exceptions from going on.
  mutating func addOtherwise(to index: Int, _ following: String) {
    let step = steps[index]
    guard !step.rows.isEmpty else { return }
    let areExceptions =
      !step.activity.isShown && step.rows.allSatisfy { $0.kind == .case && $0.next != following }
    guard let next = step.next ?? (areExceptions ? following : nil) else { return }
    steps[index].next = nil
    var letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)[...]
    while let letter = letters.first, step.rows.contains(where: { $0.key == letter }) {
      letters.removeFirst()
    }
    let key = letters.first ?? "otherwise"
    steps[index].rows.append(
      RowDraft(
        key: key, id: step.id + key, kind: .case, label: "Otherwise", next: next, span: step.span))
    reporter.note(
      step.span,
      """
      step `\(step.id)` leads to `\(next)` if none of its rows applies; row `\(step.id)\(key)` \
      says so
      """
    )
  }
}
