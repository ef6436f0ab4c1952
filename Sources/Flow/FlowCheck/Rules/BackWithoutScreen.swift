internal import FlowModel

extension Check {
  static let backWithoutScreen = Check(
    "back-without-screen", "a Back where no screen was shown before: it ends the run"
  ) { context, findings in
    for row in context.rows(leading: .back) {
      guard !context.catalogue.afterScreen[context.place].contains(context.graph.step(of: row))
      else { continue }
      findings.add(
        at: .row(row), span: context.targetSpan(row),
        "row `\(row.reference)` goes back, but no screen was shown before",
        help: "say where it leads; `end` if it closes the app")
    }
  }
}
