internal import Diagnostics
internal import FlowModel

// Checks rows and counters against the answers that a step can get.
extension Check {
  static let caseWithoutAnswer = Check(
    "case-without-answer", "a `case` that no answer leads to, since it has no `on`"
  ) { context, findings in
    for step in context.steps where step.action != nil || step.activity == .call {
      let rows = context.graph.rows(of: step)
      let silent = rows.enumerated().filter { position, row in
        isUnanswered(row, at: step) && (position > 0 || step.unless.isEmpty)
      }
      for (_, row) in silent {
        let counted = step.counts.compactMap(\.outcome).filter { outcome in
          !rows.contains { $0.expectedOutcome == outcome }
        }
        // One that the row names, or the only one for the only row.
        let words = row.label.lowercased()
        let outcome =
          counted.first { words.contains($0.lowercased()) }
          ?? (silent.count == 1 ? counted.first : nil)
        findings.add(
          at: .row(row), span: row.labelSpan,
          "no answer of \(answerer(step)) leads to row `\(row.reference)`",
          help: "add the answer for which the row is taken: `on: \(outcome ?? "...")`")
      }
    }
  }

  static let countWithoutRow = Check(
    "count-without-row", "an outcome that `count` names and the step has no row for"
  ) { context, findings in
    for step in context.steps(.counts) {
      let handled = context.graph.rows(of: step).compactMap(\.expectedOutcome)
      for count in step.counts {
        guard let outcome = count.outcome, !handled.contains(outcome), context.graph.has(step)
        else { continue }
        let name = count.fact.name
        findings.add(
          at: .step(step), key: "\(name) \(outcome)", span: count.span,
          "`\(name)` never goes up here: step `\(step.id)` has no row for `\(outcome)`",
          help: DidYouMean.question(for: outcome, in: handled)
            ?? "add `on: \(outcome)` to the rows for it, or count another outcome")
      }
    }
  }

  static let outcomeNotAnswered = Check(
    "outcome-not-answered",
    "a row for an outcome that its action does not have, where the handlers are known"
  ) { context, findings in
    guard let bindings = context.catalogue.bindings else { return }
    var answered: Set<Row> = []
    var missing: [(row: Row, action: String, outcomes: Set<String>)] = []
    for step in context.steps(.action) {
      guard let action = step.action, step.activity != .call, let bound = bindings[action] else {
        continue
      }
      for row in context.graph.rows(of: step) where row.kind != .error {
        guard let outcome = row.expectedOutcome else { continue }
        if bound.outcomes.contains(outcome) {
          answered.insert(row.original)
        } else {
          missing.append((row, action, bound.outcomes))
        }
      }
    }
    // A row that holds anywhere is for the actions that have its outcome.
    for (row, action, outcomes) in missing where !answered.contains(row.original) {
      let outcome = row.expectedOutcome ?? ""
      findings.add(
        at: .row(row),
        "`\(action)` never answers `\(outcome)`, for which row `\(row.reference)` is",
        help: DidYouMean.question(for: outcome, in: outcomes.sorted())
          ?? "it answers: \(Words.list(outcomes.sorted()))")
    }
  }

  private static func answerer(_ step: Step) -> String {
    step.action.map { "`\($0)`" } ?? "`\(step.subject)`"
  }
}
