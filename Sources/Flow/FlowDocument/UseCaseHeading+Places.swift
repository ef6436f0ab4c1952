internal import FlowModel

// Where the id and the title of a use case may stand in a heading.
extension UseCaseHeading {
  /// Whether a heading says that the specification of a use case follows, and not of which.
  static func isNameless(_ text: String) -> Bool {
    var name = PlainWords.folded(CellText(text).whole).drop { "# ".contains($0) }
    name = PlainWords.withoutNumber(name)
    while let last = name.last, ": -–—".contains(last) { name.removeLast() }
    // `Use case specifications` stands above several.
    guard !name.hasSuffix("specifications"), name.contains("ecif") || name.contains("ezif") else {
      return false
    }
    return leads.contains { $0.lead == name }
  }

  /// Whether the title of a heading is a part of a use case: `Main flow`, `Alternative flow 1`.
  static func isPart(_ title: String) -> Bool {
    switch HeaderLabel(title) {
    case .main?, .extensions?: true
    default: ScenarioBuilder.lead(of: title + " ") != nil
    }
  }

  /// Whether an id is that of an alternative of a use case: `AF-UC-11-01`.
  static func isAlternative(_ word: Substring) -> Bool {
    ["AFUC", "EFUC", "EXUC", "FAUC", "FEUC", "ALTUC"].contains(where: word.hasPrefix)
  }

  /// A title without `Use Case:` before it.
  static func title(_ text: String) -> String {
    for lead in [
      "use case:", "use case -", "use case –", "use case name:", "title:", "nombre caso de uso:",
      "nome caso de uso:",
      "nombre del caso de uso:", "nome do caso de uso:", "nom du cas d'utilisation:",
      "nome del caso d'uso:",
    ]
    where text.lowercased().hasPrefix(lead) {
      return CellText.collapsed(String(text.dropFirst(lead.count)))
    }
    // `Name: Log in`, `Use case ID: Log in`
    if let mark = text.prefix(40).firstRange(of: ": "),
      let label = HeaderLabel(String(text[..<mark.lowerBound])), label.isName,
      case let value = text[mark.upperBound...], !FlowName.isID(word(joined(value)))
    {
      return CellText.collapsed(String(value))
    }
    return text
  }

  /// A specification of a use case that is named after a project, and a dash.
  static func specification(
    in text: Substring
  ) -> (start: String.Index, lead: (count: Int, kind: Flow.Kind))? {
    for mark in [" - ", " – ", " — ", ": "] {
      guard let found = text.firstRange(of: mark), let lead = lead(of: text[found.upperBound...]),
        case let name = PlainWords.folded(String(text[found.upperBound...].prefix(lead.count))),
        name.contains("spe")
      else { continue }
      return (found.upperBound, lead)
    }
    return nil
  }

  /// `2.1 Log in (UC-01)` with the id before the rest.
  static func withIDFirst(_ text: String) -> String {
    guard text.hasSuffix(")"), let open = text.lastIndex(of: "("),
      case let id = text[text.index(after: open)...].dropLast(), id.count < 16,
      ["UC", "CU", "CDU", "CSU", "SUC"].contains(where: id.hasPrefix),
      id.last?.isNumber == true,
      FlowName.isID(joined(id)), !FlowName.isID(word(text[...]))
    else { return text }
    let title = withoutLead(CellText.collapsed(String(text[..<open])))
    return title.contains(where: \.isLetter) ? CellText.collapsed("\(id) \(title)") : text
  }

  /// The id of a use case and its title after a dash: `Fiche — UC-06 Log in`, and in a title:
  /// `Harbour : CU-BAR-010 - Berths`.
  static func idBehind(_ text: Substring) -> (id: String, title: String)? {
    for mark in [" — ", " – ", " - ", ": "] {
      guard let found = text.firstRange(of: mark) else { continue }
      let rest = joined(text[found.upperBound...].drop { $0 == " " })
      let word = word(rest)
      guard FlowName.isID(word), word.contains(where: \.isNumber),
        // Not `Use case ID: UC-12`.
        ![text[..<found.lowerBound], "use case \(text[..<found.lowerBound])"].contains(where: {
          HeaderLabel(String($0)) != nil
        }),
        ["UC", "CU", "CDU", "SUC"].contains(where: word.hasPrefix)
      else { continue }
      let title = rest.dropFirst(word.count).drop { ": -–—.)".contains($0) }
      return (String(word), String(title))
    }
    return nil
  }

  /// `Caso de Uso (CDU) — UC06: Log in` without the short form, and `Use case (UC02): Log in`
  /// without the brackets, behind the lead.
  static func withoutShort(_ rest: Substring, isHeading: Bool) -> Substring {
    guard rest.first == "(", let close = rest.prefix(24).firstIndex(of: ")") else { return rest }
    let inner = rest[..<close].dropFirst()
    let behind = rest[close...].dropFirst()
    if FlowName.isID(inner) { return Substring("\(inner)\(behind)") }
    let isShort = (2...4).contains(inner.count) && inner.allSatisfy(\.isUppercase)
    return isHeading && isShort ? behind.drop { " :-–—.".contains($0) } : rest
  }
}
