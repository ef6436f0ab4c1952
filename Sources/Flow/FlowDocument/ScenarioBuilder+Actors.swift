internal import FlowModel

// Who acts in the steps.
extension ScenarioBuilder {
  /// Makes what declared actors do steps of the user, and names in notes who acts if that is not
  /// the only actor. Without any step that waits for a person, the subject of the first step is
  /// taken for one.
  mutating func assignActors(_ actors: String) {
    let names = ScenarioBuilder.names(in: actors)
    let people = ScenarioBuilder.people(named: names)
    edit { $0.take(people) }
    declared = people
    takeSpeakers()
    if !people.isEmpty { edit { $0.leaveToSystem(besides: people) } }
    let hadSystem = hasSystem
    leaveToParts(besides: people, Set(names))
    let sites = ScenarioWords.sitesAndParts.subtracting(
      names + ScenarioWords.articles.flatMap { article in names.map { article + $0 } })
    if !hadSystem { edit { $0.leaveToSites(sites) } }
    let others = others
    if !hasSystem { leaveToNamed(besides: people) }
    if !others.isEmpty { edit { $0.take(others) } }
    if !hasPerson, let subject = firstSubject { edit { $0.take([subject]) } }
    // After those who have become people only now.
    for place in steps.indices.dropFirst() where steps[place].activity == .outside {
      let (said, before) = (steps[place].subject, steps[place - 1])
      var found = Self.again(said, after: before)
      if found == nil, case (let rest, let clause?)? = ScenarioWords.afterLead(said) {
        found = Self.again(rest, after: before)
        if found != nil { steps[place].addNote(clause) }
      }
      guard let (activity, subject) = found else { continue }
      (steps[place].activity, steps[place].subject) = (activity, subject)
      steps[place].who = steps[place - 1].who
    }
    let found = Set(peopleNamed.map { PlainWords.folded($0) })
    if names.isEmpty, found.count == 1, !hasOtherPerson {
      let name = peopleNamed.first ?? ""
      actor = name.prefix(1).uppercased() + name.dropFirst()
      return
    }
    let main = names.first
    edit { step in
      guard let who = step.who, !(step.note ?? "").contains("Actor: ") else { return }
      let name = PlainWords.folded(ScenarioWords.withoutArticle(who))
      guard name != main, names.count > 1 || !ScenarioWords.generic.contains(name) else { return }
      guard !ScenarioWords.generic.contains(name), !(names.count == 1 && main == name) else {
        return
      }
      step.addNote("Actor: \(ScenarioWords.withoutArticle(who))")
    }
  }

  /// What sentences about declared people begin with: their names, also with articles.
  static func people(named names: [String]) -> Set<String> {
    var people: Set<String> = []
    for name in names where !ScenarioWords.isSystem(name) {
      people.insert(name)
      // `Club secretary`, of whom steps say "the secretary".
      let words = name.split(separator: " ")
      if words.count == 2, ScenarioWords.roles.contains(String(words[1])) {
        for lead in ["", "the "] { people.insert(lead + words[1]) }
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

  private static let ofNames: Set<Substring> = [
    "of", "de", "del", "della", "dello", "di", "du", "des", "do", "da", "der", "van", "von",
  ]

  /// Makes steps of the system of those of a name, `SeaGuard stores the trip`, that acts in more
  /// than one, if somebody else is a person and no other system acts.
  private mutating func leaveToNamed(besides people: Set<String>) {
    guard hasPerson else { return }
    var uses: [String: Int] = [:]
    func name(of step: StepDraft) -> String? {
      guard step.activity == .outside, step.rows.isEmpty, step.turn == nil, step.next == nil,
        let first = step.subject.split(separator: " ", maxSplits: 1).first, first.count > 2,
        first.first?.isUppercase == true, first.dropFirst().contains(where: \.isUppercase),
        first.allSatisfy({ $0.isLetter }), !first.hasPrefix("Mc"),
        case let plain = PlainWords.folded(String(first)),
        !people.contains(plain), !ScenarioWords.things.contains(plain)
      else { return nil }
      return String(first)
    }
    for line in steps + extensions.flatMap(\.lines) {
      guard let name = name(of: line) else { continue }
      // Not "OTP arrives".
      let isDone = ScenarioWords.isOfPrograms(String(line.subject.dropFirst(name.count + 1)))
      uses[name, default: 0] += isDone ? 2 : -1
    }
    guard let most = uses.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), most.value > 3,
      uses.count == 1
    else { return }
    edit { step in
      guard name(of: step) == most.key,
        ScenarioWords.isOfPrograms(String(step.subject.dropFirst(most.key.count + 1)))
      else { return }
      (step.activity, step.subject) =
        (.system, CellText.collapsed(String(step.subject.dropFirst(most.key.count))))
    }
  }

  /// Whether a step of a person does not name anybody.
  private var hasOtherPerson: Bool {
    (steps + extensions.flatMap(\.lines)).contains { step in
      let name = step.who.map { PlainWords.folded(ScenarioWords.withoutArticle($0)) }
      return step.activity == .user && name.map(ScenarioWords.generic.contains) ?? true
    }
  }

  /// The people whom steps name, without articles.
  private var peopleNamed: [String] {
    (steps + extensions.flatMap(\.lines)).compactMap { step in
      let name = step.who.map(ScenarioWords.withoutArticle)
      return name.flatMap { ScenarioWords.generic.contains(PlainWords.folded($0)) ? nil : $0 }
    }
  }

  mutating func edit(_ change: (inout StepDraft) -> Void) {
    for place in steps.indices { change(&steps[place]) }
    for place in extensions.indices {
      for line in extensions[place].lines.indices { change(&extensions[place].lines[line]) }
    }
  }

  /// Whether a sentence is about the system.
  var hasSystem: Bool {
    (steps + extensions.flatMap(\.lines)).contains {
      $0.activity == .system || $0.activity.isShown
    }
  }

  /// Whether a step waits for a person.
  private var hasPerson: Bool {
    (steps + extensions.flatMap(\.lines)).contains {
      $0.activity == .user || $0.activity.isShown || !$0.rows.isEmpty
    }
  }

  /// How many steps and lines begin with each word.
  private var firstWords: [String: Int] {
    var uses: [String: Int] = [:]
    for line in steps + extensions.flatMap(\.lines) {
      uses[PlainWords.folded(String(line.subject.prefix { $0 != " " })), default: 0] += 1
    }
    return uses
  }

  /// Whether a word after the first one may be its verb.
  private static func mayBeVerb(_ word: Substring) -> Bool {
    let ends = ["s", "et", "gt", "kt", "lt", "rt", "bt", "zt", "ht", "ft"]
    return word.first?.isLowercase == true && ends.contains(where: word.hasSuffix)
      && !word.hasSuffix("ss") && word != "nicht"
  }

  /// The first two words of the first step that begins with an article, or its first word.
  private var firstSubject: String? {
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
        isArticle || isElided || isDouble || Self.mayBeVerb(words[1])
          || uses[subject, default: 0] > 1
      else { continue }
      return subject
    }
    return nil
  }
}

extension StepDraft {
  /// Takes a name in capitals in a column of actors for a system if the document declares other
  /// people: `BILLING`.
  fileprivate mutating func leaveToSystem(besides people: Set<String>) {
    guard let name = who, activity == .user, name.count > 2, name.allSatisfy(\.isUppercase),
      case let plain = PlainWords.folded(name), !people.contains(plain),
      !ScenarioWords.people.contains(plain)
    else { return }
    (activity, subject, who) = (.outside, "\(name) \(subject)", nil)
  }

  /// Makes a step of the website one of the system.
  fileprivate mutating func leaveToSites(_ sites: Set<String>) {
    guard activity == .outside,
      let (_, rest) = ScenarioBuilder.part(in: subject, sites)
    else { return }
    (activity, subject) = (.system, rest)
  }

  /// Makes a step of nobody one of the user if a sentence about it begins with such words.
  mutating func take(_ people: Set<String>) {
    // `el vecino escribe` in a column of the user
    if activity == .user, who == nil, let found = ScenarioWords.deed(subject, of: people),
      found.clause == nil
    {
      (who, subject) = (found.who, found.deed)
      return
    }
    if activity == .outside, rows.isEmpty, let (name, deed) = ScenarioBuilder.speaker(in: subject),
      people.contains(PlainWords.folded(name)), !deed.hasArticle
    {
      (activity, who, subject) = (.user, name, deed)
      return
    }
    guard activity == .outside, rows.isEmpty,
      let found = ScenarioWords.deed(subject, of: people)
        ?? ScenarioWords.inverted(subject, people)
    else { return }
    if found.clause != nil, ScenarioBuilder.saysState(found.deed) { return }
    if let note = found.note { addNote(note) }
    (activity, who, subject) = (.user, found.who, found.deed)
  }
}
