extension PathGraph {
  /// For each node of a part of the graph, the number of its component: the nodes that lead to it
  /// and to which it leads. Of two components, the one that leads to the other has the higher
  /// number.
  ///
  /// - Parameters:
  ///   - nodes: the nodes of the part.
  ///   - places: for every node of the graph, its place in the part, or below 0.
  func components(of nodes: [Int32], places: [Int32]) -> [Int32] {
    var components = [Int32](repeating: -1, count: nodes.count)
    // Tarjan's algorithm: when a node was found, and the first node found that it leads back to.
    var found = components
    var lowest = components
    var cursors = nodes.map { offsets[Int($0)] }
    var waiting: [Int32] = []
    var path: [Int32] = []
    var (time, count) = (Int32(0), Int32(0))
    for root in nodes.indices where found[root] < 0 {
      path.append(Int32(root))
      while let place = path.last.map(Int.init) {
        if found[place] < 0 {
          (found[place], lowest[place]) = (time, time)
          time += 1
          waiting.append(Int32(place))
        }
        let end = offsets[Int(nodes[place]) + 1]
        var isDeeper = false
        while cursors[place] < end, !isDeeper {
          let target = targets[Int(cursors[place])]
          cursors[place] += 1
          let next = target < 0 ? -1 : Int(places[Int(target)])
          guard next >= 0 else { continue }
          if found[next] < 0 {
            path.append(Int32(next))
            isDeeper = true
          } else if components[next] < 0 {
            lowest[place] = min(lowest[place], found[next])
          }
        }
        guard !isDeeper else { continue }
        path.removeLast()
        if let before = path.last.map(Int.init) {
          lowest[before] = min(lowest[before], lowest[place])
        }
        guard lowest[place] == found[place] else { continue }
        while let member = waiting.popLast() {
          components[Int(member)] = count
          if Int(member) == place { break }
        }
        count += 1
      }
    }
    return components
  }
}
