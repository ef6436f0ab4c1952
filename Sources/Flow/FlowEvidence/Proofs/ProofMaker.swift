package import Dates
package import FlowCases
package import FlowLogs
package import FlowModel
internal import FlowRuntime
package import FlowTesting

/// Makes proofs of what other parts of the program have found.
package struct ProofMaker {
  /// What the rows mean.
  private let ground: EvidenceGround
  private let date: CalendarDay
  private let revision: String
  private var meanings: RowMeanings { ground.meanings }

  /// A maker of proofs with this day and revision.
  package init(on ground: EvidenceGround, date: CalendarDay, revision: String) {
    (self.ground, self.date, self.revision) = (ground, date, revision)
  }

  private func proof(_ kind: Proof.Kind, _ subject: Proof.Subject) -> Proof {
    Proof(kind, subject, date: date, revision: revision, as: meanings.reading)
  }

  private func stamps(_ rows: some Sequence<Row>) -> [Stamp] {
    rows.compactMap { meanings.stamp(of: $0) }
  }

  /// A decision of a house rule.
  package func proof(deciding rule: HouseRule, isGood: Bool) -> Proof {
    var proof = proof(.decided, .rule(rule.name.text))
    proof.isPassed = isGood
    proof.others =
      [meanings.stamp(of: rule)] + meanings.flows(of: rule).map { meanings.stamp(of: $0) }
    return proof
  }

  /// A replay of a path, or in a world.
  package func proof(of replay: Replay, named name: String, inWorld: Bool) -> Proof {
    var proof = proof(inWorld ? .world : .replayed, inWorld ? .script(name) : .path(name))
    proof.isPassed = replay.hasPassed
    if replay.hasPassed { proof.rows = stamps(replay.entries.map(\.row)) }
    return proof
  }

  /// A test that follows a path. Nil if it was skipped.
  package func proof(of outcome: CaseOutcome) -> Proof? {
    guard outcome.result.status != .skipped else { return nil }
    var proof = proof(.tested, .path(outcome.test.name))
    proof.isPassed = outcome.result.status == .green
    proof.rows = stamps(outcome.test.entries.prefix(outcome.passed).map(\.row))
    proof.blamed = stamps(outcome.rows)
    return proof
  }

  /// Tests that name a requirement or a test case, of which all must be green. Nil if none ran.
  package func proof(
    of results: [TestResult], naming entry: EvidenceEntry, covering items: [EvidenceItem]
  ) -> Proof? {
    let ran = results.filter { $0.status != .skipped && $0.names(entry.id) }
    guard !ran.isEmpty else { return nil }
    var proof = entryProof(.tested, entry, items)
    proof.isPassed = ran.allSatisfy { $0.status == .green }
    if !proof.isPassed { (proof.rows, proof.blamed) = ([], proof.rows) }
    return proof
  }

  /// The runs in a log that fit. Nil if none does.
  package func proof(of conformance: Conformance, named name: String) -> Proof? {
    guard conformance.fitting > 0 else { return nil }
    var proof = proof(.logged, .log(name))
    let seen = conformance.seen
    proof.rows = stamps(meanings.catalogue.flows.flatMap(\.rows).filter(seen.contains))
    return proof
  }

  /// The word of a person for a requirement or a test case.
  package func proof(
    signing entry: EvidenceEntry, covering items: [EvidenceItem], by signer: String, words: String
  ) -> Proof {
    var proof = entryProof(.signed, entry, items)
    (proof.signer, proof.words) = (signer, words)
    return proof
  }

  private func entryProof(
    _ kind: Proof.Kind, _ entry: EvidenceEntry, _ items: [EvidenceItem]
  ) -> Proof {
    var proof = proof(kind, .entry(entry.id))
    (proof.rows, proof.others) = ground.stamps(of: items)
    return proof
  }
}
