internal import FlowModel

extension Check {
  static let abandonedCaller = Check(
    "abandoned-caller", "a `goto` inside a partial flow, whose caller never gets a result"
  ) { context, findings in
    guard context.flow.kind == .partialFlow,
      let caller = context.callers.first(where: context.catalogue.isReached),
      let first = context.flow.firstStep
    else { return }
    // After a `goto`, runs that have come from elsewhere are at other steps, and have no caller.
    let called = context.graph.reachable(from: [first])
    let callers = Set(context.callers.map(\.flow.id))
    for row in context.graph.rows(of: called, leading: .goto) {
      guard let target = context.graph.target(of: row) else { continue }
      findings.add(
        at: .row(row), span: context.targetSpan(row),
        "row `\(row.reference)` leaves for `\(target.name)`, and its caller `\(caller.qualified)` "
          + "never gets a result",
        help: "return a result and let the caller go on, or say why with `allow`",
        // Who leads to the caller itself means to return to it; elsewhere may be for good.
        isUnsure: !callers.contains(target.name))
    }
  }
}
