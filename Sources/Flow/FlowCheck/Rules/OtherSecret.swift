internal import FlowModel

extension Check {
  static let otherSecret = Check(
    "other-secret", "a called flow that asks for another secret than the step needs"
  ) { context, findings in
    let world = context.world
    let calls = context.steps.filter { step in
      context.graph.callee(step).map { !world.asked[$0].isEmpty } ?? false
    }
    guard !calls.isEmpty else { return }
    let wanted = WantedSecret(context)
    for step in calls {
      guard let callee = context.graph.callee(step) else { continue }
      let asked = world.asked[callee]
      let name = world.id(callee)
      let secrets = Words.list(asked.sorted())
      let tables = context.tables
      let passed = tables.rareFields(ofStep: step).unless.range.map {
        tables.string(tables.facts[Int(tables.conditions[$0].fact)].name)
      }.first { world.secretNames.contains($0) && !asked.contains($0) }
      if let passed {
        findings.add(
          at: .step(step), span: tables.steps[step].subject.span,
          "step `\(context.graph.id(ofStep: step))` is passed over when `\(passed)` is known, "
            + "and calls `\(name)`, which asks for \(secrets)",
          help: "call the flow that asks for `\(passed)`")
      } else if let (need, user) = wanted.missing, asked.isDisjoint(with: wanted.mentioned) {
        findings.add(
          at: .step(step), span: tables.steps[step].subject.span,
          "step `\(context.graph.id(ofStep: step))` calls `\(name)`, which asks for \(secrets); "
            + "step `\(context.graph.id(ofStep: user))` uses `\(need)`, which nothing asks for",
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

  init(_ context: CheckContext) {
    var byCapitals: [String: String] = [:]
    for name in context.world.secretNames { byCapitals[name.uppercased()] = name }
    let asked = WantedSecret.asked(context)
    for step in context.steps where context.graph.callee(step) == nil {
      let noun = context.graph.action(step)?.split(separator: ".").first
      for word in Words.of(context.graph.subject(step)) {
        guard let name = byCapitals[String(word)] else { continue }
        mentioned.insert(name)
        guard missing == nil, let noun, noun != name, !asked.contains(name) else { continue }
        missing = (name, step)
      }
    }
  }

  private static func asked(_ context: CheckContext) -> Set<String> {
    let tables = context.tables
    var names = Set(tables.inputs.filter(\.isSecret).map { tables.string($0.name) })
    names.formUnion(tables.strings(tables.header.parameters))
    for step in context.steps {
      if let callee = context.graph.callee(step) { names.formUnion(context.world.asked[callee]) }
    }
    return names
  }
}
