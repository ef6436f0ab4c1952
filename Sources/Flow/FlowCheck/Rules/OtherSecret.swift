internal import FlowModel

extension Check {
  static let otherSecret = Check(
    "other-secret", "a called flow that asks for another secret than the step needs"
  ) { subject, findings in
    let world = subject.world
    let calls = subject.steps.filter { step in
      subject.graph.callee(step).map { !world.asked[$0].isEmpty } ?? false
    }
    guard !calls.isEmpty else { return }
    let wanted = WantedSecret(subject)
    for step in calls {
      guard let callee = subject.graph.callee(step) else { continue }
      let asked = world.asked[callee]
      let name = world.id(callee)
      let secrets = Words.list(asked.sorted())
      let tables = subject.tables
      let passed = tables.details(ofStep: step).unless.range.map {
        tables.string(tables.facts[Int(tables.conditions[$0].fact)].name)
      }.first { world.secretNames.contains($0) && !asked.contains($0) }
      if let passed {
        findings.add(
          at: .step(step), span: tables.steps[step].subject.span,
          "step `\(subject.graph.id(ofStep: step))` is passed over when `\(passed)` is known, "
            + "and calls `\(name)`, which asks for \(secrets)",
          help: "call the flow that asks for `\(passed)`")
      } else if let (need, user) = wanted.missing, asked.isDisjoint(with: wanted.mentioned) {
        findings.add(
          at: .step(step), span: tables.steps[step].subject.span,
          "step `\(subject.graph.id(ofStep: step))` calls `\(name)`, which asks for \(secrets); "
            + "step `\(subject.graph.id(ofStep: user))` uses `\(need)`, which nothing asks for",
          help: "call the flow that asks for `\(need)`")
      }
    }
  }
}

/// Which secrets the texts of a flow speak of, in capitals (`PIN1`), and which of them is missing.
private struct WantedSecret {
  private(set) var mentioned: Set<String> = []
  /// A secret that a step with an action uses, that nothing in the flow asks for; and the step.
  private(set) var missing: (secret: String, step: Int)?

  init(_ subject: Subject) {
    var byCapitals: [String: String] = [:]
    for name in subject.world.secretNames { byCapitals[name.uppercased()] = name }
    let asked = WantedSecret.asked(subject)
    for step in subject.steps where subject.graph.callee(step) == nil {
      let noun = subject.graph.action(step)?.split(separator: ".").first
      for word in Words.of(subject.graph.subject(step)) {
        guard let name = byCapitals[String(word)] else { continue }
        mentioned.insert(name)
        guard missing == nil, let noun, noun != name, !asked.contains(name) else { continue }
        missing = (name, step)
      }
    }
  }

  private static func asked(_ subject: Subject) -> Set<String> {
    let tables = subject.tables
    var names = Set(tables.inputs.filter(\.isSecret).map { tables.string($0.name) })
    names.formUnion(tables.strings(tables.header.parameters))
    for step in subject.steps {
      if let callee = subject.graph.callee(step) { names.formUnion(subject.world.asked[callee]) }
    }
    return names
  }
}
