internal import Diagnostics

/// Reads the rows of a table copied from a rendered page: one cell per line, without blank cells.
struct RenderedRows {
  private let cells: [Fragment]
  private let isID: [Bool]
  private var place = 0

  init(_ cells: [Fragment]) {
    self.cells = cells
    isID = cells.map { DocumentID(CellText($0.text).text).shape != .other }
  }

  /// The next row; nil at the end.
  mutating func next(_ reporter: inout Reporter) -> (id: Fragment, text: Fragment, next: Fragment)?
  {
    while place < cells.count, !isID[place] {
      reporter.lose(cells[place].span, "this line belongs to no row; it is left out", whole: .step)
      place += 1
    }
    guard place < cells.count else { return nil }
    let id = cells[place]
    let shape = DocumentID(CellText(id.text).text).shape
    place += 1
    var text = Fragment(text: "", span: id.span)
    if place < cells.count, !isID[place] {
      text = cells[place]
      place += 1
    }
    var target = Fragment(text: "", span: id.span)
    var hasTarget = false
    while place < cells.count {
      let cell = cells[place]
      if RenderedRows.isBullet(cell.text) {
        text.text += " • \(cell.text.drop { "•-*◦▪ ".contains($0) })"
      } else if isID[place] {
        // An id is the Next cell if another row begins right after it.
        let isTarget = place + 1 == cells.count || isID[place + 1]
        guard shape == .outcome, isTarget, !hasTarget else { break }
        target = cell
        hasTarget = true
      } else if shape == .outcome, !hasTarget {
        target = cell
        hasTarget = true
      } else if shape == .outcome {
        reporter.lose(cell.span, "the row has a line too many; it is left out")
      } else {
        text.text += " • \(cell.text)"
      }
      place += 1
    }
    return (id, text, target)
  }

  private static func isBullet(_ text: String) -> Bool {
    text.hasPrefix("•") || text.hasPrefix("- ") || text.hasPrefix("* ") || text.hasPrefix("◦")
      || text.hasPrefix("▪")
  }
}
