package import FlowModel

/// The states of a flow and the rows between them, as flat arrays of integers.
///
/// The edges of node `n` are `offsets[n]..<offsets[n + 1]`; `targets` says where each leads, below 0
/// when it leaves the graph, and `labels` what is written on it (the number of a row).
public struct PathGraph: Sendable {
  public let offsets: [Int32]
  public let targets: [Int32]
  public let labels: [Int32]
  /// What a simple path may not visit twice: one number for all states of a step.
  public let places: [Int32]
  /// Where runs start, the preferred starts first; a later stage counts only for what the earlier
  /// ones do not reach.
  public let stages: [[Int32]]

  public var nodeCount: Int { offsets.count - 1 }
  public var edgeCount: Int { targets.count }

  /// A graph from its arrays. Without `places` every node is one of its own.
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

  /// The graph of a flow whatever the facts are: a node for every step, an edge for every row.
  ///
  /// - Parameter label: what is written on the edge of a row; its position if nil.
  package init(
    _ graph: FlowGraph, stages: [[Int32]]? = nil, label: ((_ row: Int) -> Int)? = nil
  ) {
    let labels = label.map { label in graph.rows.map { Int32(label(Int($0))) } }
    self.init(
      offsets: graph.starts, targets: graph.targets, labels: labels ?? graph.rows,
      stages: stages ?? (graph.starts.count > 1 ? [[0]] : []))
  }

  public func edges(of node: Int32) -> Range<Int> {
    Int(offsets[Int(node)])..<Int(offsets[Int(node) + 1])
  }

  /// The node that every edge starts at.
  func sources() -> [Int32] {
    var sources = [Int32](repeating: 0, count: edgeCount)
    for node in 0..<nodeCount {
      for edge in edges(of: Int32(node)) { sources[edge] = Int32(node) }
    }
    return sources
  }
}

/// Paths as the labels of their edges. What paths have in common at their beginning is kept once.
public struct PathList: Sendable {
  /// A label, and the place of the one before it; -1 for the first of a path.
  private struct Entry {
    var label: Int32
    var parent: Int32
  }
  private var entries: [Entry] = []
  /// The place of every path's last label, and the start of the path.
  private var ends: [(place: Int32, root: Int32)] = []

  public init() {}

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

  /// The node that a path starts at.
  public func root(of index: Int) -> Int32 { ends[index].root }

  /// Makes room for so many more paths of usual length, which have most labels in common.
  mutating func reserve(_ paths: Int) {
    guard paths > 64, entries.isEmpty else { return }
    entries.reserveCapacity(paths * 4 + 256)
    ends.reserveCapacity(paths)
  }

  /// Adds a label behind another one; says its place.
  mutating func add(_ label: Int32, behind parent: Int32) -> Int32 {
    entries.append(Entry(label: label, parent: parent))
    return Int32(truncatingIfNeeded: entries.count - 1)
  }

  /// Ends a path at a label.
  mutating func end(root: Int32, at place: Int32) {
    ends.append((place, root))
  }
}
