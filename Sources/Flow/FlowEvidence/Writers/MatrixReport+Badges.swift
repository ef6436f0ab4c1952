internal import FlowModel
package import JSON

extension MatrixReport {
  /// For each row by its id, how far it is proven: as far as the worst of what is covered with it,
  /// by which kinds of proofs, and for which requirements and test cases.
  package var badges: JSONValue {
    var lines: [String: [(entry: String, line: EvidenceMatrix.Line)]] = [:]
    for part in matrix.parts where part.entry.applies {
      for line in part.lines {
        for row in matrix.ground.rows(of: line.item) {
          lines[row.qualified, default: []].append((part.entry.id, line))
        }
      }
    }
    let covered = lines.keys.sorted().map { ($0, badge(lines[$0] ?? [])) }
    let gaps = matrix.uncovered.map { row in
      (row.qualified, JSONValue.object(["status": .string("not covered")]))
    }
    return .object(members: covered + gaps)
  }

  private func badge(_ lines: [(entry: String, line: EvidenceMatrix.Line)]) -> JSONValue {
    let worst = lines.map(\.line.status).max() ?? .missing
    let findings = lines.flatMap(\.line.findings)
    let fresh = Set(findings.filter { $0.status == .fresh }.map(\.proof.kind))
    return .object([
      "status": .string(worst.words),
      "by": .strings(Proof.Kind.allCases.filter(fresh.contains).map(\.rawValue)),
      "of": .strings(MatrixReport.once(lines.map(\.entry))),
      "proofs": .strings(MatrixReport.once(findings.map { MatrixReport.text(of: $0) })),
    ])
  }

  private static func once(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }
}
