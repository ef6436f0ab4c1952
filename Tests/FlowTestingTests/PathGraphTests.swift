import FlowTesting
import Testing

@Suite struct PathGraphTests {
  /// Rungs one after the other: two ways each.
  static func ladder(_ rungs: Int) -> PathGraph {
    var offsets: [Int32] = [0]
    var targets: [Int32] = []
    for rung in 0..<rungs {
      let first = Int32(rung * 3)
      let next = rung + 1 < rungs ? first + 3 : -1
      targets += [first + 1, first + 2]
      offsets.append(Int32(targets.count))
      for _ in 0..<2 {
        targets.append(next)
        offsets.append(Int32(targets.count))
      }
    }
    return PathGraph(offsets: offsets, targets: targets)
  }

  @Test("A ladder of twelve rungs has 4,096 simple paths")
  func ladder() {
    var list = PathList()
    #expect(PathGraphTests.ladder(12).simplePaths(from: 0, limit: 10_000, into: &list) == .complete)
    #expect(list.count == 4_096)
    #expect(Set((0..<list.count).map { list[$0] }).count == 4_096)
    #expect((0..<list.count).allSatisfy { list[$0].count == 24 })
  }

  @Test("A search for simple paths stops at its limit")
  func limit() {
    var list = PathList()
    #expect(PathGraphTests.ladder(40).simplePaths(from: 0, limit: 100, into: &list) == .limit)
    #expect(list.count == 100)
  }

  @Test("A loop without an exit has no simple path, and the search ends")
  func loop() {
    let graph = PathGraph(offsets: [0, 1, 2], targets: [1, 0])
    var list = PathList()
    #expect(graph.simplePaths(from: 0, limit: 10, into: &list) == .complete)
    #expect(list.count == 0)
  }

  @Test("A cover of 10,000 states takes every edge on a shortest path")
  func cover() {
    let count = 10_000
    var targets: [Int32] = []
    for node in 0..<count {
      targets += [Int32((node * 2 + 1) % count), Int32((node * 2 + 2) % count), -1]
    }
    let graph = PathGraph(offsets: (0...count).map { Int32($0 * 3) }, targets: targets)
    let cover = graph.transitionCover()
    #expect(cover.order.count == count)
    var depth = [Int](repeating: 0, count: count)
    for node in cover.order where cover.entry[Int(node)] >= 0 {
      depth[Int(node)] = depth[Int(cover.parent[Int(node)])] + 1
    }
    // Breadth first: no edge leads more than one step deeper than it starts.
    for node in 0..<count {
      for edge in graph.edges(of: Int32(node)) where targets[edge] >= 0 {
        #expect(depth[Int(targets[edge])] <= depth[node] + 1)
      }
    }
    // Every edge is a last edge or is on the way to one.
    var isTaken = [Bool](repeating: false, count: graph.edgeCount)
    for goal in graph.labelCover(cover).goals {
      isTaken[Int(goal)] = true
      var node = Int(goal) / 3
      while cover.entry[node] >= 0, !isTaken[Int(cover.entry[node])] {
        isTaken[Int(cover.entry[node])] = true
        node = Int(cover.parent[node])
      }
    }
    #expect(!isTaken.contains(false))
  }
}
