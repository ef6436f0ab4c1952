internal import FlowModel

extension Check {
  static let backWithoutScreen = Check(
    "back-without-screen", "a Back where no screen was shown before: it ends the run"
  ) { context, findings in
    let graph = context.catalogue.graph
    let isLed = [graph.arrivals(at: context.flow), graph.failures(at: context.flow)].contains {
      $0.contains { $0.flow != context.flow }
    }
    for row in context.rows(leading: .back) {
      guard !context.catalogue.afterScreen[context.place].contains(context.graph.step(of: row))
      else { continue }
      findings.add(
        at: .row(row), span: context.targetSpan(row),
        "row `\(row.reference)` goes back, but no screen was shown before",
        help: "say where it leads; `end` if it closes the app",
        // What leads here may not be in the folder.
        isUnsure: !isLed && context.callers.isEmpty)
    }
  }
}
