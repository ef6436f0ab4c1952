internal import FlowModel

// How sentences call the people whom a document declares.
extension ScenarioBuilder {
  /// What sentences about declared people begin with: their names, also with articles.
  static func people(named names: [String]) -> Set<String> {
    var people: Set<String> = []
    // `The librarian/assistant checks the card`
    let pairs = zip(names, names.dropFirst()).map { "\($0)/\($1)" }
    for name in names + names.flatMap(singulars) + pairs
    // Alone it is the waiter, and beside others the server.
    where names == ["serveur"]
      || !ScenarioWords.isSystem(name) && !ScenarioWords.isProgram(name)
    {
      people.insert(name)
      // `Club secretary`, of whom steps say "the secretary".
      let words = name.split(separator: " ")
      if (2...3).contains(words.count), let last = words.last,
        ScenarioWords.roles.contains(String(last))
      {
        for lead in ["", "the "] { people.insert(lead + last) }
      }
      // `New registrant`, of whom steps say "the registrant".
      if words.count == 2, ["new", "existing", "returning", "current"].contains(words[0]) {
        for lead in ["", "the ", "a "] { people.insert(lead + words[1]) }
      }
      // `Coureur authentifié`, `Registered member`, of whom steps say "le coureur", "the member".
      if words.count == 2, let place = words.firstIndex(where: standings.contains) {
        for lead in [""] + ScenarioWords.articles + ["l'"] {
          people.insert(lead + words[1 - place])
        }
      }
      // `Authenticated user admin`, of whom steps say "the authenticated user".
      if words.count == 3, standings.contains(words[0]) {
        for lead in ["", "the "] { people.insert("\(lead)\(words[0]) \(words[1])") }
      }
      for article in ScenarioWords.articles + ["l'"] { people.insert(article + name) }
      // `Segretario del coro`, of whom steps say "il segretario".
      guard let joint = words.dropFirst().firstIndex(where: ofNames.contains), joint > 0,
        joint + 1 < words.count
      else { continue }
      let head = words[..<joint].joined(separator: " ")
      for article in [""] + ScenarioWords.articles + ["l'"] { people.insert(article + head) }
    }
    return people
  }

  /// How a sentence may call one of those whom a document declares in the plural: "the student" of
  /// `Students`, "o diretor" of `Diretores`.
  static func singulars(of name: String) -> [String] {
    // `Spieler:in`, of whom steps say "Spieler".
    if let mark = [":in", "*in", "_in"].first(where: name.hasSuffix) {
      return [String(name.dropLast(mark.count))]
    }
    let words = name.split(separator: " ")
    guard words.count < 5, words.contains(where: { $0.count > 4 && $0.hasSuffix("s") }) else {
      return []
    }
    let ends = [("s", ""), ("es", ""), ("ies", "y"), ("oes", "ao")]
    return ends.compactMap { end, one in
      let found = words.map { word in
        word.count > 4 && word.hasSuffix(end) && !word.hasSuffix("ss")
          ? word.dropLast(end.count) + one : String(word)
      }.joined(separator: " ")
      return found == name ? nil : found
    }
  }

  /// How somebody stands to the system, beside who it is.
  private static let standings: Set<Substring> = [
    "registered", "authenticated", "logged-in", "anonymous", "unregistered", "verified",
    "angemeldeter", "angemeldete", "registrierter", "registrierte", "anonymer",
    "authentifie", "authentifiee", "connecte", "connectee", "inscrit", "inscrite", "enregistre",
    "identifie", "identifiee", "anonyme",
    "registrado", "registrada", "autenticado", "autenticada", "identificado", "anonimo",
    "cadastrado", "cadastrada", "logado", "logada", "geregistreerde", "ingelogde",
    "registrato", "registrata", "autenticato", "autenticata", "sisselogitud", "registreeritud",
  ]

  private static let ofNames: Set<Substring> = [
    "of", "de", "del", "della", "dello", "di", "du", "des", "do", "da", "der", "van", "von",
  ]

  /// Makes what "the client" does steps of the system, if others are declared as people: the client
  /// is a program then.
  mutating func leaveToClients(besides names: [String]) {
    let isPerson = names.contains { name in
      PlainWords.words(name).contains {
        $0.hasPrefix("client") || $0.hasPrefix("custom") || ScenarioWords.generic.contains($0)
      }
    }
    // In German the client is a program, and never the customer.
    let areGerman = (steps + extensions.flatMap(\.lines)).contains { step in
      ["benutzer", "nutzer", "anwender"].contains(PlainWords.folded(step.who ?? ""))
    }
    // `L'utilisateur ...`, `Le client ...` and `Le serveur ...` are three.
    let beginnings = (steps + extensions.flatMap(\.lines)).compactMap { step in
      step.said.map { PlainWords.folded(String($0.prefix(30))) }
    }
    func acts(_ names: [String]) -> Bool {
      beginnings.contains { said in names.contains { said.hasPrefix($0 + " ") } }
    }
    let areThree =
      acts(["le serveur", "the server", "el servidor", "o servidor", "der server", "il server"])
      && acts(["l'utilisateur", "the user", "el usuario", "o usuario", "der benutzer", "l'utente"])
    let isDeclared = names.contains { PlainWords.words($0).contains("client") }
    guard !names.isEmpty, !isPerson || (areGerman || areThree) && !isDeclared else { return }
    edit { step in
      guard step.activity == .user, step.rows.isEmpty, let who = step.who,
        ["client", "the client"].contains(PlainWords.folded(who))
          || areThree
            && ["le client", "el cliente", "o cliente", "il client"].contains(
              PlainWords.folded(who)),
        areGerman || areThree || (step.said ?? "").lowercased().contains("the client ")
      else { return }
      (step.activity, step.who) = (.system, nil)
    }
  }
}
