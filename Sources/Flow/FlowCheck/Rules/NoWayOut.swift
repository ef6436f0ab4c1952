internal import FlowModel

extension Check {
  static let noWayOut = Check("no-way-out", "steps from which no row ever leaves the flow") {
    context, findings in
    let out = WaysOut(context)
    var told = out.steps
    for step in context.steps where !told.contains(step) {
      let trap = out.follow(from: step, adding: &told)
      findings.add(
        at: .step(step),
        "there is no way out of step `\(step.id)`: no row from here ever leaves the flow",
        help: "add a row that goes on, back or to the end",
        isUnsure: isMeant(trap, context))
    }
  }

  /// Whether a run may be meant to stay there: at a single screen whose rows all stay, or where the
  /// user is told that the app is blocked.
  private static func isMeant(_ trap: [Int], _ context: CheckContext) -> Bool {
    let shown = trap.filter { context.traits.steps[$0].contains(.shown) }
      .map(context.flow.step(at:))
    if let only = shown.first, trap.count == 1 {
      let rows = context.graph.rows(of: only)
      if rows.allSatisfy({ context.graph.targetKind(of: $0) == .stay }) { return true }
    }
    return shown.contains { step in
      BlockedWords.areIn(step.subject) || step.message.map(BlockedWords.areIn) ?? false
        || step.note.map(BlockedWords.areIn) ?? false
    }
  }
}
