internal import FlowModel

// Where the id and the title of a use case may stand in a heading.
extension UseCaseHeading {
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
      ["UC", "CU", "CDU"].contains(where: id.hasPrefix), id.last?.isNumber == true,
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
}
