/// Where a line of an extension says that the flow goes on without naming a step: "the use case
/// resumes", "back to the previous step", "start again".
enum Turn {
  case first, previous, rejoining

  /// Nil if the sentence does not say it.
  init?(_ sentence: String) {
    let words = PlainWords.words(sentence)
    let again = words.indices.filter {
      ["start", "starts", "begin", "begins", "again", "over"].contains(words[$0])
    }
    // Not `A list with begin and end dates`.
    let begin = words.indices.filter { TurnWords.beginnings.contains(words[$0]) }
    if words.count <= 14, again.contains(where: { begin != [$0] }), !begin.isEmpty {
      self = .first
      return
    }
    if let verb = words.lastIndex(where: TurnWords.verbs.contains), verb + 1 < words.count,
      ["as", "like", "wie", "comme", "como", "come", "zoals"].contains(words[verb + 1]),
      case let rest = words[(verb + 2)...], rest.contains(where: TurnWords.wholes.contains),
      rest.allSatisfy({ TurnWords.fillers.contains($0) || TurnWords.wholes.contains($0) })
    {
      // `System sends it, then resumes as in the main flow`
      self = .rejoining
      return
    }
    guard words.count <= 14,
      let verb = words.lastIndex(where: { TurnWords.verbs.contains($0) })
    else { return nil }
    let rest = words[(verb + 1)...]
    // `redirige al inicio`, `redirige a la página de inicio`
    let isHome =
      words[verb].hasPrefix("redir")
      || rest.contains { ["pagina", "tela", "pantalla"].contains($0) }
    if !isHome && rest.contains(where: TurnWords.beginnings.contains)
      || rest.contains(where: TurnWords.firsts.contains)
        && rest.contains(where: TurnWords.steps.contains)
    {
      self = .first
    } else if rest.contains(where: TurnWords.previous.contains),
      rest.contains(where: TurnWords.steps.contains)
    {
      self = .previous
    } else {
      let verbs: Set<String> = [
        "resume", "resumes", "rejoin", "rejoins", "continue", "continues", "return", "returns",
        "fortgesetzt", "reprend", "reanuda", "continua", "retoma", "hervat", "jatkub", "riprende",
        "back", "volta", "vuelve", "weiter", "retorna", "prosegue", "verder", "ruckkehr",
        "rucksprung",
      ]
      let isWhole =
        words[..<verb].contains(where: TurnWords.wholes.contains)
        && words[..<verb].count <= 5
        && rest.allSatisfy {
          TurnWords.fillers.contains($0) || TurnWords.helpers.contains($0)
            || TurnWords.wholes.contains($0) || $0 == "normally" || $0 == "normal"
        }
      let isBack =
        rest.contains(where: TurnWords.wholes.contains)
        && rest.allSatisfy { TurnWords.fillers.contains($0) || TurnWords.wholes.contains($0) }
      guard words.contains(where: verbs.contains), isWhole || isBack else { return nil }
      self = .rejoining
    }
  }
}
