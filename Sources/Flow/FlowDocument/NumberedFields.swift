internal import Diagnostics

/// Tables of the fields of a use case with a number before each: `| 13 | Main flow | 1. ... |`,
/// which are read without these numbers.
enum NumberedFields {
  static func read(_ lines: [DocumentLine]) -> [DocumentLine] {
    var result = lines
    var place = 0
    while place + 2 < lines.count {
      guard case .row(let header) = lines[place].kind, header.count == 3,
        case .delimiter = lines[place + 1].kind
      else {
        place += 1
        continue
      }
      let rest = lines[(place + 2)...]
      let end = rest.firstIndex { !$0.isRow } ?? rest.endIndex
      if areFields(lines[(place + 2)..<end]) {
        for row in place..<end {
          guard case .row(let cells) = lines[row].kind else { continue }
          result[row].kind = .row(Array(cells.dropFirst()))
        }
      }
      place = end
    }
    return result
  }

  /// Whether all rows have a number and a name, and several of the names are known.
  private static func areFields(_ rows: ArraySlice<DocumentLine>) -> Bool {
    var known: Set<String> = []
    for row in rows {
      guard case .row(let cells) = row.kind, cells.count == 3 else { return false }
      let number = cells[0].text.filter { !".)".contains($0) }
      guard number.allSatisfy({ $0.isASCII && $0.isNumber }), number.count < 4 else { return false }
      let name = CellText(cells[1].text).whole
      if HeaderLabel(name)?.isPart ?? false { known.insert(PlainWords.folded(name)) }
    }
    return known.count > 2
  }
}
