// Runs that go round for ever while something is due.
extension RunSearch {
  /// A loop: a place of this search, and the deeds that lead from there back to it.
  struct Loop {
    let node: Int32
    let deeds: [Deed]
  }

  /// A search of the places where something is due, without the ways that end that, from wherever
  /// it is due in `search`. Without what only the user does unless `withUsers`.
  init(dueIn search: RunSearch, withUsers: Bool) {
    let monitor = search.model.monitor
    var heads = Numbers()
    var found: [(Control, Top)] = []
    for (number, node) in search.nodes.enumerated() {
      let control = search.controls[Int(node.control)]
      guard control.kind != .ended, monitor.isDue(control.monitor) else { continue }
      let top = search.top(of: Int32(number))
      // Controls have numbers already.
      if heads.number(of: top.word, UInt64(UInt32(bitPattern: node.control))).isNew {
        found.append((control, top))
      }
    }
    self.init(search.model, from: found) { way in
      // What happens and is due again at once does not go on being due.
      way.control.kind != .ended && monitor.isDue(way.control.monitor)
        && !way.seen.contains(.subject)
        && (withUsers || !way.isUsers)
    }
  }

  /// In a search of what is due with the user's ways: the places from which no way ends that.
  func trappedNodes() -> [Int32] {
    var escapes = nodes.map(\.escapes)
    // What lies below the entries with which this search begins is not known.
    for level in levels where level.callers.isEmpty {
      for exit in level.exits { escapes[Int(exit)] = true }
    }
    var before: [[Int32]] = Array(repeating: [], count: nodes.count)
    for edge in edges {
      before[Int(edge.to)].append(edge.from)
      if case .through(_, _, let exit) = edge.origin { before[Int(edge.to)].append(exit) }
    }
    var waiting = nodes.indices.filter { escapes[$0] }
    while let node = waiting.popLast() {
      for from in before[node] where !escapes[Int(from)] {
        escapes[Int(from)] = true
        waiting.append(Int(from))
      }
    }
    return nodes.indices.map { Int32($0) }
      .filter { !escapes[Int($0)] && control(of: $0).kind == .at }
  }

  /// The places that lie on a loop.
  func loopingNodes() -> [Int32] { cycles.nodes() }

  /// The shortest loop through a place. Nil if it is too long to be shown.
  func loop(through node: Int32) -> Loop? {
    guard let numbers = cycles.shortest(through: node) else { return nil }
    guard numbers.reduce(0, { $0 + length(of: edges[$1].origin) }) < RunSearch.longest else {
      return nil
    }
    return Loop(
      node: node, deeds: numbers.flatMap { deeds(edges[$0].origin, sinceFrom: true) })
  }

  /// The number of deeds of a way between places.
  private func length(of origin: Origin) -> Int {
    switch origin {
    case .entry: 0
    case .deed(let deed, _): Int(deed.weight)
    case .through(let deed, _, let exit): Int(deed.weight + nodes[Int(exit)].distance)
    }
  }

  private var cycles: Cycles { Cycles(count: nodes.count, edges.map { ($0.from, $0.to) }) }
}
