internal import FlowModel

// Checks the buttons of a screen against the rows that say what the user selects.
extension Check {
  static let buttonWithoutRow = Check(
    "button-without-row", "a button that no row of its step is about"
  ) { context, findings in
    for step in context.allSteps(.buttons) where context.graph.has(step) {
      let buttons = step.buttons
      // On a step with its own row, a single button leads on.
      let isWayOn = step.hasOwnRow && buttons.count == 1 && step.activity.isShown
      guard !isWayOn else { continue }
      let texts = selections(of: step, context)
      for (name, span) in zip(buttons, step.buttonSpans) {
        let bytes = Array(name.utf8)
        if texts.contains(where: { Words.holds($0.text, bytes) }) { continue }
        let lower = Words.lowered(bytes[...])
        let words = Words.spoken(name)
        if !words.utf8.elementsEqual(lower) {
          let phrase = Phrase(words)
          if texts.contains(where: {
            Phrase(String(decoding: $0.text, as: UTF8.self)).says(phrase)
          }) {
            continue
          }
        }
        let near = texts.first {
          Phrase(String(decoding: $0.text, as: UTF8.self)).says(Phrase(words))
        }
        // "User continues" is about the button Continue.
        let content = SameWords.content(of: name)
        if near == nil, texts.contains(where: { SameWords.has(content, in: $0.text) }) { continue }
        findings.add(
          at: .step(step), key: name, span: span,
          near.map {
            "the button `\(name)` is spelled differently in row `\($0.row?.reference ?? step.id)`"
          } ?? "the button `\(name)` of step `\(step.id)` has no row",
          help: near == nil
            ? "add a row with `user: selects \(name)`" : "use the same spelling in both places",
          isUnsure: near == nil && texts.contains { decides($0.text) })
      }
    }
  }

  static let rowWithoutButton = Check(
    "row-without-button", "a row about a button that its step does not have"
  ) { context, findings in
    for step in context.allSteps(.shown) {
      // A document that lists neither buttons nor items leaves them to the reader.
      let buttons = (step.buttons + step.items).map { Phrase(spoken: Array($0.utf8)[...]) }
      guard !buttons.isEmpty else { continue }
      for row in context.graph.rows(of: step) where row.kind == .user && !row.isAnywhere {
        guard let bytes = selected(row) else { continue }
        let phrase = Phrase(spoken: bytes)
        // Back may be a key of the phone, or a gesture.
        if phrase.begins(with: "back") { continue }
        let name = String(decoding: bytes, as: UTF8.self)
        if buttons.contains(where: { phrase.says($0) || $0.says(phrase) }) { continue }
        let content = SameWords.content(of: name)
        // "selects Activity" of the items "Activities"
        if SameWords.haveCommon(content, step.items) { continue }
        // "selects one of the items"
        let isItem =
          !step.items.isEmpty
          && step.buttons.allSatisfy { !Words.says(name, Words.spoken($0)) }
        let words = Words.of(name.lowercased()).map(String.init)
        if isItem, words.contains(where: SameWords.ofItems.contains) { continue }
        findings.add(
          at: .row(row), span: row.labelSpan,
          "row `\(row.reference)` selects `\(name)`, and step `\(step.id)` has no such button",
          help: "add it to `buttons`",
          // "selects a language" describes what is chosen, and items are described as well.
          isUnsure: isItem || SameWords.isDescription(name))
      }
    }
  }

  /// What a row says that the user selects.
  private static func selected(_ row: Row) -> ArraySlice<UInt8>? {
    let label = row.labelBytes
    for verb in ["selects ", "taps ", "presses "] where label.starts(with: verb.utf8) {
      return label.dropFirst(verb.utf8.count)
    }
    return nil
  }

  /// Whether a row says that the user decides something, without the name of a button: "makes a
  /// choice", "confirms".
  private static func decides(_ text: ArraySlice<UInt8>) -> Bool {
    let verb = Words.of(String(decoding: text, as: UTF8.self).lowercased()).first.map(String.init)
    return verb.map(SameWords.ofChoices.contains) ?? false
  }

  /// The words of the user's rows; for a step of the user, first those of the step, without a row.
  private static func selections(
    of step: Step, _ context: CheckContext
  ) -> [(row: Row?, text: ArraySlice<UInt8>)] {
    var found: [(row: Row?, text: ArraySlice<UInt8>)] = []
    if step.activity == .user { found.append((nil, Array(step.subject.utf8)[...])) }
    for row in context.graph.rows(of: step) where row.kind == .user {
      found.append((row, row.labelBytes))
    }
    return found
  }
}
