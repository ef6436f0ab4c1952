internal import FlowModel
internal import Markup

extension FlowDiagram {
  /// The diagram as a Mermaid flow chart, for Markdown pages.
  public var mermaid: String {
    var text = "---\ntitle: \(FlowDiagram.text("\(flow.id) \(flow.title)"))\n---\nflowchart TD\n"
    for (index, cluster) in clusters.enumerated() where !cluster.nodes.isEmpty {
      text +=
        "  subgraph c\(index)[\(FlowDiagram.label(cluster.title.isEmpty ? "Main scenario" : cluster.title))]\n"
      for node in cluster.nodes { text += "    \(FlowDiagram.mermaid(node))\n" }
      text += "  end\n"
    }
    for edge in edges {
      let arrow = edge.kind == .meant ? "-.->" : "-->"
      let label = edge.label.isEmpty ? "" : "|\(FlowDiagram.label(edge.label))|"
      text += "  \(edge.from) \(arrow)\(label) \(edge.to)\n"
    }
    text += "  classDef screen fill:#d7e6fb,stroke:#5b7fae\n"
    text += "  classDef prompt fill:#ece1fa,stroke:#8a6db5\n"
    text += "  classDef exit fill:#eeeeee,stroke:#eeeeee\n"
    text += "  classDef unreached fill:#e0e0e0,stroke:#777777,stroke-dasharray:4 3,color:#777777\n"
    for (kind, color) in [
      (Edge.Kind.slip, "#c62828"), (.meant, "#2e7d32"), (.taken, "#2e7d32"), (.never, "#c62828"),
    ] {
      let places = edges.indices.filter { edges[$0].kind == kind }
      guard !places.isEmpty else { continue }
      let list = places.map(String.init).joined(separator: ",")
      text += "  linkStyle \(list) stroke:\(color),color:\(color)\n"
    }
    return text
  }

  private static func mermaid(_ node: Node) -> String {
    let label = label([node.id, node.text].filter { !$0.isEmpty }.joined(separator: "<br/>"))
    var name: String
    let shape: (String, String)
    switch node.kind {
    case .exit: (shape, name) = (("([", "])"), "exit")
    case .step(.screen): (shape, name) = (("(", ")"), "screen")
    case .step(.prompt), .step(.notice): (shape, name) = (("(", ")"), "prompt")
    case .step(.determine), .step(.validate): (shape, name) = (("{{", "}}"), "")
    case .step(.call): (shape, name) = (("[[", "]]"), "")
    case .step(.execute), .step(.system), .step(.os), .step(.await), .step(.user), .step(.outside):
      (shape, name) = (("[", "]"), "")
    }
    if node.isUnreached { name = "unreached" }
    return "\(node.key)\(shape.0)\(label)\(shape.1)\(name.isEmpty ? "" : ":::\(name)")"
  }

  private static func label(_ text: String) -> String { "\"\(self.text(text))\"" }

  /// Writes characters that have a meaning in Mermaid as entities.
  private static func text(_ text: String) -> String {
    text.replacing("<br/>", with: "\n").replacing([
      "\"": "#quot;", "#": "#35;", "<": "#lt;", ">": "#gt;", "`": "#96;", ";": "#59;",
      "\n": "<br/>",
    ])
  }
}
