/// The cycles of a graph.
struct Cycles {
  private let edges: [(from: Int32, to: Int32)]
  /// For every node the numbers of the edges that start there.
  private var next: [[Int]]

  init(count: Int, _ edges: [(from: Int32, to: Int32)]) {
    self.edges = edges
    next = Array(repeating: [], count: count)
    for (number, edge) in edges.enumerated() { next[Int(edge.from)].append(number) }
  }

  /// The nodes that lie on a cycle. Tarjan's algorithm, with a stack of its own.
  func nodes() -> [Int32] {
    var component = Array(repeating: Int32(-1), count: next.count)
    var low = Array(repeating: Int32(0), count: next.count)
    var order = Array(repeating: Int32(-1), count: next.count)
    var counter: Int32 = 0
    var stack: [Int32] = []
    var looping: [Int32] = []
    for root in next.indices where order[root] < 0 && !next[root].isEmpty {
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
          let target = Int(edges[next[node][place]].to)
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
        if members.count > 1 || next[node].contains(where: { edges[$0].to == Int32(node) }) {
          looping += members
        }
      }
    }
    return looping
  }

  /// The edges of the shortest cycle through a node, in their order. Nil if there is none.
  func shortest(through node: Int32) -> [Int]? {
    var entry: [Int32: Int] = [:]
    var waiting = [node]
    var place = 0
    while place < waiting.count {
      for number in next[Int(waiting[place])] {
        let target = edges[number].to
        guard entry[target] == nil else { continue }
        entry[target] = number
        if target == node { return cycle(back: node, entry) }
        waiting.append(target)
      }
      place += 1
    }
    return nil
  }

  private func cycle(back node: Int32, _ entry: [Int32: Int]) -> [Int] {
    var numbers: [Int] = []
    var at = node
    repeat {
      guard let number = entry[at] else { break }
      numbers.append(number)
      at = edges[number].from
    } while at != node
    return numbers.reversed()
  }
}
