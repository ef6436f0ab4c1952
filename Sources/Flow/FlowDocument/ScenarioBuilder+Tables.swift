internal import Diagnostics

// Tables whose rows are steps.
extension ScenarioBuilder {
  /// Adds a row of a table of steps: what the actor does, and what the system does then.
  mutating func addTableRow(_ cells: [Fragment], _ columns: ScenarioColumns, _ row: Span) {
    func cell(_ place: Int) -> Fragment {
      place < cells.count ? cells[place] : Fragment(text: "", span: row)
    }
    for (place, cell) in cells.enumerated() where !columns.has(place) && !cell.text.isEmpty {
      reporter.lose(
        cell.span, "the column of `\(CellText(cell.text).whole)` is not known; it is left out")
    }
    let id = cell(columns.id)
    let name = DocumentID(CellText(id.text).text)
    let told = columns.texts.map { (cell: cell($0.column), actor: $0.actor) }.filter {
      !$0.cell.text.isEmpty
    }
    guard !told.isEmpty || !id.text.isEmpty else { return }
    let who = columns.who.map { CellText(cell($0).text).whole } ?? ""
    var target: String?
    if let next = columns.next.map(cell), !next.text.isEmpty {
      target = ScenarioBuilder.target(CellText(next.text).whole, next.span, prefix, &reporter)
    }
    func places(_ text: Fragment) -> RowCells? {
      columns.next.map { RowCells(id: id.span, text: text.span, next: cell($0).span) }
    }
    for (place, (cell, column)) in told.enumerated() {
      let text = CellText(cell.text)
      let isLast = place == told.count - 1
      let isRow = name.shape == .outcome && !steps.isEmpty
      let actor = isRow && column.isEmpty ? "" : column.isEmpty ? who : column
      let words =
        actor.isEmpty ? text.text : "\(actor) \(ScenarioBuilder.lowered(text.text, actor))"
      if isRow {
        let place = steps.lastIndex { $0.id == name.number } ?? steps.count - 1
        addRow(name.text, words, at: place, cell.span, next: isLast ? target : nil)
        steps[place].rows[steps[place].rows.count - 1].cells = places(cell)
        continue
      }
      let number = name.text.isEmpty ? "\(steps.count + 1)" : name.text
      addStep(place == 0 ? number : "\(number)+", words, cell.span, next: isLast ? target : nil)
      if isLast { steps[steps.count - 1].cells = places(cell) }
      for detail in text.details {
        ScenarioBuilder.take(detail, into: &steps[steps.count - 1], cell.span, &reporter)
      }
    }
    if told.isEmpty { reporter.lose(id.span, "row `\(name.text)` does not say what happens") }
    guard !steps.isEmpty else { return }
    if let remark = columns.remark {
      for words in CellText(cell(remark).text).entries { steps[steps.count - 1].addNote(words) }
    }
    if let branch = columns.branch, !cell(branch).text.isEmpty {
      addBranches(CellText(cell(branch).text).entries, of: name.number, cell(branch).span)
    }
  }

  /// Adds what a cell says that may go wrong in a step: an extension for each line.
  private mutating func addBranches(_ entries: [String], of step: String, _ span: Span) {
    for entry in entries where !["none", "n/a", "-", "–"].contains(entry.lowercased()) {
      let count = extensions.count { $0.id.hasPrefix(step) && $0.id.count == step.count + 1 }
      let letter = "abcdefghijklmnopqrstuvwxyz".dropFirst(count).prefix(1)
      let id = Fragment(text: "\(step)\(letter)", span: span)
      let isNamed = ExtensionID(entry) != nil
      addExtensionRow(
        isNamed ? Fragment(text: String(entry.prefix { $0 != " " }), span: span) : id,
        Fragment(text: isNamed ? String(entry.drop { $0 != " " }) : entry, span: span), next: nil)
    }
  }

  /// A sentence without its capital, to follow "User" or "System".
  static func lowered(_ text: String, _ actor: String) -> String {
    var rest = Substring(text)
    let own = actor.lowercased() + " "
    for lead in ["user ", "the user ", "system ", "the system ", own, "the " + own]
    where rest.lowercased().hasPrefix(lead) {
      rest = rest.dropFirst(lead.count)
    }
    let first = rest.prefix { $0 != " " }
    guard first.dropFirst().allSatisfy({ !$0.isUppercase }) else { return String(rest) }
    return rest.prefix(1).lowercased() + rest.dropFirst()
  }
}
