// Tables that are drawn.
extension StructuredText {
  /// Whether a line is `+-----+---+`, between the rows of a grid.
  func isGridRule(_ line: Int) -> Bool {
    let text = lines[line].trimmed
    return text.hasPrefix("+-") || text.hasPrefix("+=")
  }

  /// Whether a line is `=====  ===`, around the rows of a simple table.
  func isTableRule(_ line: Int) -> Bool {
    let text = lines[line].trimmed
    return text.hasPrefix("==") && text.contains(" ") && text.allSatisfy { $0 == "=" || $0 == " " }
  }

  mutating func readGrid() {
    let start = place
    while place < lines.count, lines[place].trimmed.first.map({ "+|".contains($0) }) ?? false {
      place += 1
    }
    // The rule above a cell that covers several columns has fewer marks.
    var bars: Set<Int> = []
    for line in start..<place where isGridRule(line) {
      for (index, mark) in lines[line].enumerated() where mark == "+" { bars.insert(index) }
    }
    var rows: [(line: Int, cells: [DrawnCell])] = []
    var isNew = true
    for line in start..<place {
      let cells = columns(of: lines[line], bars.sorted(), isGrid: true)
      // `|      +------+`, below a cell that covers several rows.
      if isGridRule(line) || lines[line].contains("+--") {
        isNew = true
        continue
      }
      if isNew { rows.append((line, cells.map { _ in DrawnCell() })) }
      for (column, cell) in cells.enumerated() { rows[rows.count - 1].cells[column].add(cell) }
      isNew = false
    }
    addRows(rows.map { ($0.line, $0.cells.map(\.text)) }, from: start, to: place)
  }

  mutating func readSimple() {
    let start = place
    var rules = 1
    place += 1
    while place < lines.count, rules < 3 {
      if isTableRule(place) {
        rules += 1
        let isLast = place + 1 >= lines.count || lines[place + 1].trimmed.isEmpty
        if rules == 2, isLast {
          place += 1
          break
        }
      }
      place += 1
    }
    var bars: [Int] = []
    var isBar = false
    for (index, mark) in lines[start].enumerated() {
      if mark == "=", !isBar { bars.append(index - 1) }
      isBar = mark == "="
    }
    bars.append(1_000)
    var rows: [(line: Int, cells: [DrawnCell])] = []
    for line in start..<place where !isTableRule(line) {
      let cells = columns(of: lines[line], bars, isGrid: false)
      if !(cells.first?.isEmpty ?? true) || rows.isEmpty {
        guard cells.contains(where: { !$0.isEmpty }) else { continue }
        rows.append((line, cells.map { _ in DrawnCell() }))
      }
      for (column, cell) in cells.enumerated() { rows[rows.count - 1].cells[column].add(cell) }
    }
    addRows(rows.map { ($0.line, $0.cells.map(\.text)) }, from: start, to: place)
  }

  /// What stands between the bars of a line, of which those of a grid may be missing.
  private func columns(of line: String, _ bars: [Int], isGrid: Bool) -> [String] {
    let characters = Array(line)
    var cells: [String] = []
    // The cell that the bar before it begins, and its bar.
    var open = (cell: 0, bar: 0)
    for (bar, end) in zip(bars, bars.dropFirst()) {
      cells.append("")
      let isBar = !characters.indices.contains(bar) || "|+".contains(characters[bar])
      if !isGrid || isBar || cells.count == 1 { open = (cells.count - 1, bar) }
      guard open.bar + 1 < characters.count else { continue }
      cells[open.cell] =
        String(characters[(open.bar + 1)..<min(end, characters.count)]).trimmed
    }
    return cells
  }
}

/// A cell that is written on several lines.
private struct DrawnCell {
  private(set) var text = ""
  private var isAfterBlank = false
  /// The number of the last item of `#. ...`.
  private var count = 0

  mutating func add(_ line: String) {
    guard !line.isEmpty else {
      isAfterBlank = !text.isEmpty
      return
    }
    let isCounted = line.hasPrefix("#. ")
    let begins =
      isAfterBlank || isCounted || line.first?.isNumber == true || line.hasPrefix("- ")
      || line.hasPrefix("* ")
    if isCounted {
      count += 1
    } else if begins, count > 0 {
      count = 0
    }
    let words = isCounted ? "\(count). \(line.dropFirst(3))" : line
    text += text.isEmpty ? words : begins ? "<br>\(words)" : " \(words)"
    isAfterBlank = false
  }
}
