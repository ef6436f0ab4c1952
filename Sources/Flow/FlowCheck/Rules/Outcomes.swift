internal import Diagnostics
internal import FlowModel

// Checks what an action answers against the rows and the values of its step.
extension Check {
  static let outcomeUnhandled = Check(
    "outcome-unhandled",
    "an outcome that an action is known to have and its step has no row for"
  ) { context, findings in
    for step in context.steps(.action) {
      let rows = context.graph.rows(of: step)
      guard let action = step.action, !rows.isEmpty else { continue }
      let elsewhere = context.catalogue.answers[action]?.rows ?? [:]
      let bound = context.catalogue.bindings?[action]?.outcomes
      let handled = rows.compactMap(\.expectedOutcome)
      // Most steps have a row for every outcome, and need no sets to find that out.
      if bound?.allSatisfy(handled.contains) ?? elsewhere.keys.allSatisfy(handled.contains) {
        continue
      }
      let known = bound.map { Array($0) } ?? Array(elsewhere.keys)
      for outcome in known.filter({ !handled.contains($0) }).sorted() {
        func place() -> String {
          elsewhere[outcome].map { ", as it does for row `\($0.name)`" } ?? ""
        }
        findings.add(
          at: .step(step), key: outcome, span: step.actionSpan,
          "`\(action)` may answer `\(outcome)`\(place()), and step `\(step.id)` has no row for it",
          help: "add a row with `on: \(outcome)`")
      }
    }
  }

  static let handlerUnbound = Check(
    "handler-unbound", "an action without a handler, where the handlers are known"
  ) { context, findings in
    guard let bindings = context.catalogue.bindings else { return }
    for step in context.flow.steps {
      guard let action = step.action, bindings[action] == nil else { continue }
      findings.add(
        at: .step(step), span: step.actionSpan, "there is no handler for the action `\(action)`",
        help: "bind one, or correct the name")
    }
  }
  static let valueUnreturned = Check(
    "value-unreturned", "a value that no handler returns, where the handlers are known"
  ) { context, findings in
    guard let bindings = context.catalogue.bindings else { return }
    for step in context.flow.steps {
      guard let action = step.action, let bound = bindings[action] else { continue }
      for (name, span) in zip(step.values, step.valueSpans) where !bound.values.contains(name) {
        let has = bound.values.sorted()
        findings.add(
          at: .step(step), key: name, span: span,
          "the handler of `\(action)` does not return `\(name)`",
          help: DidYouMean.question(for: name, in: has)
            ?? (has.isEmpty
              ? "it returns no values"
              : "it returns \(has.map { "`\($0)`" }.joined(separator: ", "))"))
      }
    }
  }
}
