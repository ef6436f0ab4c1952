internal import FlowModel

// Checks the buttons of a screen against the rows that say what the user selects.
extension Check {
  static let buttonWithoutRow = Check(
    "button-without-row", sight: [], "a button that no row of its step is about"
  ) { context, findings in
    for step in context.flow.steps where step.hasButtons && context.graph.has(step) {
      let buttons = step.buttons
      // On a step with its own row, a single button leads on.
      let isWayOn = step.hasOwnRow && buttons.count == 1 && step.activity.isShown
      guard !isWayOn else { continue }
      let texts = selections(of: step, context)
      for (name, span) in zip(buttons, step.buttonSpans) {
        let bytes = Array(name.utf8)
        if texts.contains(where: { Words.holds($0.bytes, bytes) }) { continue }
        let lower = name.lowercased()
        let words = Words.spoken(name)
        if words != lower {
          let phrase = Phrase(words)
          if texts.contains(where: { Phrase($0.text).says(phrase) }) { continue }
        }
        let lowerBytes = Array(lower.utf8)
        let near = texts.first { Words.holds(Array($0.text.lowercased().utf8), lowerBytes) }
        findings.add(
          at: .step(step), key: name, span: span,
          near.map {
            "the button `\(name)` is spelled differently in row `\($0.row?.reference ?? step.id)`"
          } ?? "the button `\(name)` of step `\(step.id)` has no row",
          help: near == nil
            ? "add a row with `user: selects \(name)`" : "use the same spelling in both places")
      }
    }
  }

  static let rowWithoutButton = Check(
    "row-without-button", sight: [], "a row about a button that its step does not have"
  ) { context, findings in
    for step in context.flow.steps where step.activity.isShown {
      // A document that lists neither buttons nor items leaves them to the reader.
      let buttons = (step.buttons + step.items).map { Phrase(Words.spoken($0)) }
      guard !buttons.isEmpty else { continue }
      for row in context.graph.rows(of: step) where row.kind == .user && !row.isAnywhere {
        let label = row.label
        guard let verb = ["selects ", "taps ", "presses "].first(where: { label.hasPrefix($0) })
        else { continue }
        let name = String(Substring(label.utf8.dropFirst(verb.utf8.count)))
        let words = Phrase(Words.spoken(name))
        // Back may be a key of the phone.
        if words.text == "back" { continue }
        if buttons.contains(where: { words.says($0) || $0.says(words) }) { continue }
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

  /// The words of the user's rows; for a step of the user, first those of the step, without a row.
  private static func selections(
    of step: Step, _ context: CheckContext
  ) -> [(row: Row?, text: String, bytes: [UInt8])] {
    var found: [(row: Row?, text: String, bytes: [UInt8])] = []
    func add(_ row: Row?, _ text: String) { found.append((row, text, Array(text.utf8))) }
    if step.activity == .user { add(nil, step.subject) }
    for row in context.graph.rows(of: step) where row.kind == .user { add(row, row.label) }
    return found
  }
}
