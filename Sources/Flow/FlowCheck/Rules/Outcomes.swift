internal import FlowModel

// What an action may answer, and what its step has rows for.
extension Check {
  static let outcomeUnhandled = Check(
    "outcome-unhandled", "an outcome that an action is known to have and its step has no row for"
  ) { subject, findings in
    for step in subject.steps {
      guard let action = subject.graph.action(step), subject.graph.rowCount(of: step) > 0 else {
        continue
      }
      let handled = Set(subject.graph.rows(of: step).compactMap { subject.graph.outcome($0) })
      let elsewhere = subject.world.answers[action] ?? [:]
      let known = subject.world.bindings?[action] ?? Set(elsewhere.keys)
      for outcome in known.subtracting(handled).sorted() {
        let id = subject.graph.id(ofStep: step)
        let place = elsewhere[outcome].map { ", as it does for row `\($0)`" } ?? ""
        findings.add(
          at: .step(step), key: outcome,
          span: subject.tables.steps[step].action.span,
          "`\(action)` may answer `\(outcome)`\(place), and step `\(id)` has no row for it",
          help: "add a row with `on: \(outcome)`")
      }
    }
  }

  static let handlerUnbound = Check(
    "handler-unbound", "an action without a handler, where the handlers are known"
  ) { subject, findings in
    guard let bindings = subject.world.bindings else { return }
    for step in subject.tables.steps.indices {
      guard let action = subject.graph.action(step), bindings[action] == nil else { continue }
      findings.add(
        at: .step(step), span: subject.tables.steps[step].action.span,
        "there is no handler for the action `\(action)`",
        help: "bind one, or correct the name")
    }
  }
}
