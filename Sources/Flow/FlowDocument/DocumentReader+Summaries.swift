internal import Diagnostics
internal import FlowModel

// Headings that are fields of the form, and tables that say again what stands above them.
extension DocumentReader {
  /// The name or the main scenario that a heading has with its text: `## Name: Log in`,
  /// `### 6. Main flow — Regular flow`. Nil for another one.
  static func fieldHeading(_ text: String) -> HeaderLabel? {
    let words = text.drop { "# ".contains($0) }
    // `### Use Case ID:UC-002`
    if let colon = words.prefix(30).firstIndex(of: ":"),
      words[colon...].contains(where: \.isNumber),
      let label = HeaderLabel(String(words[..<colon])), label.isID
    {
      return label
    }
    for mark in [": ", " — ", " – "] {
      guard let found = words.prefix(60).firstRange(of: mark),
        let label = HeaderLabel(String(words[..<found.lowerBound]))
      else { continue }
      switch label {
      case .title: return isOfUseCases(words[..<found.lowerBound]) ? nil : label
      case .main where mark != ": ": return label
      default: return nil
      }
    }
    return nil
  }

  /// Whether a heading has a known label and its text: `#### Actor: Guest`.
  func isField(_ text: String) -> Bool {
    labelled(String(text.drop { "# ".contains($0) }), isBold: false) != nil
  }

  /// Whether a line has a known label and its text, apart from what stands below a heading that has
  /// its text beside it: `Initiating actor: Coach` below `#### Requirements: R1`.
  func isLabelApart(_ line: DocumentLine, _ text: String) -> Bool {
    guard stateLevel < 9, index > 0, lines[index - 1].isBlank, line.indent == 0,
      line.fragment.text.first?.isUppercase == true, labelled(text, isBold: false) != nil,
      let above = lines[..<index].last(where: { !$0.isBlank })
    else { return false }
    let raw = above.fragment.text
    return raw.hasPrefix("#") && isField(CellText(raw).whole)
      || above.fragment.text.first?.isUppercase == true
        && labelled(CellText(raw).whole, isBold: false) != nil
  }

  /// Whether `# Use cases` stands above headings with forms of their own, and is no title.
  func isAboveForms(_ label: HeaderLabel, _ raw: String) -> Bool {
    guard case .title = label, raw.hasPrefix("#"),
      let next = lines[(index + 1)...].firstIndex(where: { !$0.isBlank }),
      lines[next].fragment.text.hasPrefix("#"),
      HeaderLabel(CellText(lines[next].fragment.text).whole) == nil,
      let below = lines[(next + 1)...].first(where: { !$0.isBlank })
    else { return false }
    let text = CellText(below.fragment.text).whole
    return below.fragment.text.hasPrefix("#")
      && (isField(text) || DocumentReader.fieldHeading(text) != nil)
  }

  /// The actors without those that are called secondary, which are kept apart: `Secondary: Bank`
  /// beside `Primary: Guest`.
  mutating func takeSecondary(
    _ values: [String], _ form: HeaderPlace.Form, _ span: Span
  ) -> [String] {
    values.compactMap { value in
      let word = PlainWords.folded(String(value.prefix { $0.isLetter }))
      let rest = value.dropFirst(word.count)
      guard rest.first == ":" || rest.isEmpty else { return value }
      let names = CellText.collapsed(String(rest.dropFirst()))
      if DocumentReader.primaries.contains(word) { return names.isEmpty ? nil : names }
      guard DocumentReader.secondaries.contains(word) else { return value }
      if !names.isEmpty { take(["\(value)"], .related("Actors"), form, span) }
      return nil
    }
  }

  private static let primaries: Set<String> = [
    "primary", "main", "initiating", "primar", "haupt", "primaire", "principal", "primario",
    "primair", "primaarne", "primarios", "principais", "principales",
  ]
  private static let secondaries: Set<String> = [
    "secondary", "supporting", "participating", "sekundar", "neben", "secondaire", "secundario",
    "secundarios", "secundair", "sekundaarne", "secondario",
  ]

  /// Whether the label of a name is that of a use case, whose headings begin one: `Use case: Log
  /// in`, `Use case name: Log in`.
  private static func isOfUseCases(_ name: Substring) -> Bool {
    UseCaseHeading.lead(of: PlainWords.withoutNumber(name) + " ") != nil
  }

  /// Whether a heading is that of a summary: `## Summary table`.
  static func isSummary(_ line: DocumentLine) -> Bool {
    let words = PlainWords.words(CellText(line.fragment.text).whole)
    return words.count < 5 && words.contains(where: summaries.contains)
  }

  private static let summaries: Set<String> = [
    "summary", "recap", "overview", "zusammenfassung", "ubersicht", "uberblick", "recapitulatif",
    "synthese", "resumen", "resumo", "samenvatting", "overzicht", "kokkuvote", "riassunto",
    "riepilogo",
  ]

  /// Whether a table stands below the heading of a summary, and the steps are above it.
  var isBelowSummary: Bool {
    guard !scenario.steps.isEmpty,
      let heading = lines[..<index].suffix(1_000).last(where: { $0.fragment.text.hasPrefix("#") })
    else { return false }
    return DocumentReader.isSummary(heading)
  }

  /// Whether a row of such a table says what is known: the scenarios, and parts of the header that
  /// were read.
  func isKnown(_ label: HeaderLabel) -> Bool {
    switch label {
    case .main, .extensions, .stories, .title, .id: true
    case .text(let text): draft.texts[text] != nil
    case .list(let list): draft.lists[list]?.isEmpty == false
    case .ending, .related, .overview, .flow: false
    }
  }

  /// Takes a remark in brackets that is all of a line above the steps or the alternatives: `(what
  /// may go wrong)`.
  mutating func takeRemark(_ text: String, _ line: DocumentLine) -> Bool {
    let isAbove: Bool =
      switch state {
      case .main: scenario.isEmpty
      case .extensions: scenario.isFresh && !scenario.isEmpty
      default: false
      }
    guard isAbove, text.hasPrefix("("), text.hasSuffix(")"), text.count(where: { $0 == "(" }) == 1,
      text.contains(" "), case let inner = CellText.collapsed(String(text.dropFirst().dropLast())),
      !ScenarioWords.saysNothing(inner), !ScenarioBuilder.isCondition(inner),
      ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(text)) == nil,
      ExtensionID(text) == nil, ExtensionID(inner) == nil
    else { return false }
    add([inner], to: .list(.notes), .line, line.fragment.span)
    return true
  }
}
