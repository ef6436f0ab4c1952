/// A walk through a graph.
struct GraphWalk {
  /// The node at which it starts.
  let root: Int32
  var edges: [Int32] = []
}

/// Writes walks edge by edge: between the edges that it is told to take, it goes by shortest ways,
/// and in each component it first takes what is left there.
struct WalkWriter {
  let graph: PathGraph
  /// For every edge, the node it starts at.
  let sources: [Int32]
  /// The nodes of the part of the graph in which the walks are.
  let nodes: [Int32]
  /// For every node, its place among `nodes`, or -1.
  let places: [Int32]
  /// For every place, its component.
  let components: [Int32]
  /// The edges inside of components that no walk has taken yet.
  private var left: Set<Int32>
  /// For every place, how many of those start there; for every component, how many it has.
  private var leftAt: [Int32]
  private var leftIn: [Int32]
  private(set) var walk = GraphWalk(root: 0)
  private var place = 0
  /// How many edges may still be looked at. What is left then is not taken.
  private(set) var patience: Int
  /// For every place, the search that has come to it last, and the edge by which it did.
  private var searches: [Int32]
  private var entries: [Int32]
  private var search: Int32 = 0

  init(
    graph: PathGraph, sources: [Int32], nodes: [Int32], places: [Int32], components: [Int32],
    left: Set<Int32>, patience: Int
  ) {
    (self.graph, self.sources, self.nodes) = (graph, sources, nodes)
    (self.places, self.components) = (places, components)
    (self.left, self.patience) = (left, patience)
    searches = Array(repeating: 0, count: components.count)
    (leftAt, leftIn, entries) = (searches, searches, searches)
    for edge in left {
      let place = Int(places[Int(sources[Int(edge)])])
      leftAt[place] += 1
      leftIn[Int(components[place])] += 1
    }
  }

  /// Begins a walk.
  mutating func begin(at root: Int32) {
    walk = GraphWalk(root: root)
    place = Int(places[Int(root)])
    takeWhatIsLeft()
  }

  /// Goes to an edge that leaves the component, and takes it.
  mutating func take(_ edge: Int32) {
    go(to: Int(places[Int(sources[Int(edge)])]))
    append(edge)
    takeWhatIsLeft()
  }

  private mutating func takeWhatIsLeft() {
    while leftIn[Int(components[place])] > 0, patience > 0, go(to: nil) {
      let edges = graph.edges(of: nodes[place])
      guard let edge = edges.first(where: { left.contains(Int32($0)) }) else { return }
      append(Int32(edge))
    }
  }

  private mutating func append(_ edge: Int32) {
    walk.edges.append(edge)
    if left.remove(edge) != nil {
      leftAt[place] -= 1
      leftIn[Int(components[place])] -= 1
    }
    let target = graph.targets[Int(edge)]
    if target >= 0, places[Int(target)] >= 0 { place = Int(places[Int(target)]) }
  }

  /// Goes inside of the component to a place; without one, to the nearest at which an edge is left.
  /// False if there is none.
  @discardableResult
  private mutating func go(to goal: Int?) -> Bool {
    search += 1
    searches[place] = search
    var queue = [place]
    var next = 0
    while next < queue.count {
      let here = queue[next]
      next += 1
      guard goal.map({ $0 != here }) ?? (leftAt[here] == 0) else {
        follow(to: here)
        return true
      }
      for edge in graph.edges(of: nodes[here]) {
        patience -= 1
        let target = graph.targets[edge]
        let there = target < 0 ? -1 : Int(places[Int(target)])
        guard there >= 0, components[there] == components[here], searches[there] != search else {
          continue
        }
        searches[there] = search
        entries[there] = Int32(edge)
        queue.append(there)
      }
    }
    return false
  }

  /// Takes the edges by which the last search has come to a place.
  private mutating func follow(to goal: Int) {
    var edges: [Int32] = []
    var there = goal
    while there != place {
      edges.append(entries[there])
      there = Int(places[Int(sources[Int(entries[there])])])
    }
    for edge in edges.reversed() { append(edge) }
  }
}
