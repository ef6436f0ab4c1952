internal import FlowModel

extension Check {
  static let noWayOut = Check("no-way-out", "steps from which no row ever leaves the flow") {
    context, findings in
    let graph = context.graph
    var leading: [[Int]] = Array(repeating: [], count: context.reached.count)
    var canLeave = Array(repeating: false, count: context.reached.count)
    var waiting: [Int] = []
    for step in context.steps {
      var leaves = graph.rowCount(of: step) == 0 || leavesByCall(step, context)
      for row in graph.rows(of: step) {
        if let next = graph.next(row) { leading[next].append(step) } else { leaves = true }
      }
      if leaves {
        canLeave[step] = true
        waiting.append(step)
      }
    }
    while let step = waiting.popLast() {
      for before in leading[step] where !canLeave[before] {
        canLeave[before] = true
        waiting.append(before)
      }
    }
    var isTold = canLeave
    for step in context.steps where !isTold[step] {
      for (near, isNear) in graph.reached(from: [step]).enumerated() where isNear {
        isTold[near] = true
      }
      let id = graph.id(ofStep: step)
      findings.add(
        at: .step(step), span: context.tables.steps[step].id.span,
        "there is no way out of step `\(id)`: no row from here ever leaves the flow",
        help: "add a row that goes on, back or to the end")
    }
  }

  /// Whether the called flow may leave for good, or is not yet written.
  private static func leavesByCall(_ step: Int, _ context: CheckContext) -> Bool {
    guard let callee = context.graph.callee(step) else { return false }
    let graph = context.world.graphs[callee]
    guard !graph.tables.steps.isEmpty else { return true }
    return graph.tables.rows.indices.contains { row in
      switch graph.target(row)?.kind {
      case .goto, .end, .back, .resume: true
      case .step, .section, .stay, .result, .error, nil: false
      }
    }
  }
}
