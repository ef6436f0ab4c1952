// Who a sentence begins with.
extension ScenarioWords {
  /// Splits a sentence after its subject if that is one of the words, also with another article.
  /// The longest of them counts.
  static func split(_ sentence: String, after subjects: Set<String>) -> String? {
    let parts = sentence.split(separator: " ", maxSplits: 6, omittingEmptySubsequences: true)
    guard parts.count > 1 else { return nil }
    let folded = parts.prefix(5).map { PlainWords.folded(String($0)) }
    let isArticle = articleWords.contains(folded[0])
    for count in (1...5).reversed() where parts.count > count {
      let subject = folded[..<count].joined(separator: " ")
      let isKnown =
        subjects.contains(subject)
        || isArticle && count > 1 && subjects.contains(folded[1..<count].joined(separator: " "))
      guard isKnown else { continue }
      // `Le User Service consomme`
      if count < folded.count, ["service", "interface", "story"].contains(folded[count]),
        parts[count].first?.isUppercase ?? false
      {
        return nil
      }
      // `USER A erstellt`
      if count + 1 < folded.count, parts[count].count == 1,
        parts[count].first?.isUppercase ?? false,
        parts[count - 1].allSatisfy(\.isUppercase), parts[count + 1].first?.isLowercase ?? false
      {
        return String(sentence[parts[count + 1].startIndex...])
      }
      // `Clinic manager` is not `Clinic`, and `Student actor` is the student.
      if count < folded.count, parts.count > count + 1, roles.contains(folded[count]) {
        guard roles.contains(folded[count - 1]) else { continue }
        return String(sentence[parts[count + 1].startIndex...])
      }
      // `De medewerker van Solvas kiest`
      let isOf =
        parts.count > count + 2 && ofWords.contains(folded.count > count ? folded[count] : "")
        && parts[count + 1].first?.isUppercase == true
        && parts[count + 2].first?.isLowercase == true
      // `Le service d'authentification vérifie`
      let isNamed =
        parts.count > count + 1 && folded.count > count && folded[count].hasPrefix("d'")
        && ScenarioWords.parts.contains(folded[count - 1])
        && parts[count + 1].first?.isLowercase == true
      let rest = sentence[parts[isOf ? count + 2 : isNamed ? count + 1 : count].startIndex...]
      // `The member (or a guest) sends`
      if rest.first == "(", let close = rest.prefix(40).firstIndex(of: ")"),
        case let deed = rest[close...].dropFirst().drop(while: { $0 == " " }),
        deed.first?.isLowercase ?? false
      {
        return String(deed)
      }
      return String(rest)
    }
    return nil
  }
}
