// Places from which the subject of a rule cannot happen any more.
extension RunSearch {
  /// The place from which a level is entered, and what is done there.
  typealias Entrance = (node: Int32, deed: Deed)

  /// Places on the way out, through callers: which ways out of a level there may be.
  private struct Exit: Hashable {
    let level: Int32
    let controls: Set<Int32>
  }

  /// Whether there is a run after which the subject cannot happen.
  enum Stranded {
    case nowhere
    /// All such runs are too long to be shown.
    case far
    /// After a shortest run to this place, with the places from which its levels were entered, the
    /// innermost first.
    case at(Int32, chain: [Entrance])
  }

  /// The end of a shortest run after which the subject cannot happen.
  func stranded(_ entrances: Entrances) -> Stranded {
    let within = leadsToSubject()
    let order = nodes.indices
      .filter { !within[$0] && isWithoutSubject(Int32($0)) && control(of: Int32($0)).isWaiting }
      .map { (node: Int32($0), distance: distance(of: Int32($0), entrances)) }
      .sorted { $0.distance < $1.distance }
    let next = Dictionary(grouping: edges.filter { !$0.isPush }, by: \.from)
    var best: (node: Int32, chain: [Entrance], length: Int)?
    var isFar = false
    for (node, distance) in order {
      // No run to this place is shorter.
      if let best, distance >= best.length { break }
      guard
        let found = strandedChain(node, within, next, entrances, below: best?.length ?? Int.max)
      else { continue }
      guard found.length < RunSearch.longest, nodes[Int(node)].distance < RunSearch.longest else {
        isFar = true
        continue
      }
      best = (node, found.chain, found.length)
    }
    guard let best else { return isFar ? .far : .nowhere }
    return .at(best.node, chain: best.chain)
  }

  private func isWithoutSubject(_ node: Int32) -> Bool {
    !model.monitor.hasHappened(control(of: node).monitor)
  }

  /// For every place, whether the subject can happen before its level is left.
  private func leadsToSubject() -> [Bool] {
    var leads = Array(repeating: false, count: nodes.count)
    var before: [[Int32]] = Array(repeating: [], count: nodes.count)
    var waiting: [Int32] = []
    for edge in edges {
      before[Int(edge.to)].append(edge.from)
      guard edge.isSubject, !leads[Int(edge.from)] else { continue }
      leads[Int(edge.from)] = true
      waiting.append(edge.from)
    }
    while let node = waiting.popLast() {
      for from in before[Int(node)] where !leads[Int(from)] {
        leads[Int(from)] = true
        waiting.append(from)
      }
    }
    return leads
  }

  /// The callers through which a shortest run came that cannot see the subject any more, and its
  /// length. Nil if every caller can, or no such run is shorter than `limit`.
  private func strandedChain(
    _ node: Int32, _ within: [Bool], _ next: [Int32: [Edge]], _ entrances: Entrances,
    below limit: Int
  ) -> (chain: [Entrance], length: Int)? {
    let start = Exit(level: nodes[Int(node)].level, controls: exits(from: [node], next))
    var waiting: [(exit: Exit, chain: [Entrance], length: Int)] = [
      (start, [], Int(nodes[Int(node)].distance))
    ]
    var done: Set<Exit> = []
    var best: (chain: [Entrance], length: Int)?
    while let place = waiting.indices.min(by: { waiting[$0].length < waiting[$1].length }) {
      let (exit, chain, length) = waiting.remove(at: place)
      guard length < best?.length ?? limit else { break }
      guard done.insert(exit).inserted else { continue }
      let level = levels[Int(exit.level)]
      if exit.controls.isEmpty || level.entry < 0 {
        // The shortest way into a level whose callers do not matter.
        let whole = length + min(entrances.distance[Int(exit.level)], RunSearch.longest)
        if whole < best?.length ?? limit {
          best = (chain + self.chain(into: exit.level, entrances), whole)
        }
        continue
      }
      for caller in level.callers {
        let home = nodes[Int(caller.node)].level
        let back = exit.controls.compactMap { control in
          controlNumber(model.landing(controls[Int(control)], from: caller.top).control)
            .flatMap { nodeNumber($0, on: home) }
        }
        if back.contains(where: { within[Int($0)] || !isWithoutSubject($0) }) { continue }
        waiting.append(
          (
            Exit(level: home, controls: exits(from: back, next)),
            chain + [(caller.node, caller.deed)],
            length + Int(nodes[Int(caller.node)].distance) + Int(caller.deed.weight)
          ))
      }
    }
    return best
  }

  /// The shortest way into a level.
  private func chain(into level: Int32, _ entrances: Entrances) -> [Entrance] {
    var chain: [Entrance] = []
    var level = Int(level)
    while let from = entrances.caller(of: level) {
      chain.append(from)
      level = Int(nodes[Int(from.node)].level)
    }
    return chain
  }

  /// The controls with which the level of these places can be left.
  private func exits(from first: [Int32], _ next: [Int32: [Edge]]) -> Set<Int32> {
    var reached = Set(first)
    var waiting = first
    while let node = waiting.popLast() {
      for edge in next[node] ?? [] where reached.insert(edge.to).inserted {
        waiting.append(edge.to)
      }
    }
    guard let level = first.first.map({ nodes[Int($0)].level }) else { return [] }
    return Set(
      levels[Int(level)].exits.filter(reached.contains).map { nodes[Int($0)].control })
  }
}

extension Control {
  /// Whether a run can be seen there: it is at a step, perhaps with a result, or it has ended.
  var isWaiting: Bool { kind == .at || kind == .returned || kind == .ended }
}
