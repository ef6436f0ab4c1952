internal import Diagnostics
internal import FlowModel

// Headings of alternatives.
extension ScenarioBuilder {
  /// Adds a heading that begins an extension by itself: `### A1: Wrong PIN`,
  /// `## Alternate Flow 2 - Late`. Returns false for any other one.
  mutating func addHeading(_ line: DocumentLine) -> Bool {
    var text = CellText(line.fragment.text).whole
    text = CellText.collapsed(String(text.drop { $0 == "#" }))
    text = String(PlainWords.withoutPicture(text[...]))
    if addLeading(text, line.fragment.span, isShort: true) { return true }
    guard let found = ScenarioBuilder.idInHeading(text), found.line == nil else { return false }
    addExtension(found.id, found.rest, found.steps, line.fragment.span)
    return true
  }

  /// Notes the heading of extensions: what follows belongs to none above it.
  mutating func beginExtensions(_ heading: String) {
    isFresh = true
    let words = CellText.collapsed(heading.filter { !"#*:".contains($0) })
    sectionName = String(PlainWords.withoutNumber(words[...]))
    let name = PlainWords.folded(sectionName)
    single = ScenarioWords.alternatives.first { $0.lead == name }.map { ($0.letter, sectionName) }
    let number = heading.drop { "# ".contains($0) }.prefix { $0.isNumber || $0 == "." }
    section =
      number.contains(where: \.isNumber)
      ? String(number.last == "." ? number.dropLast() : number) : nil
  }

  /// The name of an alternative with a number below that of its section: `5.1 Wrong PIN` in
  /// `5. Alternative flows`. Nil for another line.
  func titleInSection(_ text: String) -> String? {
    guard let section, text.hasPrefix("\(section)."), text.count < 80, text.last != "." else {
      return nil
    }
    let rest = text.dropFirst(section.count + 1)
    let title = rest.drop(while: \.isNumber).drop { $0 == "." || $0 == ":" }
    guard rest.first?.isNumber == true, title.first == " " else { return nil }
    let name = CellText.collapsed(String(title))
    return name.isEmpty ? nil : name
  }

  /// Takes the headings of the parts of the open extension, and its condition: `### Condition`,
  /// `The card is unknown`, `### Flow`. Returns false for any other line.
  mutating func takeLabel(_ text: String, isHeading: Bool, isBullet: Bool) -> Bool {
    guard let last = extensions.indices.last, extensions[last].lines.isEmpty else { return false }
    if isHeading {
      let name = PlainWords.folded(text)
      let isCondition = ScenarioWords.conditionLabels.contains(name)
      awaitsCondition = isCondition
      return isCondition || ScenarioWords.flowLabels.contains(name)
    }
    guard awaitsCondition, ExtensionID(text) == nil else { return false }
    awaitsCondition = false
    extensions[last].label += ": \(text)"
    if extensions[last].label.hasSuffix(".") { extensions[last].label.removeLast() }
    return true
  }

  /// Adds an extension by its name alone, in bold above its lines.
  mutating func addNamed(_ title: String, _ line: DocumentLine) {
    addExtension(freeID(single?.letter ?? "A"), title, nil, line.fragment.span)
    openIndent = line.indent
  }

  /// Puts the last alternative at a step.
  mutating func placeOpen(at step: String) {
    guard let last = extensions.indices.last else { return }
    extensions[last].at = step
  }

  /// `1. [No card] If, in step 3, there is none, the system says so`
  static func isNamedInBrackets(_ text: String) -> Bool {
    guard let (_, rest) = numbered(withPlainNumber(text)), rest.hasPrefix("[") else { return false }
    return rest.contains("]")
  }

  /// `Alternative scenario (2a): The plate is unknown` as `2a. The plate is unknown`. Nil for
  /// another line.
  static func numberedInBrackets(_ text: String) -> String? {
    let plain = String(text.drop { "#*-+• ".contains($0) })
    guard plain.contains("("), let (_, rest) = lead(of: plain), let open = rest.firstIndex(of: "("),
      rest[..<open].allSatisfy({ $0 == " " }), let close = rest.prefix(10).firstIndex(of: ")"),
      let found = ExtensionID("\(rest[open..<close].dropFirst()). x"), found.steps != nil,
      found.line == nil
    else { return nil }
    let title = rest[close...].dropFirst().drop { ": -–—".contains($0) }
    return title.isEmpty ? nil : "\(found.id). \(title)"
  }

  /// The name in brackets after the heading of one alternative: `Alternative flow (Empty list)`.
  static func bracketed(_ text: String) -> String? {
    var text = text[...].drop { "#*-+• ".contains($0) }
    while let last = text.last, ":* ".contains(last) { text.removeLast() }
    guard text.last == ")", let open = text.firstIndex(of: "("), text.count < 100 else {
      return nil
    }
    let name = CellText.collapsed(String(text[open...].dropFirst().dropLast()))
    let head = PlainWords.folded(CellText.collapsed(String(text[..<open])))
    let short = String(PlainWords.withoutNumber(head[...]))
    let word = PlainWords.words(name).first ?? ""
    guard ScenarioWords.alternatives.contains(where: { $0.lead == short }),
      HeaderLabel(name) == nil, lead(of: name + " ") == nil, name.count > 2,
      !TurnWords.steps.contains(word),
      ![
        "or", "if", "continued", "cont", "fortsetzung", "suite", "continuacion", "optional",
        "required", "s", "es", "when", "oder", "ou", "o",
      ].contains(word)
    else { return nil }
    return name
  }

  /// Whether a heading is about an alternative, and not about another use case.
  static func headsExtension(_ line: DocumentLine) -> Bool {
    var text = CellText(line.fragment.text).whole
    text = CellText.collapsed(String(text.drop { $0 == "#" }))
    text = String(PlainWords.withoutPicture(text[...]))
    let plain = String(PlainWords.withoutNumber(Substring(text)))
    return HeaderLabel(text) != nil || lead(of: plain) != nil
      || idInHeading(text) != nil
  }

  /// Whether a heading is that of one alternative: `Alternative flow 2`, `3a. Late`.
  static func headsAlternative(_ text: String) -> Bool {
    var plain = CellText.collapsed(String(text.drop { $0 == "#" }))
    plain = String(PlainWords.withoutPicture(plain[...]))
    return lead(of: plain) != nil || idInHeading(plain) != nil
  }

  /// What is counted by `1a` and `2a`, the first and the second.
  private static let ordinals: Set<String> = [
    "etapa", "fase", "parte", "versao", "entrega", "iteracao", "reuniao", "aula", "version",
    "versione", "edicao", "edicion", "edizione", "release",
  ]

  /// The id that a heading begins with: of `AF-01 No data` too, which has no mark.
  static func idInHeading(_ text: String) -> ExtensionID? {
    // `1a Etapa`, the first stage
    let second = text.drop { $0 != " " }.dropFirst().prefix { $0.isLetter }
    if ordinals.contains(PlainWords.folded(String(second))) { return nil }
    let plain = withPlainNumber(text)
    let word = plain.prefix { $0 != " " }
    // `F1: No connection`, a failure.
    if word.first == "F", word.last == ":" || word.last == ".",
      word.dropFirst().first?.isNumber == true,
      var found = ExtensionID("E\(plain.dropFirst())")
    {
      found.id = "F\(found.id.dropFirst())"
      return found
    }
    // Not `AS400 interface`.
    let leads = ["AF", "EF", "FA", "FE", "SF", "ALT", "EXC", "EXT"]
    guard leads.contains(String(word.prefix(while: \.isLetter))), word.last?.isNumber == true else {
      return ExtensionID(plain)
    }
    return ExtensionID("\(word): \(plain.dropFirst(word.count))")
  }

  static let separators: Set<Character> = [" ", "-", "–", "—", ":", ".", "#", ")"]

  /// The letter of an alternative that begins with such a word, and what follows the word.
  static func lead(of text: String) -> (letter: String, rest: Substring)? {
    let lower = PlainWords.folded(text)
    let found = ScenarioWords.alternatives.filter { lower.hasPrefix($0.lead) }
      .max { $0.lead.count < $1.lead.count }
    guard let found else { return nil }
    let rest = text.dropFirst(found.lead.count)
    guard let next = rest.first, separators.contains(next) || isCounted(rest) else { return nil }
    return (found.letter, rest)
  }

  /// Whether a number stands right behind a name: `Alternative1 - No card`.
  private static func isCounted(_ rest: Substring) -> Bool {
    let digits = rest.prefix(while: \.isNumber)
    return (1...2).contains(digits.count)
      && rest[digits.endIndex...].first.map(separators.contains) ?? false
  }

  private static let roman = [
    "I": "1", "II": "2", "III": "3", "IV": "4", "V": "5", "VI": "6", "VII": "7", "VIII": "8",
  ]

  /// Adds `Alternative flow 2 - Late`, `Ausnahme 1: Karte unbekannt`.
  mutating func addLeading(_ text: String, _ span: Span, isShort: Bool) -> Bool {
    let plain = String(PlainWords.withoutNumber(Substring(text)))
    guard let (letter, tail) = ScenarioBuilder.lead(of: plain) else { return false }
    var rest = tail.drop { $0 == " " || $0 == "#" }
    if rest.lowercased().hasPrefix("nr. ") { rest = rest.dropFirst(4) }
    // `Alternative flow 1: If the PIN is wrong, ...`
    let isNumbered = rest.first?.isNumber == true && rest.drop(while: \.isNumber).first == ":"
    guard isShort || isNumbered || text.count < 100 else { return false }
    var isDashed = tail.first.map { ":-–—".contains($0) } ?? false
    var id = String(rest.prefix { !ScenarioBuilder.separators.contains($0) })
    if let number = ScenarioBuilder.roman[id] { id = number }
    // `Exception 1(Name is known)`
    if let open = id.firstIndex(of: "("), Int(id[..<open]) != nil { id = String(id[..<open]) }
    // `Extension 3a:`, `Alternative flow AF-2: x`, `Exception 1: x`, `Alternative A`
    let word = rest.prefix { $0 != " " && $0 != ":" }
    if let found = ExtensionID("\(word). x"), found.line == nil {
      addExtension(found.id, title(rest.dropFirst(word.count)), found.steps, span)
      return true
    }
    // `Alternative flow 4.1 – Unknown address`, of step 4
    let parts = word.split(separator: ".")
    if parts.count == 2, parts.allSatisfy({ Int($0) != nil }),
      stepIDs.contains(String(parts[0])), !stepIDs.contains(String(word))
    {
      addExtension(String(word), title(rest.dropFirst(word.count)), nil, span)
      extensions[extensions.count - 1].at = String(parts[0])
      return true
    }
    let isNumber = !id.isEmpty && id.count <= 2 && (Int(id) != nil || id.count == 1)
    if isNumber, !isDashed || Int(id) != nil {
      rest = rest.dropFirst(rest.hasPrefix("\(id)(") ? id.count : 0)
      if rest.first != "(" { rest = rest.drop { !ScenarioBuilder.separators.contains($0) } }
      isDashed = true
    } else {
      id = "\(extensions.count + 1)"
    }
    // A sentence that begins with the word is no heading.
    guard isDashed || isShort else { return false }
    let name = Int(id) != nil ? letter + id : letter == "E" ? letter + id.uppercased() : id
    // `Alternative flow 2: 4a. No card`
    if let found = ExtensionID(title(rest)), found.steps != nil, found.line == nil {
      addExtension(found.id, found.rest, found.steps, span)
      return true
    }
    addExtension(name, title(rest), nil, span)
    return true

    func title(_ rest: Substring) -> String {
      String(rest.drop { ScenarioBuilder.separators.contains($0) })
    }
  }
}
