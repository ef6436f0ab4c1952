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

/// Paths, one behind the other, as the labels of their edges.
public struct PathList: Sendable {
  public private(set) var labels: [Int32] = []
  private var ends: [Int] = []
  /// The start of every path.
  public private(set) var roots: [Int32] = []

  public init() {}

  public var count: Int { ends.count }

  public subscript(index: Int) -> ArraySlice<Int32> {
    labels[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  mutating func append(root: Int32, _ path: some Sequence<Int32>) {
    labels.append(contentsOf: path)
    ends.append(labels.count)
    roots.append(root)
  }
}
