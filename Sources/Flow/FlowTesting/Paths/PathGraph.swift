package import FlowModel

/// The states of a flow and the rows between them, as flat arrays of integers.
///
/// The edges of node `n` are `offsets[n]..<offsets[n + 1]`.
public struct PathGraph: Sendable {
  /// For every node, the index of its first edge; at the end, the number of edges.
  public let offsets: [Int32]
  /// For every edge, the node it leads to; below 0 if it leaves the graph.
  public let targets: [Int32]
  /// For every edge, its label: the number of a row.
  public let labels: [Int32]
  /// For every node, the number that a simple path may visit only once. The states of a step share
  /// it.
  public let places: [Int32]
  /// The nodes at which runs start, in stages. A later stage is used only for nodes that the
  /// earlier ones do not reach.
  public let stages: [[Int32]]

  /// The number of nodes.
  public var nodeCount: Int { offsets.count - 1 }
  /// The number of edges.
  public var edgeCount: Int { targets.count }

  /// A graph made of these arrays. Without `places`, every node is a place.
  public init(
    offsets: [Int32], targets: [Int32], labels: [Int32]? = nil, places: [Int32]? = nil,
    stages: [[Int32]] = [[0]]
  ) {
    precondition(!offsets.isEmpty && Int(offsets[offsets.count - 1]) == targets.count)
    self.offsets = offsets
    self.targets = targets
    self.labels = labels ?? Array(0..<Int32(targets.count))
    self.places = places ?? Array(0..<Int32(offsets.count - 1))
    self.stages = stages
  }

  /// The graph of a flow, ignoring facts: one node per step, one edge per row.
  ///
  /// - Parameter label: returns the label for a row; nil means its index.
  package init(
    _ graph: FlowGraph, stages: [[Int32]]? = nil, label: ((_ row: Int) -> Int)? = nil
  ) {
    let labels = label.map { label in graph.rows.map { Int32(label(Int($0))) } }
    self.init(
      offsets: graph.starts, targets: graph.targets, labels: labels ?? graph.rows,
      stages: stages ?? (graph.starts.count > 1 ? [[0]] : []))
  }

  /// The edges that start at a node.
  public func edges(of node: Int32) -> Range<Int> {
    Int(offsets[Int(node)])..<Int(offsets[Int(node) + 1])
  }

  /// For every edge, the node it starts at.
  func sources() -> [Int32] {
    var sources = [Int32](repeating: 0, count: edgeCount)
    for node in 0..<nodeCount {
      for edge in edges(of: Int32(node)) { sources[edge] = Int32(node) }
    }
    return sources
  }
}

/// Paths as lists of edge labels. Common beginnings are stored once.
public struct PathList: Sendable {
  /// A label, and the place of the label before it; -1 for the first one of a path.
  private struct Entry {
    var label: Int32
    var parent: Int32
  }
  private var entries: [Entry] = []
  /// For every path, the place of its last label, and its start node.
  private var ends: [(place: Int32, root: Int32)] = []

  /// An empty list.
  public init() {}

  /// The number of paths.
  public var count: Int { ends.count }

  /// The labels of a path, from its start.
  public subscript(index: Int) -> [Int32] {
    var path: [Int32] = []
    var place = ends[index].place
    while place >= 0 {
      path.append(entries[Int(place)].label)
      place = entries[Int(place)].parent
    }
    path.reverse()
    return path
  }

  /// The start node of a path.
  public func root(of index: Int) -> Int32 { ends[index].root }

  /// Makes room for more paths of the usual length, which share most of their labels.
  mutating func reserve(_ paths: Int) {
    guard paths > 64, entries.isEmpty else { return }
    entries.reserveCapacity(paths * 4 + 256)
    ends.reserveCapacity(paths)
  }

  /// Adds a label after the one at `parent`, and returns its place.
  mutating func add(_ label: Int32, behind parent: Int32) -> Int32 {
    entries.append(Entry(label: label, parent: parent))
    return Int32(truncatingIfNeeded: entries.count - 1)
  }

  /// Adds the path that ends with the label at `place`.
  mutating func end(root: Int32, at place: Int32) {
    ends.append((place, root))
  }
}
