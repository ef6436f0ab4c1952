internal import FlowModel

// Who acts in the sentences of a document that declares nobody.
extension ScenarioBuilder {
  /// How many steps and lines begin with each word.
  private var firstWords: [String: Int] {
    var uses: [String: Int] = [:]
    for line in steps + extensions.flatMap(\.lines) {
      uses[PlainWords.folded(String(line.subject.prefix { $0 != " " })), default: 0] += 1
    }
    return uses
  }

  /// How many steps and lines begin with some words.
  private func uses(of words: ArraySlice<Substring>) -> Int {
    let start = PlainWords.folded(words.joined(separator: " ") + " ")
    return (steps + extensions.flatMap(\.lines)).count {
      PlainWords.folded($0.subject).hasPrefix(start)
    }
  }

  /// Whether a word after the first one may be its verb.
  static func mayBeVerb(_ word: Substring) -> Bool {
    let ends = ["s", "et", "gt", "kt", "lt", "rt", "bt", "zt", "ht", "ft"]
    return word.first?.isLowercase == true && ends.contains(where: word.hasSuffix)
      && !word.hasSuffix("ss") && word != "nicht"
  }

  /// The first two words of the first step that begins with an article, or its first word.
  var firstSubject: String? {
    let uses = firstWords
    for step in steps where step.activity == .outside {
      let words = step.subject.split(separator: " ")
      guard words.count > 2, let first = words.first else { continue }
      let isElided = PlainWords.folded(String(first)).hasPrefix("l'")
      let isArticle = ScenarioWords.articleWords.contains(PlainWords.folded(String(first)))
      // `Enter the PIN`, `Aplica la regla`: a verb, and nobody is named.
      let isVerb = ScenarioWords.articles.contains(PlainWords.folded(String(words[1])) + " ")
      guard isArticle || !isVerb else { continue }
      // `Dive manager selects`, `El encargado de taller abre`
      let isDouble = ScenarioWords.people.contains(PlainWords.folded(String(words[1])))
      var count = isArticle || isDouble ? 2 : 1
      while isArticle, count + 2 < min(words.count, 6),
        ["de", "del", "do", "da", "di", "of", "du", "des"].contains(words[count])
      {
        count += 2
      }
      // `De coördinator Kring kiest`
      if isArticle, count + 1 < words.count, words[count].first?.isUppercase == true { count += 1 }
      // `The harbour master opens`, where no step goes on in another way.
      var isRepeated = false
      if count + 1 < words.count, !Self.mayBeVerb(words[count]), Self.mayBeVerb(words[count + 1]),
        case let times = self.uses(of: words.prefix(count)), times > 1,
        times == self.uses(of: words.prefix(count + 1))
      {
        (count, isRepeated) = (count + 1, true)
      }
      let subject = PlainWords.folded(words.prefix(count).joined(separator: " "))
      let name = ScenarioWords.withoutArticle(subject)
      guard !ScenarioWords.things.contains(name), !ScenarioWords.isSystem(name),
        !ScenarioWords.parts.contains(name),
        !["it", "it's", "this", "that", "there", "es", "il"].contains(subject),
        !ScenarioWords.isState(String(words[count])), !FlowName.isID(name),
        !ScenarioWords.deeds.contains(subject), !ScenarioWords.clauses.contains(subject)
      else { continue }
      // `Calcul automatique des rangs` names nobody.
      guard
        isArticle || isElided || isDouble || isRepeated || Self.mayBeVerb(words[1])
          || uses[subject, default: 0] > 1
      else { continue }
      return subject
    }
    return nil
  }
}
