internal import FlowModel

/// The heading of a use case: "Use Case 2.1 Setup a remote PIN", "Use Case #5", "Caso de uso: X".
struct UseCaseHeading {
  /// Empty if the heading gives none.
  let id: String
  let title: String
  let kind: Flow.Kind

  /// What headings of use cases begin with: small letters, no accents.
  static let leads = knownLeads + HeadingWords.otherLeads + HeadingWords.moreLeads
  private static let knownLeads: [(lead: String, kind: Flow.Kind)] = [
    ("use case", .useCase), ("use-case", .useCase), ("usecase", .useCase), ("usercase", .useCase),
    ("use case specification", .useCase), ("use-case specification", .useCase),
    ("use case spezifikation", .useCase), ("use-case spezifikation", .useCase),
    ("use-case-spezifikation", .useCase), ("use case-spezifikation", .useCase),
    ("anwendungsfall-spezifikation", .useCase), ("anwendungsfallspezifikation", .useCase),
    ("anwendungsfallbeschreibung", .useCase), ("use-case beschreibung", .useCase),
    ("use-case-beschreibung", .useCase), ("specification du cas d'utilisation", .useCase),
    ("specifica del caso d'uso", .useCase), ("use case specificatie", .useCase),
    ("use case description", .useCase), ("use case descriptions", .useCase),
    ("use case specifications", .useCase), ("user case", .useCase),
    ("especificacao de caso de uso", .useCase),
    ("especificacion de caso de uso", .useCase), ("especificacao do caso de uso", .useCase),
    ("especificacion del caso de uso", .useCase), ("fully dressed use case", .useCase),
    ("business use case", .useCase), ("system use case", .useCase), ("uc", .useCase),
    ("partial flow", .partialFlow), ("error flow", .errorFlow), ("anwendungsfall", .useCase),
    ("cas d'utilisation", .useCase), ("cas d'usage", .useCase), ("caso de uso", .useCase),
    ("caso d'uso", .useCase), ("kasutusjuht", .useCase), ("kasutuslugu", .useCase),
    ("cu", .useCase), ("detailed use case", .useCase), ("description of use case", .useCase),
    ("beschreibung zu use case", .useCase), ("beschreibung use case", .useCase),
    ("use case beschreibung", .useCase), ("use case beschrijving", .useCase),
    ("caso de uso detalhado", .useCase), ("caso de uso detallado", .useCase),
    ("descricao do caso de uso", .useCase), ("descripcion del caso de uso", .useCase),
    ("cas d'utilisation detaille", .useCase), ("caso d'uso dettagliato", .useCase),
    ("fiche de cas d'usage", .useCase), ("fiche de cas d'utilisation", .useCase),
    ("description du cas d'utilisation", .useCase), ("descrizione del caso d'uso", .useCase),
  ]

  /// What the ids of rules and qualities begin with. Those of requirements may be use cases.
  static let others: Set<String> = [
    "BR", "NFR", "AC", "ADR", "RN", "RNF", "RI", "RIN", "BO", "TC", "DR", "CT", "AB",
  ]

  /// `Use Case-Übersicht` heads a list of use cases.
  private static let lists: Set<String> = [
    "ubersicht", "overview", "diagram", "diagrams", "diagramm", "diagramme", "liste", "list",
    "index", "model", "modell", "steckbriefe", "tabelle", "table", "template", "vorlage",
  ]

  private static let firsts = Set(leads.compactMap(\.lead.utf8.first))

  /// Nil if the line is not such a heading.
  init?(_ line: String, prefix: String) {
    var text = Substring(line)
    let isHeading = text.hasPrefix("#")
    while text.hasPrefix("#") || text.hasPrefix(" ") { text.removeFirst() }
    var clean = CellText(String(PlainWords.withoutPicture(text))).text
    // `**🏠 Use case: Log in**`
    clean = String(PlainWords.withoutPicture(clean[...]))
    if isHeading {
      clean = UseCaseHeading.withIDFirst(UseCaseHeading.withoutBrackets(clean))
    }
    // `CDU 01 - Log in`
    if clean.hasPrefix("CDU "), case let number = clean.dropFirst(4).prefix(while: \.isNumber),
      (1...3).contains(number.count),
      clean[number.endIndex...].first(where: { $0 != " " }).map({ ":-–—.".contains($0) }) ?? true
    {
      clean = "CDU" + clean.dropFirst(4)
    }
    if !isHeading, !clean.isShorter(than: 121) { return nil }
    var rest = Substring(clean)
    // `3.2.1 Use case: Log in`
    let bare = PlainWords.withoutNumber(rest)
    // `9-USE CASE: Log in`
    let first = rest.prefix(4).prefix { $0.isASCII && $0.isNumber }
    if isHeading, !first.isEmpty, case let tail = rest.dropFirst(first.count), tail.first == "-",
      let found = UseCaseHeading.lead(of: tail.dropFirst())
    {
      let name = tail.dropFirst(found.count + 1).drop { " :-–—".contains($0) }
      if name.first?.isLetter ?? false, !FlowName.isID(UseCaseHeading.word(name)) {
        rest = "\(tail.dropFirst().prefix(found.count)) \(first): \(name)"
      }
    }
    var found = UseCaseHeading.lead(of: rest)
    if bare.startIndex > rest.startIndex {
      let lead = UseCaseHeading.lead(of: bare)
      if lead != nil || FlowName.isID(UseCaseHeading.word(bare)) { (rest, found) = (bare, lead) }
    }
    // `harbour - Use Case Specification: Add a berth`
    if found == nil, isHeading, let (start, lead) = UseCaseHeading.specification(in: rest) {
      (rest, found) = (rest[start...], lead)
    }
    var kind: Flow.Kind?
    if let found, isHeading || found.count > 2 {
      kind = found.kind
      rest = rest.dropFirst(found.count)
    }
    if kind == nil, !isHeading, !line.hasPrefix("**") { return nil }
    let separators: Set<Character> = [" ", ":", "-", "–", "—", "."]
    let isNamed = kind != nil && rest.first.map { $0 == ":" || " -–—".contains($0) } ?? false
    let hasColon = rest.drop { $0 == " " }.first.map { ":-–—".contains($0) } ?? false
    let isCompound = rest.first == "-" && rest.dropFirst().first?.isLetter ?? false
    rest = rest.drop { separators.contains($0) }
    if kind != nil { rest = UseCaseHeading.withoutShort(rest, isHeading: isHeading) }
    // `Caso de Uso N° 15 — Log in`
    if kind != nil {
      for mark in ["n° ", "n°", "nº ", "nº", "no. ", "nr. ", "nr ", "nro. ", "number "]
      where rest.lowercased().hasPrefix(mark) && rest.dropFirst(mark.count).first?.isNumber == true
      {
        rest = rest.dropFirst(mark.count)
      }
    }
    // `UC 04/01: Log in`, `UC 04-01: Log in`
    if kind != nil, let slash = rest.prefix(6).firstIndex(where: { "/-".contains($0) }),
      slash > rest.startIndex, rest[..<slash].allSatisfy(\.isNumber),
      rest[slash...].dropFirst().first?.isNumber == true
    {
      rest = Substring("\(rest[..<slash]).\(rest[slash...].dropFirst())")
    }
    // `Use case (UC01): Log in`
    if kind != nil, isHeading, rest.first == "(", let close = rest.prefix(16).firstIndex(of: ")"),
      FlowName.isID(UseCaseHeading.joined(rest[..<close].dropFirst()))
    {
      rest = "\(rest[..<close].dropFirst())\(rest[close...].dropFirst())"
    }
    let letters = String(rest.prefix(while: \.isLetter))
    rest = UseCaseHeading.joined(rest)
    if let quote = rest.first, quote == "'" || quote == "‘",
      let end = rest.dropFirst().firstIndex(where: { $0 == "'" || $0 == "’" }), kind != nil
    {
      let name = String(rest.dropFirst().prefix(upTo: end))
      let behind = CellText.collapsed(String(rest[rest.index(after: end)...]))
      // `Use case 'Rent a boat'`
      let isTitle = name.contains(" ") && behind.isEmpty
      (id, title) = isTitle ? ("", name) : (name, behind)
      self.kind = kind ?? .useCase
      return
    }
    // `Use Case ID #UC-1`
    if isHeading, kind != nil, rest.lowercased().hasPrefix("id #") { rest = rest.dropFirst(3) }
    if rest.hasPrefix("#") {
      rest = UseCaseHeading.joined(rest.dropFirst().drop { $0 == " " })
    }
    // `Use case 1, UC1 - Log in`
    if kind != nil, let comma = rest.prefix(6).firstRange(of: ", "),
      Int(rest[..<comma.lowerBound]) != nil,
      FlowName.isID(UseCaseHeading.word(rest[comma.upperBound...]))
    {
      rest = UseCaseHeading.joined(rest[comma.upperBound...])
    }
    let word = UseCaseHeading.word(rest)
    let isNumber =
      !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
      && word.first?.isNumber == true && word.last?.isNumber == true
    // `### A1: Wrong PIN` is an alternative of the use case above it.
    if kind == nil, word.count(where: \.isLetter) < 2, line.hasPrefix("##") || !isHeading {
      return nil
    }
    if kind == nil, ExtensionID("\(word). x") != nil { return nil }
    // `### BR-004: Sums` is a rule, `Paso1: El cliente paga` a step.
    if kind == nil,
      UseCaseHeading.others.contains(letters) || UseCaseHeading.isStep(letters)
        || UseCaseHeading.isAlternative(word)
    {
      return nil
    }
    guard isNumber ? kind != nil : FlowName.isID(word) else {
      // `# Caso de uso detalhado — UC06 Inscrever-se`
      if isHeading, kind != nil, let found = UseCaseHeading.idBehind(rest) {
        (id, title) = found
        self.kind = kind ?? .useCase
        return
      }
      // `# Use case: Log in`, not `# Use-Case-Prioritäten`
      guard isNamed, isHeading, !isCompound,
        hasColon || PlainWords.folded(clean).contains("spezifikation "),
        rest.contains(where: \.isLetter),
        HeaderLabel(String(rest)) == nil,
        !UseCaseHeading.lists.contains(PlainWords.folded(String(rest)))
      else { return nil }
      id = ""
      title = String(rest)
      self.kind = kind ?? .useCase
      return
    }
    // A sentence that begins with the id of a use case.
    if !isHeading, kind == nil, rest.count > 80 { return nil }
    let lead = kind == .partialFlow ? "PF" : prefix
    id = isNumber ? "\(lead)\(word)" : String(word)
    var title = rest.dropFirst(word.count)
    while let first = title.first, ": -–—.)·".contains(first) { title.removeFirst() }
    self.title = title.lowercased() == "(new)" ? "" : String(title)
    self.kind = kind ?? (word.hasPrefix("PF") ? .partialFlow : .useCase)
  }

  private static func isStep(_ letters: String) -> Bool {
    letters.count > 3 && TurnWords.steps.contains(PlainWords.folded(letters))
  }

  /// A title without its number, and without `Use case` before it.
  static func withoutLead(_ title: String) -> String {
    var rest = PlainWords.withoutNumber(title[...])
    if let found = lead(of: rest), found.count > 2 { rest = rest.dropFirst(found.count) }
    var bare = rest.drop { ": -–—".contains($0) }
    if rest.startIndex > title.startIndex, bare.lowercased().hasPrefix("name ") {
      bare = bare.dropFirst(5)
    }
    return bare.contains(where: \.isLetter) ? String(bare) : title
  }

  static func word(_ text: Substring) -> Substring {
    var word = joined(text).prefix { !" :–—)".contains($0) }
    while let last = word.last, ".-".contains(last) { word.removeLast() }
    // `UCS02-Manage maps`
    if let dash = word.firstIndex(of: "-"), !FlowName.isID(word), FlowName.isID(word[..<dash]),
      word[dash...].dropFirst().first?.isUppercase == true
    {
      return word[..<dash]
    }
    return word
  }

  /// `[UC-01] Log in` and `(UC-01) Log in` without the brackets around the id.
  private static func withoutBrackets(_ text: String) -> String {
    guard let open = text.first, open == "[" || open == "(",
      let close = text.prefix(24).firstIndex(of: open == "[" ? "]" : ")")
    else { return text }
    let id = text[..<close].dropFirst()
    guard id.contains(where: \.isNumber) else { return text }
    return String(id + text[text.index(after: close)...])
  }

  /// The length of the longest lead that a text begins with.
  static func lead(of text: Substring) -> (count: Int, kind: Flow.Kind)? {
    let lower = PlainWords.folded(String(text))
    guard let first = lower.utf8.first, first >= 0x80 || firsts.contains(first) else { return nil }
    return leads.filter { found in
      guard lower.hasPrefix(found.lead) else { return false }
      let next = lower.dropFirst(found.lead.count).first
      return next == " " || next == ":"
        || found.lead.count > 2 && (next == "-" || next?.isNumber ?? false)
        // `Use case(UC3): Log in`, and not `Use case(s)`
        || next == "(" && lower.dropFirst(found.lead.count).prefix(10).contains(where: \.isNumber)
    }.map { ($0.lead.count, $0.kind) }.max { $0.0 < $1.0 }
  }

  /// Writes `UC 3`, `UC-3` and `Use case 3` at the beginning of a text as `UC3`.
  static func spaced(_ text: String) -> Substring {
    for lead in ["use case ", "uc ", "pf ", "partial flow "]
    where text.lowercased().hasPrefix(lead) {
      let rest = text.dropFirst(lead.count)
      guard rest.first?.isNumber == true else { continue }
      return "\(lead.hasPrefix("p") ? "PF" : "UC")\(rest)"
    }
    return joined(text[...])
  }

  /// Writes `UC-3` and `UC_3` at the beginning of a text as `UC3`, `UC-AUTH-03` as `UCAUTH03`,
  /// `UC1-02` as `UC1.02`.
  static func joined(_ text: Substring) -> Substring {
    // `UC.4`, `UC#4`
    if ["UC", "CU"].contains(text.prefix(2)), [".", "#"].contains(text.dropFirst(2).prefix(1)),
      text.dropFirst(3).first?.isNumber == true
    {
      return "\(text.prefix(2))\(text.dropFirst(3))"
    }
    let word = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    guard word.contains(where: { "-_".contains($0) }), let first = word.first, first.isLetter else {
      return text
    }
    // `UC-order-08`
    if ["UC-", "CU-", "UC_", "CU_"].contains(String(word.prefix(3))), word.last?.isNumber ?? false,
      word.contains(where: \.isLowercase)
    {
      let upper = joined("\(word.uppercased())\(text.dropFirst(word.count))")
      if FlowName.isID(upper.prefix { $0.isLetter || $0.isNumber || $0 == "." }) { return upper }
    }
    var id = ""
    var end = word.startIndex
    for part in word.split(omittingEmptySubsequences: false, whereSeparator: { "-_".contains($0) })
    {
      let isNumber = part.first?.isNumber ?? false
      if isNumber {
        guard part.allSatisfy({ $0.isNumber || $0 == "." }) else { break }
        id += id.last?.isNumber ?? false ? ".\(part)" : String(part)
      } else {
        let isUpper = id.isEmpty || part.allSatisfy { $0.isUppercase || $0.isNumber }
        guard isUpper, !part.isEmpty, !(id.last?.isNumber ?? false) else { break }
        id += part
      }
      end = part.endIndex
    }
    let rest = word[end...]
    guard FlowName.isID(id.hasSuffix(".") ? Substring(id.dropLast()) : Substring(id)) else {
      return text
    }
    return Substring(id) + rest + text.dropFirst(word.count)
  }
}
