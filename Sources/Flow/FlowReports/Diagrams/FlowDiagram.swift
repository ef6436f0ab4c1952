public import FlowModel

/// A flow as a drawing has it: steps in clusters, rows as arrows with their ids.
public struct FlowDiagram {
  public struct Node: Sendable {
    public enum Kind: Hashable, Sendable {
      case step(Activity)
      /// Where a row leaves the flow, ends it, goes back.
      case exit
    }
    /// `n12`; no more than a handle.
    public let key: String
    public let id: String
    public let text: String
    public let kind: Kind
    /// Whether no row leads here, from the first step on.
    public let isUnreached: Bool
    /// Whether the document slipped here in what no arrow shows.
    public let isSlip: Bool
  }

  public struct Edge: Sendable {
    public enum Kind: Hashable, Sendable {
      case plain
      /// As the document has it, where something else must have been meant.
      case slip
      /// What must have been meant, or is proposed.
      case meant
    }
    public let from: String
    public let to: String
    /// The references of the rows.
    public fileprivate(set) var label: String
    /// What the rows say.
    public fileprivate(set) var tooltip: String
    public let kind: Kind
  }

  public struct Cluster: Sendable {
    public let title: String
    public fileprivate(set) var nodes: [Node]
  }

  public let flow: Flow
  public private(set) var clusters: [Cluster] = []
  public private(set) var edges: [Edge] = []
  private var exits: [String: String] = [:]
  private var places: [String: Int] = [:]
  private let title: (String) -> String?
  private var count = 0

  /// The drawing of a flow. The catalogue gives the titles of the flows that are named in it.
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
    for step in steps { connect(step) }
  }

  private static func text(of step: Step, _ catalogue: Catalogue) -> String {
    guard step.activity == .call else { return step.activity.isShown ? step.subject : step.text }
    let called = "\(step.subject) \(catalogue.flow(id: step.subject)?.title ?? "")"
    guard let meant = step.meantCall else { return called }
    return "\(called) (meant: \(meant) \(catalogue.flow(id: meant)?.title ?? ""))"
  }

  // MARK: Edges

  private mutating func connect(_ step: Step) {
    let written = step.rows(.written)
    let meant = step.rows(.meant)
    for row in written {
      guard let next = row.next else { continue }
      let isSlip = row.meant.map { $0 != next } ?? false || !meant.contains(row)
      add(row, from: step, to: next, isSlip ? .slip : .plain)
    }
    for row in meant {
      guard let target = row.target(.meant), target != row.next || !written.contains(row) else {
        continue
      }
      add(row, from: step, to: target, .meant)
    }
  }

  private mutating func add(_ row: Row, from step: Step, to target: Target, _ kind: Edge.Kind) {
    let from = "s\(step.index)"
    let to = key(of: row, to: target, from: step, as: kind == .meant ? .meant : .written)
    let label = row.meantID.map { kind == .meant ? $0 : row.reference } ?? row.reference
    let isFollowOn = row.kind == .own
    let place = places["\(from) \(to) \(kind)"]
    if let place {
      edges[place].label += ", \(label)"
      edges[place].tooltip += "; \(label) \(row.text)"
      return
    }
    places["\(from) \(to) \(kind)"] = edges.count
    edges.append(
      Edge(
        from: from, to: to, label: isFollowOn && kind == .plain ? "" : label,
        tooltip: "\(label) \(row.text)", kind: kind))
  }

  private mutating func key(
    of row: Row, to target: Target, from step: Step, as reading: Reading
  ) -> String {
    if let next = row.next(reading) { return "s\(next.index)" }
    switch target {
    case .goto(let id, let place):
      return exit("\(id)\(place.map { ":\($0)" } ?? "") \(title(id) ?? "")", step)
    case .back: return exit("Back", step)
    case .resume: return exit("Resume", step)
    case .end: return exit("End", step)
    case .result(let name): return exit("Result: \(name)", step)
    case .error(let name): return exit("Error: \(name)", step)
    case .step(let id), .section(let id): return exit(id, step)
    case .stay: return exit("Stay", step)
    }
  }

  /// One exit of a name in every cluster: arrows stay short.
  private mutating func exit(_ text: String, _ step: Step) -> String {
    let cluster = step.section.index
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

extension String {
  /// In lines of about so many characters.
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, last.count + word.count < width {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
