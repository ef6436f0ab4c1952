internal import FlowModel

/// A matrix as nodes and links, as other tools for requirements have it.
struct EvidenceGraph {
  /// A requirement, a test case, a row, a path or a rule.
  struct Node {
    /// The kinds of nodes.
    enum Kind: String, CaseIterable {
      case requirement, test, row, path, rule
    }

    let kind: Kind
    let id: String
    let title: String
    var source = ""
    var status = ""
    /// Why it does not apply.
    var because = ""
    /// The proofs, each for people.
    var proofs: [String] = []
    /// The ids of the nodes that it checks or covers, in order, each once.
    var links: [String] = []
  }

  /// Requirements and test cases in the order of their files, then what they cover, then the rows
  /// that nothing covers.
  private(set) var nodes: [Node] = []

  /// The number of links.
  var linkCount: Int { nodes.reduce(0) { $0 + $1.links.count } }

  /// The day of the newest proof. Nil without a proof.
  private(set) var date: String?

  init(_ matrix: EvidenceMatrix) {
    var others: [Node] = []
    var places: [String: Int] = [:]
    for part in matrix.parts {
      let entry = part.entry
      var node = Node(
        kind: entry.kind == .requirement ? .requirement : .test, id: entry.id, title: entry.title,
        source: entry.source, status: part.status.words, because: entry.because)
      var seen: Set<String> = []
      let own = part.lines.filter { $0.item.via == nil }.map(\.item.name)
      for link in entry.checks.map(\.text) + own where seen.insert(link).inserted {
        node.links.append(link)
      }
      nodes.append(node)
      for line in part.lines {
        let name = line.item.name
        let texts = line.findings.map { MatrixReport.text(of: $0) }
        for finding in line.findings {
          date = max(date ?? "", "\(finding.proof.date)")
        }
        guard let place = places[name] else {
          places[name] = others.count
          others.append(
            Node(
              kind: EvidenceGraph.kind(of: line.item), id: name, title: matrix.words(of: line.item),
              source: matrix.place(of: line.item), status: line.status.words, proofs: texts))
          continue
        }
        for text in texts where !others[place].proofs.contains(text) {
          others[place].proofs.append(text)
        }
      }
    }
    nodes += others
    nodes += matrix.uncovered.map { row in
      let item = EvidenceItem(thing: .row(row), via: nil)
      return Node(
        kind: .row, id: item.name, title: matrix.words(of: item), source: matrix.place(of: item),
        status: "not covered")
    }
  }

  private static func kind(of item: EvidenceItem) -> Node.Kind {
    switch item.thing {
    case .row, .gone: .row
    case .path: .path
    case .rule: .rule
    }
  }
}
