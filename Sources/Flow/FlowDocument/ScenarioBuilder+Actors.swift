internal import FlowModel

// Who acts in the steps.
extension ScenarioBuilder {
  /// Makes what declared actors do steps of the user, and names in notes who acts if that is not
  /// the only actor. Without any step that waits for a person, the subject of the first step is
  /// taken for one.
  mutating func assignActors(_ actors: String) {
    declaredText = actors
    let names = ScenarioBuilder.names(in: actors)
    let systems = ScenarioBuilder.systems(in: actors)
    let people = ScenarioBuilder.people(named: names.filter { !systems.contains($0) })
    let own = ownNames.subtracting(names)
    takeSystems(own, besides: people)
    edit { $0.take(people) }
    declared = people
    takeSpeakers()
    leaveToSystems(declared: systems)
    leaveToCapitals(besides: people)
    leaveToClients(besides: names)
    leaveToParts(besides: people, Set(names))
    nameParts()
    let sites = ScenarioWords.sitesAndParts.subtracting(
      names + ScenarioWords.articles.flatMap { article in names.map { article + $0 } })
    if hasSystem {
      let others = namedBySystem
      edit { $0.leaveToSites(sites, besides: others) }
    } else {
      edit { $0.leaveToSites(sites, besides: nil) }
    }
    let others = others
    if !hasSystem { leaveToNamed(besides: people) }
    if !others.isEmpty { edit { $0.take(others) } }
    // `Actor: System (automatic)`
    let isOfSystem = names.first.map(ScenarioWords.isSystem) ?? false
    // Verbs without a subject name nobody: `Il direttore accede`, `Apre la lista`
    let isNamed = !names.isEmpty || (steps + extensions.flatMap(\.lines)).contains { $0.who != nil }
    if !isOfSystem, !hasPerson || !isNamed, let subject = firstSubject,
      !hasPerson || PlainWords.folded(steps.first?.subject ?? "").hasPrefix(subject)
    {
      edit { $0.take([subject]) }
    }
    let persons = Set(peopleNamed.map { PlainWords.folded($0) })
    let single =
      names.isEmpty && persons.count == 1 && !hasOtherPerson ? peopleNamed.first : nil
    let roles = rolesNamed
    if !roles.isEmpty { edit { $0.take(roles) } }
    // After those who have become people only now.
    Self.takeAgain(&steps)
    for place in extensions.indices { Self.takeAgain(&extensions[place].lines) }
    let found = Set(peopleNamed.map { PlainWords.folded($0) })
    if names.isEmpty, found.count == 1, !hasOtherPerson {
      let name = peopleNamed.first ?? ""
      actor = name.prefix(1).uppercased() + name.dropFirst()
      return
    }
    if let single { actor = single.prefix(1).uppercased() + single.dropFirst() }
    let main = names.first ?? single.map { PlainWords.folded($0) }
    mains = Set(main.map { [$0] + ScenarioBuilder.singulars(of: $0) } ?? [])
    nameOthers()
  }

  /// Names in notes who acts in the steps and lines of which that is not the main actor.
  mutating func nameOthers() {
    guard let mains else { return }
    let declared = declaredText
    edit { step in
      guard let who = step.who, step.activity == .user, !(step.note ?? "").contains("Actor: ")
      else { return }
      // `The curator (or a guest)`, if the header does not say so.
      if let open = who.firstIndex(of: "("), !declared.contains(who[open...]) {
        return step.addNote("Actor: \(ScenarioWords.withoutArticle(who))")
      }
      let bare = ScenarioWords.withoutArticle(String(who.prefix { $0 != "(" }))
      let name = PlainWords.folded(CellText.collapsed(bare))
      // `Registrant`, of `New registrant`
      guard !mains.contains(name), !mains.contains(where: { $0.hasSuffix(" \(name)") }),
        !ScenarioWords.generic.contains(name)
      else { return }
      step.addNote("Actor: \(ScenarioWords.withoutArticle(who))")
    }
  }

  /// Makes steps of who acted before of those that begin with a pronoun: `Il valide`.
  private static func takeAgain(_ steps: inout [StepDraft]) {
    for place in steps.indices.dropFirst() where steps[place].activity == .outside {
      let (said, before) = (steps[place].subject, steps[place - 1])
      var found = Self.again(said, after: before)
      // `Il remplit le nom` after `Une fenêtre s'ouvre`, `She confirms` after `System shows it`
      let words = PlainWords.words(String(said.prefix(60)))
      if found == nil, before.activity != .user, words.count > 1,
        ScenarioWords.isPerson(words, after: before.said ?? ""),
        let person = steps[..<place].suffix(4).last(where: { $0.activity == .user }),
        case let deed = CellText.collapsed(String(said.drop { $0 != " " })),
        !ScenarioBuilder.saysState(deed)
      {
        (steps[place].activity, steps[place].subject) = (.user, deed)
        steps[place].who = person.who
        continue
      }
      if found == nil, case (let rest, let clause?)? = ScenarioWords.afterLead(said) {
        found = Self.again(rest, after: before)
        if found != nil { steps[place].addNote(clause) }
      }
      // `and asks for the name` after `the system shows why`
      if found == nil, words.count > 2, ["and", "und", "et", "y", "en"].contains(words[0]),
        before.activity == .user || before.activity == .system, before.next == nil,
        said.first?.isLowercase == true, !ScenarioWords.articleWords.contains(words[1]),
        case let deed = CellText.collapsed(String(said.drop { $0 != " " })),
        ScenarioWords.split(deed, after: ScenarioWords.systems.union(ScenarioWords.people)) == nil
      {
        found = (before.activity, deed)
      }
      guard let (activity, subject) = found else { continue }
      (steps[place].activity, steps[place].subject) = (activity, subject)
      steps[place].who = steps[place - 1].who
    }
  }

  /// Takes a name in capitals in a column of actors for a system, if others are people: for
  /// another one, such as `BILLING`, and for the system itself if nothing else is that.
  private mutating func leaveToCapitals(besides people: Set<String>) {
    func name(of step: StepDraft) -> String? {
      guard let name = step.who, step.activity == .user, name.count > 2,
        name.allSatisfy(\.isUppercase), case let plain = PlainWords.folded(name),
        !people.contains(plain), !ScenarioWords.people.contains(plain)
      else { return nil }
      return name
    }
    let lines = steps + extensions.flatMap(\.lines)
    let names = Set(lines.compactMap(name))
    let hasOthers = lines.contains { $0.activity == .user && $0.who != nil && name(of: $0) == nil }
    guard !names.isEmpty, !people.isEmpty || hasOthers else { return }
    let isSystem =
      names.count == 1 && !hasSystem
      && lines.contains { step in
        let verb = PlainWords.words(String(step.subject.prefix(40))).first ?? ""
        return name(of: step) != nil && ScenarioWords.deedsOfSystems.contains(verb)
      }
    guard isSystem || !people.isEmpty else { return }
    edit { step in
      guard let name = name(of: step) else { return }
      step.activity = isSystem ? .system : .outside
      if !isSystem { step.subject = "\(name) \(step.subject)" }
      step.who = nil
    }
    if isSystem { takeSystems(Set(names.map { PlainWords.folded($0) })) }
  }

  /// Makes steps of the system of those that begin with its names.
  ///
  /// - Parameter people: the names of people, of whom `Bank customer` is not the system `Bank`.
  private mutating func takeSystems(_ names: Set<String>, besides people: Set<String> = []) {
    guard !names.isEmpty else { return }
    systems.formUnion(names)
    edit { step in
      guard ScenarioWords.split(step.subject, after: people) == nil else { return }
      step.leaveToSystem(names)
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

  /// The words of what the system does. It is no website to which it takes somebody back.
  private var namedBySystem: Set<String> {
    (steps + extensions.flatMap(\.lines)).reduce(into: []) { words, step in
      if step.activity == .system { words.formUnion(PlainWords.words(step.subject)) }
    }
  }

  /// Whether a sentence is about the system.
  var hasSystem: Bool {
    (steps + extensions.flatMap(\.lines)).contains {
      $0.activity == .system || $0.activity.isShown
    }
  }

  /// Whether a step waits for a person.
  var hasPerson: Bool {
    (steps + extensions.flatMap(\.lines)).contains {
      $0.activity == .user || $0.activity.isShown || !$0.rows.isEmpty
    }
  }
}

extension StepDraft {
  /// Makes a step of the website one of the system.
  ///
  /// - Parameter named: the words of what the system does, of which the website is a part unless it
  ///   is one of them. Nil if nothing else is the system.
  fileprivate mutating func leaveToSites(_ sites: Set<String>, besides named: Set<String>?) {
    guard activity == .outside, rows.isEmpty,
      let (name, rest) = ScenarioBuilder.part(in: subject, sites)
    else { return }
    if let named {
      let part = ScenarioWords.withoutArticle(name)
      guard !ScenarioWords.isTrouble(rest), named.isDisjoint(with: PlainWords.words(part)) else {
        return
      }
      addNote("Actor: \(part)")
    }
    (activity, subject) = (.system, rest)
  }

  /// Makes a step one of the system if it begins with a name of it.
  fileprivate mutating func leaveToSystem(_ names: Set<String>) {
    // `Danach druckt Speisomat den Bon`
    if activity == .user || activity == .system, who == nil, let said,
      let deed = ScenarioWords.inverted(said, of: names)
    {
      (activity, subject) = (.system, deed)
      return
    }
    if activity == .outside, rows.isEmpty, let (name, deed) = ScenarioBuilder.speaker(in: subject),
      names.contains(PlainWords.folded(name)), !deed.hasArticle
    {
      (activity, subject) = (.system, deed)
      return
    }
    guard activity == .outside, rows.isEmpty,
      let found = ScenarioWords.deed(subject, of: names), !ScenarioBuilder.saysState(found.deed),
      !ScenarioWords.isPassive(found.deed)
    else { return }
    if let note = found.note { addNote(note) }
    (activity, subject) = (.system, found.deed)
  }

  /// Makes a step of nobody one of the user if a sentence about it begins with such words.
  mutating func take(_ people: Set<String>) {
    // `Un utente registrato sceglie`, of which "utente" alone was read
    if activity == .user, who != nil, rows.isEmpty, let said,
      let rest = ScenarioWords.split(said, after: people),
      case let deed = rest.hasSuffix(".") ? String(rest.dropLast()) : rest,
      deed.utf8.count < subject.utf8.count, subject.hasSuffix(deed)
    {
      (who, subject) = (CellText.collapsed(String(said.dropLast(rest.count))), deed)
      return
    }
    // `el vecino escribe` in a column of the user
    let isGeneric = who.map { ScenarioWords.generic.contains(PlainWords.folded($0)) } ?? true
    if activity == .user, isGeneric, let found = ScenarioWords.deed(subject, of: people),
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
    if activity == .outside, let (remark, rest) = ScenarioBuilder.remarked(subject),
      ScenarioWords.split(rest, after: people) != nil
    {
      addNote(remark)
      subject = rest
    }
    guard activity == .outside, rows.isEmpty,
      let found = ScenarioWords.deed(subject, of: people)
        ?? ScenarioWords.inverted(subject, people)
    else { return }
    if found.clause != nil, ScenarioBuilder.saysState(found.deed) { return }
    if ScenarioWords.isPassive(found.deed) { return }
    if let note = found.note { addNote(note) }
    (activity, who, subject) = (.user, found.who, found.deed)
    // `Il bagnante o il curioso accede`
    let joint = found.deed.prefix { $0 != " " }
    if ["or", "oder", "ou", "o", "and", "und", "et", "y", "e"].contains(joint),
      let rest = ScenarioWords.split(String(found.deed.dropFirst(joint.count + 1)), after: people)
    {
      subject = rest
    }
  }
}
