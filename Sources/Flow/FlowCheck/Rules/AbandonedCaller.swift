internal import FlowModel

extension Check {
  static let abandonedCaller = Check(
    "abandoned-caller", "a `goto` inside a partial flow, whose caller never gets a result"
  ) { context, findings in
    guard context.flow.kind == .partialFlow, let caller = context.callers.first else { return }
    for row in context.rows {
      guard context.graph.targetKind(of: row) == .goto, let target = context.graph.target(of: row)
      else { continue }
      findings.add(
        at: .row(row), span: context.targetSpan(row),
        "row `\(row.reference)` leaves for `\(target.name)`, and its caller `\(caller.qualified)` never "
          + "gets a result",
        help: "return a result and let the caller go on, or say why with `allow`")
    }
  }
}
