public import FlowModel

/// A flow as a diagram: steps in clusters, rows as arrows labelled with their ids.
public struct FlowDiagram {
  /// A step, or a place outside the flow.
  public struct Node: Sendable {
    /// The kind of a node.
    public enum Kind: Hashable, Sendable {
      /// A step with this activity.
      case step(Activity)
      /// Where a row ends the flow, leaves it or goes back.
      case exit
    }
    /// A name for the node in the output, such as `n12`.
    public let key: String
    /// The id of the step, or of a flow that is not written yet. Empty for an exit.
    public let id: String
    /// The sentence of the step, or the name of the exit.
    public let text: String
    /// The kind of the node.
    public let kind: Kind
    /// Whether the step cannot be reached from the first step.
    public let isUnreached: Bool
    /// Whether the document has a slip here that no arrow shows.
    public let isSlip: Bool
  }

  /// An arrow for one or more rows.
  public struct Edge: Sendable {
    /// How an arrow is drawn.
    public enum Kind: Hashable, Sendable {
      /// A row without a slip.
      case plain
      /// A row as written in the document, which meant something else.
      case slip
      /// The target that was meant, or a proposed row.
      case meant
      /// In a diagram of coverage: one of the rows was taken, or none.
      case taken, never
    }
    /// The key of the node that the arrow starts at.
    public let from: String
    /// The key of the node that the arrow leads to.
    public let to: String
    /// The ids of the rows.
    public fileprivate(set) var label: String
    /// The sentences of the rows.
    public fileprivate(set) var tooltip: String
    /// How the arrow is drawn.
    public fileprivate(set) var kind: Kind
    fileprivate var rows: [Row]
  }

  /// A section with its nodes.
  public struct Cluster: Sendable {
    /// The title of the section.
    public let title: String
    /// The nodes, in document order; exits last.
    public fileprivate(set) var nodes: [Node]
  }

  /// The flow.
  public let flow: Flow
  /// The sections, in document order.
  public private(set) var clusters: [Cluster] = []
  /// The arrows.
  public private(set) var edges: [Edge] = []
  private var exits: [String: String] = [:]
  private var places: [String: Int] = [:]
  private let title: (String) -> String?
  private var count = 0
  /// The section to which exits are added; that of the step if nil.
  private var cluster: Int?

  /// The diagram of a flow. The catalogue gives the titles of flows that it refers to.
  public init(_ flow: Flow, in catalogue: Catalogue) {
    self.flow = flow
    title = { catalogue.flow(id: $0)?.title }
    let steps = flow.steps
    let reached = FlowGraph(flow, as: .written).reachable(from: steps.prefix(1))
    for section in flow.sections {
      let name = "\(section.id) \(section.title)"
      let nodes = section.steps.map { step in
        Node(
          key: "s\(step.index)", id: step.id, text: FlowDiagram.text(of: step, catalogue),
          kind: .step(step.activity), isUnreached: !reached.contains(step),
          isSlip: step.slip != nil || step.meantCall != nil)
      }
      clusters.append(Cluster(title: name.drop { $0 == " " }.description, nodes: nodes))
    }
    if flow.isOutline {
      let node = Node(
        key: "s0", id: flow.id, text: flow.outline ?? "", kind: .exit, isUnreached: false,
        isSlip: false)
      clusters.append(Cluster(title: "not yet written", nodes: [node]))
    }
    for step in steps {
      connect(
        step.rows(.written).filter { !$0.isAnywhere }, step.rows(.meant).filter { !$0.isAnywhere },
        from: "s\(step.index)", step)
    }
    for section in flow.sections { connect(anywhere: section.anywhere, in: section.index) }
    if !flow.anywhere.isEmpty {
      clusters.append(Cluster(title: flow.anytimeHeading, nodes: []))
      connect(anywhere: flow.anywhere, in: clusters.count - 1)
    }
  }

  /// Adds a node for each row that holds anywhere, with its arrow.
  private mutating func connect(anywhere rows: [Row], in cluster: Int) {
    for row in rows {
      let key = "a\(row.index)"
      clusters[cluster].nodes.append(
        Node(
          key: key, id: row.reference, text: row.text, kind: .step(.outside), isUnreached: false,
          isSlip: false))
      self.cluster = cluster
      connect(row.has(.written) ? [row] : [], [row], from: key, row.step)
      self.cluster = nil
    }
  }

  private static func text(of step: Step, _ catalogue: Catalogue) -> String {
    guard step.activity == .call else { return step.activity.isShown ? step.subject : step.text }
    let called = "\(step.subject) \(catalogue.flow(id: step.subject)?.title ?? "")"
    guard let meant = step.meantCall else { return called }
    return "\(called) (meant: \(meant) \(catalogue.flow(id: meant)?.title ?? ""))"
  }

  // MARK: Edges

  private mutating func connect(
    _ written: [Row], _ meant: [Row], from key: String, _ step: Step
  ) {
    for row in written {
      guard let next = row.next else { continue }
      let isSlip = row.meant.map { $0 != next } ?? false || !meant.contains(row)
      add(row, from: key, step, to: next, isSlip ? .slip : .plain)
    }
    for row in meant {
      guard let target = row.target(.meant), target != row.next || !written.contains(row) else {
        continue
      }
      add(row, from: key, step, to: target, .meant)
    }
  }

  private mutating func add(
    _ row: Row, from: String, _ step: Step, to target: Target, _ kind: Edge.Kind
  ) {
    let to = key(of: row, to: target, from: step, as: kind == .meant ? .meant : .written)
    let label = row.meantID.map { kind == .meant ? $0 : row.reference } ?? row.reference
    let isFollowOn = row.kind == .own
    let place = places["\(from) \(to) \(kind)"]
    if let place {
      edges[place].label += ", \(label)"
      edges[place].tooltip += "; \(label) \(row.text)"
      edges[place].rows.append(row)
      return
    }
    places["\(from) \(to) \(kind)"] = edges.count
    edges.append(
      Edge(
        from: from, to: to, label: isFollowOn && kind == .plain ? "" : label,
        tooltip: "\(label) \(row.text)", kind: kind, rows: [row]))
  }

  /// The diagram of one reading, which tells apart the rows that were taken from those that were
  /// not.
  func covered(by counts: [Row: Int], as reading: Reading) -> FlowDiagram {
    var diagram = self
    let other: Edge.Kind = reading == .written ? .meant : .slip
    diagram.edges = edges.filter { $0.kind != other }.map { edge in
      var edge = edge
      let never = edge.rows.filter { counts[$0] == nil }
      edge.kind = never.count == edge.rows.count ? .never : .taken
      let count = edge.rows.reduce(0) { $0 + (counts[$1] ?? 0) }
      if count > 0 { edge.label += edge.label.isEmpty ? "\(count)x" : " (\(count)x)" }
      if edge.kind == .taken, !never.isEmpty {
        edge.label += ", never \(never.map(\.reference).joined(separator: ", "))"
      }
      return edge
    }
    return diagram
  }

  private mutating func key(
    of row: Row, to target: Target, from step: Step, as reading: Reading
  ) -> String {
    if let next = row.next(reading) { return "s\(next.index)" }
    switch target.kind.destination {
    case .flow: return exit("\(target.path) \(title(target.name) ?? "")", step)
    case .errorFlow: return exit("Error: \(target.name)", step)
    case .step, .itself, .caller, .screen, .suspension, .end: return exit(target.heading, step)
    }
  }

  /// Adds an exit. Each cluster has its own exit of a name, so that arrows stay short.
  private mutating func exit(_ text: String, _ step: Step) -> String {
    let cluster = cluster ?? step.section.index
    let name = "\(cluster) \(text)"
    if let key = exits[name] { return key }
    let key = "x\(count)"
    count += 1
    exits[name] = key
    clusters[cluster].nodes.append(
      Node(key: key, id: "", text: text, kind: .exit, isUnreached: false, isSlip: false))
    return key
  }
}
