internal import Diagnostics
internal import FlowModel

// Markdown tables, and the rows of CSV.
extension DocumentReader {
  enum Columns {
    case none, unknown, overview
    /// A flow in sections: ids, sentences, targets, and who acts.
    case flow(id: Int, text: Int, next: Int, who: Int?)
    /// A scenario: a step in every row, told by one or more actors.
    case steps(ScenarioColumns)
    case extensions(id: Int, text: Int, next: Int?)
  }

  mutating func readRow(_ cells: [Fragment], _ line: DocumentLine) {
    var isHeader = false
    if index + 1 < lines.count, case .delimiter = lines[index + 1].kind { isHeader = true }
    if isHeader {
      columns = extensionColumns(cells) ?? scenarioColumns(cells) ?? self.columns(cells)
      if case .unknown = columns {
        reporter.lose(
          line.fragment.span, "this table is neither an overview nor a flow; it is left out",
          help: "the columns of a flow are `#`, `Description` and `Next`")
      }
      state = nil
      // The first row of an overview may be its first part: `| Use Case ID | UC-3 |`.
      let names = cells.map { CellText($0.text).whole }
      let isName = ["value", "description", "text", "content", "contents", "details"].contains(
        names.last?.lowercased())
      guard case .overview = columns, !isName, HeaderLabel(names[0]) != nil else { return }
    }
    switch columns {
    case .unknown: return
    case .none:
      reporter.lose(
        line.fragment.span, "this row belongs to no table; it is left out",
        help: "a table begins with its header and a line of `---`")
    case .overview:
      let name = CellText(cells.first?.text ?? "").whole
      let known = name.lowercased() == "description" ? "summary" : name
      guard let label = HeaderLabel(known), label.isPart else {
        if !name.isEmpty || cells.count > 1 {
          reporter.lose(line.fragment.span, "the overview has no place for `\(name)`")
        }
        return
      }
      if cells.count > 1 {
        take(CellText(cells[1].text, keepsLinks: true).entries, label, .cell, cells[1].span)
      }
      for cell in cells.dropFirst(2) where !cell.text.isEmpty {
        reporter.lose(cell.span, "the overview has no third column")
      }
    case .steps(let columns):
      scenario.addTableRow(cells, columns, line.fragment.span)
    case .extensions(let id, let text, let next):
      func cell(_ place: Int) -> Fragment {
        place < cells.count ? cells[place] : Fragment(text: "", span: line.fragment.span)
      }
      scenario.addExtensionRow(cell(id), cell(text), next: next.map(cell))
      for (place, cell) in cells.enumerated()
      where ![id, text, next].contains(place) && !cell.text.isEmpty {
        reporter.lose(cell.span, "the row has a cell too many; it is left out")
      }
    case .flow(let id, let text, let next, let who):
      func cell(_ place: Int) -> Fragment {
        place < cells.count ? cells[place] : Fragment(text: "", span: line.fragment.span)
      }
      table.add(id: cell(id), text: sentence(cell(text), by: who.map(cell)), next: cell(next))
      for (place, cell) in cells.enumerated()
      where ![id, text, next, who].contains(place) && !cell.text.isEmpty {
        reporter.lose(cell.span, "the row has a cell too many; it is left out")
      }
    }
  }

  /// A sentence with who acts before it, if another column says that.
  private func sentence(_ text: Fragment, by who: Fragment?) -> Fragment {
    let actor = CellText(who?.text ?? "").whole
    guard !actor.isEmpty, RowText(CellText(text.text).text).kind == nil else { return text }
    return Fragment(
      text: "\(actor) \(ScenarioBuilder.lowered(text.text, actor))", span: text.span)
  }

  /// The columns of a table of extensions: it is below such a heading, or its columns say so.
  private func extensionColumns(_ cells: [Fragment]) -> Columns? {
    let columns = ColumnNames(cells)
    guard !scenario.isEmpty, let id = columns.id else { return nil }
    var text = columns.text == nil && columns.actorColumns.isEmpty ? columns.branch : nil
    if text == nil, case .extensions? = state { text = columns.text }
    return text.map { .extensions(id: id, text: $0, next: columns.next) }
  }

  /// The columns of a table whose rows are the steps of a scenario: its ids have no section.
  private func scenarioColumns(_ cells: [Fragment]) -> Columns? {
    guard let columns = ScenarioColumns(ColumnNames(cells)) else { return nil }
    let id = columns.id
    var numbers = 0
    for line in lines[(index + 2)...] {
      guard case .row(let row) = line.kind else { break }
      switch DocumentID(CellText(id < row.count ? row[id].text : "").text).shape {
      case .section: numbers += 1
      case .step,
        .other where id < row.count && !row[id].text.isEmpty:
        return nil
      case .outcome:
        if CellText(row[id].text).text.contains(".") { return nil }
      case .other: break
      }
    }
    guard numbers > 0 else { return nil }
    return .steps(columns)
  }

  /// Whether a table with this header has the rows of a flow.
  static func isFlowTable(_ cells: [Fragment]) -> Bool {
    if case .flow = columns(cells) { true } else { false }
  }

  private func columns(_ cells: [Fragment]) -> Columns {
    let found = DocumentReader.columns(cells)
    guard case .unknown = found, cells.count == 2, index + 2 < lines.count,
      case .row(let row) = lines[index + 2].kind, let name = row.first?.text
    else { return found }
    // An overview with other words above it, or none: `| | |`.
    return HeaderLabel(CellText(name).whole) == nil ? found : .overview
  }

  private static func columns(_ cells: [Fragment]) -> Columns {
    let columns = ColumnNames(cells)
    if columns.names.first == "aspect" { return .overview }
    if cells.count == 2, columns.next == nil, let name = columns.names.first,
      HeaderLabel(name)?.isPart ?? false
    {
      return .overview
    }
    guard let id = columns.id, let text = columns.text else { return .unknown }
    return .flow(id: id, text: text, next: columns.next ?? Int.max, who: columns.who)
  }
}
