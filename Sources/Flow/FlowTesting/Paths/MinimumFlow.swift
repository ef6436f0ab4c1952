/// The fewest walks from a source to a sink of a graph without cycles that together take each arc
/// as often as it demands.
struct MinimumFlow {
  private(set) var tails: [Int32] = []
  private(set) var heads: [Int32] = []
  /// How often an arc has to be taken.
  private var demands: [Int32] = []
  /// How often the walks take an arc.
  var flows: [Int32] = []
  private let nodeCount: Int
  // The arcs at a node, those that leave it and those that enter it, are
  // `arcs[starts[n]..<starts[n + 1]]`.
  private var starts: [Int32] = []
  private var arcs: [Int32] = []

  init(nodeCount: Int) { self.nodeCount = nodeCount }

  /// Adds an arc and returns its number.
  mutating func add(from tail: Int32, to head: Int32) -> Int {
    tails.append(tail)
    heads.append(head)
    demands.append(0)
    flows.append(0)
    return tails.count - 1
  }

  /// Demands that an arc is taken.
  mutating func demand(_ arc: Int) { demands[arc] = 1 }

  /// Demands it no longer.
  mutating func release(_ arc: Int) { demands[arc] = 0 }

  func isDemanded(_ arc: Int) -> Bool { demands[arc] > 0 }

  /// Reduces walks that meet all demands to the fewest that do, by Dinic's algorithm: a walk is
  /// saved by a way from the source to the sink that takes less of arcs that it follows, and more
  /// of arcs that it goes back along.
  ///
  /// - Parameter patience: the most arcs to look at. With fewer than needed, walks are left over.
  mutating func reduce(from source: Int32, to sink: Int32, patience: inout Int) {
    while patience > 0 {
      let levels = self.levels(from: source, to: sink, &patience)
      guard levels[Int(sink)] >= 0 else { return }
      var cursors = starts
      while save(source, sink, levels, &cursors, &patience) {}
    }
  }

  /// Leads a walk by an arc that none takes, if the others can still meet all demands: one of them
  /// takes the arc, and others change their ways.
  ///
  /// - Parameter patience: the most arcs to look at.
  /// - Returns: whether a walk takes the arc now.
  mutating func lead(by arc: Int, patience: inout Int) -> Bool {
    let (start, goal) = (heads[arc], tails[arc])
    // For every node, the arc by which it was reached, plus 1.
    var entries = [Int32](repeating: 0, count: nodeCount)
    var queue = [start]
    var next = 0
    while next < queue.count, patience > 0, entries[Int(goal)] == 0 {
      let node = queue[next]
      next += 1
      for place in Int(starts[Int(node)])..<Int(starts[Int(node) + 1]) {
        patience -= 1
        let other = Int(arcs[place])
        let to = tails[other] == node ? heads[other] : tails[other]
        guard to != start, entries[Int(to)] == 0,
          tails[other] == node || flows[other] > demands[other]
        else { continue }
        entries[Int(to)] = Int32(other + 1)
        queue.append(to)
      }
    }
    guard entries[Int(goal)] > 0 else { return false }
    flows[arc] += 1
    var node = goal
    while node != start {
      let other = Int(entries[Int(node)]) - 1
      if heads[other] == node {
        flows[other] += 1
        node = tails[other]
      } else {
        flows[other] -= 1
        node = heads[other]
      }
    }
    return true
  }

  /// Sorts the arcs by their nodes, after the last one was added.
  mutating func sortArcs() {
    starts = Array(repeating: 0, count: nodeCount + 1)
    for node in tails + heads { starts[Int(node) + 1] += 1 }
    for node in 0..<nodeCount { starts[node + 1] += starts[node] }
    arcs = Array(repeating: 0, count: tails.count * 2)
    var places = starts
    for arc in tails.indices {
      for node in [tails[arc], heads[arc]] {
        arcs[Int(places[Int(node)])] = Int32(arc)
        places[Int(node)] += 1
      }
    }
  }

  /// The node to which an arc leads from a node, and how many walks can be moved along it.
  private func step(_ arc: Int, from node: Int32) -> (to: Int32, room: Int32) {
    tails[arc] == node
      ? (heads[arc], flows[arc] - demands[arc]) : (tails[arc], Int32.max)
  }

  private func levels(from source: Int32, to sink: Int32, _ patience: inout Int) -> [Int32] {
    var levels = [Int32](repeating: -1, count: nodeCount)
    levels[Int(source)] = 0
    var queue = [source]
    var next = 0
    while next < queue.count, levels[Int(sink)] < 0 {
      let node = queue[next]
      next += 1
      for place in Int(starts[Int(node)])..<Int(starts[Int(node) + 1]) {
        patience -= 1
        let (to, room) = step(Int(arcs[place]), from: node)
        guard room > 0, levels[Int(to)] < 0 else { continue }
        levels[Int(to)] = levels[Int(node)] + 1
        queue.append(to)
      }
    }
    return levels
  }

  /// Saves walks along one way whose nodes are on rising levels. False if there is none.
  private mutating func save(
    _ source: Int32, _ sink: Int32, _ levels: [Int32], _ cursors: inout [Int32],
    _ patience: inout Int
  ) -> Bool {
    var way: [(arc: Int, from: Int32)] = []
    var node = source
    while node != sink {
      var isStuck = true
      while cursors[Int(node)] < starts[Int(node) + 1] {
        patience -= 1
        let arc = Int(arcs[Int(cursors[Int(node)])])
        let (to, room) = step(arc, from: node)
        if room > 0, levels[Int(to)] == levels[Int(node)] + 1 {
          way.append((arc, node))
          node = to
          isStuck = false
          break
        }
        cursors[Int(node)] += 1
      }
      guard isStuck else { continue }
      guard let last = way.popLast(), patience > 0 else { return false }
      node = last.from
      cursors[Int(node)] += 1
    }
    let saved = way.map { step($0.arc, from: $0.from).room }.min() ?? 0
    for (arc, from) in way { flows[arc] += tails[arc] == from ? -saved : saved }
    return saved > 0
  }
}
