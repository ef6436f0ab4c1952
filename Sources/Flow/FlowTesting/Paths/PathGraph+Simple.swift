extension PathGraph {
  /// How a search for simple paths ended.
  public enum SearchEnd: Hashable, Sendable {
    /// All paths were found.
    case complete
    /// There are more paths than the limit.
    case limit
    /// The search was given up after too many dead ends. There may be more paths.
    case patience
  }

  /// Finds the paths from a start out of the graph that visit no place twice, in the order of the
  /// edges.
  ///
  /// The search is depth-first, on arrays of fixed size. Only the labels of a path are allocated.
  public func simplePaths(
    from root: Int32, limit: Int, into list: inout PathList
  ) -> SearchEnd {
    let leads = leadsOut()
    guard root >= 0, Int(root) < nodeCount, leads[Int(root)] else { return .complete }
    var path = [Int32](repeating: 0, count: nodeCount + 1)
    // For each depth: the node, the next edge to look at, and the label's place in the list.
    var nodes = path
    var cursors = path
    var marks = path
    list.reserve(min(limit, 4_096))
    var visits = [Bool](repeating: false, count: Int(places.max() ?? 0) + 1)
    return search(root, limit, leads, &path, &nodes, &cursors, &marks, &visits, &list)
  }

  private func search(
    _ root: Int32, _ limit: Int, _ leads: [Bool], _ path: inout [Int32], _ nodes: inout [Int32],
    _ cursors: inout [Int32], _ marks: inout [Int32], _ isVisited: inout [Bool],
    _ list: inout PathList
  ) -> SearchEnd {
    // How many labels of the current path were added to the list; `marks` has their places in it.
    var marked = 0
    var patience = 1 << 24
    var depth = 0
    var node = Int(root)
    var edge = Int(offsets[node])
    isVisited[Int(places[node])] = true
    while true {
      guard edge < Int(offsets[node + 1]) else {
        isVisited[Int(places[node])] = false
        if depth == 0 { return .complete }
        depth -= 1
        marked = min(marked, depth)
        node = Int(nodes[depth])
        edge = Int(cursors[depth])
        continue
      }
      path[depth] = labels[edge]
      let target = Int(targets[edge])
      edge += 1
      if target < 0 {
        guard list.count < limit else { return .limit }
        while marked < depth {
          marks[marked] = list.add(path[marked], behind: marked == 0 ? -1 : marks[marked - 1])
          marked += 1
        }
        let last = list.add(path[depth], behind: depth == 0 ? -1 : marks[depth - 1])
        list.end(root: root, at: last)
        continue
      }
      guard leads[target], !isVisited[Int(places[target])] else { continue }
      patience -= 1
      if patience == 0 { return .patience }
      nodes[depth] = Int32(truncatingIfNeeded: node)
      cursors[depth] = Int32(truncatingIfNeeded: edge)
      depth += 1
      node = target
      edge = Int(offsets[node])
      isVisited[Int(places[node])] = true
    }
  }

  /// For every node, whether some path leads from it out of the graph.
  private func leadsOut() -> [Bool] {
    var starts = [Int32](repeating: 0, count: nodeCount + 1)
    for target in targets where target >= 0 { starts[Int(target) + 1] += 1 }
    for node in 0..<nodeCount { starts[node + 1] += starts[node] }
    var incoming = [Int32](repeating: 0, count: edgeCount)
    var fill = starts
    var leads = [Bool](repeating: false, count: nodeCount)
    var queue: [Int32] = []
    for node in 0..<nodeCount {
      for edge in edges(of: Int32(node)) {
        let target = Int(targets[edge])
        if target >= 0 {
          incoming[Int(fill[target])] = Int32(node)
          fill[target] += 1
        } else if !leads[node] {
          leads[node] = true
          queue.append(Int32(node))
        }
      }
    }
    var next = 0
    while next < queue.count {
      let node = Int(queue[next])
      next += 1
      for place in Int(starts[node])..<Int(starts[node + 1]) where !leads[Int(incoming[place])] {
        leads[Int(incoming[place])] = true
        queue.append(incoming[place])
      }
    }
    return leads
  }

  /// The edges that lead back to a node on the current path of a depth-first search, closing a
  /// loop, each with that node.
  ///
  /// - Parameter kinds: for every node, its kind. To lead to a node of the same kind is to lead
  ///   back.
  func closingEdges(_ kinds: [Int32]) -> [(edge: Int32, head: Int32)] {
    var closing: [(edge: Int32, head: Int32)] = []
    // 0 not seen, 1 being searched, 2 done.
    var state = [UInt8](repeating: 0, count: nodeCount)
    // For every kind, the first node on the path.
    var heads = [Int32](repeating: -1, count: nodeCount)
    var stack: [Int32] = []
    var cursor = offsets
    func kind(_ node: Int) -> Int { kinds.isEmpty ? node : Int(kinds[node]) }
    func enter(_ node: Int) {
      stack.append(Int32(node))
      state[node] = 1
      if heads[kind(node)] < 0 { heads[kind(node)] = Int32(node) }
    }
    for root in stages.joined() where state[Int(root)] == 0 {
      enter(Int(root))
      while let node = stack.last.map(Int.init) {
        guard cursor[node] < offsets[node + 1] else {
          state[node] = 2
          if heads[kind(node)] == Int32(node) { heads[kind(node)] = -1 }
          stack.removeLast()
          continue
        }
        let edge = cursor[node]
        cursor[node] += 1
        let target = Int(targets[Int(edge)])
        guard target >= 0 else { continue }
        let head = heads[kind(target)]
        if head >= 0 {
          closing.append((edge, head))
        } else if state[target] == 0 {
          enter(target)
        }
      }
    }
    return closing
  }
}
