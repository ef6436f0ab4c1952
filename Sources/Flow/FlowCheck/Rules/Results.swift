internal import Diagnostics
internal import FlowModel

// Checks the results of a called flow against the rows of its callers.
extension Check {
  static let resultUnhandled = Check(
    "result-unhandled", severity: .error,
    "a result of the called flow that the step has no row for"
  ) { context, findings in
    for (step, callee, returned) in calls(context) {
      let handled = context.graph.rows(of: step).compactMap(\.expectedOutcome)
      if returned.allSatisfy(handled.contains) { continue }
      for result in returned.subtracting(handled).sorted()
      where step.isCancelable != false || !isCancellation(result) {
        findings.add(
          at: .step(step), key: result, span: step.subjectSpan,
          "`\(callee.id)` may return `\(result)`, and step `\(step.id)` has no row for it",
          help: "add a row with `result: \(result)`")
      }
    }
  }

  static let resultNotReturned = Check(
    "result-not-returned",
    "a row for a result that the called flow never returns"
  ) { context, findings in
    for (step, callee, returned) in calls(context) {
      for row in context.graph.rows(of: step) where row.kind == .result || row.kind == .own {
        guard let outcome = row.expectedOutcome else { continue }
        let label = row.kind == .result ? row.label : outcome
        if !returned.contains(outcome) {
          let known = returned.isEmpty ? "none" : Words.list(returned.sorted())
          findings.add(
            at: .row(row),
            "row `\(row.reference)` waits for `\(outcome)`, which `\(callee.id)` never returns",
            help: "its results are: \(known)")
        } else if label.lowercased() != outcome.lowercased(), !returned.contains(label) {
          findings.add(
            at: .row(row), span: row.labelSpan,
            "row `\(row.reference)` says `\(label)`, and `\(callee.id)` calls it `\(outcome)`",
            help: "use one name in both documents")
        }
      }
    }
  }

  static let resultNeverReturned = Check(
    "result-never-returned", "a result in the header that no row returns"
  ) { context, findings in
    let flow = context.flow
    let returned = context.catalogue.facts[context.place].returned
    for (result, span) in zip(flow.results, flow.spans(of: \.results))
    where !returned.contains(result) {
      findings.add(
        at: .flow(flow), key: result, span: span,
        "no row that can be reached returns `\(result)`",
        help: "let a row lead to `result \(result)`, or remove it from `results`")
    }
  }

  static let parameterMissing = Check(
    "parameter-missing",
    "a parameter of the called flow that the step does not pass"
  ) { context, findings in
    for (step, callee, _) in calls(context) {
      let given = step.arguments.map(\.parameter)
      // `cancelable` of the step says it, too.
      let isCancelableGiven = step.isCancelable != nil
      for parameter in callee.parameters
      where !given.contains(parameter)
        && !(isCancelableGiven && parameter.lowercased().hasPrefix("cancel"))
      {
        findings.add(
          at: .step(step), key: parameter, span: step.subjectSpan,
          "step `\(step.id)` calls `\(callee.id)` without `\(parameter)`",
          help: "add `with: { \(parameter): ... }`, the input that holds it")
      }
    }
  }

  /// Whether a result says that the user cancelled, which a step that is not cancelable does not
  /// let them do.
  private static func isCancellation(_ result: String) -> Bool {
    ["back", "cancel", "close", "abort"].contains { result.lowercased().hasPrefix($0) }
  }

  /// The steps that call a flow (outlines excluded), with the results of that flow.
  private static func calls(
    _ context: CheckContext
  ) -> [(step: Step, callee: Flow, returned: Set<String>)] {
    context.steps(.call).compactMap { step in
      guard let callee = context.graph.callee(of: step), !callee.isOutline else { return nil }
      return (step, callee, context.catalogue.returnedToCallers(by: callee))
    }
  }
}
