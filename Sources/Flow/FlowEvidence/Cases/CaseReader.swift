package import Diagnostics
internal import FlowDocument

/// Reads the test cases of a document or a feature file, in the two habits of testers: `Given`,
/// `When`, `Then`, and a form with steps and expected results.
package struct CaseReader {
  /// The cases, in the order of the document.
  private(set) var cases: [WrittenCase] = []
  let path: String
  /// The case that is being read.
  var current: WrittenCase?
  /// What the lines that follow belong to.
  var field: CaseLabel?
  /// The last part of the scenario.
  var part = ScenarioLine.Part.given
  /// Whether what follows belongs to no case: examples, or the background of all.
  var isSkipped = false
  /// Whether the result that is being read stands below one of several steps.
  var isInline = false
  /// Whether nothing was read below the label yet.
  var isFresh = false
  /// Whether the steps are what the field `Test scenario` says.
  var stepsAreScenario = false
  /// Tags that stand before a scenario.
  private var tags: [EvidenceEntry.Phrase] = []
  /// The columns of the table that is being read.
  var columns: [CaseLabel?] = []
  let isFeature: Bool

  /// The cases of a document or a feature file.
  package static func cases(of file: SourceFile) -> [WrittenCase] {
    let text = DocumentText.file(file)
    guard DocumentText.problem(text) == nil else { return [] }
    var reader = CaseReader(path: file.path)
    reader.read(DocumentLines(text).lines)
    return reader.cases
  }

  /// Whether a file with this path may have test cases.
  package static func mayRead(_ path: String) -> Bool {
    DocumentText.isDocument(path)
  }

  private init(path: String) {
    self.path = path
    isFeature = path.lowercased().hasSuffix(".feature")
  }

  // MARK: Lines

  private mutating func read(_ lines: [DocumentLine]) {
    var isText = false
    for (index, line) in lines.enumerated() {
      switch line.kind {
      case .delimiter: continue
      case .row(let cells):
        let next = index + 1 < lines.count ? lines[index + 1].kind : .text
        var isHead = false
        if case .delimiter = next { isHead = true }
        if isFeature { continue }
        row(cells, isHead: isHead)
      case .text:
        columns = []
        let raw = line.fragment.text
        if raw.hasPrefix("\"\"\"") || isFeature && raw.hasPrefix("```") {
          isText.toggle()
          continue
        }
        if isText || raw.isEmpty || isFeature && raw.hasPrefix("#") { continue }
        if raw.hasPrefix("```") || raw.hasPrefix("---") { continue }
        text(raw, line.fragment.span)
      }
    }
    finish()
    keepDeclared()
  }

  private mutating func text(_ raw: String, _ span: Span) {
    let hashes = raw.prefix { $0 == "#" }
    if !hashes.isEmpty, raw.dropFirst(hashes.count).first?.isWhitespace ?? false {
      return heading(CellText(String(raw.dropFirst(hashes.count))).whole, span)
    }
    if raw.hasPrefix("@") { return tag(raw, span) }
    let number = CaseReader.number(of: raw)
    let plain = CaseReader.unticked(CellText(String(raw.dropFirst(number))).whole)
    let isItem = number > 0 || raw.first == "-" || raw.hasPrefix("* ")
    if keyword(plain, span) { return }
    if isBoldHeading(raw, plain) { return heading(plain, span) }
    if !isItem || field == nil || isBeginning(plain), scenario(plain, span) { return }
    if step(plain, number: raw, span) { return }
    if let (label, value) = labelled(plain) {
      return set(label, [EvidenceEntry.Phrase(value, span)].filter { !$0.text.isEmpty })
    }
    if current != nil, let label = CaseLabel(plain) { return set(label, []) }
    guard let field, current != nil, !isSkipped else { return }
    add([EvidenceEntry.Phrase(plain, span)], to: field, isNew: isItem || isFresh)
    isFresh = false
  }

  /// Whether an item of a list begins a scenario, and is not one of some steps: `Then press OK`.
  private func isBeginning(_ text: String) -> Bool {
    switch ScenarioLine.all(in: text).first?.part {
    case .given?: true
    case .when?: current?.steps.isEmpty ?? true
    case .then?, .more?, nil: false
    }
  }

  /// How many characters the number of a list takes: `1. `, `2) `.
  static func number(of text: String) -> Int {
    let digits = text.prefix(3).prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(digits.count)
    guard !digits.isEmpty, let mark = rest.first, mark == "." || mark == ")",
      rest.dropFirst().first?.isWhitespace ?? false
    else { return 0 }
    return digits.count + 2
  }

  private mutating func heading(_ text: String, _ span: Span) {
    if let label = CaseLabel(text), label != .title, current != nil { return set(label, []) }
    if keyword(text, span) || step(text, number: "", span) { return }
    finish()
    begin(span)
    (field, isSkipped) = (nil, false)
    current?.take(heading: text)
    current?.references += tags
    tags = []
  }

  /// A word with a colon that begins a part of a feature.
  private mutating func keyword(_ text: String, _ span: Span) -> Bool {
    guard let colon = text.firstIndex(of: ":") else { return false }
    let title = String(text[text.index(after: colon)...].drop(while: \.isWhitespace))
    switch text[..<colon].lowercased() {
    case "example" where !isFeature: return false
    case "beispiel" where !isFeature: return false
    case "scenario", "scenario outline", "scenario template", "example", "szenario",
      "szenariogrundriss", "beispiel":
      // A heading may have given the id: `## TC-12`, then `Scenario: Unlock`.
      if current?.isEmpty ?? false, current?.id.isEmpty == false, current?.isDeclared == false {
        current?.title = title
      } else {
        finish()
        begin(span)
        current?.take(heading: title, isSentence: true)
      }
      current?.isDeclared = true
      current?.references += tags
      if current?.id.isEmpty ?? false, let tag = tags.first(where: { CaseReader.isID($0) }) {
        current?.id = tag.text
      }
      (tags, field, isSkipped, part) = ([], nil, false, .given)
    case "rule" where !isFeature, "background" where !isFeature: return false
    case "regel" where !isFeature, "grundlage" where !isFeature: return false
    case "feature", "rule", "background", "funktionalität", "grundlage", "regel":
      finish()
      (tags, isSkipped) = ([], true)
    case "examples" where current != nil, "scenarios" where isFeature:
      (isSkipped, field) = (true, nil)
    default: return false
    }
    return true
  }

  /// Whether a tag is the id of the case, and not of what it covers.
  private static func isID(_ tag: EvidenceEntry.Phrase) -> Bool {
    !tag.text.contains(":") && CaseID.isID(tag.text[...])
  }

  private mutating func tag(_ raw: String, _ span: Span) {
    let words = raw.split(whereSeparator: \.isWhitespace).prefix { $0.hasPrefix("@") }
    tags += words.map { EvidenceEntry.Phrase(String($0.dropFirst()), span) }
  }

  private mutating func scenario(_ text: String, _ span: Span) -> Bool {
    let lines = ScenarioLine.all(in: text)
    guard !lines.isEmpty, !isSkipped else { return !lines.isEmpty }
    guard current != nil, lines[0].part != .more || !(current?.isEmpty ?? true) else {
      return false
    }
    for line in lines {
      if line.part != .more { part = line.part }
      guard !line.text.isEmpty else {
        field = [.given: .given, .when: .step, .then: .result][part]
        continue
      }
      field = nil
      addScenario(EvidenceEntry.Phrase(line.text, span))
    }
    return true
  }

  private mutating func addScenario(_ phrase: EvidenceEntry.Phrase) {
    switch part {
    case .given, .more: current?.given.append(phrase)
    case .when: current?.steps.append(WrittenCase.Step(deed: phrase, result: nil))
    case .then:
      current?.results.append(phrase)
      guard let last = current?.steps.indices.last, current?.steps[last].result == nil else {
        return
      }
      current?.steps[last].result = phrase
    }
  }

  // MARK: Cases

  mutating func begin(_ span: Span) {
    current = WrittenCase(path: path, span: span)
    (part, isInline, stepsAreScenario) = (.given, false, false)
  }

  mutating func finish() {
    if var current, !current.isEmpty || current.isDeclared || !current.id.isEmpty {
      current.pairInterleaved()
      cases.append(current)
    }
    current = nil
  }

  /// Leaves out headings that are no test cases: those without content whose ids do not look like
  /// those of the others, and those below which a sentence only begins with `Given`.
  private mutating func keepDeclared() {
    func stem(_ id: String) -> Substring { id.prefix { $0.isLetter } }
    let stems = Set(cases.filter { !$0.isEmpty && !$0.id.isEmpty }.map { stem($0.id) })
    cases.removeAll { found in
      guard !found.isDeclared, found.steps.isEmpty, found.results.isEmpty else { return false }
      return found.id.isEmpty || found.isEmpty && !stems.contains(stem(found.id))
    }
  }
}
