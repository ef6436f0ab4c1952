internal import FlowModel

// What is done when all lines are read.
extension DocumentReader {
  /// Finishes the draft.
  ///
  /// - Parameter others: who acts in the other use cases of the document, as they declare it.
  mutating func finish(others: Set<String>) {
    scenario.others = others
    table.finish()
    scenario.finish(below: draft)
    reporter.add(table.reporter)
    reporter.add(scenario.reporter)
    if loose.count > 1 {
      reporter.guess(
        loose[0], "\(loose.count) lines with numbers are in no scenario; they are notes",
        help: "a heading such as `Main flow` or `Alternative flows` above them says what they are")
    }
    draft.texts[.actor] = (draft.texts[.actor] ?? scenario.actor).map {
      $0.split(separator: ", ").map { String(PlainWords.withoutNumber($0)) }.joined(separator: ", ")
    }
    draft.sections = table.sections
    draft.anywhere = table.anywhere
    draft.steps = scenario.steps
    draft.extensions = scenario.extensions
    for note in footnotes { add([note.text], to: .list(.notes), .line, note.span) }
    if !table.isEmpty, !scenario.isEmpty {
      reporter.lose(draft.span, "there is a table and a main scenario; the scenario is left out")
      draft.steps = []
      draft.extensions = []
    }
    if draft.title.isEmpty, !draft.fileTitle.isEmpty {
      draft.title = draft.fileTitle
      reporter.note(draft.span, "the title `\(draft.title)` is that of the file")
    } else if draft.title.isEmpty {
      reporter.assume(draft.span, "`\(draft.id)` has no title", isGuess: false)
      draft.title = draft.id
    }
    takeParameters()
    takeResults()
    if draft.kind == .useCase,
      [.usedBy, .results, .parameters].contains(where: { draft.lists[$0]?.isEmpty == false })
    {
      draft.kind = .partialFlow
    }
    guard table.isEmpty, scenario.isEmpty, draft.texts[.outline] == nil else {
      if !table.isEmpty || !scenario.isEmpty { draft.texts[.outline] = nil }
      return
    }
    guard draft.kind != .errorFlow else {
      // A page of errors says what is shown, and that is all there is.
      draft.texts[.outline] = draft.texts[.summary] ?? draft.lists[.notes]?.first ?? draft.title
      return
    }
    reporter.lose(
      draft.span, "`\(draft.id)` has no table and no main scenario",
      help: "a table has the columns `#`, `Description` and `Next`", isGuess: false)
    reporter.guess(draft.span, "`\(draft.id)` has no steps that could be read")
    draft.texts[.outline] = draft.texts[.summary] ?? draft.title
  }
}
