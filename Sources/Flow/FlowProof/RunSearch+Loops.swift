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
      way.control.kind != .ended && monitor.isDue(way.control.monitor)
        && (withUsers || !way.isUsers)
    }
  }

  /// For every place the edges that start there.
  private var edgesByNode: [[Int32]] {
    var lists: [[Int32]] = Array(repeating: [], count: nodes.count)
    for (number, edge) in edges.enumerated() { lists[Int(edge.from)].append(Int32(number)) }
    return lists
  }

  /// The places that lie on a loop.
  func loopingNodes() -> [Int32] {
    let next = edgesByNode
    var component = Array(repeating: Int32(-1), count: nodes.count)
    var low = Array(repeating: Int32(0), count: nodes.count)
    var order = Array(repeating: Int32(-1), count: nodes.count)
    var counter: Int32 = 0
    var stack: [Int32] = []
    var looping: [Int32] = []
    // Tarjan's algorithm, with a stack of its own.
    for root in nodes.indices where order[root] < 0 {
      var way: [(node: Int, edge: Int)] = [(root, 0)]
      while let (node, place) = way.last {
        if place == 0 {
          order[node] = counter
          low[node] = counter
          counter += 1
          stack.append(Int32(node))
        }
        if place < next[node].count {
          way[way.count - 1].edge += 1
          let target = Int(edges[Int(next[node][place])].to)
          if order[target] < 0 {
            way.append((target, 0))
          } else if component[target] < 0 {
            low[node] = min(low[node], order[target])
          }
          continue
        }
        way.removeLast()
        if let above = way.last { low[above.node] = min(low[above.node], low[node]) }
        guard low[node] == order[node] else { continue }
        var members: [Int32] = []
        while let member = stack.popLast() {
          component[Int(member)] = Int32(node)
          members.append(member)
          if member == Int32(node) { break }
        }
        let isLoop =
          members.count > 1 || next[node].contains { edges[Int($0)].to == Int32(node) }
        if isLoop { looping += members }
      }
    }
    return looping
  }

  /// The shortest loop through a place.
  func loop(through node: Int32) -> Loop? {
    let next = edgesByNode
    var entry: [Int32: Int32] = [:]
    var waiting = [node]
    var place = 0
    while place < waiting.count {
      for number in next[Int(waiting[place])] {
        let edge = edges[Int(number)]
        guard entry[edge.to] == nil else { continue }
        entry[edge.to] = number
        if edge.to == node { return Loop(node: node, deeds: deeds(back: node, entry)) }
        waiting.append(edge.to)
      }
      place += 1
    }
    return nil
  }

  private func deeds(back node: Int32, _ entry: [Int32: Int32]) -> [Deed] {
    var parts: [[Deed]] = []
    var at = node
    repeat {
      guard let number = entry[at] else { break }
      let edge = edges[Int(number)]
      parts.append(deeds(edge.origin, sinceFrom: true))
      at = edge.from
    } while at != node
    return parts.reversed().flatMap { $0 }
  }
}
