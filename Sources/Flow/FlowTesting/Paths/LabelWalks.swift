/// Walks that together take labels. Each is for the labels of one part of the graph.
struct LabelWalks {
  private let graph: PathGraph
  /// For every label, the part whose walks have to take it.
  private let parts: [Int]
  private var walks: [(walk: GraphWalk, part: Int)] = []
  /// For every label, how often the walks of its part take it.
  private var counts: [Int]

  init(_ graph: PathGraph, parts: [Int]) {
    (self.graph, self.parts) = (graph, parts)
    counts = Array(repeating: 0, count: parts.count)
  }

  /// For every label, whether a walk takes it.
  var isTaken: [Bool] { counts.map { $0 > 0 } }

  mutating func add(_ walk: GraphWalk, part: Int) {
    guard !walk.edges.isEmpty else { return }
    walks.append((walk, part))
    for edge in walk.edges {
      let label = Int(graph.labels[Int(edge)])
      if parts[label] == part { counts[label] += 1 }
    }
  }

  /// Removes from the ends of walks what others take too. Then every walk ends with a label that it
  /// alone takes, and only once.
  mutating func shorten() {
    for index in walks.indices {
      while let label = walks[index].walk.edges.last.map({ Int(graph.labels[Int($0)]) }) {
        let isWanted = parts[label] == walks[index].part
        guard !isWanted || counts[label] > 1 else { break }
        if isWanted { counts[label] -= 1 }
        walks[index].walk.edges.removeLast()
      }
    }
    walks.removeAll { $0.walk.edges.isEmpty }
  }

  /// Replaces each walk.
  mutating func replace(_ replacement: (GraphWalk) -> GraphWalk) {
    let before = walks
    self = LabelWalks(graph, parts: parts)
    for (walk, part) in before { add(replacement(walk), part: part) }
  }

  /// The walks in the order of the places of their last labels.
  func sorted(by places: [Int]) -> [GraphWalk] {
    func place(_ walk: GraphWalk) -> Int {
      walk.edges.last.map { places[Int(graph.labels[Int($0)])] } ?? 0
    }
    return walks.map(\.walk).sorted { place($0) < place($1) }
  }
}
