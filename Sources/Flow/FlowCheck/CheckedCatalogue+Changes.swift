internal import FlowModel

// Which flows may see something else of others than in a catalogue before.
extension CheckedCatalogue {
  /// Whether each flow may have other surroundings than in a catalogue of the same flows. True also for every
  /// flow that has changed.
  func isTouched(since before: CheckedCatalogue) -> [Bool] {
    guard before.graph.reading == graph.reading, before.facts.count == facts.count,
      secretNames == before.secretNames, resetFacts == before.resetFacts,
      circling == before.circling
    else { return Array(repeating: true, count: facts.count) }
    let isOther = facts.indices.map { self.isOther($0, than: before) }
    var isTouched = isOther
    for place in facts.indices {
      let crossings = graph.crossings[place]
      if isOther[place] {
        // Those that it led to, and those that it leads to now.
        before.graph.crossings[place].forEachTarget { isTouched[$0] = true }
        crossings.forEachTarget { isTouched[$0] = true }
      } else {
        crossings.forEachTarget { if isOther[$0] { isTouched[place] = true } }
      }
    }
    let actions = actionsWithOtherAnswers(than: before)
    guard !actions.isEmpty else { return isTouched }
    for place in facts.indices where !facts[place].value.actions.isDisjoint(with: actions) {
      isTouched[place] = true
    }
    return isTouched
  }

  /// Whether others may see something else of a flow.
  private func isOther(_ place: Int, than before: CheckedCatalogue) -> Bool {
    isRenewed[place] || asked[place] != before.asked[place] || used[place] != before.used[place]
      || silentResults[place] != before.silentResults[place] || ends[place] != before.ends[place]
      || goesBack[place] != before.goesBack[place] || errors[place] != before.errors[place]
      || afterScreen[place] != before.afterScreen[place] || isUnled[place] != before.isUnled[place]
  }

  /// Whether what is spread from flow to flow is what it was in a catalogue before: the flows that were renewed
  /// lead to the same flows and do the same things for them.
  static func isAlike(
    _ before: CheckedCatalogue, _ graph: CatalogueGraph, _ facts: [Shared<FlowFacts>],
    _ isRenewed: [Bool]
  ) -> Bool {
    facts.indices.allSatisfy { place in
      guard isRenewed[place] else { return true }
      guard place < before.facts.count else { return false }
      let (old, new) = (before.graph.graphs[place], graph.graphs[place])
      return facts[place].value.spreadsLike(before.facts[place].value)
        && before.graph.crossings[place].leadsLike(graph.crossings[place], old, new)
        && old.flow.kind == new.flow.kind && old.flow.isOutline == new.flow.isOutline
        && old.flow.usedBy == new.flow.usedBy
    }
  }

  /// The steps from which Back finds a screen, if they are those of a catalogue before: in no flow that was
  /// renewed a step leads to other steps or shows a screen where it did not.
  static func afterScreen(
    _ before: CheckedCatalogue?, _ graph: CatalogueGraph, _ reached: [StepSet],
    _ facts: [Shared<FlowFacts>], _ isRenewed: [Bool]
  ) -> [StepSet]? {
    guard let before else { return nil }
    var found = before.afterScreen
    for place in facts.indices where isRenewed[place] {
      let (old, new) = (before.graph.graphs[place], graph.graphs[place])
      guard old.starts == new.starts, old.targets == new.targets,
        before.facts[place].value.called == facts[place].value.called,
        before.graph.crossings[place].leadsLike(graph.crossings[place], old, new),
        zip(old.flow.steps, new.flow.steps).allSatisfy({ first, second in
          (first.activity == .screen) == (second.activity == .screen)
            && before.reached[place].contains(first.index)
              == reached[place].contains(second.index)
        })
      else { return nil }
      found[place] = StepSet(of: new.flow, where: { before.afterScreen[place].contains($0.index) })
    }
    return found
  }

  private func actionsWithOtherAnswers(than before: CheckedCatalogue) -> Set<String> {
    var candidates: Set<String> = []
    for place in facts.indices where isRenewed[place] {
      candidates.formUnion(before.facts[place].value.actions)
      candidates.formUnion(facts[place].value.actions)
    }
    return candidates.filter { before.answers[$0] != answers[$0] }
  }
}

/// The known outcomes of an action, each with a row and its name, which every finding about the outcome tells.
struct Answers: Equatable, Sendable {
  var rows: [String: (row: Row, name: String)] = [:]

  static func == (a: Answers, b: Answers) -> Bool {
    a.rows.count == b.rows.count
      && a.rows.allSatisfy { outcome, row in
        b.rows[outcome]?.name == row.name
      }
  }
}

extension CatalogueGraph.Crossings {
  /// Whether the same steps lead to the same places.
  fileprivate func leadsLike(
    _ other: CatalogueGraph.Crossings, _ graph: FlowGraph, _ otherGraph: FlowGraph
  ) -> Bool {
    calls.elementsEqual(other.calls) { $0.step.index == $1.step.index && $0.callee == $1.callee }
      && gotos.elementsEqual(other.gotos) { first, second in
        graph.step(of: first.row).index == otherGraph.step(of: second.row).index
          && first.flow == second.flow && first.step == second.step
      }
      && errors.elementsEqual(other.errors) { first, second in
        graph.step(of: first.row).index == otherGraph.step(of: second.row).index
          && first.flow == second.flow
      }
  }

  fileprivate func forEachTarget(_ body: (Int) -> Void) {
    for call in calls { body(call.callee) }
    for jump in gotos { body(jump.flow) }
    for error in errors { body(error.flow) }
  }
}
