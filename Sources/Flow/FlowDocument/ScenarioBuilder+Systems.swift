internal import FlowModel

// Systems with names: `The order system stores it`, `Customer portal (System)` among the actors.
extension ScenarioBuilder {
  /// Makes steps of the system of those of the one that is named most, if nothing else is the
  /// system, and of nobody those of others, of which a part is called like a person: "the customer
  /// portal".
  ///
  /// - Parameter said: the systems among the actors.
  mutating func leaveToSystems(declared said: Set<String>) {
    let isOther = hasSystem
    var uses: [String: Int] = [:]
    for line in steps + extensions.flatMap(\.lines) {
      guard let name = ScenarioBuilder.system(in: line, said)?.name else { continue }
      uses[name, default: 0] += 1
    }
    func isDeclared(_ name: String) -> Int { said.contains(name) ? 1 : 0 }
    let main = uses.max {
      (isDeclared($0.key), $0.value, $1.key) < (isDeclared($1.key), $1.value, $0.key)
    }?.key
    guard let main else { return }
    edit { step in
      guard let found = ScenarioBuilder.system(in: step, said) else { return }
      if found.name == main, !isOther {
        (step.activity, step.who, step.subject) = (.system, nil, found.deed)
      } else if step.activity == .user {
        (step.activity, step.subject) = (.outside, "\(step.who ?? "") \(step.subject)")
        step.who = nil
      }
    }
  }

  /// The names of systems in a list of actors, folded: those that say so, and those of which a
  /// remark in brackets does.
  static func systems(in actors: String) -> Set<String> {
    var found = Set(names(in: actors).filter { $0.contains(" ") && isNamed($0) })
    for entry in actors.split(whereSeparator: { ",;\n".contains($0) }) {
      guard let open = entry.firstIndex(of: "("),
        case let remark = PlainWords.words(String(entry[open...])),
        remark.contains(where: ScenarioWords.isSystem)
      else { continue }
      found.insert(PlainWords.folded(CellText.collapsed(String(entry[..<open]))))
    }
    return found
  }

  /// The system whose name a step begins with, folded and without its article, and what it does.
  private static func system(
    in step: StepDraft, _ declared: Set<String>
  ) -> (name: String, deed: String)? {
    guard step.rows.isEmpty, step.activity == .outside || step.activity == .user && step.who != nil
    else { return nil }
    let text = step.who.map { "\($0) \(step.subject)" } ?? step.subject
    let words = text.split(separator: " ", maxSplits: 6)
    let first = words.first.map { PlainWords.folded(String($0)) } ?? ""
    let start = ScenarioWords.articleWords.contains(first) ? 1 : 0
    guard words.count > start + 2 else { return nil }
    for count in 2...4 where start + count < words.count {
      let name = PlainWords.folded(words[start..<start + count].joined(separator: " "))
      // Not "the guest opens the website": only declared names have more than two words.
      // `PoS App zeigt den Preis`, with no article
      guard
        declared.contains(name)
          || count == 2 && isNamed(name) && (start == 1 || words[0].first?.isUppercase ?? false),
        case let deed = String(text[words[start + count].startIndex...]),
        !saysState(deed), !ScenarioWords.isTrouble(deed), !ScenarioWords.isState(deed)
      else { continue }
      return (name, deed)
    }
    return nil
  }

  /// Whether a name says that it is that of a system: "order system", "customer portal".
  private static func isNamed(_ name: String) -> Bool {
    ScenarioWords.isService(name)
      || name.split(separator: " ").last.map { ends.contains(String($0)) } ?? false
  }

  private static let ends: Set<String> = [
    "system", "server", "gateway", "backend", "engine", "portal", "platform", "website", "app",
    "application", "software", "anwendung",
    "applikation", "plattform", "webseite", "systeem", "applicatie", "susteem", "rakendus",
    "portaal",
  ]

  /// Whether a name is written as those of products are, and names no role: `SeaGuard`, not
  /// `ScrumMaster` or `DBA`.
  private static func isProduct(_ name: String) -> Bool {
    guard let last = name.lastIndex(where: \.isUppercase), last > name.startIndex,
      name.contains(where: \.isLowercase)
    else { return false }
    let end = PlainWords.folded(String(name[last...]))
    return end.count > 2 && !ScenarioWords.roles.contains(end) && !end.hasPrefix("innen")
  }

  /// Makes steps of the system of those of a name, `SeaGuard stores the trip`, that acts in more
  /// than one, if somebody else is a person and no other system acts.
  mutating func leaveToNamed(besides people: Set<String>) {
    guard hasPerson else { return }
    var uses: [String: Int] = [:]
    func isDeed(_ text: Substring) -> Bool {
      let verb = text.prefix { $0 != " " }
      return verb.count > 3 && Self.mayBeVerb(verb) && !ScenarioWords.isState(String(verb))
        && !["arrives", "fails", "expires", "exists"].contains(verb)
    }
    func name(of step: StepDraft) -> String? {
      guard step.activity == .outside, step.rows.isEmpty, step.turn == nil,
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
      let deed = line.subject.dropFirst(name.count + 1)
      let isProgram = ScenarioWords.isOfPrograms(String(deed))
      uses[name, default: 0] += isProgram ? 2 : isDeed(deed) && Self.isProduct(name) ? 1 : -1
    }
    guard let most = uses.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
      most.value > (Self.isProduct(most.key) ? 2 : 3),
      uses.count(where: { $0.value > 1 }) == 1
    else { return }
    systems.insert(PlainWords.folded(most.key))
    edit { step in
      guard name(of: step) == most.key,
        case let deed = step.subject.dropFirst(most.key.count + 1),
        ScenarioWords.isOfPrograms(String(deed)) || isDeed(deed) && Self.isProduct(most.key)
      else { return }
      (step.activity, step.subject) =
        (.system, CellText.collapsed(String(step.subject.dropFirst(most.key.count))))
    }
  }
}
