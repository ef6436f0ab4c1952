internal import Diagnostics
internal import FlowDocument

// The fields of forms, and the tables in which they stand.
extension CaseReader {
  /// Begins a field, with what stands beside its label.
  mutating func set(_ label: CaseLabel, _ phrases: [EvidenceEntry.Phrase]) {
    isSkipped = false
    if label == .id {
      guard let first = phrases.first else {
        field = .id
        return
      }
      // A second id is that of the next case.
      if let known = current, !known.id.isEmpty && known.isDeclared || !known.isEmpty { finish() }
      if current == nil { begin(first.span) }
      let (id, rest) = CaseID.leading(first.text) ?? (first.text, "")
      current?.id = id
      if !rest.isEmpty { current?.title = rest }
      current?.isDeclared = true
      field = nil
      return
    }
    guard current != nil || label == .title else { return }
    let label = settled(label)
    isFresh = phrases.isEmpty
    isInline = label == .result && field == .step && !phrases.isEmpty
    field = label
    add(phrases, to: label, isNew: true)
  }

  /// Adds texts to a field.
  ///
  /// - Parameter isNew: whether they begin an entry, and do not go on with the one before.
  mutating func add(_ phrases: [EvidenceEntry.Phrase], to label: CaseLabel, isNew: Bool) {
    for phrase in phrases where !phrase.text.isEmpty {
      switch label {
      case .id: set(.id, [phrase])
      case .title, .scenario: title(phrase)
      case .about: if current?.title.isEmpty ?? false { current?.title = phrase.text }
      case .reference: current?.references += CaseReader.tokens(of: phrase)
      case .given: current?.given += CaseReader.parts(of: phrase)
      case .step: addStep(phrase, isNew: isNew)
      case .result: addResult(phrase, isNew: isNew)
      case .number, .input, .other: break
      }
    }
  }

  private mutating func title(_ phrase: EvidenceEntry.Phrase) {
    if current == nil {
      begin(phrase.span)
      current?.isDeclared = true
    }
    if current?.id.isEmpty ?? false {
      current?.take(heading: phrase.text)
    } else {
      current?.title = phrase.text
    }
    field = nil
  }

  private mutating func addStep(_ phrase: EvidenceEntry.Phrase, isNew: Bool) {
    let lines = CaseReader.parts(of: phrase)
    if !isNew, let last = current?.steps.last?.deed, lines.count == 1 {
      current?.steps.removeLast()
      let deed = EvidenceEntry.Phrase(last.text + " " + phrase.text, last.span)
      current?.steps.append(WrittenCase.Step(deed: deed, result: nil))
      return
    }
    current?.steps += lines.map { WrittenCase.Step(deed: $0, result: nil) }
  }

  private mutating func addResult(_ phrase: EvidenceEntry.Phrase, isNew: Bool) {
    let lines = CaseReader.parts(of: phrase)
    if !isNew, let last = current?.results.last, lines.count == 1 {
      current?.results.removeLast()
      current?.results.append(EvidenceEntry.Phrase(last.text + " " + phrase.text, last.span))
      return
    }
    current?.results += lines
  }

  /// What a phrase names, apart from what separates it.
  static func tokens(of phrase: EvidenceEntry.Phrase) -> [EvidenceEntry.Phrase] {
    phrase.text.split { $0.isWhitespace || ",;()[]|".contains($0) }.map { word in
      var word = word.drop { $0 == "@" }
      while let last = word.last, last == "." || last == ":" { word = word.dropLast() }
      return EvidenceEntry.Phrase(String(word), phrase.span)
    }.filter { $0.text.contains(where: \.isNumber) }
  }

  /// The entries of a list that stands in one line: `1. a 2. b`.
  static func parts(of phrase: EvidenceEntry.Phrase) -> [EvidenceEntry.Phrase] {
    var texts: [String] = []
    var words: [Substring] = []
    // An entry of a list that was split already begins with its own number.
    let isNumbered = CaseReader.number(of: phrase.text) > 0
    var next = isNumbered ? Int(phrase.text.prefix { $0.isNumber }) ?? 1 : 1
    for word in phrase.text.split(whereSeparator: \.isWhitespace) {
      if word == "\(next)." || word == "\(next))" {
        if !words.isEmpty { texts.append(words.joined(separator: " ")) }
        words = []
        next += 1
      } else {
        words.append(word)
      }
    }
    if !words.isEmpty { texts.append(words.joined(separator: " ")) }
    return texts.map { EvidenceEntry.Phrase($0, phrase.span) }
  }

  // MARK: Tables

  mutating func row(_ cells: [Fragment], isHead: Bool) {
    let texts = cells.map { CellText($0.text).whole }
    let labels = texts.map { CaseLabel($0) }
    let known = labels.compactMap(\.self)
    // `Step | Action | Expected`, also below the fields of the form.
    let isHeader =
      known.count >= 2 && known.count * 2 > texts.filter { !$0.isEmpty }.count
      && Set(known).count > 1 && !Set(known).isDisjoint(with: [.step, .result, .id, .given])
    if isHeader {
      columns = CaseReader.columns(labels)
      return
    }
    if !columns.isEmpty,
      !columns.contains(nil) || columns.contains(.step)
        || columns.contains(.result)
    {
      if isLabelled(labels, texts) { columns = [] } else { return record(cells) }
    }
    if scenarioRow(cells, texts) { return }
    // `Label | value`, once or several times.
    guard known.count > 0 || !isHead else {
      columns = labels
      return
    }
    for index in stride(from: 0, to: cells.count - 1, by: 2) {
      guard let label = labels[index] else { continue }
      set(label, phrases(of: cells[index + 1]))
      if label != .id, label != .title { field = nil }
    }
  }

  /// Whether a row is a field of the form in the middle of a table of steps.
  private func isLabelled(_ labels: [CaseLabel?], _ texts: [String]) -> Bool {
    guard case .some(let first?) = labels.first, texts.count > 1 else { return false }
    return first != .number && labels.dropFirst().allSatisfy { $0 == nil } && texts.count <= 3
  }

  /// The columns of a header. In a table of steps `Step` is a number if another column has what is
  /// done, and `ID` is that of the step.
  private static func columns(_ labels: [CaseLabel?]) -> [CaseLabel?] {
    let hasSteps = labels.contains(.step) || !labels.contains(.title)
    var columns = labels.map { $0 == .scenario ? hasSteps ? .title : .step : $0 }
    let steps = columns.indices.filter { columns[$0] == .step }
    if steps.count > 1 { columns[steps[0]] = .number }
    if steps.isEmpty, columns.contains(.result),
      let about = columns.firstIndex(of: .about), columns.contains(.number)
    {
      columns[about] = .step
    }
    if !columns.contains(.step), let input = columns.firstIndex(of: .input) {
      columns[input] = .step
    }
    return columns
  }

  /// A row of a table with columns: a step, or a whole case.
  private mutating func record(_ cells: [Fragment]) {
    let columns = columns
    let isCase = !Set(columns).isDisjoint(with: [.id, .title, .scenario])
    guard isCase || current != nil else { return }
    if isCase {
      if let id = columns.firstIndex(of: .id), id < cells.count,
        CellText(cells[id].text).whole.isEmpty, current != nil
      {
        // A further step of the case above.
      } else {
        finish()
        begin(cells.first?.span ?? .top)
        current?.isDeclared = true
      }
    }
    var deeds: [EvidenceEntry.Phrase] = []
    var results: [EvidenceEntry.Phrase] = []
    for (label, cell) in zip(columns, cells) {
      let phrases = phrases(of: cell)
      switch label {
      case .step?: deeds += phrases.flatMap { CaseReader.parts(of: $0) }
      case .result?: results += phrases.flatMap { CaseReader.parts(of: $0) }
      case .id? where isCase: if let first = phrases.first { current?.id = first.text }
      case .number?, .id?, nil: continue
      case let label?: add(phrases, to: label, isNew: true)
      }
    }
    if isCase, deeds.count != results.count {
      current?.steps += deeds.map { WrittenCase.Step(deed: $0, result: nil) }
      current?.results += results
      return
    }
    if !isCase, columns.contains(.result) { current?.hasResultsBeside = true }
    if !isCase, deeds.count > 1 || results.count > 1 {
      deeds = [CaseReader.whole(deeds)].compactMap(\.self)
      results = [CaseReader.whole(results)].compactMap(\.self)
    }
    for (index, deed) in deeds.enumerated() {
      let result = index < results.count ? results[index] : nil
      current?.steps.append(WrittenCase.Step(deed: deed, result: result))
    }
    current?.results += results
  }

  private static func whole(_ phrases: [EvidenceEntry.Phrase]) -> EvidenceEntry.Phrase? {
    phrases.first.map {
      EvidenceEntry.Phrase(phrases.map(\.text).joined(separator: " "), $0.span)
    }
  }

  /// A row `Given | …`.
  private mutating func scenarioRow(_ cells: [Fragment], _ texts: [String]) -> Bool {
    guard cells.count >= 2, current != nil,
      let part = ScenarioLine.all(in: texts[0] + " x").first, part.text == "x"
    else { return false }
    if part.part != .more { self.part = part.part }
    for phrase in phrases(of: cells[1]) { addPhrase(phrase) }
    return true
  }

  private mutating func addPhrase(_ phrase: EvidenceEntry.Phrase) {
    switch part {
    case .given, .more: current?.given.append(phrase)
    case .when: current?.steps.append(WrittenCase.Step(deed: phrase, result: nil))
    case .then: current?.results.append(phrase)
    }
  }

  private func phrases(of cell: Fragment) -> [EvidenceEntry.Phrase] {
    CellText(cell.text).entries.map { EvidenceEntry.Phrase($0, cell.span) }
  }
}
