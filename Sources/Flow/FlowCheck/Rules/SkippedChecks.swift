internal import FlowModel

extension Check {
  static let skippedChecks = Check(
    "skipped-checks", "a case that leaves for a flow at once, where the other way passes checks"
  ) { context, findings in
    var leaving: [String: [Row]] = [:]
    for row in context.rows(leading: .goto) where row.kind == .case {
      guard let target = context.graph.target(of: row) else { continue }
      leaving[target.name, default: []].append(row)
    }
    // Every pair costs a walk over the flow, so only a few are examined, in case the flow is
    // hostile.
    var budget = 32
    for (flow, rows) in leaving.sorted(by: { $0.key < $1.key }) where rows.count > 1 {
      for row in rows {
        budget -= 1
        guard budget > 0 else { return }
        let step = context.graph.step(of: row)
        let others = rows.filter { context.graph.step(of: $0) != step }
        guard let other = firstBehindChecks(step, others, context.graph) else { continue }
        let ahead = context.graph.reachable(from: [step])
        let goal = context.graph.step(of: other)
        let leading = context.graph.leading(to: [goal])
        let skipped = context.steps.filter { check in
          check != step && check != goal && isCheck(check) && ahead.contains(check)
            && leading.contains(check)
        }
        guard !skipped.isEmpty else { continue }
        let names = Words.list(skipped.prefix(4).map(\.id))
        findings.add(
          at: .row(row), span: context.targetSpan(row),
          "row `\(row.reference)` leaves for `\(flow)` without \(names), which the other way "
            + "there passes (`\(other.reference)`)",
          help: "lead to the first of these steps if they are needed here too",
          // Who has no account needs no check of it.
          isUnsure: Words.denies(row.label))
      }
    }
  }

  /// The first row to the same flow that can be reached only through a check.
  private static func firstBehindChecks(
    _ step: Step, _ others: [Row], _ graph: FlowGraph
  ) -> Row? {
    let direct = graph.reachable(from: [step]) { row in
      let from = graph.step(of: row)
      return from == step || !isCheck(from)
    }
    guard !others.contains(where: { direct.contains(graph.step(of: $0)) }) else { return nil }
    let all = graph.reachable(from: [step])
    return others.first { all.contains(graph.step(of: $0)) }
  }

  private static func isCheck(_ step: Step) -> Bool {
    switch step.activity {
    case .determine, .validate, .call: true
    case .screen, .prompt, .notice, .execute, .system, .os, .await, .user, .outside: false
    }
  }
}
