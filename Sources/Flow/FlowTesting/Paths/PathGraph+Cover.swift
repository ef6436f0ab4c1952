/// The shortest path to every node. Followed by each edge of that node, these paths take every
/// edge.
public struct TransitionCover: Sendable {
  /// For every node, the edge by which it is reached first; -1 for a start, -2 if it is not
  /// reached.
  public let entry: [Int32]
  /// The previous node; for a start, the node itself.
  public let parent: [Int32]
  /// The nodes in the order in which they are reached.
  public let order: [Int32]
  /// For each stage, how many nodes of `order` were reached when it ended.
  public let stageEnds: [Int]

  /// Whether the node is reached.
  public func isReached(_ node: Int32) -> Bool { entry[Int(node)] != -2 }
}

/// Paths of a cover that take every label. None is the beginning of another one.
public struct LabelCover: Sendable {
  /// The last edges of the paths.
  public fileprivate(set) var goals: [Int32] = []
  /// The first edge with each label; -1 if none is reached.
  public fileprivate(set) var chosen: [Int32]
}

extension PathGraph {
  /// Searches breadth-first from the starts of each stage. Looks at each edge at most twice.
  public func transitionCover() -> TransitionCover {
    var entry = [Int32](repeating: -2, count: nodeCount)
    var parent = [Int32](repeating: 0, count: nodeCount)
    var order = [Int32](repeating: 0, count: nodeCount)
    var stageEnds: [Int] = []
    var count = 0
    for stage in stages {
      let first = count
      for node in stage where entry[Int(node)] == -2 {
        entry[Int(node)] = -1
        parent[Int(node)] = node
        order[count] = node
        count += 1
      }
      search(from: first, count: &count, &order, &entry, &parent)
      stageEnds.append(count)
    }
    order.removeLast(order.count - count)
    return TransitionCover(entry: entry, parent: parent, order: order, stageEnds: stageEnds)
  }

  private func search(
    from first: Int, count: inout Int, _ order: inout [Int32], _ entry: inout [Int32],
    _ parent: inout [Int32]
  ) {
    var next = first
    var end = count
    while next < end {
      let node = order[next]
      next += 1
      for edge in Int(offsets[Int(node)])..<Int(offsets[Int(node) + 1]) {
        let target = Int(targets[edge])
        if target >= 0, entry[target] == -2 {
          entry[target] = Int32(truncatingIfNeeded: edge)
          parent[target] = node
          order[end] = Int32(truncatingIfNeeded: target)
          end += 1
        }
      }
    }
    count = end
  }

  /// Chooses the deepest goals first, so that no path is the beginning of another one.
  ///
  /// - Parameter taken: for every label, whether it needs no path. Empty if all do.
  public func labelCover(_ cover: TransitionCover, besides taken: [Bool] = []) -> LabelCover {
    let highest = labels.max() ?? -1
    var result = LabelCover(chosen: Array(repeating: -1, count: Int(highest) + 1))
    var sources: [Int32] = []
    var edgesInOrder: [Int32] = []
    sources.reserveCapacity(result.chosen.count)
    edgesInOrder.reserveCapacity(result.chosen.count)
    for node in cover.order {
      for edge in edges(of: node) where result.chosen[Int(labels[edge])] < 0 {
        result.chosen[Int(labels[edge])] = Int32(edge)
        edgesInOrder.append(Int32(edge))
        sources.append(node)
      }
    }
    var isTaken = taken.isEmpty ? Array(repeating: false, count: result.chosen.count) : taken
    var isWalked = Array(repeating: false, count: nodeCount)
    for index in edgesInOrder.indices.reversed() {
      let edge = edgesInOrder[index]
      guard !isTaken[Int(labels[Int(edge)])] else { continue }
      isTaken[Int(labels[Int(edge)])] = true
      result.goals.append(edge)
      var node = sources[index]
      while !isWalked[Int(node)] {
        isWalked[Int(node)] = true
        let entry = cover.entry[Int(node)]
        guard entry >= 0 else { break }
        isTaken[Int(labels[Int(entry)])] = true
        node = cover.parent[Int(node)]
      }
    }
    result.goals.reverse()
    return result
  }

  /// The edges of the shortest path to a node, and the start of the path.
  func walk(to node: Int32, _ cover: TransitionCover) -> GraphWalk {
    var edges: [Int32] = []
    var node = node
    while cover.entry[Int(node)] >= 0 {
      edges.append(cover.entry[Int(node)])
      node = cover.parent[Int(node)]
    }
    edges.reverse()
    return GraphWalk(root: node, edges: edges)
  }

  /// The labels of the shortest path to a node, and the start of the path.
  func way(to node: Int32, _ cover: TransitionCover) -> (root: Int32, labels: [Int32]) {
    let walk = walk(to: node, cover)
    return (walk.root, walk.edges.map { labels[Int($0)] })
  }

  /// The labels of the shortest path from one node to another. Nil if there is none.
  func way(from start: Int32, to goal: Int32) -> [Int32]? {
    if start == goal { return [] }
    var entry = [Int32](repeating: -2, count: nodeCount)
    var parent = [Int32](repeating: 0, count: nodeCount)
    var order = [Int32](repeating: 0, count: nodeCount)
    entry[Int(start)] = -1
    order[0] = start
    var count = 1
    search(from: 0, count: &count, &order, &entry, &parent)
    guard entry[Int(goal)] != -2 else { return nil }
    return way(
      to: goal, TransitionCover(entry: entry, parent: parent, order: [], stageEnds: [])
    ).labels
  }
}
