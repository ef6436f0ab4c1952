internal import FlowModel

// Runs that a search of all stacks has found.
extension Prover {
  /// A run that breaks a rule.
  enum Discovery {
    case run(CounterExample)
    /// It is too long to be taken and shown.
    case far

    var finding: Verdict.Finding {
      switch self {
      case .run(let example): .broken(example)
      case .far:
        .notProvable("the shortest run that breaks it has more than \(RunSearch.longest) rows")
      }
    }
  }

  /// The shortest run that breaks the rule at some place.
  func violation(
    of rule: ResolvedRule, in search: RunSearch, _ entrances: RunSearch.Entrances
  ) -> Discovery? {
    if rule.monitor.form == .alwaysPossible {
      switch search.stranded(entrances) {
      case .nowhere: return nil
      case .far: return .far
      case .at(let node, let chain):
        let (start, deeds) = search.path(to: node, through: chain)
        return example(rule, search, start, deeds, .stranded)
      }
    }
    let broken = search.nodes.indices.lazy.map { Int32($0) }
      .filter { search.control(of: $0).isBroken }
    return nearest(broken.map { ($0, $0) }, in: search, entrances) { node, _ in
      let (start, deeds) = search.path(to: node, entrances)
      return example(rule, search, start, deeds, .broken)
    }
  }

  /// The shortest run that goes round for ever, by itself, while something is due.
  func endless(
    _ rule: ResolvedRule, in search: RunSearch, _ entrances: RunSearch.Entrances
  ) -> Discovery? {
    let due = RunSearch(dueIn: search, withUsers: false)
    let places = due.loopingNodes().lazy.flatMap { loop in
      search.nodes(at: due.control(of: loop), on: due.top(of: loop)).map { ($0, loop) }
    }
    return nearest(places, in: search, entrances) { node, place in
      guard let loop = due.loop(through: place) else { return .far }
      let (start, deeds) = search.path(to: node, entrances)
      return example(rule, search, start, deeds + loop.deeds, .loop(loop.deeds.count))
    }
  }

  /// The shortest run to where something is due that can never happen, whatever the user does.
  func trapped(
    _ rule: ResolvedRule, in search: RunSearch, _ due: RunSearch, _ entrances: RunSearch.Entrances
  ) -> Discovery? {
    let places = due.trappedNodes().lazy.flatMap { trap in
      search.nodes(at: due.control(of: trap), on: due.top(of: trap)).map { ($0, trap) }
    }
    return nearest(places, in: search, entrances) { node, _ in
      let (start, deeds) = search.path(to: node, entrances)
      return example(rule, search, start, deeds, .stranded)
    }
  }

  /// What is shown of the nearest of some places. Nil if there are none.
  private func nearest(
    _ places: some Sequence<(Int32, Int32)>, in search: RunSearch,
    _ entrances: RunSearch.Entrances, _ show: (Int32, Int32) -> Discovery?
  ) -> Discovery? {
    var best: (node: Int32, reason: Int32, distance: Int)?
    for (node, reason) in places {
      let distance = search.distance(of: node, entrances)
      if best.map({ distance < $0.distance }) ?? true { best = (node, reason, distance) }
    }
    guard let best else { return nil }
    return best.distance == Int.max ? .far : show(best.node, best.reason)
  }

  private func example(
    _ rule: ResolvedRule, _ search: RunSearch, _ start: Control, _ deeds: [Deed],
    _ proof: CounterExampleRun.Proof
  ) -> Discovery? {
    var run = CounterExampleRun(rule, search.model, index, start: start)
    return (run?.example(deeds, proof)).map { .run($0) }
  }
}
