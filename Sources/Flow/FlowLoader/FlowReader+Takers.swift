internal import Diagnostics
internal import FlowModel
internal import YAMLTree

// Who decides: `by`.
extension FlowReader {
  /// Whether an agent may take it. Nil after an error.
  mutating func taker(_ node: YAMLTree.Node) -> Bool? {
    let name = reader.string(node)
    if let taker = Taker(rawValue: name) { return taker == .agent }
    let takers = Taker.allCases.map(\.rawValue)
    reader.report(
      .wrongValue, at: reader.tree.span(node), "`\(name)` takes no rows",
      help: DidYouMean.question(for: name, in: takers)
        ?? "write `agent` if an agent may take it, or `person` if a person must")
    return nil
  }

  /// Reports `by` at a row that nobody decides to take.
  mutating func checkTaker(of row: RowDraft) {
    guard row.rare.byAgent != nil, let kind = row.kind else { return }
    guard kind != .user || row.rare.after > 0 || row.record.outcome.isPresent else { return }
    refuseTaker(row.record.span, "nobody decides to take this row")
  }

  /// Reports `by` at a step without a row that somebody decides to take.
  mutating func checkTaker(of step: StepDraft, rows: Range<Int>) {
    guard step.rare.byAgent != nil, let activity = step.activity else { return }
    let isDecided =
      step.rows == nil
      ? !step.record.action.isPresent && !step.row.record.outcome.isPresent
        && step.row.rare.after == 0 && (activity == .user || activity.isShown)
      : tables.rows[rows].contains { $0.kind == .user }
    if !isDecided { refuseTaker(step.record.id.span, "nobody decides anything at this step") }
  }

  private mutating func refuseTaker(_ span: Span, _ words: String) {
    reader.report(
      .wrongValue, at: span, "\(words), so `by` says nothing",
      help: "write it at the row of the user that leads here")
  }
}
