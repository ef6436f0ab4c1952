internal import FlowModel

// Who acts in the sentences of a document that declares nobody.
extension ScenarioBuilder {
  /// How many steps and lines begin with a word, with two, three or four.
  private var beginnings: [String: Int] {
    var uses: [String: Int] = [:]
    for line in steps + extensions.flatMap(\.lines) {
      let words = PlainWords.folded(String(line.subject.prefix(80))).split(separator: " ")
      for count in 1...4 where count <= words.count {
        uses[words.prefix(count).joined(separator: " "), default: 0] += 1
      }
    }
    return uses
  }

  /// Whether a word after the first one may be its verb.
  static func mayBeVerb(_ word: Substring) -> Bool {
    let ends = ["s", "et", "gt", "kt", "lt", "rt", "bt", "zt", "ht", "ft"]
    return word.first?.isLowercase == true && ends.contains(where: word.hasSuffix)
      && !word.hasSuffix("ss") && word != "nicht"
  }

  /// The first two words of the first step that begins with an article, or its first word.
  var firstSubject: String? {
    let uses = beginnings
    func start(_ words: ArraySlice<Substring>) -> String {
      PlainWords.folded(words.joined(separator: " "))
    }
    for step in steps where step.activity == .outside {
      let words = step.subject.split(separator: " ")
      guard words.count > 2, let first = words.first else { continue }
      let isElided = PlainWords.folded(String(first)).hasPrefix("l'")
      let isArticle = ScenarioWords.articleWords.contains(PlainWords.folded(String(first)))
      // `Enter the PIN`, `Aplica la regla`: a verb, and nobody is named.
      let isVerb =
        ScenarioWords.articles.contains(PlainWords.folded(String(words[1])) + " ")
        || ["to", "that", "into", "from", "with", "on", "for", "about", "out"].contains(words[1])
      // `Download-Dialog öffnet sich`
      let opening = PlainWords.folded(String(first))
      let isThing = ["dialog", "fenster", "seite", "maske", "window", "page", "screen", "popup"]
        .contains(where: opening.hasSuffix)
      guard isArticle || !isVerb, !isThing, !ScenarioWords.saysOfCase(step.subject),
        !ScenarioWords.isGermanPassive(step.subject)
      else { continue }
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
      // `The start page opens`
      if count < words.count, ScenarioWords.things.contains(start([words[count]])),
        !Self.mayBeVerb(words[count])
      {
        continue
      }
      // `The harbour master opens`, where no step goes on in another way.
      // Also `Debt recovery agent opens`.
      var isRepeated = false
      for longer in (count + 1)...(count + 2) where !isRepeated && longer < words.count {
        guard !words[count..<longer].contains(where: Self.mayBeVerb), Self.mayBeVerb(words[longer]),
          let times = uses[start(words.prefix(count))], times > 1,
          times == uses[start(words.prefix(longer))],
          !words.prefix(longer).contains(where: { ScenarioWords.things.contains(start([$0])) }),
          !ScenarioWords.deedsOfSystems.contains(start(words[longer...].prefix(1)))
        else { continue }
        (count, isRepeated) = (longer, true)
      }
      let subject = start(words.prefix(count))
      let name = ScenarioWords.withoutArticle(subject)
      guard !ScenarioWords.things.contains(name), !ScenarioWords.isSystem(name),
        !ScenarioWords.parts.contains(name),
        !["it", "it's", "this", "that", "there", "es", "il"].contains(subject),
        !ScenarioWords.isState(String(words[count])), !FlowName.isID(name),
        !ScenarioWords.deeds.contains(subject), !ScenarioWords.clauses.contains(subject),
        // `Les liens entre ... sont créés`
        !["entre", "pour", "avec", "dans", "sur", "between", "with", "for", "in", "on"].contains(
          words[count])
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
