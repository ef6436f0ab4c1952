internal import Diagnostics
internal import FlowModel

/// Reads the lines of one use case into a draft.
struct DocumentReader {
  var draft: FlowDraft
  var reporter: Reporter
  let lines: [DocumentLine]
  let prefix: String
  var table: TableBuilder
  var scenario: ScenarioBuilder
  var state: HeaderLabel? { didSet { labelAboveBlank = nil } }
  /// The level of the heading that the state is from. 9 for another line.
  var stateLevel = 9
  /// How far the label that the state is from is indented, if it is a bullet: `- **Main flow**:`.
  var labelIndent: Int?
  /// The last heading of a main scenario, and the last line that begins an alternative, once they
  /// were asked for. -1 for none.
  var (lastMain, lastAlternative): (Int?, Int?)
  /// The last row of a table, once it was asked for. -1 for none.
  private(set) lazy var lastRow = lines.lastIndex(where: \.isRow) ?? -1
  var isLabelBold = false
  /// Whether the table that is read has the steps of an alternative.
  var isInExtension = false
  /// The part that the last row of an overview is about, and the columns of actors below it.
  var (field, fieldColumns): (HeaderLabel?, ScenarioColumns?)
  /// Whether a column of the field's rows has the steps of alternatives.
  var hasStepsInColumn = false
  /// Whether the table that is read sums up what is above it.
  var isSummary = false
  /// Whether a row or a line gave the title.
  var hasTitle = false
  /// Whether the first step is a line of its own, and not in a table.
  var hasMainLine = false
  /// Whether it stands below a name in bold, as parts of a scenario do.
  var mainName: String?
  /// Whether a step that is a heading was the last one, and whether a part of it is read.
  var (isBelowStepHeading, isPartOpen) = (false, false)
  /// Whether a line of the main scenario begins with code.
  var hasCode = false
  /// Whether the main scenario is called `Flow 1`, and whether one that is a table was read.
  var (hasNumberedFlows, hasScenarioTable) = (false, false)
  /// A label without `#` ends with its paragraph, or the one below an empty line.
  var endsAtBlank = false
  var labelAboveBlank: Int?
  /// Whether alternatives have names in italics.
  var hasItalicTitles = false
  /// What is read of the form of the open alternative.
  var alternativeForm: AlternativeFormPart?
  /// Whether that part began with a heading, so that its lines end with the first step.
  var isBelowPart = false
  /// The lines that look like steps and are kept as notes.
  var loose: [Span] = []
  var columns = Columns.none
  var footnotes: [Footnote] = []
  private let footnoteLines: Set<Int>
  var index = 0

  init(_ lines: [DocumentLine], draft: FlowDraft, prefix: String, reporter: Reporter) {
    self.lines = lines
    self.draft = draft
    self.prefix = prefix
    self.reporter = reporter
    footnotes = DocumentReader.footnotes(lines)
    footnoteLines = Set(footnotes.map(\.line))
    table = TableBuilder(path: reporter.path, footnotes: Set(footnotes.map(\.number)))
    scenario = ScenarioBuilder(path: reporter.path, prefix: prefix)
  }

  /// Reads the lines, before `finish`.
  mutating func read() {
    if beginsWithSteps { state = .main }
    // `1. a`, `1. b`
    let numbers = lines.lazy.map { ScenarioBuilder.cleaned($0).text.prefix(3) }
    scenario.isCounted = !numbers.contains("2. ") && numbers.count { $0 == "1. " } > 1
    while index < lines.count {
      let line = lines[index]
      switch line.kind {
      case .delimiter: break
      case .row(let cells): readRow(cells, line)
      case .text:
        if let end = renderedHeader(at: index) {
          readRendered(from: end)
          index = lines.count
          continue
        }
        readText(line)
      }
      index += 1
    }
  }

  // MARK: Lines of text

  private mutating func readText(_ line: DocumentLine) {
    let line = withoutNumberOfLabel(withoutOwnID(line))
    if let parts = DocumentReader.headerParts(of: line) {
      for part in parts { readText(part) }
      return
    }
    let raw = line.fragment.text
    if raw.isEmpty {
      if endsAtBlank || isAfterList, state?.isHeader ?? false { state = nil }
      return
    }
    if footnoteLines.contains(index) { return }
    let text = CellText(raw).whole
    scenario.arrow = line.arrow
    // `<img src="...">`, and `**A.**` above an alternative
    let isPicture = raw.hasPrefix("<img ") && raw.firstIndex(of: ">") == raw.indices.last
    if isPicture || text.isEmpty && raw.hasPrefix("<") { return }
    if case .extensions? = state, raw.hasPrefix("**"), text.count < 3,
      text.first?.isUppercase == true,
      text.last.map({ ".,)".contains($0) }) ?? false
    {
      return
    }
    if raw.allSatisfy({ "-*_= ".contains($0) }) { return }
    if DocumentReader.isColumnName(raw) {
      // Behind the values of other labels it is one as well.
      if state?.isHeader ?? false { begin(.text(.summary), line, 9) }
      return
    }
    if let label = DocumentReader.spacedHeader(raw) {
      (state, endsAtBlank) = (label, false)
      return
    }
    if takeAlternativeForm(text, line) { return }
    let level = raw.hasPrefix("#") ? raw.prefix { $0 == "#" }.count : 9
    if isFlowOfAlternative(text, raw) || takePartOfStep(text, line) { return }
    if isLoosePicture(text, raw) {
      if HeaderLabel(text) == nil { add([text], to: .list(.notes), .line, line.fragment.span) }
      return
    }
    if isCaption(line) {
      add([text], to: .list(.notes), .line, line.fragment.span)
      return
    }
    // `- **API**:` after `- **Main flow**:`
    if takeFieldBeside(text, line) { return }
    if let name = labelBeside(text, line) {
      (state, stateLevel, endsAtBlank) = (.related(name), level, false)
      return
    }
    if let (name, value) = fieldBeside(text, line) {
      take([value], .related(name), .label, HeaderPlace.value(of: line.fragment))
      (state, stateLevel, endsAtBlank) = (.related(name), level, false)
      return
    }
    if beginsInBrackets(text, line, level) || beginsErrors(text, line, level) { return }
    if takeResult(text, line) { return }
    if let found = HeaderLabel(text), isLabelHere(found, line), !isBelowStep(found, line) {
      let label = meaning(of: found)
      begin(label, line, level)
      endsAtBlank = endsParagraph(raw)
      if case .extensions = label { scenario.beginExtensions(text) }
      // `## User Stories` after the steps
      if case .stories = label, !scenario.steps.isEmpty || hasMainBelow() {
        state = .related(CellText.collapsed(text.filter { !"#:".contains($0) }))
      }
      return
    }
    if let name = namedAlternative(text, raw) {
      (state, stateLevel) = (.extensions, level)
      scenario.addNamed(name, line)
      return
    }
    if let (label, value) = begunScenario(text, line) {
      (state, stateLevel, endsAtBlank) = (label, level, false)
      if case .extensions = label { scenario.beginExtensions(text) }
      labelIndent = DocumentReader.isBullet(raw) ? line.indent : nil
      isLabelBold = DocumentReader.isBoldBullet(raw)
      if !value.isEmpty { take([value], label, .line, HeaderPlace.value(of: line.fragment)) }
      return
    }
    if beginsFlow(text, line, level) { return }
    if let name = italicTitle(text, line) {
      if isInMain { begin(.extensions, line, level) }
      scenario.addNamed(name, line)
      return
    }
    if takeHeadingBehind(text, line, level) { return }
    if headsBelowLabel(level) { stateLevel = level - 1 }
    // `## Flow` with steps and no table.
    if case .flow? = state, scenario.isEmpty, table.isEmpty, saysUseCase,
      case let step = ScenarioBuilder.withPlainNumber(String(text.drop { "# ".contains($0) })),
      ScenarioBuilder.numbered(step)?.id == "1", !hasMainBelow()
    {
      state = .main
    }
    let isHeading = raw.hasPrefix("#")
    let isMainStep = level < 9 && level > stateLevel && isInMain
    if isMainStep, takeStepHeading(line, text) { return }
    if !scenario.isEmpty, beginsAlternative(text, line) {
      // The next heading of the same level ends it, unless it is another alternative.
      if case .extensions? = state { return }
      (state, stateLevel) = (.extensions, level)
      return
    }
    if isHeading, level > stateLevel, case .extensions? = state {
      scenario.addExtension(lineHeading(line, text) ?? line)
      return
    }
    if isMainStep { return }
    // `### 4.1 The card is there` below `## Preconditions`
    if beginsEnding(text, level) { return }
    if isHeading, level > stateLevel, let label = state, label.isHeader, !isField(text) {
      let words = String(PlainWords.withoutNumber(Substring(text.drop { "# ".contains($0) })))
      take([words], label, .line, HeaderPlace.words(of: line.fragment))
      return
    }
    if beginsAgain(text, line, level) || isHeading && takeHeading(line, text, level) { return }
    // `## Log in` below `# UC-3`
    if isHeading, scenario.isEmpty, state == nil,
      text.drop(while: { "# ".contains($0) }) == draft.title[...]
    {
      return
    }
    if isHeading {
      state = nil
      reporter.misplace(
        line.fragment.span,
        "the text below this heading has no place in a flow; it is kept in `notes`")
      return
    }
    if describesAlternative(text, line) { return }
    if endsScenario(text, line) {
      state = nil
      readLoose(line, text)
      return
    }
    if takeReference(text, line) || takeNone(text, line) { return }
    if let (name, value) = remarkAfterList(text, line) {
      take([value], .related(name), .label, HeaderPlace.value(of: line.fragment))
      if !isAboveAlternative { (state, stateLevel, endsAtBlank) = (.related(name), level, false) }
      return
    }
    if let name = labelAfterList(text, raw) ?? labelBehind(text, line) ?? labelAlone(text, raw) {
      (state, stateLevel, endsAtBlank) = (.related(name), level, false)
      return
    }
    if let name = fieldsBehind(text, line) {
      (state, stateLevel, endsAtBlank) = (.related(name), level, false)
      return
    }
    if case .extensions? = state, let title = boldTitle(text, line) ?? anyTimeTitle(text, line) {
      scenario.addNamed(title, line)
      return
    }
    if isDescribedStep(text) { state = .main }
    if beginsListOfSteps(line) { begin(.main, line, 9) }
    // Only what stands above the first step or line may be an introduction.
    let isFirst = isInMain ? scenario.isEmpty : scenario.extensions.last?.lines.isEmpty ?? false
    scenario.isBeforeList = isFirst && isBeforeList(line)
    scenario.isAboveDeed = text.hasSuffix(":") && isAboveDeed(line)
    if takeRemark(text, line) || takeNameOfTable(text, line) { return }
    switch state {
    case .main where scenario.isEmpty && scenario.isBeforeList:
      // `The use case begins when ...` above the list.
      let words = CellText(raw, keepsLinks: true).whole
      add([words], to: .list(.notes), .line, line.fragment.span)
    case .main, .stories:
      if scenario.isEmpty { beginMainLines() }
      if raw.hasPrefix("`") { hasCode = true }
      scenario.addMain(line)
    case .extensions:
      if scenario.extendsWith(line) {
        scenario.isAboveNumbers = isAboveNumbers(line)
        scenario.isAboveSecond = isAboveSecond(line)
        if isSequence(line) { scenario.addNamed(scenario.sectionName, line) }
        scenario.addExtension(line)
      } else {
        readLoose(line, text)
      }
    case let label?:
      if takeActor(text, label, line) { return }
      if raw.contains("**"), let part = labelled(text, isBold: true), !isEntry(part.label, raw) {
        readLoose(line, text)
      } else if isLabelApart(line, text) || isLabelBehindList(line, text) {
        readLoose(line, text)
      } else if label.isHeader {
        // `: Customer`, below the term of a list of definitions
        let words = raw.hasPrefix(": ") ? String(raw.dropFirst(2)) : raw
        take(
          CellText(words, keepsLinks: true).entries, label, .line,
          HeaderPlace.words(of: line.fragment))
      } else {
        readLoose(line, text)
      }
    case nil: readLoose(line, text)
    }
  }
}
