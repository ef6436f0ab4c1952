internal import Diagnostics

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
    let header = cells.map { (label: HeaderLabel(CellText($0.text).whole), cell: $0) }
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

  /// Whether each row has a name, and one of them several steps.
  private func fits(_ rows: [[Fragment]]) -> Bool {
    rows.allSatisfy { cells in
      let words = text(cells, name).whole
      return words.contains(where: \.isLetter) && DocumentID(words).shape == .other
    }
      && rows.contains { cells in
        let entries = text(cells, main).entries.flatMap(ScenarioBuilder.entries)
        return entries.count > 1 && ScenarioBuilder.numbered(entries[0]) != nil
      }
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
      text: plain + (isNamed ? title : "Use case: \(title)"), span: cells[id ?? name].span)
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
      lines.append(row([header[column].cell, cells[column]]))
    }
    return lines
  }
}
