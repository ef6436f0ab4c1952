internal import Diagnostics
internal import FlowModel

// Tables whose rows are steps.
extension ScenarioBuilder {
  /// Adds a row of a table of steps: what the actor does, and what the system does then.
  mutating func addTableRow(_ cells: [Fragment], _ columns: ScenarioColumns, _ row: Span) {
    func cell(_ place: Int) -> Fragment {
      place < cells.count ? cells[place] : Fragment(text: "", span: row)
    }
    for (place, cell) in cells.enumerated() where !columns.has(place) && !cell.text.isEmpty {
      reporter.lose(
        cell.span, "the column of `\(CellText(cell.text).whole)` is not known; it is left out")
    }
    var id = columns.id.map(cell) ?? Fragment(text: "", span: row)
    // `| – | – | Go on with step 3 |`
    if ScenarioWords.isNothing.contains(id.text) { id.text = "" }
    var told = columns.texts.map { (cell: cell($0.column), actor: $0.actor) }.filter {
      !ScenarioWords.isNothing.contains(PlainWords.folded($0.cell.text)) && !$0.cell.text.isEmpty
    }
    // `| 7. | The system shows the list |`, where each column has its own numbers
    if columns.id == nil, told.count > 1,
      let place = told.firstIndex(where: { told in
        told.cell.text.utf8.count < 5 && told.cell.text.first?.isNumber == true
          && told.cell.text.allSatisfy { $0.isNumber || $0 == "." || $0 == ")" }
      })
    {
      id = told.remove(at: place).cell
    }
    // `| **Resume:** Go on with step 3 | | |`
    if told.isEmpty, columns.id != nil, id.text.contains(" ") {
      told = [(Fragment(text: CellText(id.text).whole, span: id.span), "")]
      id.text = ""
    }
    let written = ScenarioBuilder.stepNumber(CellText(id.text).text)
    let name = DocumentID(written)
    if !steps.isEmpty, name.shape == .other || !stepIDs.contains(name.number), !told.isEmpty,
      ExtensionID("\(written). x") != nil
    {
      for (cell, _) in told { addExtensionRow(id, cell, next: columns.next.map { cells[$0] }) }
      return
    }
    guard !told.isEmpty || !id.text.isEmpty else { return }
    var who = columns.who.map { CellText(cell($0).text).whole } ?? ""
    arrow = StepArrow(who)
    if ScenarioWords.isNothing.contains(who) || arrow != nil { who = "" }
    var target: String?
    if let next = columns.next.map(cell), !next.text.isEmpty {
      target = ScenarioBuilder.target(CellText(next.text).whole, next.span, prefix, &reporter)
    }
    func places(_ text: Fragment) -> RowCells? {
      columns.next.map { RowCells(id: id.span, text: text.span, next: cell($0).span) }
    }
    for (place, (cell, column)) in told.enumerated() {
      let text = CellText(cell.text)
      if columns.id == nil || id.text.isEmpty && columns.texts.count > 1,
        addNumbered(text, column, cell.span, isSecond: place > 0)
      {
        continue
      }
      let isLast = place == told.count - 1
      let isRow = name.shape == .outcome && !steps.isEmpty
      let actor = isRow && column.isEmpty ? "" : column.isEmpty ? who : column
      let words = ScenarioBuilder.sentence(text.text, by: actor)
      if isRow {
        let place = steps.lastIndex { $0.id == name.number } ?? steps.count - 1
        addRow(name.text, words, at: place, cell.span, next: isLast ? target : nil)
        steps[place].rows[steps[place].rows.count - 1].cells = places(cell)
        continue
      }
      // Without numbers in the document, what the system does has one of its own.
      let number =
        name.text.isEmpty ? "\(steps.count + 1)" : place == 0 ? name.text : "\(name.text)+"
      addStep(number, words, cell.span, next: isLast ? target : nil)
      if column.isEmpty { nameActor(who) }
      if isLast { steps[steps.count - 1].cells = places(cell) }
      for detail in text.details {
        ScenarioBuilder.take(detail, into: &steps[steps.count - 1], cell.span, &reporter)
      }
    }
    if told.isEmpty {
      reporter.lose(id.span, "row `\(name.text)` does not say what happens", whole: .step)
    }
    guard !steps.isEmpty else { return }
    if let remark = columns.remark {
      for words in CellText(cell(remark).text).entries { steps[steps.count - 1].addNote(words) }
    }
    if let branch = columns.branch, !cell(branch).text.isEmpty {
      addBranches(CellText(cell(branch).text).entries, of: name.number, cell(branch).span)
    }
  }

  /// Adds a row of a table of steps to the open extension.
  mutating func addExtensionRow(_ cells: [Fragment], _ columns: ScenarioColumns, _ row: Span) {
    var own = extensions.removeLast()
    let main = steps
    var cells = cells
    if let place = columns.id, place < cells.count,
      case let id = CellText(cells[place].text).text, id.first?.isNumber == true,
      DocumentID(id).shape == .step || ExtensionID("\(id). x") != nil
    {
      // `1a` or `1.1` in the column of ids: a line of the alternative of step 1
      let step = String(id.prefix(while: \.isNumber))
      if own.at == nil, own.steps == nil, own.lines.isEmpty, stepIDs.contains(step) {
        own.at = step
      }
      cells[place].text = "\(own.lines.count + 1)"
      hasDeeds = true
    } else if let place = columns.id, place < cells.count,
      case let id = CellText(cells[place].text).text, id.first?.isUppercase == true,
      id.last?.isNumber == true, !id.contains(" ")
    {
      // `EX.1.2`
      cells[place].text = "\(own.lines.count + 1)"
    } else if hasDeeds, let place = columns.id, place < cells.count, !cells[place].text.isEmpty {
      cells[place].text = "\(own.lines.count + 1)"
    }
    for place in cells.indices {
      // `5a. The guest asks`
      let written = CellText(cells[place].text).whole
      if let found = ExtensionID(written), found.line == nil, let step = found.steps?.lowerBound,
        own.id.first?.isLetter == true, columns.id == nil, own.at ?? "\(step)" == "\(step)"
      {
        (own.at, cells[place].text) = ("\(step)", found.rest)
        continue
      }
      // `3.1 - Leaves it empty`: line 1 of the alternative of step 3
      let text = CellText(cells[place].text).whole
      guard let (step, rest) = ScenarioBuilder.ofStep(text), stepIDs.contains(step) else {
        continue
      }
      cells[place].text = rest
      if own.at == nil, own.steps == nil { own.at = step }
    }
    steps = own.lines
    swap(&stepIDs, &lineIDs)
    addTableRow(cells, columns, row)
    swap(&stepIDs, &lineIDs)
    var complete = own
    complete.lines = steps
    steps = main
    extensions.append(complete)
  }

  /// Splits `3.1 - Leaves it empty` and `3.1 Leaves it empty` into the number of the step and the
  /// rest.
  private static func ofStep(_ text: String) -> (step: String, rest: String)? {
    let word = text.prefix { $0 != " " }
    let parts = word.split(separator: ".")
    guard parts.count == 2, parts.allSatisfy({ $0.count < 3 && $0.allSatisfy(\.isNumber) }),
      word.count < text.count
    else { return nil }
    let rest = text.dropFirst(word.count).drop { " -–—".contains($0) }
    return rest.first?.isLetter == true ? (String(parts[0]), String(rest)) : nil
  }

  /// Makes the last step one of the user if the column of actors names a person for it.
  private mutating func nameActor(_ who: String) {
    let name = PlainWords.folded(ScenarioWords.withoutArticle(who))
    guard let last = steps.indices.last, steps[last].activity == .outside, !who.isEmpty,
      steps[last].subject.hasPrefix(who + " "), !ScenarioWords.isSystem(name),
      !ScenarioWords.things.contains(name)
    else { return }
    steps[last].activity = .user
    steps[last].subject = String(steps[last].subject.dropFirst(who.count + 1))
    steps[last].who = who
  }

  /// A sentence with who acts before it, unless it says so itself.
  static func sentence(_ text: String, by actor: String) -> String {
    let saysOther =
      ["User", "System"].contains(actor)
      && [ScenarioWords.people, ScenarioWords.systems].contains {
        ScenarioWords.split(text, after: $0) != nil
      }
      && !["", "the "].contains { text.lowercased().hasPrefix($0 + actor.lowercased() + " ") }
    // `If the name is unknown, the system says so`
    let isClause =
      isCondition(text)
      && [ScenarioWords.people, ScenarioWords.systems].contains {
        ScenarioWords.deed(text, of: $0) != nil
      }
    let isNobodys = actor.isEmpty || ScenarioWords.saysResult(text)
    return isNobodys || saysOther || isClause ? text : "\(actor) \(lowered(text, actor))"
  }

  /// Adds the steps of a cell that has their numbers: `1. asks<br>2. waits`. Returns false if it
  /// has none.
  private mutating func addNumbered(
    _ text: CellText, _ actor: String, _ span: Span, isSecond: Bool
  ) -> Bool {
    let entries = text.entries.flatMap { ScenarioBuilder.entries(of: $0) }
    guard let first = entries.first,
      ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(first)) != nil
    else { return false }
    for entry in entries {
      let plain = ScenarioBuilder.withPlainNumber(entry)
      if let (id, rest) = ScenarioBuilder.numbered(plain) {
        // `| 1. The guest asks | 1. The system answers |`
        let written = isSecond && id == steps.last?.id ? "\(id)+" : id
        addStep(written, ScenarioBuilder.sentence(rest, by: actor), span)
      } else if !steps.isEmpty {
        ScenarioBuilder.take(entry, into: &steps[steps.count - 1], span, &reporter)
      }
    }
    return true
  }

  /// The number in a cell of a step: `1` of `Step 1` and `1.`, `3a` of `3a.`.
  static func stepNumber(_ text: String) -> String {
    if let last = text.last, ".)".contains(last), Int(text.dropLast()) != nil {
      return String(text.dropLast())
    }
    let word = PlainWords.folded(String(text.prefix { $0.isLetter }))
    guard word.count > 2, TurnWords.steps.contains(word) else { return text }
    let rest = text.dropFirst(word.count).drop { " #-.".contains($0) }
    return rest.first?.isNumber == true ? String(rest) : text
  }

  /// Adds what a cell says that may go wrong in a step: an extension for each line.
  private mutating func addBranches(_ entries: [String], of step: String, _ span: Span) {
    for entry in entries where !["none", "n/a", "-", "–"].contains(entry.lowercased()) {
      let count = extensions.count { $0.id.hasPrefix(step) && $0.id.count == step.count + 1 }
      let letter = "abcdefghijklmnopqrstuvwxyz".dropFirst(count).prefix(1)
      let id = Fragment(text: "\(step)\(letter)", span: span)
      let isNamed = ExtensionID(entry) != nil
      addExtensionRow(
        isNamed ? Fragment(text: String(entry.prefix { $0 != " " }), span: span) : id,
        Fragment(text: isNamed ? String(entry.drop { $0 != " " }) : entry, span: span), next: nil)
    }
  }

  /// A sentence without its capital, to follow "User" or "System".
  static func lowered(_ text: String, _ actor: String) -> String {
    var rest = Substring(text)
    let own = actor.lowercased() + " "
    for lead in ["user ", "the user ", "system ", "the system ", own, "the " + own]
    where rest.lowercased().hasPrefix(lead) {
      rest = rest.dropFirst(lead.count)
    }
    let first = rest.prefix { $0 != " " }
    guard first.dropFirst().allSatisfy({ !$0.isUppercase }) else { return String(rest) }
    return rest.prefix(1).lowercased() + rest.dropFirst()
  }
}
