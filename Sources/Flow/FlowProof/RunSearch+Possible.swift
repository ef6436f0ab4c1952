// Places from which the subject of a rule cannot happen any more.
extension RunSearch {
  /// Places on the way out, through callers: which ways out of a level there may be.
  private struct Exit: Hashable {
    let level: Int32
    let controls: Set<Int32>
  }

  /// A place from which the subject cannot happen, and the places from which its levels were
  /// entered, the innermost first. The nearest of all.
  func stranded(_ entrances: Entrances) -> (node: Int32, chain: [(node: Int32, deed: Deed)])? {
    let within = leadsToSubject()
    let order = nodes.indices.map { Int32($0) }
      .filter { !within[Int($0)] && !nodes[Int($0)].isSubject }
      .sorted { distance(of: $0, entrances) < distance(of: $1, entrances) }
    let next = Dictionary(grouping: edges.filter { !$0.isPush }, by: \.from)
    for node in order where control(of: node).isWaiting {
      if let chain = strandedChain(node, within, next) { return (node, chain) }
    }
    return nil
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

  /// The callers through which a run came that cannot see the subject any more; nil if every caller
  /// can.
  private func strandedChain(
    _ node: Int32, _ within: [Bool], _ next: [Int32: [Edge]]
  ) -> [(node: Int32, deed: Deed)]? {
    let start = Exit(level: nodes[Int(node)].level, controls: exits(from: [node], next))
    var waiting: [(exit: Exit, chain: [(node: Int32, deed: Deed)])] = [(start, [])]
    var seen: Set<Exit> = [start]
    var place = 0
    while place < waiting.count {
      let (exit, chain) = waiting[place]
      place += 1
      let level = levels[Int(exit.level)]
      if exit.controls.isEmpty || level.entry < 0 {
        return chain + rest(of: exit.level)
      }
      for caller in level.callers {
        let home = nodes[Int(caller.node)].level
        let back = exit.controls.compactMap { control in
          controlNumber(model.landing(controls[Int(control)], from: caller.top).control)
            .flatMap { nodeNumber($0, on: home) }
        }
        if back.contains(where: { within[Int($0)] || nodes[Int($0)].isSubject }) { continue }
        let out = Exit(level: home, controls: exits(from: back, next))
        guard seen.insert(out).inserted else { continue }
        waiting.append((out, chain + [(caller.node, caller.deed)]))
      }
    }
    return nil
  }

  /// The shortest way into a level whose callers do not matter.
  private func rest(of level: Int32) -> [(node: Int32, deed: Deed)] {
    let entrances = entrances()
    var chain: [(node: Int32, deed: Deed)] = []
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
  /// Whether a run can be seen there: it is at a step, or it has ended.
  var isWaiting: Bool { kind == .at || kind == .ended }
}
