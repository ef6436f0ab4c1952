internal import FlowModel

extension Check {
  static let counterNeverReset = Check(
    "counter-never-reset", "a counter that rows decide on, and that no flow ever resets"
  ) { subject, findings in
    let tables = subject.tables
    for index in tables.facts.indices where tables.facts[index].lowerBound != nil {
      let name = tables.string(tables.facts[index].name)
      guard !subject.world.resetFacts.contains(name) else { continue }
      let isCounted = tables.changes.contains { $0.kind == .count && Int($0.fact) == index }
      let isDecidedOn = tables.conditions.contains { Int($0.fact) == index }
      guard isCounted, isDecidedOn else { continue }
      findings.add(
        at: .flow, key: name, span: tables.facts[index].name.span,
        "`\(name)` goes up and is never reset, so one run's failures count in the next",
        help: "add `reset: \(name)` to the rows where the count ends")
    }
  }
}
