internal import FlowModel

extension Check {
  static let skippedChecks = Check(
    "skipped-checks", "a case that leaves for a flow at once, where the other way passes checks"
  ) { context, findings in
    var leaving: [Int32: [(step: Int, row: Int)]] = [:]
    context.forEachRow { step, row in
      guard context.tables.rows[row].kind == .case, context.graph.target(row)?.kind == .goto else {
        return
      }
      leaving[context.graph.link(row).flow, default: []].append((step, row))
    }
    // Every pair costs a walk over the flow, so hostile flows get a few only.
    var budget = 32
    for (_, rows) in leaving.sorted(by: { $0.key < $1.key }) where rows.count > 1 {
      for (step, row) in rows {
        budget -= 1
        guard budget > 0 else { return }
        let others = rows.filter { $0.step != step }
        guard let other = firstBehindChecks(step, others, context) else { continue }
        report(row, step, other, context, &findings)
      }
    }
  }

  /// The first row to the same flow that can only be reached through a check.
  private static func firstBehindChecks(
    _ step: Int, _ others: [(step: Int, row: Int)], _ context: CheckContext
  ) -> (step: Int, row: Int)? {
    let graph = context.graph
    let all = graph.reached(from: [step])
    let direct = graph.reached(from: [step]) { row in
      let from = graph.step(of: row)
      return from == step || !isCheck(from, context)
    }
    guard !others.contains(where: { direct[$0.step] }) else { return nil }
    return others.first { all[$0.step] }
  }

  private static func isCheck(_ step: Int, _ context: CheckContext) -> Bool {
    switch context.tables.steps[step].activity {
    case .determine, .validate, .call: true
    case .screen, .prompt, .notice, .execute, .system, .os, .await, .user, .outside: false
    }
  }

  private static func report(
    _ row: Int, _ step: Int, _ other: (step: Int, row: Int), _ context: CheckContext,
    _ findings: inout Findings
  ) {
    let graph = context.graph
    let ahead = graph.reached(from: [step])
    let leading = graph.leading(to: other.step)
    let skipped = context.steps.filter { check in
      check != step && check != other.step && ahead[check] && isCheck(check, context)
        && leading[check]
    }
    guard !skipped.isEmpty, let target = graph.target(row) else { return }
    let names = Words.list(skipped.prefix(4).map { graph.id(ofStep: $0) })
    findings.add(
      at: .row(row), span: target.span,
      "row `\(graph.reference(row))` leaves for `\(context.tables.string(target.name))` past "
        + "\(names), through which the other way there leads (`\(graph.reference(other.row))`)",
      help: "lead to the first of these steps, if they matter here too")
  }
}
