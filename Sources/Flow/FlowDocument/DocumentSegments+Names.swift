internal import Diagnostics
internal import FlowModel

// The ids and titles of use cases.
extension DocumentSegments {
  /// A draft of a further use case, with its heading's title if it has one.
  func titled(_ line: Int, _ number: Int, of draft: FlowDraft) -> FlowDraft {
    var other = FlowDraft()
    other.kind = draft.kind
    other.span = lines[line].fragment.span
    if isActor(line) {
      other.title = draft.title
    } else if level(of: line) > 0 {
      let text = lines[line].fragment.text.drop { "# ".contains($0) }
      other.title = UseCaseHeading.title(
        String(PlainWords.withoutNumber(Substring(CellText(String(text)).whole))))
      other.title = DocumentSegments.withoutLabel(other.title)
      other.takeActorOfTitle()
    }
    other.hasMadeUpID = true
    other.id =
      other.title.isEmpty ? "\(prefix)\(number)" : DocumentSegments.madeUpID(other.title)
    return other
  }

  /// Whether a heading says who acts: `### Primary actor: Guest`.
  func isActor(_ place: Int) -> Bool {
    guard level(of: place) > 0,
      case let text = CellText(lines[place].fragment.text).whole.drop(while: { "# ".contains($0) }),
      let colon = text.prefix(40).firstIndex(of: ":"),
      case .text(.actor)? = HeaderLabel(String(text[..<colon]))
    else { return false }
    return true
  }

  /// The use cases with the numbers of their headings, if each has one and they are counted: `# 1.
  /// Log in` and `# 2. Log out` are `UC1` and `UC2`.
  func numbered(_ parts: [Part]) -> [Part] {
    guard parts.count > 1 else { return parts }
    for (place, part) in parts.enumerated() {
      let heading = part.lines.lowerBound - 1
      guard part.draft.hasMadeUpID, heading >= 0, level(of: heading) > 0,
        case let text = lines[heading].fragment.text.drop(while: { "# *".contains($0) }),
        case let digits = text.prefix(while: \.isNumber), Int(digits) == place + 1,
        let mark = text[digits.endIndex...].first, ".):".contains(mark),
        text[digits.endIndex...].dropFirst().first == " "
      else { return parts }
    }
    return parts.enumerated().map { place, part in
      var draft = part.draft
      (draft.id, draft.hasMadeUpID) = ("\(prefix)\(place + 1)", false)
      return (draft, part.lines)
    }
  }

  /// A title without `Name:` before it.
  private static func withoutLabel(_ title: String) -> String {
    guard let colon = title.prefix(30).firstRange(of: ": "),
      case .title? = HeaderLabel(String(title[..<colon.lowerBound]))
    else { return title }
    return CellText.collapsed(String(title[colon.upperBound...]))
  }

  /// The heading of a use case on a line. In plain text it is `UC4: Log in`, above `Actor: Guest`,
  /// in a list `* UC4: Log in` above `  * Actor: Guest`.
  func heading(_ line: Int) -> UseCaseHeading? {
    var raw = lines[line].fragment.text
    if let heading = UseCaseHeading(raw, prefix: prefix) { return heading }
    // `✅ UC4: Log in`
    raw = String(PlainWords.withoutPicture(raw[...]))
    if ["* ", "- ", "+ "].contains(where: raw.hasPrefix),
      lines[(line + 1)...].first(where: { !$0.isBlank }).map({ $0.indent > lines[line].indent })
        ?? false
    {
      raw = CellText(String(raw.dropFirst(2))).whole
    }
    // `Caso UC2: Log in`
    let kind = raw.prefix { $0 != " " }
    let isKind = ["caso", "case", "cas", "fall"].contains(PlainWords.folded(String(kind)))
    var text =
      isKind ? String(raw.dropFirst(kind.count + 1)) : DocumentSegments.withJoinedNumber(raw)
    // `UC.1 : Log in`
    if let mark = text.prefix(24).firstRange(of: " : ") {
      text.replaceSubrange(mark, with: ": ")
    }
    let word = text.prefix { $0 != " " && $0 != ":" }
    guard word.count < 20, word.first?.isUppercase == true, word.last?.isNumber == true,
      text.utf8.count < 121,
      case let rest = text.dropFirst(word.count),
      [":", " - ", " – ", " — "].contains(where: rest.hasPrefix)
        || DocumentSegments.isTitle(rest, of: word),
      FlowName.isID(UseCaseHeading.joined(word)),
      let below = lines[(line + 1)...].first(where: { !$0.isBlank }), case .text = below.kind,
      case let label = below.fragment.text.drop(while: { "-*+• ".contains($0) }),
      HeaderLabel(String(label.prefix(40).prefix { $0 != ":" }))?.isHeader == true
    else { return nil }
    return UseCaseHeading("# \(text)", prefix: prefix)
  }

  /// Whether words behind the id of a use case are its title: `UC-94 Reserve a seat`.
  private static func isTitle(_ rest: Substring, of word: Substring) -> Bool {
    ["UC", "CU", "CDU"].contains(word.prefix(while: \.isLetter)) && rest.first == " "
      && rest.dropFirst().first?.isUppercase == true
      && !rest.contains(where: { ".:;?!,".contains($0) })
  }

  /// `UC 24: Log in`, `UC 24. Log in` and `**UC 24: Log in**` as `UC24: Log in`.
  private static func withJoinedNumber(_ text: String) -> String {
    let isBold = text.hasPrefix("**") && text.hasSuffix("**") && text.utf8.count > 8
    let plain = isBold ? text.dropFirst(2).dropLast(2) : text[...]
    guard ["UC ", "CU "].contains(where: plain.hasPrefix),
      plain.dropFirst(3).first?.isNumber == true
    else { return text }
    let number = plain.dropFirst(3).prefix { $0.isNumber }
    let rest = plain[number.endIndex...]
    return "\(plain.prefix(2))\(number)\(rest.hasPrefix(". ") ? ":\(rest.dropFirst())" : rest)"
  }

  /// The title that the heading below one with the id alone has: `# UC-3`, `## Log in`.
  func title(below line: Int) -> String? {
    guard level(of: line) > 0,
      let next = lines.indices[(line + 1)...].first(where: { !lines[$0].isBlank }),
      level(of: next) > level(of: line), heading(next) == nil
    else { return nil }
    let text = CellText(String(lines[next].fragment.text.drop { "# ".contains($0) })).whole
    // A part of the header has to follow, and not the text of a section.
    guard !DocumentSegments.sections.contains(PlainWords.folded(text)),
      let below = lines[(next + 1)...].first(where: { !$0.isBlank })
    else { return nil }
    if case .text = below.kind {
      let label = below.fragment.text.prefix(60).prefix { $0 != ":" }
      guard let found = HeaderLabel(String(label.drop { "-*+• ".contains($0) })), found.isHeader,
        below.fragment.text.hasPrefix("#") || label.endIndex < below.fragment.text.endIndex
      else { return nil }
    }
    // `## Use Case Name: Charge`
    if let colon = text.prefix(40).firstRange(of: ": "),
      case .title? = HeaderLabel(String(text[..<colon.lowerBound]))
    {
      return String(text[colon.upperBound...])
    }
    return HeaderLabel(text) == nil && !ScenarioBuilder.headsAlternative(text) ? text : nil
  }

  /// Headings above several use cases, with the space before them.
  static let plurals: Set<String> = [
    " use cases", " use-cases", " casos de uso", " cas d'utilisation", " casi d'uso",
    " anwendungsfalle", " kasutusmallid", " kasutusjuhud",
  ]

  /// Headings of sections that name no use case.
  private static let sections: Set<String> = [
    "details", "general", "general information", "basic information", "information", "overview",
    "background", "introduction", "context", "user story", "user stories", "table of contents",
    "design", "legend", "definition", "motivation", "problem", "specification", "kontext",
    "einleitung", "allgemeines", "uberblick", "hintergrund", "introduccion", "contexto",
    "informacion general", "introducao", "informacoes gerais", "contexte", "informations generales",
    "inleiding", "algemeen", "introduzione", "contesto", "informazioni generali", "sissejuhatus",
    "description textuelle", "descriptions textuelles", "textual description",
    "textual descriptions", "textuelle beschreibung", "descripcion textual", "descricao textual",
    "use case", "use case details", "use case description", "use case specification", "metadata",
  ]

  /// Whether a heading is that of a section that names no use case.
  static func isSection(_ text: String) -> Bool { sections.contains(PlainWords.folded(text)) }

  // MARK: Names

  /// Whether the first row of a table names a use case below a word of the team's own,
  /// `| Item | UC-5 Return goods |`, and another row has its main scenario.
  static func namesUseCase(_ place: Int, in lines: [DocumentLine], _ prefix: String) -> Bool {
    guard case .row(let cells) = lines[place].kind, cells.count == 2 else { return false }
    let texts = cells.map { CellText($0.text).whole }
    guard texts[0].utf8.count < 20, HeaderLabel(texts[0]) == nil,
      let heading = UseCaseHeading("# \(texts[1])", prefix: prefix), !heading.id.isEmpty,
      !heading.title.isEmpty
    else { return false }
    for line in lines[(place + 1)...].prefix(60) {
      if case .text = line.kind { return false }
      if case .row(let cells) = line.kind, cells.count > 1, let first = cells.first,
        case .main? = HeaderLabel(CellText(first.text).whole)
      {
        return true
      }
    }
    return false
  }

  /// Whether the first line of a document without headings is its title: a few words above a label.
  private func isTitle(_ first: Int) -> Bool {
    let text = lines[first].fragment.text
    guard case .text = lines[first].kind, lines[first].indent == 0, text.utf8.count < 60,
      text.first?.isUppercase == true, !text.contains(where: { ":.;|`*".contains($0) }),
      HeaderLabel(text) == nil, let below = lines[(first + 1)...].first(where: { !$0.isBlank }),
      case .text = below.kind, let colon = below.fragment.text.prefix(40).firstIndex(of: ":")
    else { return false }
    guard HeaderLabel(String(below.fragment.text[..<colon])) != nil else { return false }
    // `Name: Book`
    return !lines[(first + 1)...].prefix(20).contains { line in
      guard let colon = line.fragment.text.prefix(40).firstIndex(of: ":"),
        case .title? = HeaderLabel(String(line.fragment.text[..<colon]))
      else { return false }
      return true
    }
  }

  /// Whether a use case may begin above a heading, which is not its title then: `### 4.1 Sequences`
  /// and a form above `## 4.2 Rooms`.
  private func hasScenario(above line: Int) -> Bool {
    lines[..<line].indices.contains { place in
      if lines[place].isRow || level(of: place) > 0 { return true }
      if case .main? = HeaderLabel(CellText(lines[place].fragment.text).whole) { return true }
      return false
    }
  }

  /// Whether a line is a heading without a number: `### Rent a boat`, not `### 4.2. Use cases`.
  private func isName(_ line: Int) -> Bool {
    let text = CellText(lines[line].fragment.text).whole.drop { "# ".contains($0) }
    return level(of: line) > 0 && text.first?.isLetter ?? false
  }

  /// For a document without a use case's heading: the first heading is the title.
  func unnamed() -> (FlowDraft, Int) {
    var draft = FlowDraft()
    var line = 0
    if let first = lines.firstIndex(where: { $0.fragment.text.hasPrefix("# ") })
      ?? lines.firstIndex(where: { $0.fragment.text.hasPrefix("## ") })
      ?? lines.firstIndex(where: { !$0.isBlank }).flatMap({ isName($0) ? $0 : nil }),
      !hasScenario(above: first),
      HeaderLabel(lines[first].fragment.text) == nil,
      DocumentReader.fieldHeading(CellText(lines[first].fragment.text).whole)?.isID != true,
      !DocumentSegments.plurals.contains(
        PlainWords.folded(CellText(lines[first].fragment.text).whole).filter { $0 != "#" })
    {
      draft.title = DocumentSegments.withoutLabel(
        UseCaseHeading.title(
          CellText(String(lines[first].fragment.text.drop { "# ".contains($0) })).whole))
      draft.span = lines[first].fragment.span
      line = first + 1
    } else if let first = lines.firstIndex(where: { !$0.isBlank }), isTitle(first) {
      draft.title = CellText(lines[first].fragment.text).whole
      draft.span = lines[first].fragment.span
      line = first + 1
    }
    draft.takeActorOfTitle()
    let path = reporter.path
    let file = DocumentImport.fileName(path)
    if !draft.title.isEmpty, isCalledUseCase(file) { draft.isNamed = true }
    let name = file.prefix { $0 != "." }
    if let dot = file.lastIndex(of: ".") {
      // `UC43.1_List.csv`
      let words = file[..<dot].split { $0 == "_" || $0 == "-" || $0 == " " }
      let isNumbered = words.first.map { FlowName.isID($0) } ?? false
      draft.fileTitle = words.dropFirst(isNumbered ? 1 : 0).joined(separator: " ")
    }
    let named = DocumentImport.id(inName: path).flatMap { DocumentImport.fitted($0, "UC") }
    draft.id =
      id ?? named ?? DocumentSegments.madeUpID(draft.title.isEmpty ? String(name) : draft.title)
    if draft.id.hasPrefix("PF") { draft.kind = .partialFlow }
    draft.hasMadeUpID = id == nil && named == nil
    draft.isIDOfFile = id == nil && named != nil
    if draft.hasMadeUpID, let found = UseCaseHeading.idBehind(draft.title[...]) {
      (draft.id, draft.title, draft.hasMadeUpID) = (found.id, found.title, false)
    }
    // `# FA-19: Begin a shift`, the only heading of its kind
    let title = UseCaseHeading.joined(draft.title[...])
    let word = UseCaseHeading.word(title)
    if draft.hasMadeUpID, word.prefix(2).allSatisfy(\.isUppercase), word.last?.isNumber == true,
      FlowName.isID(word), case let rest = title.dropFirst(word.count),
      [":", " - ", " – ", " — "].contains(where: rest.hasPrefix)
    {
      (draft.id, draft.hasMadeUpID) = (String(word), false)
      draft.title = String(rest.drop { " :-–—".contains($0) })
    }
    return (draft, line)
  }

  /// The first word of a title in capitals.
  static func madeUpID(_ title: String) -> String {
    let bare = UseCaseHeading.withoutLead(title)
    let words = bare.split { !$0.isLetter && !$0.isNumber }
    // Not the first word of `Un-do` and `A: Log in`.
    let hasArticle =
      words.count > 1
      && (bare[words[0].endIndex...].first == " "
        && ScenarioWords.articleWords.contains(PlainWords.folded(String(words[0])))
        // `L'utente`, `D'accord`
        || words[0].count == 1
          && bare[words[0].endIndex...].first.map { "'’".contains($0) } ?? false)
    let word =
      words.dropFirst(hasArticle ? 1 : 0).first.map { PlainWords.folded(String($0)).uppercased() }
      ?? ""
    let plain = word.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return plain.isEmpty ? "FLOW" : plain
  }
}
