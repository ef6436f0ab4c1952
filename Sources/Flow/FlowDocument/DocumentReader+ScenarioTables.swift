internal import Diagnostics
internal import FlowModel

// Scenarios that are tables of their own: `| Scenario 1.1 | The book is lent |`, fields, and then
// `| Step# | Description |`; and whether a main scenario is still to come.
extension DocumentReader {
  /// The name of a scenario in the header of its table. Nil for another table.
  func scenarioTable(_ cells: [Fragment]) -> String? {
    guard cells.count == 2 else { return nil }
    guard draft.isNamed || !draft.hasMadeUpID else { return nil }
    let words = PlainWords.words(CellText(cells[0].text).whole)
    let name = CellText(cells[1].text).whole
    let isFirst = words.last.map { $0 == "1" || $0.hasSuffix(".1") } ?? false
    // Not a table of tests below the scenarios.
    guard hasScenarioTable || isFirst && scenario.steps.count < 2 && !hasMainLine,
      words.count == 2, ["scenario", "szenario", "escenario", "cenario"].contains(words[0]),
      words[1].allSatisfy({ $0.isNumber || $0 == "." }), !name.isEmpty
    else { return nil }
    for line in lines[(index + 2)...] {
      guard case .row(let row) = line.kind else { break }
      if isStepHeader(row) { return name }
    }
    return nil
  }

  /// Begins the scenario of such a table: the first is the main one, and takes the place of its
  /// summary; the others are alternatives.
  mutating func beginScenarioTable(_ name: String, _ line: DocumentLine) {
    columns = .scenarioFields(name)
    isInExtension = hasScenarioTable
    guard hasScenarioTable else {
      hasScenarioTable = true
      state = .main
      let summary = scenario.takeMain()
      for step in summary { add([step.said ?? step.subject], to: .list(.notes), .line, step.span) }
      return
    }
    state = .extensions
    scenario.addNamed(name, line)
  }

  /// Reads a row of such a table that stands above the steps.
  mutating func readScenarioField(_ cells: [Fragment], of name: String) {
    if isStepHeader(cells) {
      let columns = ColumnNames(cells)
      guard let steps = ScenarioColumns(columns, isMain: true) else { return }
      self.columns = .steps(steps)
      return
    }
    let words = cells.map { CellText($0.text).whole }.filter { !$0.isEmpty }
    guard words.count > 1, let first = cells.first else { return }
    let text = "\(name): \(words.joined(separator: ": "))"
    add([text], to: .list(.notes), .line, first.span)
  }

  private func isStepHeader(_ cells: [Fragment]) -> Bool {
    let columns = ColumnNames(cells)
    return cells.count == 2 && columns.id == 0 && columns.text == 1
  }

  /// Whether the step after the last one stands below the table of which a row is read.
  var isAboveNextStep: Bool {
    let next = lines[index...].prefix(400).first { $0.kind.isText && !$0.isBlank }
    let text = next.map { ScenarioBuilder.withPlainNumber(ScenarioBuilder.cleaned($0).text) }
    guard let id = text.flatMap(ScenarioBuilder.numbered)?.id else { return false }
    return Int(id) == scenario.steps.count + 1
  }

  /// Whether the heading of a main scenario is still to come.
  mutating func hasMainBelow() -> Bool {
    let last =
      lastMain
      ?? lines.indices.last { place in
        let line = lines[place]
        guard case .text = line.kind, line.headsMain else { return false }
        // Not one above an example in prose.
        let next = lines[(place + 1)...].first { !$0.isBlank }
        return next.map { below in
          below.isRow || below.fragment.text.utf8.count < 80
            || ScenarioBuilder.numbered(ScenarioBuilder.cleaned(below).text) != nil
        } ?? true
      } ?? -1
    lastMain = last
    return last > index
  }

  /// Whether a table has an id and a sentence in each row: `| ID | Condition |`.
  func areEntries(_ cells: [Fragment]) -> Bool {
    let names = ColumnNames(cells)
    return cells.count == 2 && ColumnWords.ids.contains(names.names[0]) && !names.sayDeeds
      && !DocumentReader.isFlowTable(cells) && HeaderLabel(names.names[1])?.isPart != true
  }
}
