internal import Diagnostics
internal import FlowModel

// Markdown tables, and the rows of CSV.
extension DocumentReader {
  enum Columns {
    case none, unknown, overview
    /// The fields of a scenario of this name, above its steps.
    case scenarioFields(String)
    /// A flow in sections: ids, sentences, targets, and who acts.
    case flow(id: Int, text: Int, next: Int, who: Int?)
    /// A scenario: a step in every row, told by one or more actors.
    case steps(ScenarioColumns)
    case extensions(ExtensionColumns)
    /// Who acts, in the first column.
    case actors
    /// Entries of the list of the header below whose heading the table stands, one in each row.
    case entries(HeaderLabel)

    var isOfExtensions: Bool { if case .extensions = self { true } else { false } }

    var isNoScenario: Bool {
      switch self {
      case .steps, .extensions, .flow, .scenarioFields: false
      case .none, .unknown, .overview, .actors, .entries: true
      }
    }
  }

  mutating func readRow(_ cells: [Fragment], _ line: DocumentLine) {
    var isHeader = false
    scenario.arrow = nil
    if index + 1 < lines.count, case .delimiter = lines[index + 1].kind { isHeader = true }
    if isHeader, case .text(.actor)? = state, cells.count > 1, !DocumentReader.isFlowTable(cells) {
      columns = .actors
      return
    }
    if isHeader, let label = state, case .list = label, areEntries(cells) {
      columns = .entries(label)
      return
    }
    if isHeader {
      if let name = scenarioTable(cells) {
        beginScenarioTable(name, line)
        return
      }
      if let label = labelColumn(cells) {
        // `| DESCRIPTION | Step | Action |` above `| | 1 | User asks |`
        (columns, field, isInExtension) = (.overview, label, false)
        return
      }
      if scenario.isFresh, let single = scenario.single, case .extensions? = state,
        let found = scenarioColumns(cells), !found.isOfExtensions
      {
        // `Alternative flow` above a table of its steps.
        scenario.addNamed(single.name, line)
      }
      isInExtension = isBelowExtension
      columns = extensionColumns(cells) ?? scenarioColumns(cells) ?? self.columns(cells)
      if let shaped = shapedExtensions(cells) { columns = .extensions(shaped) }
      let isUnknown = if case .unknown = columns { true } else { false }
      if ColumnNames(cells).areVersions {
        columns = .unknown
        reporter.note(line.fragment.span, "this table has the versions of the document")
      } else if isUnknown, ColumnNames(cells).areFields {
        reporter.note(line.fragment.span, "this table has fields of data, and no steps")
      } else if isAside || isUnknown && !ColumnNames(cells).sayDeeds {
        columns = .unknown
        reporter.note(line.fragment.span, "this table has no steps; it is left out")
      } else if isUnknown {
        reporter.lose(
          line.fragment.span, "this table is neither an overview nor a flow; it is left out",
          help: "the columns of a flow are `#`, `Description` and `Next`")
      }
      isSummary = isBelowSummary
      if isSummary, case .overview = columns {
        reporter.note(
          line.fragment.span, "this table sums up what is above it; that is not read again")
      } else {
        isSummary = false
      }
      // A table below a step shows an example.
      if isInMain, columns.isNoScenario, !scenario.isEmpty, line.indent > 0 || isAboveNextStep {
        if !isUnknown {
          reporter.note(line.fragment.span, "this table has no steps; it is left out")
        }
        columns = .unknown
        return
      }
      let isCase = isFirstCase(cells)
      if !isInExtension { state = nil }
      // The first row of an overview may be its first part: `| Use Case ID | UC-3 |`.
      let names = cells.map { CellText($0.text).whole }
      let isName = names.last.map(ColumnWords.isValue) ?? false
      let label = HeaderLabel(names[0])
      if label?.isID ?? false, lines.areIDs(below: index) { return }
      let isFirst =
        label != nil || UseCaseHeading("# \(names[0])", prefix: prefix) != nil
        || DocumentSegments.namesUseCase(index, in: lines, prefix)
      let isOverview = if case .overview = columns { true } else { false }
      guard isCase || isOverview && !isName && isFirst else { return }
    }
    switch columns {
    case .unknown: return
    case .entries(let label):
      let words = cells.map { CellText($0.text).whole }.filter { !$0.isEmpty }
      take([words.joined(separator: ": ")], label, .line, line.fragment.span)
    case .actors:
      let texts = cells.map { CellText($0.text).whole }
      let isSystem = PlainWords.words(texts[1...].joined(separator: " ")).contains(
        where: ScenarioWords.isSystem)
      take([isSystem ? "\(texts[0]) (System)" : texts[0]], .text(.actor), .cell, cells[0].span)
    case .none:
      reporter.lose(
        line.fragment.span, "this row belongs to no table; it is left out",
        help: "a table begins with its header and a line of `---`", whole: .step)
    case .overview: readField(cells, line)
    case .scenarioFields(let name): readScenarioField(cells, of: name)
    case .steps(let columns):
      if isInExtension {
        scenario.addExtensionRow(cells, columns, line.fragment.span)
      } else {
        scenario.addTableRow(cells, columns, line.fragment.span)
      }
    case .extensions(let columns): readExtensionRow(cells, columns, line)
    case .flow(let id, let text, let next, let who):
      func cell(_ place: Int) -> Fragment {
        place < cells.count ? cells[place] : Fragment(text: "", span: line.fragment.span)
      }
      table.add(id: cell(id), text: sentence(cell(text), by: who.map(cell)), next: cell(next))
      for (place, cell) in cells.enumerated()
      where ![id, text, next, who].contains(place) && !cell.text.isEmpty {
        reporter.lose(cell.span, "the row has a cell too many; it is left out")
      }
    }
  }

  /// A sentence with who acts before it, if another column says that.
  func sentence(_ text: Fragment, by who: Fragment?) -> Fragment {
    let actor = CellText(who?.text ?? "").whole
    guard !actor.isEmpty, StepArrow(actor) == nil, RowText(CellText(text.text).text).kind == nil
    else { return text }
    return Fragment(
      text: "\(actor) \(ScenarioBuilder.lowered(text.text, actor))", span: text.span)
  }

  /// The columns of a table whose rows are the steps of a scenario: its ids have no section.
  private func scenarioColumns(_ cells: [Fragment]) -> Columns? {
    let names = ColumnNames(cells)
    guard !names.areFields, !isOverview(cells),
      let columns = ScenarioColumns(
        names, isMain: isBelowMain || isBelowExtension, besides: namingColumns(names))
    else { return nil }
    guard let id = columns.id else { return .steps(columns) }
    var numbers = 0
    for line in lines[(index + 2)...] {
      guard case .row(let row) = line.kind else { break }
      let name = CellText(id < row.count ? row[id].text : "").text
      if isBelowNamed, isLine(name) || isSaid(in: row, id) {
        numbers += 1
        continue
      }
      switch DocumentID(ScenarioBuilder.stepNumber(name)).shape {
      case .section: numbers += 1
      case .step where isBelowNamed: numbers += 1
      case .other where isBelowNamed && ExtensionID("\(name). x") != nil: numbers += 1
      case .step,
        .other
      where id < row.count && !row[id].text.isEmpty && ExtensionID("\(name). x") == nil
        && !ScenarioWords.isNothing.contains(name):
        return nil
      case .outcome:
        if name.contains(".") { return nil }
        if isBelowNamed { numbers += 1 }
      case .other: break
      }
    }
    guard numbers > 0 else { return nil }
    return .steps(columns)
  }

  /// Whether a table of two columns has the parts of a use case in its rows: `| Actors | Guest |`
  /// above `| Trigger | ... |`.
  private func isOverview(_ cells: [Fragment]) -> Bool {
    guard cells.count == 2, HeaderLabel(CellText(cells[0].text).whole)?.isPart ?? false,
      index + 2 < lines.count, case .row(let row) = lines[index + 2].kind, row.count == 2
    else { return false }
    return HeaderLabel(CellText(row[0].text).whole)?.isPart ?? false
  }

  /// The columns of systems that only name one in each row: `SAP`.
  private func namingColumns(_ names: ColumnNames) -> [Int] {
    names.actorColumns.filter { column in
      guard names.actor(of: column) == "System" else { return false }
      for line in lines[(index + 2)...] {
        guard case .row(let row) = line.kind else { break }
        let text = column < row.count ? CellText(row[column].text).whole : ""
        if text.contains(" ") { return false }
      }
      return true
    }
  }

  /// What a table is about whose first column has only the name of it, above empty cells.
  private func labelColumn(_ cells: [Fragment]) -> HeaderLabel? {
    guard cells.count >= 3, index + 2 < lines.count, !scenarioNames(cells).isEmpty else {
      return nil
    }
    for line in lines[(index + 2)...] {
      guard case .row(let row) = line.kind else { break }
      guard row.first?.text.isEmpty ?? true else { return nil }
    }
    let name = CellText(cells[0].text).whole
    if name.lowercased() == "description" { return .main }
    if ["sub-variations", "subvariations"].contains(name.lowercased()) { return .extensions }
    return HeaderLabel(name).flatMap { $0.isHeader ? nil : $0 }
  }

  private func scenarioNames(_ cells: [Fragment]) -> [String] {
    cells.dropFirst().map { CellText($0.text).whole.lowercased() }.filter {
      ["step", "no.", "#", "no", "action", "branching action"].contains($0)
    }
  }

  /// Whether the table is below the heading of one alternative, whose steps it has.
  var isBelowExtension: Bool {
    guard case .extensions? = state, let last = scenario.extensions.last else { return false }
    return last.lines.isEmpty || last.lines.allSatisfy { Int($0.id) == nil }
  }

  /// Whether the table is below a heading such as `Main scenario`.
  private var isBelowMain: Bool {
    if case .main? = state { true } else { false }
  }

  /// Whether a table stands below a heading for something beside the flow, which has steps already.
  private var isAside: Bool {
    guard !scenario.isEmpty || !table.isEmpty, !isBelowExtensions else { return false }
    switch columns {
    case .flow, .steps: break
    case .unknown, .none, .overview, .scenarioFields, .extensions, .actors, .entries: return false
    }
    let heading = lines[..<index].suffix(1_000).lastIndex { $0.fragment.text.hasPrefix("#") }
    return DocumentReader.isAside(heading, lines)
  }

  /// Whether a heading is for something beside the flow: `Business rules`, `Actors`.
  static func isAside(_ heading: Int?, _ lines: [DocumentLine]) -> Bool {
    guard let heading, let label = HeaderLabel(CellText(lines[heading].fragment.text).whole) else {
      return false
    }
    return switch label {
    case .list, .related, .ending, .text(.actor): true
    case .text, .title, .id, .overview, .flow, .main, .extensions, .stories: false
    }
  }

  /// Whether a table with this header has the rows of a flow.
  static func isFlowTable(_ cells: [Fragment]) -> Bool {
    if case .flow = columns(cells) { true } else { false }
  }

  private func columns(_ cells: [Fragment]) -> Columns {
    let found = DocumentReader.columns(cells)
    if case .flow(let id, _, _, _) = found, lines.haveCodes(below: index, in: id) {
      return .unknown
    }
    guard case .unknown = found, !ColumnNames(cells).areFields else {
      return found
    }
    var (known, count) = (0, 0)
    // An overview with other words above it, or none: `| | |`.
    for line in lines[(index + 2)...] {
      guard case .row(let row) = line.kind else { break }
      count += 1
      if let label = HeaderLabel(CellText(row.first?.text ?? "").whole), label.isPart { known += 1 }
    }
    let first = HeaderLabel(CellText(cells[0].text).whole)
    if let first, first.isPart, cells.count < 3 || !first.isID { known += 1 }
    return known >= 2 || known == 1 && count <= 2 ? .overview : found
  }

  private static func columns(_ cells: [Fragment]) -> Columns {
    let columns = ColumnNames(cells)
    if columns.names.first == "aspect" { return .overview }
    if columns.areFields { return .unknown }
    if cells.count == 2, columns.next == nil, let name = columns.names.first,
      HeaderLabel(name)?.isPart ?? false
    {
      return .overview
    }
    guard let id = columns.id, let text = columns.text else { return .unknown }
    return .flow(id: id, text: text, next: columns.next ?? Int.max, who: columns.who)
  }
}
