package import FlowModel

extension RowMeanings {
  /// A house rule with the fingerprint of what it says.
  package func stamp(of rule: HouseRule) -> Stamp {
    func text(_ phrases: [HouseRule.Phrase]) -> String {
      phrases.map(\.text).joined(separator: "\u{1}")
    }
    func text(_ values: [HouseRule.Values]) -> String {
      values.map { "\($0.fact.text): \(text($0.values))" }.joined(separator: "\u{1}")
    }
    let parts = [
      ("form", "\(rule.form) \(rule.count)"), ("subject", text(rule.subject)),
      ("other", text(rule.other)), ("until", text(rule.until)), ("during", text(rule.during)),
      ("start", text(rule.starts) + (rule.flow ?? "")), ("given", text(rule.given)),
      ("interruption", rule.interruption?.text ?? ""),
    ]
    let meaning = RowMeaning(parts: parts.map { RowMeaning.Part(name: $0.0, value: $0.1) })
    return Stamp(id: "rule \(rule.name.text)", print: meaning.print)
  }

  /// The flows to which runs may come about which a rule speaks, in the catalogue's order.
  package func flows(of rule: HouseRule) -> [Flow] {
    let names = rule.starts.map(\.text) + [rule.flow, rule.interruption?.text].compactMap(\.self)
    let starts =
      rule.starts.isEmpty && rule.flow == nil
      ? catalogue.flows.filter { $0.kind == .useCase } : []
    var found = Set(starts.map(\.id))
    var waiting = starts + names.compactMap { catalogue.flow(named: $0) }
    found.formUnion(waiting.map(\.id))
    while let flow = waiting.popLast() {
      let targets = flow.rows.compactMap { $0.target(reading) }
        .filter(\.kind.leadsToFlow).map(\.name)
      let called = flow.steps.compactMap { $0.callee(reading) }
      for name in targets + called {
        guard let next = catalogue.flow(id: name), found.insert(next.id).inserted else { continue }
        waiting.append(next)
      }
    }
    return catalogue.flows.filter { found.contains($0.id) && !$0.isOutline }
  }
}
