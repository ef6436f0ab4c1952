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
      guard declared.contains(name) || start == 1 && count == 2 && isNamed(name),
        case let deed = String(text[words[start + count].startIndex...]),
        !saysState(deed), !ScenarioWords.isTrouble(deed), !ScenarioWords.isState(deed)
      else { continue }
      return (name, deed)
    }
    return nil
  }

  /// Whether a name says that it is that of a system: "order system", "customer portal".
  private static func isNamed(_ name: String) -> Bool {
    name.split(separator: " ").last.map { ends.contains(String($0)) } ?? false
  }

  private static let ends: Set<String> = [
    "system", "server", "gateway", "backend", "engine", "portal", "platform", "website", "app",
    "application", "software", "anwendung",
    "applikation", "plattform", "webseite", "systeem", "applicatie", "susteem", "rakendus",
    "portaal",
  ]
}
