internal import Diagnostics
internal import FlowModel

// Tables that were copied from a rendered page, a cell a line.
extension DocumentReader {
  /// The index of the line after `#`, `Description` and `Next`, each on a separate line.
  func renderedHeader(at start: Int) -> Int? {
    guard lines[start].fragment.text == "#" else { return nil }
    var place = start
    for word in ["#", "description", "next"] {
      while place < lines.count, lines[place].isBlank { place += 1 }
      guard place < lines.count, case .text = lines[place].kind,
        lines[place].fragment.text.lowercased() == word
      else { return nil }
      place += 1
    }
    return place
  }

  mutating func readRendered(from start: Int) {
    let end = footnotes.map(\.line).min().map { max(start, $0) } ?? lines.count
    var cells: [Fragment] = []
    for place in start..<end {
      if renderedHeader(at: place) != nil { continue }
      let fragment = lines[place].fragment
      if ["description", "next", "#"].contains(fragment.text.lowercased()) { continue }
      if !fragment.text.isEmpty { cells.append(fragment) }
    }
    var reader = RenderedRows(cells)
    while let row = reader.next(&reporter) {
      table.add(id: row.id, text: row.text, next: row.next)
    }
  }
}
