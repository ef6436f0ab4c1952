package import JSON

extension MatrixReport {
  /// The matrix as `needs.json` of sphinx-needs: requirements, test cases and what they cover are
  /// needs, and `links` says what covers what.
  package var needs: JSONValue {
    let graph = EvidenceGraph(matrix)
    let needs = graph.nodes.map { node in
      let type =
        switch node.kind {
        case .requirement: "req"
        case .test: "test"
        case .row, .path, .rule: "spec"
        }
      return (
        node.id,
        JSONValue.object([
          "id": .string(node.id), "type": .string(type),
          "title": .string(node.title.isEmpty ? node.id : node.title),
          "content": .string(MatrixReport.description(of: node)),
          "status": .string(node.status), "tags": .strings([node.kind.rawValue]),
          "links": .strings(node.links),
        ])
      )
    }
    let version = JSONValue.object([
      "needs_amount": .integer(needs.count), "needs": .object(members: needs),
    ])
    return .object([
      "project": .string("Flows"), "current_version": .string("1"),
      "versions": .object(["1": version]),
    ])
  }

  /// What else is known of a node, for people.
  static func description(of node: EvidenceGraph.Node) -> String {
    var lines: [String] = []
    if !node.source.isEmpty { lines.append("Source: \(node.source)") }
    if !node.because.isEmpty { lines.append("Does not apply: \(node.because)") }
    lines += node.proofs.map { "Proof: \($0)" }
    return lines.joined(separator: "\n")
  }
}
