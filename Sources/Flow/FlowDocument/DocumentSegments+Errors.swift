internal import FlowModel

// Pages that list error flows: `errors.md`, with a heading for each.
extension DocumentSegments {
  private static let names: Set<String> = [
    "error", "errors", "errorflow", "errorflows", "errorhandling", "errormessages", "errorpages",
    "errorscreens", "errorcases", "commonerrors", "genericerrors", "possibleerrors", "fehler",
    "fehlerfalle", "fehlerbehandlung", "fehlermeldungen", "erreurs", "gestiondeserreurs",
    "errores", "manejodeerrores", "erros", "tratamentodeerros", "fouten", "foutafhandeling",
    "foutmeldingen", "mogelijkefouten", "vead", "veaolukorrad", "errori", "gestionedeglierrori",
  ]

  private static func isName(_ text: some StringProtocol) -> Bool {
    names.contains(PlainWords.folded(String(text)).filter { $0.isASCII && $0.isLetter })
  }

  /// Whether the document is a page of error flows, as its name, its folder or its title says.
  var isErrorPage: Bool {
    let parts = reporter.path.split { $0 == "/" || $0 == ":" }
    let file = parts.last.map { $0.prefix { $0 != "." } } ?? ""
    if DocumentSegments.isName(file) || parts.dropLast().last.map(DocumentSegments.isName) ?? false
    {
      return true
    }
    let title = lines.indices.first { level(of: $0) > 0 }
    return title.map { level(of: $0) == 1 && DocumentSegments.isName(lines[$0].fragment.text) }
      ?? false
  }

  /// The headings of a page of error flows: those below its title. None if these are headings such
  /// as `Flow`, so that the page has one flow only.
  func errorStarts() -> [(draft: FlowDraft, line: Int)] {
    let headings = lines.indices.filter { level(of: $0) > 0 }
    let rest = headings.count { level(of: $0) == 1 } == 1 ? headings.dropFirst() : headings[...]
    guard let top = rest.map({ level(of: $0) }).min() else { return [] }
    let found = rest.filter { level(of: $0) == top }
    guard found.allSatisfy({ HeaderLabel(lines[$0].fragment.text) == nil }) else { return [] }
    return found.map { line in
      var draft = errorFlow(titled: titled(line, 1, of: FlowDraft()))
      draft.isNamed = true
      return (draft, line)
    }
  }

  /// A draft as an error flow, whose id is its title.
  func errorFlow(titled draft: FlowDraft) -> FlowDraft {
    var draft = draft
    draft.kind = .errorFlow
    if draft.hasMadeUpID, !draft.title.isEmpty {
      (draft.id, draft.hasMadeUpID) = (draft.title, false)
    }
    return draft
  }
}
