internal import FlowModel
package import JSON

extension MatrixReport {
  /// The matrix as one object (docs/schemas/evidence.json).
  package var json: JSONValue {
    .object([
      "reading": .string(matrix.ground.meanings.reading.rawValue),
      "entries": .array(matrix.parts.map(json)),
      "uncovered": .array(
        matrix.uncovered.map { row in
          .object([
            "row": .string(row.qualified), "words": .string(row.text),
            "file": .string(row.flow.path), "line": .integer(row.line),
          ])
        }),
      "notes": .strings(matrix.notes),
    ])
  }

  private func json(_ part: EvidenceMatrix.Part) -> JSONValue {
    let entry = part.entry
    return .object([
      "id": .string(entry.id), "kind": .string(entry.kind.rawValue),
      "title": .string(entry.title),
      "source": entry.source.isEmpty ? nil : .string(entry.source),
      "applies": .bool(entry.applies),
      "because": entry.because.isEmpty ? nil : .string(entry.because),
      "checks": entry.checks.isEmpty ? nil : .strings(entry.checks.map(\.text)),
      "file": .string(entry.path), "status": .string(part.status.words),
      "covers": .array(part.lines.map(json)),
    ])
  }

  private func json(_ line: EvidenceMatrix.Line) -> JSONValue {
    let place = matrix.place(of: line.item)
    return .object([
      "item": .string(line.item.name), "kind": .string(line.item.kind),
      "by": line.item.via.map { .string($0) },
      "words": .string(matrix.words(of: line.item)),
      "place": place.isEmpty ? nil : .string(place), "status": .string(line.status.words),
      "proofs": .array(line.findings.map(json)),
    ])
  }

  private func json(_ finding: EvidenceMatrix.Finding) -> JSONValue {
    let proof = finding.proof
    return .object([
      "kind": .string(proof.kind.rawValue), "of": .string(proof.subject.parts.name),
      "date": .string("\(proof.date)"),
      "revision": proof.revision.isEmpty ? nil : .string(proof.revision),
      "passed": .bool(proof.isPassed), "status": .string(finding.status.words),
      "change": finding.change.map { .string($0) },
      "by": proof.signer.isEmpty ? nil : .string(proof.signer),
      "says": proof.words.isEmpty ? nil : .string(proof.words),
    ])
  }
}
