import FlowTesting

/// A lower bound of how many paths take all rows, found in another way than the path book finds its
/// paths.
///
/// Two rows can be in one path only if one of them leads to the other in some state. If that is
/// read as an order, rows of which none leads to another one need a path each (Dilworth): there are
/// as many as the components of the order minus a largest matching.
struct CoverBound {
  private let graph: PathGraph
  private let cover: TransitionCover
  /// For every node, when the search finds it.
  private var places: [Int]

  /// The bound for the rows that a part of the search finds first, summed up over all parts.
  ///
  /// - Parameter plainStages: how many stages are the first part. The others are entered at the
  ///   first step, which is the second part, or at any other one, which is the third.
  static func paths(of graph: PathGraph, plainStages: Int) -> Int {
    var bound = CoverBound(graph)
    var ends: [Int: Int] = [:]
    for (stage, end) in bound.cover.stageEnds.enumerated() {
      let isFirstStep = graph.places[Int(graph.stages[stage].first ?? 0)] == 0
      ends[stage < plainStages ? 0 : isFirstStep ? 1 : 2] = end
    }
    var first = 0
    var taken: Set<Int32> = []
    var sum = 0
    for end in ends.sorted(by: { $0.key < $1.key }).map(\.value) {
      sum += bound.paths(in: first..<end, besides: &taken)
      first = end
    }
    return sum
  }

  private init(_ graph: PathGraph) {
    self.graph = graph
    cover = graph.transitionCover()
    places = Array(repeating: .max, count: graph.nodeCount)
    for (place, node) in cover.order.enumerated() { places[Int(node)] = place }
  }

  private mutating func paths(in part: Range<Int>, besides taken: inout Set<Int32>) -> Int {
    var edges: [Int32: [Int]] = [:]
    for node in cover.order[part] {
      for edge in graph.edges(of: node) where !taken.contains(graph.labels[edge]) {
        edges[graph.labels[edge], default: []].append(edge)
      }
    }
    taken.formUnion(edges.keys)
    let labels = edges.keys.sorted()
    let index = Dictionary(uniqueKeysWithValues: labels.enumerated().map { ($1, $0) })
    // For every label, a bit for each label that it leads to.
    var leads = labels.map { label in
      var bits = [UInt64](repeating: 0, count: labels.count / 64 + 1)
      for other in followers(of: edges[label] ?? [], in: part) {
        if let other = index[other] { bits[other / 64] |= 1 << UInt64(other % 64) }
      }
      return bits
    }
    func isBefore(_ label: Int, _ other: Int) -> Bool {
      leads[label][other / 64] >> UInt64(other % 64) & 1 == 1
    }
    for middle in labels.indices {
      let beyond = leads[middle]
      for label in labels.indices where isBefore(label, middle) {
        for word in beyond.indices { leads[label][word] |= beyond[word] }
      }
    }
    // One row for all that lead to each other.
    let single = labels.indices.filter { label in
      !(0..<label).contains { isBefore(label, $0) && isBefore($0, label) }
    }
    var match: [Int: Int] = [:]
    func finds(_ label: Int, _ seen: inout Set<Int>) -> Bool {
      for other in single where other != label && isBefore(label, other) {
        guard seen.insert(other).inserted else { continue }
        if match[other].map({ finds($0, &seen) }) ?? true {
          match[other] = label
          return true
        }
      }
      return false
    }
    for label in single {
      var seen: Set<Int> = []
      _ = finds(label, &seen)
    }
    return single.count - match.count
  }

  /// The labels of all edges that can come after one of these.
  private func followers(of edges: [Int], in part: Range<Int>) -> Set<Int32> {
    var labels: Set<Int32> = []
    var seen: Set<Int32> = []
    var queue = edges.map { graph.targets[$0] }
    while let node = queue.popLast() {
      guard node >= 0, part.contains(places[Int(node)]), seen.insert(node).inserted else {
        continue
      }
      for edge in graph.edges(of: node) {
        labels.insert(graph.labels[edge])
        queue.append(graph.targets[edge])
      }
    }
    return labels
  }
}
