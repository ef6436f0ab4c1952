internal import Diagnostics
internal import FlowModel

// Markdown tables, and the rows of CSV.
extension DocumentReader {
  enum Columns {
    case none, unknown, overview
    case flow(id: Int, text: Int, next: Int)
    /// A scenario: a step in every row, told by one or more actors.
    case steps(id: Int, texts: [Int], actors: [String], next: Int?)
    case extensions(id: Int, text: Int, next: Int?)
  }

  mutating func readRow(_ cells: [Fragment], _ line: DocumentLine) {
    var isHeader = false
    if index + 1 < lines.count, case .delimiter = lines[index + 1].kind { isHeader = true }
    if isHeader {
      columns = extensionColumns(cells) ?? scenarioColumns(cells) ?? DocumentReader.columns(cells)
      if case .unknown = columns {
        reporter.lose(
          line.fragment.span, "this table is neither an overview nor a flow; it is left out",
          help: "the columns of a flow are `#`, `Description` and `Next`")
      }
      state = nil
      return
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
      guard let label = HeaderLabel(known), label.isHeader else {
        if !name.isEmpty || cells.count > 1 {
          reporter.lose(line.fragment.span, "the overview has no place for `\(name)`")
        }
        return
      }
      take(
        CellText(cells.count > 1 ? cells[1].text : "", keepsLinks: true).entries, label,
        line.fragment.span)
      for cell in cells.dropFirst(2) where !cell.text.isEmpty {
        reporter.lose(cell.span, "the overview has no third column")
      }
    case .steps(let id, let texts, let actors, let next):
      func cell(_ place: Int) -> Fragment {
        place < cells.count ? cells[place] : Fragment(text: "", span: line.fragment.span)
      }
      scenario.addTableRow(cell(id), texts.map(cell), actors: actors, next: next.map(cell))
    case .extensions(let id, let text, let next):
      func cell(_ place: Int) -> Fragment {
        place < cells.count ? cells[place] : Fragment(text: "", span: line.fragment.span)
      }
      scenario.addExtensionRow(cell(id), cell(text), next: next.map(cell))
    case .flow(let id, let text, let next):
      func cell(_ place: Int) -> Fragment {
        place < cells.count ? cells[place] : Fragment(text: "", span: line.fragment.span)
      }
      table.add(id: cell(id), text: cell(text), next: cell(next))
      for (place, cell) in cells.enumerated()
      where ![id, text, next].contains(place) && !cell.text.isEmpty {
        reporter.lose(cell.span, "the row has a cell too many; it is left out")
      }
    }
  }

  /// The columns of a table of extensions: it is below such a heading, or its columns say so.
  private func extensionColumns(_ cells: [Fragment]) -> Columns? {
    let columns = ColumnNames(cells)
    guard !scenario.isEmpty, let id = columns.id else { return nil }
    var text = columns.branch
    if text == nil, case .extensions? = state { text = columns.text }
    return text.map { .extensions(id: id, text: $0, next: columns.next) }
  }

  /// The columns of a table whose rows are the steps of a scenario: its ids have no section.
  private func scenarioColumns(_ cells: [Fragment]) -> Columns? {
    let columns = ColumnNames(cells)
    guard let id = columns.id else { return nil }
    var texts = columns.actorColumns
    if texts.isEmpty, let text = columns.text { texts = [text] }
    guard !texts.isEmpty else { return nil }
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
    return .steps(id: id, texts: texts, actors: texts.map(columns.actor), next: columns.next)
  }

  /// Whether a table with this header has the rows of a flow.
  static func isFlowTable(_ cells: [Fragment]) -> Bool {
    if case .flow = columns(cells) { true } else { false }
  }

  private static func columns(_ cells: [Fragment]) -> Columns {
    let columns = ColumnNames(cells)
    if columns.names.first == "aspect" { return .overview }
    guard let id = columns.id, let text = columns.text else { return .unknown }
    return .flow(id: id, text: text, next: columns.next ?? Int.max)
  }
}
