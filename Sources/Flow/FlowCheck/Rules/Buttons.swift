internal import FlowModel

// Checks the buttons of a screen against the rows that say what the user selects.
extension Check {
  static let buttonWithoutRow = Check(
    "button-without-row", "a button that no row of its step is about"
  ) { context, findings in
    for step in context.flow.steps where context.graph.has(step) {
      let buttons = step.buttons
      // On a step with its own row, a single button leads on.
      let isWayOn = step.hasOwnRow && buttons.count == 1 && step.activity.isShown
      guard !buttons.isEmpty, !isWayOn else { continue }
      let texts = selections(of: step, context)
      for (name, span) in zip(buttons, step.buttonSpans) {
        if texts.contains(where: { Words.holds($0.text, name) }) { continue }
        let lower = name.lowercased()
        let words = Words.spoken(name)
        if words != lower, texts.contains(where: { Words.says($0.text, words) }) {
          continue
        }
        let near = texts.first { Words.holds($0.text.lowercased(), lower) }
        findings.add(
          at: .step(step), key: name, span: span,
          near.map { "the button `\(name)` is spelled differently in row `\($0.row)`" }
            ?? "the button `\(name)` of step `\(step.id)` has no row",
          help: near == nil
            ? "add a row with `user: selects \(name)`" : "use the same spelling in both places")
      }
    }
  }

  static let rowWithoutButton = Check(
    "row-without-button", "a row about a button that its step does not have"
  ) { context, findings in
    for step in context.flow.steps where step.activity.isShown {
      // A document that lists neither buttons nor items leaves them to the reader.
      let buttons = (step.buttons + step.items).map(Words.spoken)
      guard !buttons.isEmpty else { continue }
      for row in context.graph.rows(of: step) where row.kind == .user && !row.isAnywhere {
        let label = row.label
        guard let verb = ["selects ", "taps ", "presses "].first(where: { label.hasPrefix($0) })
        else { continue }
        let name = String(label.dropFirst(verb.count))
        let words = Words.spoken(name)
        // Back may be a key of the phone.
        if words == "back" { continue }
        if buttons.contains(where: { Words.says(words, $0) || Words.says($0, words) }) { continue }
        // "selects one of the items"
        if !step.items.isEmpty, step.buttons.allSatisfy({ !Words.says(name, Words.spoken($0)) }),
          Words.of(name.lowercased()).contains(where: {
            ["item", "items", "option", "one"].contains($0)
          })
        {
          continue
        }
        findings.add(
          at: .row(row), span: row.labelSpan,
          "row `\(row.reference)` selects `\(name)`, and step `\(step.id)` has no such button",
          help: "add it to `buttons`")
      }
    }
  }

  /// The words of the user's rows; for a step of the user, those of the step.
  private static func selections(
    of step: Step, _ context: CheckContext
  ) -> [(row: String, text: String)] {
    (step.activity == .user ? [(step.id, step.subject)] : [])
      + context.graph.rows(of: step).filter { $0.kind == .user }.map { ($0.reference, $0.label) }
  }
}
