internal import FlowModel

extension Check {
  static let pathContradiction = Check(
    "path-contradiction", "a row for one platform that leads into a section for another"
  ) { context, findings in
    for (fact, demands) in context.demands.map({ ($0.fact, $0.bySection) }) {
      let possible = possibleValues(of: fact, demands, context)
      for row in context.rows {
        let step = context.graph.step(of: row)
        guard let section = context.graph.next(row)?.section, let demand = demands[section],
          step.section != section
        else { continue }
        let after = FactRules.values(of: fact, after: row, at: step, from: possible[step.index])
        let wrong = fact.values(after & ~demand)
        guard !wrong.isEmpty else { continue }
        findings.add(
          at: .row(row), key: fact.name, span: context.targetSpan(row),
          "row `\(row.reference)` leads to section `\(section.id)`, which is for "
            + "\(Words.list(fact.values(demand))), and may be taken when `\(fact.name)` is "
            + Words.list(wrong),
          help: "lead elsewhere, or give the row an `if`")
      }
    }
  }

  /// The values that a fact may have at every step, propagated along the rows until nothing
  /// changes.
  ///
  /// A section that is meant for some values is assumed to have only those, so that one wrong row
  /// is reported once.
  private static func possibleValues(
    of fact: Fact, _ demands: [FlowSection: UInt64], _ context: CheckContext
  ) -> [UInt64] {
    var masks = [UInt64](repeating: 0, count: context.flow.steps.count)
    var waiting = context.entries
    for step in waiting { masks[step.index] = fact.domain }
    while let step = waiting.popLast() {
      for row in context.graph.rows(of: step) {
        guard let next = context.graph.next(row) else { continue }
        let after = FactRules.values(of: fact, after: row, at: step, from: masks[step.index])
        let mask = after & (demands[next.section] ?? .max)
        guard mask & ~masks[next.index] != 0 else { continue }
        masks[next.index] |= mask
        waiting.append(next)
      }
    }
    return masks
  }
}
