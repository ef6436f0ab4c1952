internal import FlowModel

extension Check {
  static let systemLoop = Check(
    "system-loop", "steps of the system that go round without anybody acting"
  ) { context, findings in
    let graph = context.graph
    // 0 not seen, 1 on the way that is being walked, 2 done.
    var state = Array(repeating: UInt8(0), count: context.reached.count)
    for first in context.steps where state[first] == 0 && isSystems(first, context) {
      var way: [(step: Int, position: Int)] = [(first, 0)]
      state[first] = 1
      while let (step, position) = way.last {
        guard let row = graph.row(position, of: step) else {
          state[step] = 2
          way.removeLast()
          continue
        }
        way[way.count - 1].position += 1
        guard runsOn(row, context), let next = graph.next(row), isSystems(next, context) else {
          continue
        }
        if state[next] == 1 { report(row, back: next, context, &findings) }
        if state[next] == 0 {
          state[next] = 1
          way.append((next, 0))
        }
      }
    }
  }

  private static func isSystems(_ step: Int, _ context: CheckContext) -> Bool {
    let record = context.tables.steps[step]
    guard record.inputs.isEmpty, record.buttons.isEmpty else { return false }
    switch record.activity {
    case .determine, .validate, .execute, .system, .os: return true
    case .screen, .prompt, .notice, .call, .await, .user, .outside: return false
    }
  }

  /// Whether a row is taken without anybody being shown anything, and without a counter's limit.
  private static func runsOn(_ row: Int, _ context: CheckContext) -> Bool {
    let record = context.tables.rows[row]
    let rare = context.tables.rareFields(of: record)
    guard record.kind != .user, rare.after == 0 else { return false }
    guard !rare.does.isPresent, !rare.message.isPresent else { return false }
    return !record.conditions.range.contains {
      context.tables.facts[Int(context.tables.conditions[$0].fact)].lowerBound != nil
    }
  }

  private static func report(
    _ row: Int, back step: Int, _ context: CheckContext, _ findings: inout Findings
  ) {
    let name = context.graph.reference(row)
    findings.add(
      at: .row(row), span: context.graph.targetSpan(row),
      "row `\(name)` leads back to `\(context.graph.id(ofStep: step))`, and nobody acts on the way",
      help: "let the user try again, count the tries, or wait with `after`")
  }
}
