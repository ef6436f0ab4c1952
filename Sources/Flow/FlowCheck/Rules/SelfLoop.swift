internal import FlowModel

extension Check {
  static let selfLoop = Check("self-loop", "a row of a screen or prompt that leads to itself") {
    context, findings in
    let loops = context.graph.rows(of: context.reached) { row in
      let step = context.graph.step(ofRow: row)
      let kind = context.graph.targetKind(ofRow: row)
      return context.graph.next(ofRow: row) == step && kind != .stay || kind == .goto
        || kind == .error
    }
    for row in loops {
      let step = context.graph.step(of: row)
      guard step.activity.isShown, !row.isAnywhere, leads(row, to: step, context.graph) else {
        continue
      }
      findings.add(
        at: .row(row), span: context.targetSpan(row),
        "row `\(row.reference)` leads back to its own step `\(step.id)`",
        help: "lead to the step that comes next; if nothing should happen, write `next: stay`",
        isUnsure: mayChange(row, step))
    }
  }

  /// Whether a row may change what the screen shows: something happens by itself, something is
  /// entered or changed, or one of the items is chosen.
  private static func mayChange(_ row: Row, _ step: Step) -> Bool {
    guard row.kind == .user else { return true }
    let words = Words.of(row.label.lowercased())
    guard let verb = words.first else { return false }
    if !["selects", "taps", "presses", "clicks", "chooses"].contains(verb) { return true }
    return !step.items.isEmpty
      && step.buttons.allSatisfy { !Words.says(row.label, Words.spoken($0)) }
  }

  private static func leads(_ row: Row, to step: Step, _ graph: FlowGraph) -> Bool {
    switch graph.successor(of: row) {
    case .step(let next), .flow(let next), .error(let next): next == step
    case .outline, .exit, .missing, nil: false
    }
  }
}
