internal import FlowModel

// Names before colons, and parts of the system.
extension ScenarioBuilder {
  /// The names of a list of actors: `Guard, Driver`, `Rita – Head of the park`, folded, and without
  /// the numbers of chapters: `2.1 Guard`.
  static func names(in actors: String) -> [String] {
    var list = actors
    // `Sistema (Motor de Busca / Banco de Dados)`
    if actors.hasSuffix(")"), let open = actors.firstIndex(of: "("),
      case let head = PlainWords.folded(CellText.collapsed(String(actors[..<open]))),
      ScenarioWords.systems.contains(head)
    {
      return [head]
    }
    // `Bezoeker en medewerker`, and not `cliente en línea con el banco`
    let words = list.split(separator: " ")
    if words.count == 3, ["en", "y", "e", "ja"].contains(words[1]) {
      list = "\(words[0]),\(words[2])"
    }
    // `Readers, Directors e Secretários`
    if let comma = list.firstIndex(of: ","),
      let last = [" e ", " y ", " ja "].lazy.compactMap({ list[comma...].firstRange(of: $0) }).first
    {
      list.replaceSubrange(last, with: ",")
    }
    for mark in [" – ", " — ", " - ", " or ", " oder ", " ou ", " o ", " and ", " und ", " et "] {
      list = list.replacing(mark, with: ",")
    }
    return list.split { ",;/()".contains($0) }.map {
      var entry = CellText.collapsed(String($0))
      // `User (including guest and clerk)`
      for lead in ["including ", "incluye ", "incluindo ", "inclui "] where entry.hasPrefix(lead) {
        entry = String(entry.dropFirst(lead.count))
      }
      let name = PlainWords.folded(String(PlainWords.withoutNumber(entry[...])))
      return name.hasSuffix(".") ? String(name.dropLast()) : name
    }.filter { !$0.isEmpty && $0.count < 40 && !waysOfActing.contains($0) }
  }

  /// What may stand in brackets behind the system that acts.
  private static let waysOfActing: Set<String> = [
    "automatic", "automatically", "automated", "automatisch", "automatisiert", "automatique",
    "automatico", "automatica",
  ]

  /// Splits `Rita: opens the map` into who may act and what is done.
  static func speaker(in sentence: String) -> (name: String, deed: String)? {
    guard let colon = sentence.firstIndex(of: ":"), sentence[..<colon].utf8.count < 40,
      sentence[colon...].dropFirst().first == " ", sentence.first?.isUppercase == true
    else { return nil }
    let name = CellText.collapsed(String(sentence[..<colon]))
    let rest = CellText.collapsed(String(sentence[colon...].dropFirst()))
    guard name.split(separator: " ").count <= 3,
      rest.contains(" ") || rest.first?.isLowercase == true
    else { return nil }
    return (name, lowered(rest, PlainWords.folded(name)))
  }

  /// Makes steps of the user of those that begin with a name and a colon, if a name does so more
  /// than once, or the system does: `Rita: opens the map`, `System: shows it`.
  mutating func takeSpeakers() {
    let lines = steps + extensions.flatMap(\.lines)
    func name(of step: StepDraft) -> String? {
      guard step.activity == .outside, step.rows.isEmpty,
        let (name, deed) = ScenarioBuilder.speaker(in: step.subject)
      else { return nil }
      let plain = PlainWords.folded(name)
      let isOther =
        ScenarioWords.labels.contains(plain) || ScenarioWords.things.contains(plain)
        || ScenarioWords.parts.contains(plain) || ScenarioWords.saysKind(plain)
        || ScenarioWords.isReaction(plain) || ScenarioBuilder.isCondition(name)
        || ScenarioWords.conditionLabels.contains(plain) || HeaderLabel(name) != nil
      // `Reaktion: Ziel wird markiert`
      let isState = ScenarioWords.isState(String(deed.drop { $0 != " " }.dropFirst()))
      let verb = plain.prefix { $0 != " " }
      let isDeed =
        name.contains(where: \.isNumber)
        || [ScenarioWords.deedsOfSystems, ScenarioWords.deedsOfBoth, ScenarioWords.deeds].contains {
          $0.contains(String(verb))
        }
      return isOther || isDeed || isState || deed.hasArticle || name.split(separator: " ").count > 2
        ? nil : plain
    }
    var uses: [String: Int] = [:]
    // `Shop: stores the order` is no person.
    var programs = Self.remarks
    var people: Set<String> = []
    for line in lines {
      guard let name = name(of: line), let (_, deed) = Self.speaker(in: line.subject) else {
        continue
      }
      uses[name, default: 0] += 1
      if ScenarioWords.isOfPrograms(deed) { programs.insert(name) } else { people.insert(name) }
    }
    programs.subtract(people.subtracting(Self.remarks))
    guard !uses.isEmpty else { return }
    let hasSpokenSystem = lines.contains { step in
      guard let said = step.said, let colon = said.prefix(30).firstIndex(of: ":") else {
        return false
      }
      return ScenarioWords.systems.contains(PlainWords.folded(String(said[..<colon])))
    }
    let names = Set(uses.keys.filter { hasSpokenSystem || uses[$0, default: 0] > 1 })
      .subtracting(programs)
    edit { step in
      guard let found = name(of: step), names.contains(found),
        let (name, deed) = ScenarioBuilder.speaker(in: step.subject)
      else { return }
      (step.activity, step.who, step.subject) = (.user, name, deed)
    }
  }

  /// Names before colons that are those of remarks.
  private static let remarks: Set<String> = [
    "tip", "tips", "important", "attention", "info", "reminder", "wichtig", "achtung", "tipp",
    "importante", "attenzione", "atencion", "atencao", "conseil", "belangrijk", "let op",
    "step one", "step two", "db", "gui", "database",
  ]

  /// Makes steps of the system of those of its parts, such as the server, beside sentences about
  /// the system or other parts. So the client is a part beside a server, if it is nobody who is
  /// declared.
  mutating func leaveToParts(besides people: Set<String>, _ declared: Set<String>) {
    let lines = steps + extensions.flatMap(\.lines)
    let programs = declared.filter(ScenarioWords.isProgram)
    let known = ScenarioWords.parts.subtracting(declared).union(programs)
    func part(of step: StepDraft) -> (name: String, rest: String)? {
      guard step.activity == .outside, step.rows.isEmpty else { return nil }
      return ScenarioBuilder.part(in: step.subject, known)
    }
    let parts = Set(lines.compactMap { part(of: $0).map { PlainWords.folded($0.name) } })
    guard !parts.isEmpty else { return }
    let others = lines.contains { step in
      let name = step.who.map { PlainWords.folded(ScenarioWords.withoutArticle($0)) }
      return step.activity == .user && !["client", "cliente", "klant"].contains(name)
    }
    let clients = ["client", "cliente"]
    // What the client does has to be what a program does: not "The client signs the contract".
    let areDeeds = lines.allSatisfy { step in
      guard step.activity == .user, let who = step.who,
        clients.contains(PlainWords.folded(ScenarioWords.withoutArticle(who)))
      else { return true }
      return ScenarioWords.isOfPrograms(step.subject)
    }
    if others, areDeeds, people.isDisjoint(with: clients) {
      edit { step in
        guard step.activity == .user, let who = step.who,
          clients.contains(PlainWords.folded(ScenarioWords.withoutArticle(who)))
        else { return }
        (step.activity, step.who) = (.system, nil)
        step.addNote("Actor: \(ScenarioWords.withoutArticle(who))")
      }
    }
    guard hasSystem || parts.count > 1 || !programs.isEmpty else { return }
    edit { step in
      guard let (name, rest) = part(of: step) else { return }
      (step.activity, step.subject) = (.system, rest)
      step.addNote("Actor: \(ScenarioWords.withoutArticle(name))")
    }
  }

  /// Names in notes the parts of the system that act in sentences in a column of the system: `das
  /// Backend prüft den Text`.
  mutating func nameParts() {
    edit { step in
      guard step.activity == .system, step.rows.isEmpty, step.subject.hasArticle,
        let (name, rest) = ScenarioBuilder.part(in: step.subject, ScenarioWords.sitesAndParts)
      else { return }
      step.subject = rest
      step.addNote("Actor: \(ScenarioWords.withoutArticle(name))")
    }
  }

  /// The part of the system that a sentence is about, and what it does.
  static func part(
    in sentence: String, _ parts: Set<String>
  ) -> (name: String, rest: String)? {
    guard let rest = ScenarioWords.split(sentence, after: parts), !saysState(rest),
      !ScenarioWords.isState(rest), rest.first?.isUppercase != true,
      !ScenarioWords.isOfName(rest)
    else { return nil }
    // `API key`, `mobile user`
    let next = PlainWords.words(String(rest.prefix(24))).first ?? ""
    guard !ScenarioWords.roles.contains(next), !nouns.contains(next), !noDeeds.contains(next) else {
      return nil
    }
    return (CellText.collapsed(String(sentence.dropLast(rest.count))), rest)
  }
}

extension ScenarioBuilder {
  /// What may follow the name of a part, as a part of a longer name.
  private static let nouns: Set<String> = [
    "key", "keys", "room", "rooms", "client", "clients", "users", "developers", "team", "teams",
    "phone", "phones", "device", "devices", "page", "pages", "error", "errors", "token", "tokens",
    "response", "responses", "endpoint", "endpoints", "web",
    "operators", "interface", "designer", "time", "name", "url", "address", "service",
    "version", "code", "status", "number", "numbers", "app", "application", "side", "admins",
  ]

  /// Words with which a sentence says what does not happen.
  private static let noDeeds: Set<String> = [
    "does", "do", "cannot", "can't", "doesn't", "fails", "could", "may", "not", "no", "nao", "ne",
    "n'est", "non", "ei", "kann", "kan",
  ]
}

extension String {
  /// Whether a text begins with an article, as what somebody does never does.
  var hasArticle: Bool {
    PlainWords.words(String(prefix(12))).first.map(ScenarioWords.articleWords.contains) ?? false
  }
}
