internal import Diagnostics
internal import FlowModel

/// Tables with a use case in every row, whose columns are its parts: `| ID | Name | Main flow |`.
/// Each row is read as the heading of its use case and an overview of its parts.
struct UseCaseRows {
  private let header: [(label: HeaderLabel?, cell: Fragment)]
  private let main: Int
  private let name: Int
  private let id: Int?

  /// The lines of a document, with those of such tables spread.
  static func spread(_ lines: [DocumentLine]) -> [DocumentLine] {
    var result: [DocumentLine] = []
    var place = 0
    var level = 0
    while place < lines.count {
      let line = lines[place]
      if case .text = line.kind, line.fragment.text.hasPrefix("#") {
        level = line.fragment.text.prefix { $0 == "#" }.count
      }
      guard case .row(let cells) = line.kind, place + 1 < lines.count,
        case .delimiter = lines[place + 1].kind, let table = UseCaseRows(cells)
      else {
        result.append(line)
        place += 1
        continue
      }
      var rows: [(cells: [Fragment], line: DocumentLine)] = []
      var end = place + 2
      while end < lines.count, case .row(let cells) = lines[end].kind {
        rows.append((cells, lines[end]))
        end += 1
      }
      if table.fits(rows.map(\.cells)) {
        for row in rows { result += table.lines(row.cells, row.line, line, below: level) }
      } else {
        result += lines[place..<end]
      }
      place = end
    }
    return result
  }

  private init?(_ cells: [Fragment]) {
    let header = cells.map { cell in
      let name = CellText(cell.text).whole
      // `Alternate / error flows`
      let isOther = ScenarioBuilder.lead(of: name) != nil
      return (label: HeaderLabel(name) ?? (isOther ? .extensions : nil), cell: cell)
    }
    var (main, id, name): (Int?, Int?, Int?)
    for (place, column) in header.enumerated() {
      switch column.label {
      case .main?: main = main ?? place
      case .id?: id = id ?? place
      case .title?: name = name ?? place
      default:
        let words = PlainWords.folded(CellText(column.cell.text).whole)
        if UseCaseRows.names.contains(words) { name = name ?? place }
      }
    }
    guard let main, let name = name ?? id else { return nil }
    (self.header, self.main, self.name) = (header, main, name)
    self.id = id == name ? nil : id
  }

  /// What the column of the names may be called, besides those of titles.
  private static let names: Set<String> = [
    "use case", "usecase", "use-case", "anwendungsfall", "cas d'utilisation", "caso de uso",
    "caso d'uso", "kasutusjuht", "uc",
  ]

  private func text(_ cells: [Fragment], _ column: Int) -> CellText {
    CellText(column < cells.count ? cells[column].text : "")
  }

  /// Whether each row has a name, and the table a column of actors or one of them several steps.
  private func fits(_ rows: [[Fragment]]) -> Bool {
    let isNamed = rows.allSatisfy { cells in
      let words = text(cells, name).whole
      return words.contains(where: \.isLetter) && DocumentID(words).shape == .other
    }
    let hasActors = header.contains {
      if case .text(.actor)? = $0.label { true } else { false }
    }
    return isNamed && !rows.isEmpty
      && (hasActors || rows.contains { entries(text($0, main)).count > 1 })
  }

  /// The numbered steps of a cell.
  private func entries(_ cell: CellText) -> [String] {
    let entries = cell.entries.flatMap(ScenarioBuilder.entries)
    return entries.first.map { ScenarioBuilder.numbered($0) != nil } ?? false ? entries : []
  }

  /// A cell without numbers with those of its sentences: `Choose a place → dig; the map shows it`.
  private func numbered(_ cell: Fragment) -> Fragment {
    let text = CellText(cell.text)
    guard entries(text).isEmpty else { return cell }
    let steps = text.entries.flatMap { entry in
      UseCaseRows.parts(of: entry, [". ", "; ", "→", "->", "⇒"])
    }
    guard steps.count > 1 else { return cell }
    return Fragment(
      text: steps.enumerated().map { "\($0.offset + 1). \($0.element)" }.joined(separator: "<br>"),
      span: cell.span)
  }

  /// A cell of alternatives with a line for each: `Frost → 409; place taken → 400`.
  private func separated(_ cell: Fragment) -> Fragment {
    let entries = CellText(cell.text).entries
    guard entries.count == 1, ScenarioBuilder.entries(of: entries[0]).count == 1 else {
      return cell
    }
    return Fragment(
      text: UseCaseRows.parts(of: entries[0], ["; "]).joined(separator: "<br>"), span: cell.span)
  }

  private static func parts(of text: String, _ marks: [String]) -> [String] {
    marks.reduce([text]) { parts, mark in
      parts.flatMap { $0.split(separator: mark).map(String.init) }
    }.map(CellText.collapsed).filter { $0.contains { $0.isLetter || $0.isNumber } }
  }

  private func lines(
    _ cells: [Fragment], _ line: DocumentLine, _ head: DocumentLine, below level: Int
  ) -> [DocumentLine] {
    func row(_ cells: [Fragment]) -> DocumentLine {
      DocumentLine(kind: .row(cells), fragment: line.fragment)
    }
    var title = text(cells, name).whole
    if let id { title = "\(text(cells, id).whole): \(title)" }
    let plain = "\(String(repeating: "#", count: min(6, level + 1))) "
    let isNamed = UseCaseHeading(plain + title, prefix: "UC") != nil
    let heading = Fragment(
      text: plain + (isNamed ? title : "Use case: \(title)"),
      span: cells[min(id ?? name, name)].span)
    let value = Fragment(text: "Value", span: head.fragment.span)
    var lines = [
      DocumentLine(kind: .text, fragment: heading),
      row([Fragment(text: "Field", span: head.fragment.span), value]),
      DocumentLine(kind: .delimiter, fragment: head.fragment),
    ]
    // What an extension is about comes before it.
    let columns = header.indices.filter { $0 != name && $0 != id && $0 != main }
    for column in [main] + columns where column < cells.count {
      let words = text(cells, column).whole
      guard words.contains(where: { $0.isLetter || $0.isNumber }) else { continue }
      let (label, cell) = (header[column].cell, cells[column])
      switch header[column].label {
      case .main?: lines.append(row([label, numbered(cell)]))
      case .extensions?:
        lines.append(row([Fragment(text: "Extensions", span: label.span), separated(cell)]))
      default: lines.append(row([label, cell]))
      }
    }
    return lines
  }
}
