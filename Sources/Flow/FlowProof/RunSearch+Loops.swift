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

  /// The places that lie on a loop.
  func loopingNodes() -> [Int32] { cycles.nodes() }

  /// The shortest loop through a place.
  func loop(through node: Int32) -> Loop? {
    cycles.shortest(through: node).map { numbers in
      Loop(
        node: node,
        deeds: numbers.flatMap { deeds(edges[$0].origin, sinceFrom: true) })
    }
  }

  private var cycles: Cycles { Cycles(count: nodes.count, edges.map { ($0.from, $0.to) }) }
}
