internal import Diagnostics
internal import FlowModel

/// The columns of a table of alternatives.
struct ExtensionColumns {
  var id: Int?
  /// The column of the step where each happens, beside one of ids.
  var place: Int?
  /// The column of what happens.
  var text: Int
  /// The column of what is done then.
  var action: Int?
  var next: Int?
  var who: Int?
  /// Whether the column of what is done is that of the system: `System response`.
  var isOfSystem = false

  /// Whether a column is one of these.
  func has(_ column: Int) -> Bool { [id, place, text, action, next, who].contains(column) }
}

// Tables of alternatives.
extension DocumentReader {
  /// Whether the table is below the name of one alternative, which has no step in its id.
  var isBelowNamed: Bool {
    guard case .extensions? = state, !scenario.isFresh, let last = scenario.extensions.last else {
      return false
    }
    return last.lines.isEmpty && last.steps == nil && last.id.first?.isLetter == true
  }

  /// Whether the number of a row is that of a line of a named alternative: `EX.1.2`, `A1.2`.
  func isLine(_ name: String) -> Bool {
    let letters = name.prefix { $0.isASCII && $0.isUppercase }
    let parts = name.dropFirst(letters.count).drop { ".-".contains($0) }.split(separator: ".")
    return (1...4).contains(letters.count) && parts.count == 2
      && parts.allSatisfy { $0.count < 3 && $0.allSatisfy(\.isNumber) }
  }

  /// Whether a row has words in the column of numbers alone: `| **Resume:** step 4 | | |`.
  func isSaid(in row: [Fragment], _ id: Int) -> Bool {
    row.indices.allSatisfy { $0 == id ? row[$0].text.contains(" ") : row[$0].text.isEmpty }
  }

  mutating func readExtensionRow(
    _ cells: [Fragment], _ columns: ExtensionColumns, _ line: DocumentLine
  ) {
    func cell(_ place: Int) -> Fragment {
      place < cells.count ? cells[place] : Fragment(text: "", span: line.fragment.span)
    }
    let text = cell(columns.text)
    // Without ids they are counted.
    let made = Fragment(text: scenario.freeID("A"), span: text.span)
    let doing =
      columns.action.map(cell) ?? columns.who.flatMap { sentence(ofRow: text, by: cell($0)) }
    let count = scenario.extensions.count
    scenario.arrow = columns.who.flatMap { StepArrow(CellText(cell($0).text).whole) }
    scenario.addExtensionRow(
      columns.id.map(cell) ?? made, text, doing: doing, next: columns.next.map(cell))
    if columns.isOfSystem, scenario.extensions.count > count { scenario.leaveLastToSystem() }
    if let place = columns.place, scenario.extensions.count > count {
      scenario.place(ScenarioBuilder.stepNumber(CellText(cell(place).text).text))
    }
    for (place, cell) in cells.enumerated()
    where !columns.has(place) && !cell.text.isEmpty && Int(cell.text) == nil {
      reporter.lose(cell.span, "the row has a cell too many; it is left out")
    }
  }

  /// A sentence with who acts before it, beside the sentence itself. Nil if an arrow says that.
  private func sentence(ofRow text: Fragment, by who: Fragment) -> Fragment? {
    StepArrow(CellText(who.text).whole) == nil ? sentence(text, by: who) : nil
  }

  /// The columns of a table of alternatives by what is in its cells, below their heading and with
  /// names that are not known: ids or steps first, and targets last.
  func shapedExtensions(_ cells: [Fragment]) -> ExtensionColumns? {
    guard !scenario.isEmpty, isBelowExtensions, !isBelowNamed, cells.count > 2 else { return nil }
    switch columns {
    case .unknown: break
    case .extensions(let known):
      if cells.indices.allSatisfy(known.has) { return nil }
    default: guard scenario.extensions.isEmpty || scenario.isFresh else { return nil }
    }
    var rows: [[String]] = []
    for line in lines[(index + 2)...].prefix(200) {
      guard case .row(let row) = line.kind else { break }
      rows.append(row.map { CellText($0.text).whole })
    }
    func all(_ column: Int, _ fits: (String) -> Bool) -> Bool {
      let words = rows.compactMap { column < $0.count && !$0[column].isEmpty ? $0[column] : nil }
      return !words.isEmpty && words.allSatisfy(fits)
    }
    let steps = cells.indices.prefix(3).filter { all($0, isStep) }
    let ids = cells.indices.prefix(2).filter { column in
      all(column) { ExtensionID("\(ScenarioBuilder.stepNumber($0)). x") != nil }
    }
    // `No. | Step | What happens`: the first only counts.
    guard let id = ids.first ?? (steps.count > 1 ? steps[1] : steps.first) else { return nil }
    let place = ids.isEmpty ? nil : steps.first { $0 != id }
    let last = cells.count - 1
    let isTarget =
      last > id && last != place
      && all(last) { cell in
        cell.split(separator: " ").count < 8 && !cell.contains(", ") && !cell.contains(". ")
          && (TargetPhrase(cell, prefix: prefix) != nil || Turn(cell) != nil || isStep(cell))
      }
    let texts = cells.indices.filter {
      $0 != id && !steps.contains($0) && !(isTarget && $0 == last)
    }
    guard let text = texts.first, texts.count < 3 else { return nil }
    let action = texts.dropFirst().first
    return ExtensionColumns(
      id: id, place: place, text: text, action: action, next: isTarget ? last : nil,
      isOfSystem: action.map { ColumnNames(cells).actor(of: $0) == "System" } ?? false)
  }

  /// Whether a cell names a step: `3`, `Step 3.`
  private func isStep(_ text: String) -> Bool { Int(ScenarioBuilder.stepNumber(text)) != nil }

  /// The columns of a table of extensions: it is below such a heading, or its columns say so.
  func extensionColumns(_ cells: [Fragment]) -> Columns? {
    let columns = ColumnNames(cells)
    // `Extension | Condition | Action`, also without a heading above it
    if !scenario.isEmpty, let first = columns.names.first, ColumnWords.branches.contains(first),
      let text = columns.names.indices.dropFirst().first(where: {
        columns.names[$0] == "condition" || ColumnWords.conditions.contains(columns.names[$0])
      })
    {
      let action = columns.text ?? columns.actorColumns.last
      return .extensions(
        ExtensionColumns(id: 0, text: text, action: action, next: columns.next))
    }
    // `No | Location | Condition | Action`: the step is not in the first column.
    let places = ["location", "at step", "branch point", "where", "wo"]
    let location = columns.names.firstIndex { places.contains($0) }
    let id = location ?? columns.id
    guard !scenario.isEmpty, id != nil || isBelowExtensions else { return nil }
    // `Condition | Alternative flow`
    if isBelowExtensions, columns.names.count == 2, columns.next == nil, columns.remark == nil,
      columns.names[0] == "condition" || ColumnWords.conditions.contains(columns.names[0]),
      columns.names[1] != "condition", ColumnWords.branches.contains(columns.names[1])
    {
      return .extensions(ExtensionColumns(id: nil, text: 0, action: 1))
    }
    if saysCases(cells, columns) {
      return .extensions(ExtensionColumns(id: nil, text: 0, action: 1))
    }
    if isBelowNamed, columns.condition == nil, columns.branch == nil { return nil }
    var text = columns.text == nil && columns.actorColumns.isEmpty ? columns.branch : nil
    var action: Int?
    if text == nil, case .extensions? = state {
      let branch = columns.condition
      // Below the heading of one alternative, a number is that of a line.
      guard branch != nil || !isBelowExtension || id.map({ !hasNumbers(in: $0) }) ?? false
      else { return nil }
      // `Step | Condition | Action`: what happens, and what is done then.
      text = branch ?? columns.text
      action = branch == nil ? nil : columns.text ?? columns.actorColumns.last
      guard id != nil || action != nil else { return nil }
    }
    let who = action == nil && columns.condition == nil ? columns.who : nil
    let isOfSystem = action.map { columns.actor(of: $0) == "System" } ?? false
    return text.map {
      .extensions(
        ExtensionColumns(
          id: id, text: $0, action: action, next: columns.next, who: who, isOfSystem: isOfSystem))
    }
  }

  /// Whether a table of two columns below the heading of alternatives has what happens and what is
  /// done then, and names of columns that are not known, or none: `| The line is dead | System
  /// tries again. |` as the first row.
  private func saysCases(_ cells: [Fragment], _ columns: ColumnNames) -> Bool {
    guard isBelowExtensions, scenario.isFresh, cells.count == 2, columns.id == nil,
      columns.text == nil, columns.next == nil, columns.condition == nil,
      columns.actorColumns.isEmpty, !columns.areFields,
      cells.allSatisfy({ HeaderLabel(CellText($0.text).whole) == nil })
    else { return false }
    let rows = lines[(index + 2)...].prefix(while: \.isRow)
    return !rows.isEmpty
      && rows.allSatisfy { line in
        guard case .row(let row) = line.kind, row.count == 2 else { return false }
        return row.allSatisfy { $0.text.contains(" ") }
      }
  }

  /// Whether the first row of such a table is one of the others, and no header.
  func isFirstCase(_ cells: [Fragment]) -> Bool {
    saysCases(cells, ColumnNames(cells))
      && cells.allSatisfy { CellText($0.text).whole.split(separator: " ").count > 2 }
  }

  var isBelowExtensions: Bool {
    if case .extensions? = state { true } else { false }
  }

  /// Whether all cells of a column of the table are numbers.
  private func hasNumbers(in column: Int) -> Bool {
    for line in lines[(index + 2)...] {
      guard case .row(let row) = line.kind else { break }
      guard column < row.count, Int(CellText(row[column].text).text) != nil else { return false }
    }
    return true
  }
}
