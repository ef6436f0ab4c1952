internal import FlowModel
internal import Markup

extension FlowDiagram {
  /// The diagram in the language of Graphviz.
  public var dot: String {
    var text = """
      digraph flow {
        graph [label=\(FlowDiagram.quoted("\(flow.id) \(flow.title)")), labelloc=t, fontsize=20,
          fontname="Helvetica", rankdir=\(direction), compound=true, newrank=true, nodesep=0.3, \
      ranksep=0.5];
        node [fontname="Helvetica", fontsize=11, style=filled, fillcolor=white, margin="0.12,0.06"];
        edge [fontname="Helvetica", fontsize=10, color="#555555"];

      """
    for (index, cluster) in clusters.enumerated() where !cluster.nodes.isEmpty {
      text += "  subgraph cluster_\(index) {\n    label=\(FlowDiagram.quoted(cluster.title));\n"
      text +=
        "    style=\"rounded,filled\"; fillcolor=\"#fafafa\"; color=\"#bbbbbb\"; fontsize=13;\n"
      for node in cluster.nodes { text += "    \(FlowDiagram.dot(node))\n" }
      text += "  }\n"
    }
    let unreached = Set(clusters.flatMap(\.nodes).filter(\.isUnreached).map(\.key))
    for edge in edges {
      text += "  \(FlowDiagram.dot(edge, isFree: unreached.contains(edge.to)))\n"
    }
    if edges.contains(where: { $0.kind == .slip || $0.kind == .meant }) {
      text += """
          legend [shape=plaintext, style="", margin=0, fontcolor="#555555", label=<<table \
        border="0" cellspacing="2"><tr><td align="left"><font color="#c62828">red</font>: as \
        written, a slip</td></tr><tr><td align="left"><font color="#2e7d32">dashed green</font>: \
        as meant</td></tr><tr><td align="left">grey, dashed border: not reached as \
        written</td></tr></table>>];

        """
    }
    return text + "}\n"
  }

  /// With many sections, stacks them vertically so that the diagram does not become too wide.
  private var direction: String { clusters.count > 7 ? "LR" : "TB" }

  private static func dot(_ node: Node) -> String {
    let lines = node.text.wrapped(to: 26)
    let label = ([node.id] + lines).filter { !$0.isEmpty }.joined(separator: "\n")
    var style = ["filled"]
    var (shape, fill, more) = ("box", "white", "")
    switch node.kind {
    case .exit: (shape, fill) = ("plaintext", "#eeeeee")
    case .step(.screen):
      style.append("rounded")
      fill = "#d7e6fb"
    case .step(.prompt), .step(.notice):
      style.append("rounded")
      fill = "#ece1fa"
    case .step(.determine), .step(.validate): shape = "hexagon"
    case .step(.call): more = ", peripheries=2"
    case .step(.user): fill = "#fdf3d8"
    case .step(.execute), .step(.system), .step(.os), .step(.await), .step(.outside): break
    }
    if node.isUnreached {
      style.append("dashed")
      fill = "#e0e0e0"
      more += ", fontcolor=\"#777777\""
    }
    if node.isSlip { more += ", color=\"#c62828\", penwidth=1.6" }
    return "\(node.key) [label=\(quoted(label)), shape=\(shape), "
      + "style=\"\(style.joined(separator: ","))\", fillcolor=\"\(fill)\"\(more)];"
  }

  private static func dot(_ edge: Edge, isFree: Bool) -> String {
    var attributes = [
      "label=\(quoted(edge.label))", "tooltip=\(quoted(edge.tooltip))",
      "labeltooltip=\(quoted(edge.tooltip))",
    ]
    switch edge.kind {
    case .plain: break
    case .slip, .never: attributes += ["color=\"#c62828\"", "fontcolor=\"#c62828\""]
    case .taken: attributes += ["color=\"#2e7d32\"", "fontcolor=\"#2e7d32\""]
    case .meant:
      attributes += ["color=\"#2e7d32\"", "fontcolor=\"#2e7d32\"", "style=dashed"]
      // Proposals do not move the steps of the document. A step that only they lead to comes after
      // them.
      if !isFree { attributes.append("constraint=false") }
    }
    return "\(edge.from) -> \(edge.to) [\(attributes.joined(separator: ", "))];"
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing(["\"": "\\\"", "\\": "\\\\", "\n": "\\n"]))\""
  }
}
