internal import FlowModel

extension Check {
  static let skippedChecks = Check(
    "skipped-checks", "a case that leaves for a flow at once, where the other way passes checks"
  ) { subject, findings in
    var leaving: [Int32: [(step: Int, row: Int)]] = [:]
    subject.forEachRow { step, row in
      guard subject.tables.rows[row].kind == .case, subject.graph.target(row)?.kind == .goto else {
        return
      }
      leaving[subject.graph.link(row).flow, default: []].append((step, row))
    }
    // Every pair costs a walk over the flow, so hostile flows get a few only.
    var budget = 32
    for (_, rows) in leaving.sorted(by: { $0.key < $1.key }) where rows.count > 1 {
      for (step, row) in rows {
        budget -= 1
        guard budget > 0 else { return }
        let others = rows.filter { $0.step != step }
        guard let other = firstBehindChecks(step, others, subject) else { continue }
        report(row, step, other, subject, &findings)
      }
    }
  }

  /// The first row to the same flow that can only be reached through a check.
  private static func firstBehindChecks(
    _ step: Int, _ others: [(step: Int, row: Int)], _ subject: Subject
  ) -> (step: Int, row: Int)? {
    let graph = subject.graph
    let all = graph.reached(from: [step])
    let direct = graph.reached(from: [step]) { row in
      let from = graph.step(of: row)
      return from == step || !isCheck(from, subject)
    }
    guard !others.contains(where: { direct[$0.step] }) else { return nil }
    return others.first { all[$0.step] }
  }

  private static func isCheck(_ step: Int, _ subject: Subject) -> Bool {
    switch subject.tables.steps[step].activity {
    case .determine, .validate, .call: true
    case .screen, .prompt, .notice, .execute, .system, .os, .await, .user, .outside: false
    }
  }

  private static func report(
    _ row: Int, _ step: Int, _ other: (step: Int, row: Int), _ subject: Subject,
    _ findings: inout Findings
  ) {
    let graph = subject.graph
    let ahead = graph.reached(from: [step])
    let leading = graph.leading(to: other.step)
    let skipped = subject.steps.filter { check in
      check != step && check != other.step && ahead[check] && isCheck(check, subject)
        && leading[check]
    }
    guard !skipped.isEmpty, let target = graph.target(row) else { return }
    let names = Words.list(skipped.prefix(4).map { graph.id(ofStep: $0) })
    findings.add(
      at: .row(row), span: target.span,
      "row `\(graph.reference(row))` leaves for `\(subject.tables.string(target.name))` past "
        + "\(names), through which the other way there leads (`\(graph.reference(other.row))`)",
      help: "lead to the first of these steps, if they matter here too")
  }
}
