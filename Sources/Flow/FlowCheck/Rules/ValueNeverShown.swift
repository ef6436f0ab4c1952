internal import FlowModel

extension Check {
  static let valueNeverShown = Check(
    "value-never-shown", "a value that an action returns and that no text shows"
  ) { context, findings in
    guard context.flow.steps.contains(where: { !$0.values.isEmpty }) else { return }
    var used = Set(context.callers.flatMap(\.values))
    for step in context.flow.steps {
      for (text, _) in step.shownTexts { used.formUnion(ShownText.names(in: text)) }
      used.formUnion(step.arguments.map(\.value))
      // A called flow has what its parameters name.
      if let callee = context.graph.callee(of: step) { used.formUnion(callee.parameters) }
    }
    for row in context.flow.rows { used.formUnion(ShownText.names(in: row.message ?? "")) }
    for step in context.flow.steps where !step.isTraced {
      for (name, span) in zip(step.values, step.valueSpans) where !used.contains(name) {
        findings.add(
          at: .step(step), key: name, span: span, "no text shows `\(name)`",
          help: "show it as `{\(name)}`, or remove it")
      }
    }
  }
}
