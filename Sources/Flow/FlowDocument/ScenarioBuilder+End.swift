internal import Diagnostics
internal import FlowModel

// What is done when all lines are read.
extension ScenarioBuilder {
  /// Removes a last step that says no more than that the use case ends, if nothing leads to it:
  /// `Use case ends`.
  private mutating func dropEnd() {
    guard steps.count > 2, let last = steps.last, last.rows.isEmpty, last.activity == .outside,
      last.next == "end", last.note == nil, let said = last.said,
      PlainWords.words(said).count < 7, ScenarioWords.saysOfCase(said),
      !branches.contains(where: { $0.step == last.id }),
      !extensions.contains(where: { found in
        found.at == last.id || found.steps.map { "\($0.upperBound)" == last.id } ?? false
          || found.lines.contains { $0.next == last.id }
      }), !steps.contains(where: { $0.next == last.id })
    else { return }
    reporter.note(last.span, "this says no more than that the use case ends; it is no step")
    steps.removeLast()
    if steps[steps.count - 1].next == nil { steps[steps.count - 1].next = "end" }
  }

  /// Gives rows and last lines a target if the document has none.
  ///
  /// - Parameter header: the parts of the header, which say who acts and how the system is called.
  mutating func finish(below header: FlowDraft) {
    ownNames = DeclaredSystem.names(header: header.lists[.documentation] ?? [])
    takeSubflows()
    assignActors(header.texts[.actor] ?? "")
    followMarks()
    followNames()
    dropEnd()
    branchOff()
    let places = Dictionary(
      steps.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    // `Repeat steps 2-3 until all are loaded`, after which it goes on.
    for (index, step) in steps.enumerated().dropLast() where step.next != nil {
      let words = PlainWords.words(step.said ?? "")
      guard words.contains(where: TurnWords.repeats.contains) else { continue }
      let place = step.next.flatMap { places[$0] } ?? index
      if place < index { steps[index].next = nil }
    }
    for (index, step) in steps.enumerated() where step.next == nil {
      guard let turn = step.turn, let first = steps.first else { continue }
      switch turn {
      case .first: steps[index].next = first.id
      case .previous where index > 0: steps[index].next = steps[index - 1].id
      case .previous, .rejoining: break
      }
    }
    for (index, step) in steps.enumerated() {
      let following = index + 1 < steps.count ? steps[index + 1].id : "end"
      for (place, row) in step.rows.enumerated() where row.next.isEmpty {
        steps[index].rows[place].next = following
        reporter.assume(row.span, "row `\(row.id)` names no target; `\(following)` was written")
      }
      addOtherwise(to: index, following)
    }
    // Nothing follows the last step, as everybody knows who writes one.
    if let last = steps.last, last.rows.isEmpty, last.next == nil {
      steps[steps.count - 1].next = "end"
    }
    finishExtensions()
    followAlternatives()
    // The lines that were made of the names of alternatives.
    let people = declared
    if !people.isEmpty { edit { $0.take(people) } }
    leaveToClients(besides: ScenarioBuilder.names(in: header.texts[.actor] ?? ""))
    nameOthers()
  }
}
