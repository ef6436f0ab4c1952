/// A document as Markdown, written from its headings, paragraphs, lists and tables. Inside a cell,
/// paragraphs and items are separated by `<br>`.
struct MarkdownSheet {
  private(set) var text = ""
  /// The cells of the rows of open tables, of the outermost first.
  private var tables: [[[String]]] = []
  private var isInItem = false

  var isInCell: Bool { !tables.isEmpty && tables[tables.count - 1].last != nil }

  mutating func heading(_ level: Int, _ words: String) {
    let words = CellText.collapsed(words)
    guard !words.isEmpty else { return }
    if isInCell {
      addToCell(words)
    } else {
      text += "\n\(String(repeating: "#", count: max(1, min(level, 6)))) \(words)\n\n"
    }
  }

  /// Adds a paragraph; its lines are separated by line ends.
  mutating func paragraph(_ words: String, indent: Int = 0) {
    let lines = words.split(separator: "\n").map { CellText.collapsed(String($0)) }
      .filter { !$0.isEmpty }
    guard !lines.isEmpty else { return }
    for line in lines {
      if isInCell {
        addToCell(line)
      } else {
        text += String(repeating: " ", count: indent) + line + "\n"
      }
    }
    if !isInCell { text += "\n" }
  }

  /// Adds an item of a list: its label, such as `1.`, how deep it is, and its words.
  mutating func item(_ label: String, depth: Int, _ words: String) {
    let lines = words.split(separator: "\n").map { CellText.collapsed(String($0)) }
      .filter { !$0.isEmpty }
    guard let first = lines.first else { return }
    let head = "\(label) \(first)"
    if isInCell {
      addToCell(([head] + lines.dropFirst()).joined(separator: " "))
      return
    }
    let indent = String(repeating: " ", count: 4 * min(max(0, depth), 50))
    text += indent + head + "\n"
    for line in lines.dropFirst() { text += indent + "    \(line)\n" }
  }

  // MARK: Tables

  mutating func beginTable() { tables.append([]) }

  mutating func beginRow() {
    guard !tables.isEmpty else { return }
    tables[tables.count - 1].append([])
  }

  mutating func beginCell() {
    guard !tables.isEmpty, let row = tables[tables.count - 1].indices.last else { return }
    tables[tables.count - 1][row].append("")
  }

  /// Adds empty cells, for a cell that covers several columns or rows.
  mutating func addEmptyCells(_ count: Int) {
    for _ in 0..<max(0, min(count, 50)) { beginCell() }
  }

  mutating func endTable() {
    guard let rows = tables.popLast() else { return }
    if isInCell {
      for row in rows { addToCell(row.joined(separator: " ")) }
      return
    }
    for line in MarkdownSheet.lines(rows) { text += line + "\n" }
    text += "\n"
  }

  /// The lines of a table: its first row, a delimiter, and the others.
  static func lines(_ rows: [[String]]) -> [String] {
    let width = rows.map(\.count).max() ?? 0
    guard width > 0 else { return [] }
    var lines: [String] = []
    for (index, row) in rows.enumerated() where !row.isEmpty {
      let cells = row + Array(repeating: "", count: width - row.count)
      lines.append("| \(cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")) |")
      if index == 0 {
        lines.append("|\(Array(repeating: "---", count: width).joined(separator: "|"))|")
      }
    }
    return lines
  }

  private mutating func addToCell(_ words: String) {
    let table = tables.count - 1
    guard let row = tables[table].indices.last else { return }
    if tables[table][row].isEmpty { tables[table][row].append("") }
    let cell = tables[table][row].count - 1
    let old = tables[table][row][cell]
    tables[table][row][cell] = old.isEmpty ? words : "\(old)<br>\(words)"
  }
}
