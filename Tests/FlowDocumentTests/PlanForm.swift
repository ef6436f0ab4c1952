/// The ways in which a format writes lists and tables into which steps are put.
enum PlanForm: String, CaseIterable, Sendable {
  case list, plain, steps, sides, table
  case asciiDoc, asciiDocDots, asciiDocTable, asciiDocCells
  case html, htmlLine, htmlTable, confluence
  case structured, structuredMarks, structuredTable, structuredGrid, structuredList

  var style: PlanStyle {
    switch self {
    case .list: .list
    case .plain: .plain
    case .steps: .steps
    case .sides: .sides
    case .table: .table
    case .asciiDoc, .asciiDocDots: .asciiDoc
    case .asciiDocTable, .asciiDocCells: .asciiDocTable
    case .html, .htmlLine: .html
    case .htmlTable: .htmlTable
    case .confluence: .confluence
    case .structured, .structuredMarks: .structured
    case .structuredTable, .structuredGrid, .structuredList: .structuredTable
    }
  }

  /// The use case as a document.
  func document(_ plan: Plan, in tongue: LanguagesTests.Tongue) -> String {
    let text = plan.document(style, in: tongue)
    switch self {
    case .list, .plain, .steps, .sides, .table, .asciiDoc, .asciiDocTable, .html, .htmlTable,
      .confluence, .structured, .structuredTable:
      return text
    case .structuredMarks: return numbered(text, by: "#.")
    case .structuredGrid:
      let rule = "+----------+\(String(repeating: "-", count: 62))+--------------+"
      return cells(text, rule: rule) { cells in
        let padded = zip(cells, [8, 60, 12]).map { cell, width in
          cell + String(repeating: " ", count: max(0, width - cell.count))
        }
        return "| \(padded.joined(separator: " | ")) |\n\(rule)"
      }
    case .structuredList:
      return cells(text, rule: ".. list-table::\n   :header-rows: 1\n   :widths: 1 4 2\n") {
        cells in
        return "   * - \(cells[0])\n"
          + cells.dropFirst().map { "     - \($0)" }.joined(separator: "\n")
      }
    case .htmlLine: return text.replacing("</li>\n", with: "</li>")
    case .asciiDocDots: return numbered(text, by: ".")
    case .asciiDocCells:
      return changed(text) { line in
        let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst()
        guard cells.count > 1, line.first == "|" else { return line }
        return "\n" + cells.map { "|\($0.drop { $0 == " " })" }.joined(separator: "\n")
      }
    }
  }

  /// How many lines a step has.
  var lineCount: Int {
    switch self {
    case .asciiDocCells: 4
    case .structuredList: 3
    case .structuredGrid: 2
    default: 1
    }
  }

  /// The lines of a document, or the items of a page that are on one.
  func lines(_ bytes: [UInt8]) -> [String] {
    var text = String(decoding: bytes, as: UTF8.self)
    if self == .htmlLine { text = text.replacing("<li", with: "\n<li") }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map(String.init)
  }

  private func changed(_ text: String, _ change: (String) -> String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { change(String($0)) }
      .joined(separator: "\n")
  }

  /// The rows of a simple table, written in another way.
  private func cells(
    _ text: String, rule: String, _ row: ([String]) -> String
  ) -> String {
    var rules = 0
    return changed(text) { line in
      if line.hasPrefix("======  ") {
        rules += 1
        return rules == 1 ? rule : ""
      }
      guard rules == 1 || rules == 2 else { return line }
      return row(
        line.split(separator: #/ {2,}/#).map(String.init).filter { !$0.isEmpty })
    }.replacing("+\n\n|", with: "+\n|").replacing("\n\n   * - 1", with: "\n   * - 1")
  }

  /// A list that numbers itself.
  private func numbered(_ text: String, by mark: String) -> String {
    changed(text) { line in
      let number = line.prefix { $0.isNumber }
      let rest = line.dropFirst(number.count)
      return number.isEmpty || !rest.hasPrefix(". ") ? line : mark + rest.dropFirst()
    }
  }
}
