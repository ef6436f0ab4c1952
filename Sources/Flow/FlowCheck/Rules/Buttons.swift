internal import FlowModel

// The buttons of a screen, and the rows that say what the user selects.
extension Check {
  static let buttonWithoutRow = Check(
    "button-without-row", "a button that no row of its step is about"
  ) { context, findings in
    for step in context.tables.steps.indices where context.graph.has(step) {
      let buttons = context.tables.steps[step].buttons.range.map { context.tables.texts[$0] }
      guard !buttons.isEmpty else { continue }
      let texts = selections(of: step, context)
      // A lone button on a step that goes on by itself is the way on.
      if context.tables.steps[step].hasOwnRow, buttons.count == 1,
        context.tables.steps[step].activity.isShown
      {
        continue
      }
      for button in buttons {
        let name = context.tables.string(button)
        if texts.contains(where: { Words.contains($0.text, name) }) { continue }
        let lower = name.lowercased()
        let near = texts.first { Words.contains($0.text.lowercased(), lower) }
        let id = context.graph.id(ofStep: step)
        findings.add(
          at: .step(step), key: name, span: button.span,
          near.map { "the button `\(name)` is written otherwise in row `\($0.row)`" }
            ?? "the button `\(name)` of step `\(id)` has no row",
          help: near == nil
            ? "add a row with `user: selects \(name)`" : "write it the same in both places")
      }
    }
  }

  static let rowWithoutButton = Check(
    "row-without-button", "a row about a button that its step does not have"
  ) { context, findings in
    for step in context.tables.steps.indices where context.tables.steps[step].activity.isShown {
      let buttons = context.tables.strings(context.tables.steps[step].buttons).map {
        $0.lowercased()
      }
      for row in context.graph.rows(of: step) where context.tables.rows[row].kind == .user {
        let label = context.graph.label(row)
        guard let verb = ["selects ", "taps ", "presses "].first(where: { label.hasPrefix($0) })
        else { continue }
        let name = String(label.dropFirst(verb.count))
        guard !buttons.contains(name.lowercased()) else { continue }
        findings.add(
          at: .row(row), span: context.tables.rows[row].label.span,
          "row `\(context.graph.reference(row))` selects `\(name)`, and step "
            + "`\(context.graph.id(ofStep: step))` has no such button",
          help: "add it to `buttons`")
      }
    }
  }

  /// What the user's rows say; for a step of the user, the step itself.
  private static func selections(
    of step: Int, _ context: CheckContext
  ) -> [(row: String, text: String)] {
    var texts: [(row: String, text: String)] = []
    if context.tables.steps[step].activity == .user {
      texts.append((context.graph.id(ofStep: step), context.graph.subject(step)))
    }
    for row in context.graph.rows(of: step) where context.tables.rows[row].kind == .user {
      texts.append((context.graph.reference(row), context.graph.label(row)))
    }
    return texts
  }
}
