/// The name of the system that a document declares once for all its use cases: `(For all use cases
/// below, the System is the Lendery and the Actor is the user, unless specified otherwise)`.
enum DeclaredSystem {
  /// What sentences about the system begin with: its name in small letters, also with an article.
  static func names(in lines: [DocumentLine]) -> Set<String> {
    for line in lines where line.fragment.text.utf8.count < 600 {
      guard case .text = line.kind, line.fragment.text.contains("se cases"),
        let name = name(in: CellText(line.fragment.text).whole)
      else { continue }
      let plain = PlainWords.folded(name)
      return [plain, "the " + plain]
    }
    return []
  }

  private static func name(in text: String) -> String? {
    guard let lead = ["System is ", "system is "].compactMap({ text.firstRange(of: $0) }).first,
      PlainWords.words(text).contains("actor")
    else { return nil }
    let ends = [" and ", ",", ";", ")", ".", " unless "]
    let rest = ScenarioWords.withoutArticle(String(text[lead.upperBound...]))
    let end = ends.compactMap { rest.firstRange(of: $0)?.lowerBound }.min() ?? rest.endIndex
    var words = rest[..<end].split(separator: " ")
    let kinds = ["application", "app", "program", "system", "software"]
    while let last = words.last, words.count > 1, kinds.contains(last.lowercased()) {
      words.removeLast()
    }
    guard (1...2).contains(words.count) else { return nil }
    return words.joined(separator: " ")
  }
}
