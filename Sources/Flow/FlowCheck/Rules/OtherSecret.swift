internal import FlowModel

extension Check {
  static let otherSecret = Check(
    "other-secret",
    "a called flow that asks for another secret than the step needs"
  ) { context, findings in
    let catalogue = context.catalogue
    let calls = context.steps(.call).compactMap { step in
      context.graph.callee(of: step).flatMap { callee in
        let asked = catalogue.asked(by: callee)
        return asked.isEmpty ? nil : (step: step, callee: callee, asked: asked)
      }
    }
    guard !calls.isEmpty else { return }
    let wanted = WantedSecret(context, askedByCalls: calls.flatMap(\.asked))
    for (step, callee, asked) in calls {
      let call = "calls `\(callee.id)`, which asks for \(Words.list(asked.sorted()))"
      let passed = step.unless.map(\.fact.name).first {
        catalogue.secretNames.contains($0) && !asked.contains($0)
      }
      if let passed {
        findings.add(
          at: .step(step), span: step.subjectSpan,
          "step `\(step.id)` is skipped when `\(passed)` is known, and \(call)",
          help: "call the flow that asks for `\(passed)`")
      } else if let (need, user) = wanted.missing, asked.isDisjoint(with: wanted.mentioned) {
        findings.add(
          at: .step(step), span: step.subjectSpan,
          "step `\(step.id)` \(call); step `\(user.id)` uses `\(need)`, which nothing asks for",
          help: "call the flow that asks for `\(need)`")
      }
    }
  }
}

/// The secrets that the texts of a flow name in capitals (`PIN1`), and the one among them that the
/// flow does not ask for.
private struct WantedSecret {
  private(set) var mentioned: Set<String> = []
  /// A secret that a step with an action uses but that the flow never asks for, with that step.
  private(set) var missing: (secret: String, step: Step)?

  init(_ context: CheckContext, askedByCalls: [String]) {
    let byCapitals = Dictionary(
      context.catalogue.secretNames.map { ($0.uppercased(), $0) }, uniquingKeysWith: min)
    let own = context.flow.steps.flatMap(\.inputs).filter(\.isSecret).map(\.name)
    let asked = Set(own + context.flow.parameters + askedByCalls)
    for step in context.steps where context.graph.callee(of: step) == nil {
      for word in Words.withoutSmallLetters(step.subjectBytes) {
        guard let name = byCapitals[word] else { continue }
        mentioned.insert(name)
        guard missing == nil, !asked.contains(name),
          let noun = step.action?.split(separator: ".").first, noun != name
        else { continue }
        missing = (name, step)
      }
    }
  }
}
