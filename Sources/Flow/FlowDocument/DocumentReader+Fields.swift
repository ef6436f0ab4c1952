internal import Diagnostics
internal import FlowModel

// Tables with a part of the use case in every row.
extension DocumentReader {
  /// Reads a row of an overview: the name of a part and its text, which may be a scenario, also in
  /// several columns or rows.
  mutating func readField(_ cells: [Fragment], _ line: DocumentLine) {
    let first = CellText(cells.first?.text ?? "").whole
    if let label = labelOverCells(cells) {
      field = label
      if case .extensions = label { scenario.beginExtensions("") }
      return
    }
    // `| Use case UC-3: Log in | |`, or the same in all cells.
    let texts = cells.map { CellText($0.text).whole }
    if cells.count > 1, !first.isEmpty, texts.dropFirst().allSatisfy({ $0.isEmpty || $0 == first })
    {
      if let label = HeaderLabel(first), label.isPart {
        field = label
        return
      }
      if let heading = UseCaseHeading("# \(first)", prefix: prefix), draft.title.isEmpty,
        scenario.isEmpty
      {
        draft.title = heading.title
        if draft.hasMadeUpID, !heading.id.isEmpty {
          (draft.id, draft.hasMadeUpID) = (heading.id, false)
        }
        return
      }
    }
    // `| USE CASE 5 | Return goods |`
    if cells.count > 1, HeaderLabel(first) == nil, scenario.isEmpty,
      let heading = UseCaseHeading("# \(first)", prefix: prefix), !heading.id.isEmpty
    {
      if draft.hasMadeUpID { (draft.id, draft.hasMadeUpID) = (heading.id, false) }
      // Not `| UC-01 | Description |`.
      let isLabel = heading.title.isEmpty && HeaderLabel(texts[1]) != nil
      let title = heading.title.isEmpty ? texts[1] : heading.title
      if draft.title.isEmpty || !draft.isNamed { draft.title = isLabel ? "" : title }
      draft.isNamed = true
      return
    }
    // `| Item | UC-5 Return goods |`
    if !draft.isNamed, scenario.isEmpty, DocumentSegments.namesUseCase(index, in: lines, prefix),
      let heading = UseCaseHeading("# \(texts[1])", prefix: prefix)
    {
      if draft.hasMadeUpID { (draft.id, draft.hasMadeUpID) = (heading.id, false) }
      (draft.title, draft.isNamed) = (heading.title, true)
      return
    }
    // Four columns: `| ID | UC-3 | Name | Log in |`.
    if cells.count == 4, let one = HeaderLabel(first), let two = HeaderLabel(texts[2]), one.isPart,
      two.isPart
    {
      for (label, cell) in [(one, cells[1]), (two, cells[3])] {
        take(CellText(cell.text, keepsLinks: true).entries, label, .cell, cell.span)
      }
      return
    }
    // A scenario in the rows below its name: `| | 1 | User asks |`, `| 1 | User asks |`.
    let isStep =
      field.map { !$0.isHeader } ?? false
      && (ExtensionID(first) != nil
        || ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(first)) != nil)
    let isBelow =
      first.isEmpty || Int(first) != nil || ExtensionID("\(first). x") != nil || isStep
      || field.map { !$0.isHeader } ?? false && areColumns(texts)
    if isBelow, let field, cells.count > 1 || isStep {
      // `| Actor action | System response |` above `| 1. Picks a day | 2. Shows the courts |`
      if case .main = field, areColumns(texts) {
        fieldColumns = ScenarioColumns(ColumnNames(cells), isMain: true)
      } else if case .main = field, let fieldColumns, fieldColumns.texts.count == cells.count {
        scenario.addTableRow(cells, fieldColumns, line.fragment.span)
        return
      }
      let rest = first.isEmpty ? Array(cells.dropFirst()) : cells
      let count = scenario.extensions.count
      take(fieldEntries(rest, field), field, .cell, (rest.first ?? line.fragment).span)
      if hasStepsInColumn, scenario.extensions.count > count { scenario.leaveLastAtStep() }
      return
    }
    let name = first.lowercased() == "description" ? "summary" : first
    guard var label = partLabel(name, cells), label.isPart else {
      let values = fieldEntries(Array(cells.dropFirst()), .extensions)
      if cells.count == 1 || first.isEmpty {
        if !first.isEmpty {
          reporter.lose(line.fragment.span, "the overview has no place for `\(first)`")
        }
      } else if ScenarioBuilder.lead(of: first) != nil, !scenario.isEmpty {
        field = .extensions
        // `| Alternative flow 1 | *Late:* If no code comes, the system sends another one. |`
        let isWhole =
          values.count == 1 && first.last?.isNumber ?? false && values[0].contains(" ")
          && ExtensionID(values[0]) == nil
          && ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(values[0])) == nil
        // `| Alternative flow 1: Wrong PIN | 1. ... |`
        let text = isWhole ? "# \(first): \(values[0])" : "# \(first)"
        let span = isWhole ? cells[1].span : cells[0].span
        scenario.addExtension(
          DocumentLine(kind: .text, fragment: Fragment(text: text, span: span)))
        if !isWhole { take(values, .extensions, .cell, cells[1].span) }
      } else if !values.isEmpty {
        add(
          values.map { "\(first): \($0)" }, to: .list(.documentation), .cell, cells[1].span,
          lead: "\(first): ")
        reporter.note(line.fragment.span, "`\(first)` is kept in the documentation")
      } else if !scenario.isEmpty {
        // `| M1: "No result" | |`
        add([first], to: .list(.documentation), .cell, cells[0].span)
      }
      return
    }
    if isSummary, isKnown(label) {
      field = nil
      return
    }
    if case .text(.summary) = label, describesSteps(cells) { label = .main }
    if takeFieldOfAlternative(label, cells) { return }
    field = label
    guard cells.count > 1 else { return }
    // `| Exceptions | Step | Action |` above `| | 1 | The name is missing |`
    hasStepsInColumn =
      cells.count > 2
      && ColumnWords.steps.contains(PlainWords.folded(CellText(cells[1].text).whole))
    if case .extensions = label, !scenario.isEmpty {
      if let name = ScenarioBuilder.bracketed(first) {
        let span = cells[0].span
        scenario.addNamed(
          name, DocumentLine(kind: .text, fragment: Fragment(text: first, span: span)))
      } else {
        scenario.beginExtensions(first)
      }
    }
    switch label {
    case .main, .extensions, .stories:
      take(fieldEntries(Array(cells.dropFirst()), label), label, .cell, cells[1].span)
    case .list, .text, .title, .id, .ending, .related, .overview, .flow:
      take(CellText(cells[1].text, keepsLinks: true).entries, label, .cell, cells[1].span)
      for (cell, text) in zip(cells, texts).dropFirst(2) where !text.isEmpty && text != texts[1] {
        take(CellText(cell.text, keepsLinks: true).entries, label, .cell, cell.span)
      }
    }
  }

  /// Whether `| Description | 1. The guest asks. 2. ... |` has the steps, since no row below it is
  /// the main scenario.
  private mutating func describesSteps(_ cells: [Fragment]) -> Bool {
    guard cells.count > 1, scenario.isEmpty, table.isEmpty else { return false }
    let numbers = fieldEntries(Array(cells.dropFirst()), .main).prefix(3).map { entry in
      ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(entry))?.id
    }
    guard numbers == ["1", "2", "3"], !hasMainBelow() else { return false }
    return !lines[(index + 1)...].contains { line in
      guard case .row(let cells) = line.kind, let first = cells.first else { return false }
      switch HeaderLabel(CellText(first.text).whole) {
      case .main?, .flow?: return true
      default: return false
      }
    }
  }

  /// The part that a row in bold begins: `| **Main success** | **Scenario** |`, `| | **Exceptions**
  /// |`. Nil for another row.
  private func labelOverCells(_ cells: [Fragment]) -> HeaderLabel? {
    let said = cells.filter { !$0.text.isEmpty }
    guard cells.count == 2, said.allSatisfy({ $0.text.hasPrefix("**") && $0.text.hasSuffix("**") }),
      said.count == 2 || cells[0].text.isEmpty,
      said.count == 1 || HeaderLabel(CellText(cells[0].text).whole) == nil,
      let label = HeaderLabel(said.map { CellText($0.text).whole }.joined(separator: " "))
    else { return nil }
    switch label {
    case .main where scenario.isEmpty: return label
    case .extensions where !scenario.isEmpty: return label
    default: return nil
    }
  }

  /// Whether a row has the names of columns: what somebody does, and what the system does.
  private func areColumns(_ texts: [String]) -> Bool {
    texts.count == 2 && texts.allSatisfy(isColumn) && HeaderLabel(texts[0])?.isPart != true
  }

  /// Whether a cell is the name of a column of a scenario.
  private func isColumn(_ text: String) -> Bool {
    let name = PlainWords.folded(text)
    return [
      ColumnWords.ids, ColumnWords.steps, ColumnWords.texts, ColumnWords.people,
      ColumnWords.systems,
    ]
    .contains { $0.contains(name) }
  }

  /// The part that a row is about: `| Flow | 1. The guest asks |` has the main scenario.
  private func partLabel(_ name: String, _ cells: [Fragment]) -> HeaderLabel? {
    if !scenario.isEmpty, HeaderLabel(name) == nil,
      ["sonderfall", "fehler", "fehlerfall", "ausnahmefall"].contains(PlainWords.folded(name))
    {
      return .extensions
    }
    if let label = HeaderLabel(name), isBesideActor(label, name) {
      return .related(CellText.collapsed(name.filter { $0 != ":" }))
    }
    guard let label = HeaderLabel(name), case .flow = label else { return HeaderLabel(name) }
    let first = fieldEntries(Array(cells.dropFirst()), .main).first ?? ""
    if case .main? = HeaderLabel(first) { return .main }
    return ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(first)) == nil ? label : .main
  }

  /// The lines of a scenario in the cells of a row: a number and its sentence, or sentences.
  ///
  /// The title of a main scenario is left out: `**Book a room**<br>1. Guest selects a room`.
  func fieldEntries(_ cells: [Fragment], _ label: HeaderLabel) -> [String] {
    var texts: [CellText] = []
    for cell in cells where !cell.text.isEmpty {
      let text = CellText(DocumentReader.withParts(cell.text))
      // Cells that are merged stand in every column.
      if texts.last?.whole != text.whole { texts.append(text) }
    }
    guard let first = texts.first else { return [] }
    let areHeads = texts.allSatisfy { text in
      PlainWords.folded(text.whole) == "branching action" || isColumn(text.whole)
    }
    if areHeads || first.whole.lowercased() == "step" { return [] }
    let id = ScenarioBuilder.stepNumber(first.whole)
    if texts.count > 1, DocumentID(id).shape != .other || ExtensionID("\(id). x") != nil {
      let mark = id.hasSuffix(".") || id.hasSuffix(")") ? "" : "."
      let sentence = texts.dropFirst().map(\.whole).joined(separator: " ")
      return ["\(id)\(mark) \(sentence)"]
    }
    if case .main = label, texts.count == 2, let turns = DocumentReader.turns(texts) {
      return turns
    }
    return texts.flatMap { text in
      entries(of: text, label).flatMap { entry in
        guard text.titles.contains(entry), text.entries.count > 1,
          ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(entry)) == nil
        else { return entries(of: entry, label) }
        switch label {
        case .main: return []
        case .extensions
        where HeaderLabel(entry) == nil && ScenarioBuilder.dotted(entry) == nil
          && ExtensionID(entry) == nil:
          return ["# \(entry)"]
        default: return [entry]
        }
      }
    }
  }

  /// The entries of a cell, without the name of a scenario above its first step: `FP01: Log in`.
  private func entries(of text: CellText, _ label: HeaderLabel) -> [String] {
    func number(_ entry: String) -> String? {
      ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(entry))?.id
    }
    let entries = text.entries
    // `Step / Action`
    if entries.count > 1, number(entries[1]) == "1", ColumnNames.areNames(entries[0]) {
      return Array(entries.dropFirst())
    }
    guard case .main = label, entries.count > 2, number(entries[1]) == "1",
      number(entries[2]) == "2", number(entries[0]) == nil, entries[0].prefix(40).contains(":")
    else { return entries }
    return Array(entries.dropFirst())
  }

  /// The steps of two cells, of the actor and of the system, in the order of their numbers: `1 The
  /// guest asks<br>3 The guest pays` and `2 The system answers`. Nil for others.
  private static func turns(_ cells: [CellText]) -> [String]? {
    var steps: [(number: Int, text: String)] = []
    for entry in cells.flatMap(\.entries) {
      let digits = entry.prefix { $0.isASCII && $0.isNumber }
      let rest = entry.dropFirst(digits.count).drop { ".) ".contains($0) }
      guard let number = Int(digits), number > 0, number < 1_000,
        rest.first?.isLetter ?? false
      else { return nil }
      steps.append((number, "\(number). \(rest)"))
    }
    guard steps.count > 2, Set(steps.map(\.number)).count == steps.count else { return nil }
    return steps.sorted { $0.number < $1.number }.map(\.text)
  }

  /// The steps of an entry, also those between arrows: `Open the list → select a room → pay`.
  private func entries(of entry: String, _ label: HeaderLabel) -> [String] {
    let entries = ScenarioBuilder.entries(of: entry)
    guard case .main = label else { return entries }
    let parts = entries.flatMap { entry in
      entry.split(separator: "→").map { CellText.collapsed(String($0)) }.filter { !$0.isEmpty }
    }
    // The arrow of a single sentence says where it leads.
    return entries.count > 1 || parts.count > 2 ? parts : entries
  }
}
