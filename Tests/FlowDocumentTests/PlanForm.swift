/// The ways in which a format writes lists and tables into which steps are put.
enum PlanForm: String, CaseIterable, Sendable {
  case list, plain, steps, sides, table
  case asciiDoc, asciiDocDots, asciiDocTable, asciiDocCells
  case html, htmlLine, htmlTable, confluence

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
    }
  }

  /// The use case as a document.
  func document(_ plan: Plan, in tongue: LanguagesTests.Tongue) -> String {
    let text = plan.document(style, in: tongue)
    switch self {
    case .list, .plain, .steps, .sides, .table, .asciiDoc, .asciiDocTable, .html, .htmlTable,
      .confluence:
      return text
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
  var lineCount: Int { self == .asciiDocCells ? 4 : 1 }

  /// The lines of a document, or the items of a page that are on one.
  func lines(_ bytes: [UInt8]) -> [String] {
    var text = String(decoding: bytes, as: UTF8.self)
    if self == .htmlLine { text = text.replacing("<li", with: "\n<li") }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private func changed(_ text: String, _ change: (String) -> String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { change(String($0)) }
      .joined(separator: "\n")
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
