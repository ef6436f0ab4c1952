internal import Diagnostics

/// Tables of what the actor and what the system does, in which each column is read from top to
/// bottom and the numbers of the cells say what comes after what: `| 1. Guest asks | 3. System
/// answers |` above `| 2. Guest waits | 4. System thanks |`.
enum TurnTables {
  /// The lines with the rows of such tables in the order of their numbers.
  static func sorted(_ lines: [DocumentLine]) -> [DocumentLine] {
    var result = lines
    for place in lines.indices.dropLast() {
      guard case .delimiter = lines[place].kind, place > 0,
        case .row(let header) = lines[place - 1].kind, areTwoSides(header)
      else { continue }
      let end = lines[(place + 1)...].firstIndex { !$0.isRow } ?? lines.count
      guard let rows = sorted(lines[(place + 1)..<end]) else { continue }
      // Rows that are gained stand where others are lost.
      result.replaceSubrange(
        (result.count - lines.count + place + 1)..<(result.count - lines.count + end), with: rows)
    }
    return result
  }

  private static func areTwoSides(_ header: [Fragment]) -> Bool {
    let names = ColumnNames(header)
    return header.count == 2 && names.actorColumns.count == 2
      && names.actor(of: 0) != names.actor(of: 1)
  }

  /// A row for each cell, in the order of their numbers, which are 1, 2 and so on. Nil for rows
  /// that have this order, or no such numbers.
  private static func sorted(_ rows: ArraySlice<DocumentLine>) -> [DocumentLine]? {
    var cells: [(number: Int, line: DocumentLine)] = []
    for row in rows {
      guard case .row(let columns) = row.kind, columns.count == 2 else { return nil }
      for (place, cell) in columns.enumerated() where !cell.text.isEmpty {
        let text = CellText(cell.text)
        guard text.entries.count == 1,
          let found = ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(text.text)),
          let number = Int(found.id)
        else { return nil }
        let empty = Fragment(text: "", span: cell.span)
        cells.append(
          (
            number,
            DocumentLine(
              kind: .row(place == 0 ? [cell, empty] : [empty, cell]),
              fragment: Fragment(text: cell.text, span: cell.span))
          ))
      }
    }
    let numbers = cells.map(\.number)
    guard numbers.count > 2, numbers != Array(1...numbers.count),
      numbers.sorted() == Array(1...numbers.count)
    else { return nil }
    return cells.sorted { $0.number < $1.number }.map(\.line)
  }
}
