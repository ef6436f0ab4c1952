internal import FlowModel

/// Names parts of use cases by what stands below them: steps below `Description`, and an
/// alternative below `Section: Forgotten password`.
enum PartNames {
  static func read(_ lines: [DocumentLine]) -> [DocumentLine] {
    described(sections(numberedAgain(lines.map(withSpace))))
  }

  /// A line whose first word is the name of a part with a hyphen, with a space in its place:
  /// `Fluxo-Normal:`, `Fluxo-Alternativo (the card is gone)`.
  private static func withSpace(_ line: DocumentLine) -> DocumentLine {
    let text = line.fragment.text
    guard case .text = line.kind, let start = text.firstIndex(where: { !"#* ".contains($0) }),
      case let word = text[start...].prefix(while: { $0.isLetter || $0 == "-" }),
      word.contains("-"), word.utf8.count < 40,
      case let name = String(word.replacing("-", with: " ")), word.last != "-",
      HeaderLabel(String(word)) == nil, ScenarioBuilder.lead(of: "\(word) ") == nil,
      HeaderLabel(name) != nil || ScenarioBuilder.lead(of: "\(name) ") != nil
    else { return line }
    var spaced = line
    spaced.fragment.text.replaceSubrange(word.startIndex..<word.endIndex, with: name)
    return spaced
  }

  /// Further tables of steps below one main scenario, each below a heading of its own, and numbered
  /// from 1 again: `7.2 Filter the list` behind `7.1 Open the list`, below `7. Main flow`.
  private static func numberedAgain(_ lines: [DocumentLine]) -> [DocumentLine] {
    var result = lines
    /// How many headings above steps the main scenario has that is open, and the first of them.
    var tables: Int?
    var first = 0
    for (place, line) in lines.enumerated() {
      let text = line.fragment.text
      guard case .text = line.kind, text.hasPrefix("#") else { continue }
      let title = CellText(String(text.drop { "# ".contains($0) })).whole
      switch HeaderLabel(title) {
      case .main?: tables = 0
      case nil where !ScenarioBuilder.headsAlternative(title):
        guard let count = tables else { continue }
        guard isAboveFirstRow(place, lines) else {
          tables = nil
          continue
        }
        tables = count + 1
        guard count > 0 else {
          first = place
          continue
        }
        // The name of the first is no step.
        if count == 1, PlainWords.withoutNumber(title[...]).startIndex > title.startIndex {
          let name = CellText(String(lines[first].fragment.text.drop { "# ".contains($0) })).whole
          result[first].fragment.text = "**\(PlainWords.withoutNumber(name[...]))**"
        }
        let name = PlainWords.withoutNumber(title[...])
        result[place].fragment.text = "\(text.prefix { $0 == "#" }) Alternative flow: \(name)"
      default: tables = nil
      }
    }
    return result
  }

  /// Whether a list or a table of steps that begins with 1 is the next below a heading.
  private static func isAboveFirstRow(_ place: Int, _ lines: [DocumentLine]) -> Bool {
    if let next = lines[(place + 1)...].first(where: { !$0.isBlank }), case .text = next.kind {
      // `### House rules` above a list is no part of the scenario.
      let title = CellText(String(lines[place].fragment.text.drop { "# ".contains($0) })).whole
      let isCounted = title.split(separator: " ").prefix(2).contains {
        $0.contains(where: \.isNumber)
      }
      return (isCounted || isAboveSteps(place, lines)) && !next.fragment.text.hasPrefix("#")
        && ScenarioBuilder.numbered(ScenarioBuilder.cleaned(next).text)?.id == "1"
    }
    let below = lines[(place + 1)...].lazy.filter { !$0.isBlank }.prefix(3)
    guard below.count == 3, let head = below.first, case .row(let names) = head.kind,
      ScenarioColumns(ColumnNames(names), isMain: true) != nil,
      case .row(let cells)? = below.dropFirst(2).first?.kind
    else { return false }
    return cells.first.map { ScenarioBuilder.stepNumber(CellText($0.text).whole) } == "1"
  }

  private static let sections: Set<String> = [
    "section", "abschnitt", "seccion", "secao", "sectie", "sezione", "osa",
  ]

  /// The sections of a use case behind its main scenario, each with steps of its own (C. Larman,
  /// Applying UML and Patterns).
  private static func sections(_ lines: [DocumentLine]) -> [DocumentLine] {
    var result = lines
    /// The first main scenario, once one was looked for.
    var main: Int?
    for (place, line) in lines.enumerated() {
      let text = line.fragment.text
      guard case .text = line.kind, text.utf8.count < 90,
        case let bare = text.drop(while: { "#*- ".contains($0) }),
        let colon = bare.prefix(12).firstIndex(of: ":"),
        sections.contains(PlainWords.folded(String(bare[..<colon]))),
        case let name = CellText.collapsed(bare[colon...].dropFirst().filter({ $0 != "*" })),
        !name.isEmpty
      else { continue }
      let first = main ?? lines.firstIndex(where: \.headsMain) ?? lines.count
      main = first
      guard first < place else { continue }
      let marks = text.prefix { $0 == "#" }
      result[place].fragment.text =
        "\(marks.isEmpty ? "######" : marks) Alternative flow: \(name)"
    }
    return result
  }

  /// Numbered lists below `Description`, in documents that have exceptions and no main scenario
  /// otherwise.
  private static func described(_ lines: [DocumentLine]) -> [DocumentLine] {
    var places: [Int] = []
    var hasExtensions = false
    for (place, line) in lines.enumerated() {
      guard case .text = line.kind, line.fragment.text.utf8.count < 60,
        let label = HeaderLabel(CellText(line.fragment.text).whole)
      else { continue }
      switch label {
      case .main: return lines
      case .extensions: hasExtensions = true
      case .text(.summary) where isAboveSteps(place, lines): places.append(place)
      default: break
      }
    }
    guard hasExtensions else { return lines }
    var result = lines
    for place in places {
      let marks = lines[place].fragment.text.prefix { $0 == "#" }
      result[place].fragment.text = "\(marks.isEmpty ? "######" : marks) Main flow"
    }
    return result
  }

  /// Whether three steps follow, of which the system does one.
  private static func isAboveSteps(_ place: Int, _ lines: [DocumentLine]) -> Bool {
    var texts: [String] = []
    for line in lines[(place + 1)...].prefix(80) where !line.isBlank {
      let text = ScenarioBuilder.withPlainNumber(ScenarioBuilder.cleaned(line).text)
      guard case .text = line.kind, let (id, rest) = ScenarioBuilder.numbered(text),
        Int(id) == texts.count + 1
      else { break }
      texts.append(rest)
    }
    return texts.count > 1
      && texts.contains { ScenarioWords.deed($0, of: ScenarioWords.systems) != nil }
  }
}
