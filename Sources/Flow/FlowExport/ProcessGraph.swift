/// A BPMN process while it is made: nodes with places in a drawing, and what connects them.
struct ProcessGraph: Sendable {
  /// What a node is.
  enum Kind: Hashable, Sendable {
    case start
    /// An end.
    case end
    /// A person acts.
    case userTask
    /// An action with this name.
    case serviceTask(String)
    /// The system acts, without an action of a name.
    case task
    /// A script in Python.
    case scriptTask(String)
    /// The process of a flow.
    case callActivity(String)
    case gateway
    /// A timer at a node, in milliseconds.
    case timer(at: String, after: Int64)
    /// An error at a node, with its code.
    case error(at: String, code: String)

    /// The width and the height.
    var size: (width: Int, height: Int) {
      switch self {
      case .start, .end, .timer, .error: (36, 36)
      case .gateway: (50, 50)
      case .userTask, .serviceTask, .task, .scriptTask, .callActivity: (100, 80)
      }
    }
  }

  /// A node.
  struct Node: Sendable {
    let id: String
    let name: String
    let kind: Kind
    /// The centre in the drawing of the process.
    var x: Int
    var y: Int
    var documentation = ""
  }

  /// A sequence flow.
  struct Edge: Sendable {
    let from: String
    var to: String
    var name = ""
    /// Whether it is taken if no other one is.
    var isDefault = false
    /// When it is taken, in Python. Empty for always.
    var condition = ""
    /// The x at which it goes up or down, if it leads to another line of the drawing on the left.
    var channel: Int?
  }

  /// The id and the name of the process.
  let id: String
  let name: String
  private(set) var nodes: [Node] = []
  private(set) var edges: [Edge] = []
  private var indexes: [String: Int] = [:]

  init(id: String, name: String) { (self.id, self.name) = (id, name) }

  mutating func add(_ node: Node) {
    indexes[node.id] = nodes.count
    nodes.append(node)
  }

  mutating func connect(_ edge: Edge) { edges.append(edge) }

  func node(_ id: String) -> Node? { indexes[id].map { nodes[$0] } }

  /// The indexes of the sequence flows into each node, and out of each.
  var incoming: [String: [Int]] { Dictionary(grouping: edges.indices) { edges[$0].to } }
  var outgoing: [String: [Int]] { Dictionary(grouping: edges.indices) { edges[$0].from } }

  /// Leaves out gateways at which nothing is decided. No two of them follow each other.
  mutating func prune() {
    let (incoming, outgoing) = (incoming, outgoing)
    var gone: Set<String> = []
    for node in nodes where node.kind == .gateway {
      guard let into = incoming[node.id], let out = outgoing[node.id], into.count == 1,
        out.count == 1
      else { continue }
      edges[into[0]].to = edges[out[0]].to
      gone.insert(node.id)
    }
    nodes.removeAll { gone.contains($0.id) }
    edges.removeAll { gone.contains($0.from) }
    indexes = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($1.id, $0) })
  }

  /// Puts a gateway before every node with several incoming flows, as modelers ask for.
  mutating func join() {
    let (incoming, outgoing) = (incoming, outgoing)
    for node in nodes {
      guard let into = incoming[node.id], into.count > 1 else { continue }
      let isJoin = node.kind == .gateway && (outgoing[node.id]?.count ?? 0) < 2
      guard !isJoin else { continue }
      let id = "\(node.id)_join"
      add(
        Node(
          id: id, name: "", kind: .gateway, x: node.x - node.kind.size.width / 2 - 55, y: node.y))
      for index in into { edges[index].to = id }
      edges.append(Edge(from: id, to: node.id))
    }
  }

  /// The right and the lower border of the drawing.
  var size: (width: Int, height: Int) {
    let right = nodes.map { $0.x + $0.kind.size.width / 2 }.max() ?? 0
    let channels = edges.compactMap(\.channel).max() ?? 0
    let bottom = nodes.map { $0.y + $0.kind.size.height / 2 }.max() ?? 0
    return (max(right, channels) + 60, bottom + 60)
  }
}
