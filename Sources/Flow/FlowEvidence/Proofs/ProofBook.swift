package import FlowModel

/// The proofs that were recorded, what the rows meant at that time, and the rows that entries
/// covered: `Flows/evidence/proofs.jsonl`.
package struct ProofBook: Sendable {
  /// A row that an entry covered, under the id that it had.
  package struct Link: Hashable, Sendable {
    /// The id of the requirement or test case.
    package let entry: String
    /// What the entry says: the id of a row, a step or a flow.
    package let phrase: String
    /// The row.
    package let stamp: Stamp
  }

  /// The name of the file.
  package static let fileName = "proofs.jsonl"

  /// The proofs, in the order in which they were recorded.
  package internal(set) var proofs: [Proof] = []
  /// The rows that entries covered.
  package internal(set) var links: Set<Link> = []
  /// The rows of every flow when the book was written last, in document order, by reading.
  package internal(set) var rows: [Reading: [String: [Stamp]]] = [:]
  /// What rows meant, by their fingerprints.
  package internal(set) var meanings: [String: RowMeaning] = [:]

  /// The places of the proofs, once one was added.
  private var places: [Proof.Key: Int] = [:]

  /// An empty book.
  package init() {}

  /// Adds a proof. It takes the place of an earlier one of the same kind and subject.
  package mutating func add(_ proof: Proof, on ground: EvidenceGround) {
    if places.isEmpty { for (place, old) in proofs.enumerated() { places[old.key] = place } }
    if let place = places[proof.key] {
      proofs[place] = proof
    } else {
      places[proof.key] = proofs.count
      proofs.append(proof)
    }
    keep(proof.rows + proof.blamed, ground)
  }

  /// Notes the rows of today, and which of them the entries cover. What the book says of rows that
  /// have another id since then says it of the new id.
  package mutating func finish(_ links: [Link], on ground: EvidenceGround) {
    for index in proofs.indices where proofs[index].reading == ground.meanings.reading {
      proofs[index].rows = proofs[index].rows.map { renamed($0, ground) }
      proofs[index].blamed = proofs[index].blamed.map { renamed($0, ground) }
    }
    self.links = Set(links)
    keep(links.map(\.stamp), ground)
    let meanings = ground.meanings
    rows[meanings.reading] = Dictionary(
      uniqueKeysWithValues: meanings.catalogue.flows.filter { !$0.isOutline }.map {
        ($0.id, meanings.stamps(of: $0))
      })
  }

  private func renamed(_ stamp: Stamp, _ ground: EvidenceGround) -> Stamp {
    let row = ground.join.row(for: stamp) ?? ground.join.heir(of: stamp.id)
    return row.map { Stamp(id: $0.qualified, print: stamp.print) } ?? stamp
  }

  private mutating func keep(_ stamps: [Stamp], _ ground: EvidenceGround) {
    for stamp in stamps where meanings[stamp.print] == nil {
      if let row = ground.meanings.row(named: stamp.id) {
        meanings[stamp.print] = ground.meanings[row]
      }
    }
  }
}
