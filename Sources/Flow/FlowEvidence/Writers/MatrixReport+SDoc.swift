extension MatrixReport {
  /// The matrix as a document of StrictDoc. What is covered has what covers it as its parent.
  package var sdoc: String {
    let graph = EvidenceGraph(matrix)
    let known = Set(graph.nodes.map(\.id))
    var parents: [String: [String]] = [:]
    for node in graph.nodes {
      switch node.kind {
      case .test:
        // A test case is below the requirements that it checks, and above what it covers.
        for link in node.links {
          if matrix.parts.contains(where: { $0.entry.id == link }) {
            parents[node.id, default: []].append(link)
          } else {
            parents[link, default: []].append(node.id)
          }
        }
      case .requirement, .row, .path, .rule:
        for link in node.links { parents[link, default: []].append(node.id) }
      }
    }
    var text = "[DOCUMENT]\nTITLE: Evidence\n"
    for node in graph.nodes {
      text += "\n[REQUIREMENT]\nUID: \(MatrixReport.uid(node.id))\n"
      text += "STATUS: \(node.status)\n"
      text += "TAGS: \(node.kind.rawValue)\n"
      text += "TITLE: \(MatrixReport.line(node.title.isEmpty ? node.id : node.title))\n"
      let words = MatrixReport.description(of: node)
      text += "STATEMENT: >>>\n"
      text += MatrixReport.block(words.isEmpty ? node.title : words)
      text += "<<<\n"
      let above = (parents[node.id] ?? []).filter(known.contains)
      if !above.isEmpty {
        text += "RELATIONS:\n"
        for id in above { text += "- TYPE: Parent\n  VALUE: \(MatrixReport.uid(id))\n" }
      }
    }
    return text
  }

  /// An id with the characters that StrictDoc allows; another one is written as its number in
  /// hexadecimal digits: `UC1:1.2a(23)2`.
  private static func uid(_ text: String) -> String {
    var uid = ""
    for scalar in text.unicodeScalars {
      let isWord =
        scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
        || scalar == "_"
      let isFree = isWord || !uid.isEmpty && "-/.: ".unicodeScalars.contains(scalar)
      uid += isFree ? String(scalar) : "(\(String(scalar.value, radix: 16)))"
    }
    return uid
  }

  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Lines of a block, none of which ends it.
  private static func block(_ text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).map { line in
      line.hasPrefix("<<<") ? " \(line)" : String(line)
    }
    return (lines.isEmpty ? ["(no words)"] : lines).map { "\($0)\n" }.joined()
  }
}
