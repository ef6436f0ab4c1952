internal import FlowModel
internal import FlowText

// The buttons of a screen, and the rows that say what the user selects.
extension Check {
  static let buttonWithoutRow = Check(
    "button-without-row", "a button that no row of its step is about"
  ) { subject, findings in
    for step in subject.tables.steps.indices where subject.graph.has(step) {
      let buttons = subject.tables.steps[step].buttons.range.map { subject.tables.texts[$0] }
      guard !buttons.isEmpty else { continue }
      let texts = selections(of: step, subject)
      // A lone button on a step that goes on by itself is the way on.
      if subject.tables.steps[step].hasOwnRow, buttons.count == 1,
        subject.tables.steps[step].activity.isShown
      {
        continue
      }
      for button in buttons {
        let name = subject.tables.string(button)
        if texts.contains(where: { Words.contains($0.text, name) }) { continue }
        let lower = name.lowercased()
        let near = texts.first { Words.contains($0.text.lowercased(), lower) }
        let id = subject.graph.id(ofStep: step)
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
  ) { subject, findings in
    for step in subject.tables.steps.indices where subject.tables.steps[step].activity.isShown {
      let buttons = subject.tables.strings(subject.tables.steps[step].buttons).map {
        $0.lowercased()
      }
      for row in subject.graph.rows(of: step) where subject.tables.rows[row].kind == .user {
        let label = subject.graph.label(row)
        guard let verb = ["selects ", "taps ", "presses "].first(where: { label.hasPrefix($0) })
        else { continue }
        let name = String(label.dropFirst(verb.count))
        guard !buttons.contains(name.lowercased()) else { continue }
        findings.add(
          at: .row(row), span: subject.tables.rows[row].label.span,
          "row `\(subject.graph.reference(row))` selects `\(name)`, and step "
            + "`\(subject.graph.id(ofStep: step))` has no such button",
          help: "add it to `buttons`")
      }
    }
  }

  /// What the user's rows say; for a step of the user, the step itself.
  private static func selections(
    of step: Int, _ subject: Subject
  ) -> [(row: String, text: String)] {
    var texts: [(row: String, text: String)] = []
    if subject.tables.steps[step].activity == .user {
      texts.append((subject.graph.id(ofStep: step), subject.graph.subject(step)))
    }
    for row in subject.graph.rows(of: step) where subject.tables.rows[row].kind == .user {
      texts.append((subject.graph.reference(row), subject.graph.label(row)))
    }
    return texts
  }
}
