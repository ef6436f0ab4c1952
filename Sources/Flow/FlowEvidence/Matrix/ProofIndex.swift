internal import FlowModel

/// The proofs of a book, found by what they are a proof of.
struct ProofIndex {
  /// A proof, and what it says of something.
  typealias Finding = EvidenceMatrix.Finding

  private let ground: EvidenceGround
  private let book: ProofBook
  private let proofs: [Proof]
  /// The proofs that name a row with its meaning of today, and whether they blame it.
  private var fresh: [Row: [(proof: Int, isBlamed: Bool)]] = [:]
  /// The proofs that name a row with a meaning that it does not have today.
  private var stale: [Row: [(proof: Int, stamp: Stamp)]] = [:]
  private var bySubject: [Proof.Subject: [Int]] = [:]

  init(_ book: ProofBook, on ground: EvidenceGround, counting kinds: Set<Proof.Kind>) {
    (self.ground, self.book) = (ground, book)
    proofs = book.proofs.filter {
      kinds.contains($0.kind) && $0.reading == ground.meanings.reading
    }
    for (index, proof) in proofs.enumerated() {
      bySubject[proof.subject, default: []].append(index)
      var seen: Set<Row> = []
      for (stamp, isBlamed) in proof.blamed.map({ ($0, true) }) + proof.rows.map({ ($0, false) }) {
        if let row = ground.join.row(for: stamp) {
          if seen.insert(row).inserted { fresh[row, default: []].append((index, isBlamed)) }
        } else if let row = ground.join.heir(of: stamp.id), seen.insert(row).inserted {
          stale[row, default: []].append((index, stamp))
        }
      }
    }
  }

  /// Whether a proof says something of an item of an entry: one that a test case or a requirement
  /// was signed for says nothing of others.
  private func counts(_ proof: Proof, for entry: String, _ item: EvidenceItem) -> Bool {
    guard case .entry(let id) = proof.subject else { return true }
    return id == entry || id == item.via
  }

  /// The proofs of an item of an entry.
  func findings(of item: EvidenceItem, in entry: String) -> [Finding] {
    switch item.thing {
    case .row(let row): return findings(of: row).filter { counts($0.proof, for: entry, item) }
    case .gone: return []
    case .path(let name):
      guard let path = ground.path(named: name) else { return [] }
      let own = (bySubject[.path(name)] ?? []).map { finding(proofs[$0], of: path) }
      return own + entryProofs(entry, item).map { finding($0, of: path) }
    case .rule(let name):
      guard let rule = ground.rule(named: name) else { return [] }
      let own = (bySubject[.rule(name)] ?? []).map { finding(proofs[$0], of: rule) }
      let stamp = ground.meanings.stamp(of: rule)
      return own
        + entryProofs(entry, item).map { proof in
          let isSame = proof.others.contains { $0.print == stamp.print }
          return Finding(proof, isSame ? nil : "the rule has changed since")
        }
    }
  }

  private func entryProofs(_ entry: String, _ item: EvidenceItem) -> [Proof] {
    ([entry] + [item.via].compactMap(\.self)).flatMap { bySubject[.entry($0)] ?? [] }
      .map { proofs[$0] }
  }

  /// The proofs of a row, those of its meaning of today first.
  func findings(of row: Row) -> [Finding] {
    let original = row.original
    let now = (fresh[original] ?? []).map {
      Finding(proofs[$0.proof], nil, blames: $0.isBlamed)
    }
    let old = (stale[original] ?? []).map { entry in
      let before = book.meanings[entry.stamp.print]
      let today = ground.meanings[original]
      let why = before.flatMap { today?.difference(from: $0) } ?? "the row has changed since"
      return Finding(proofs[entry.proof], why)
    }
    return now + old
  }

  /// What a proof says of a path.
  private func finding(_ proof: Proof, of path: EvidenceGround.Path) -> Finding {
    let now = path.rows.compactMap { ground.meanings.print(of: $0) }
    let stamps = proof.rows + proof.blamed
    let known = stamps.map(\.print)
    let isSame: Bool
    if case .entry = proof.subject {
      isSame = Set(now).isSubset(of: known)
    } else {
      isSame = proof.isPassed ? now == known : Set(known).isSubset(of: now)
    }
    guard !isSame || path.rows.isEmpty else {
      return Finding(proof, nil, blames: !proof.isPassed)
    }
    for stamp in stamps where ground.join.row(for: stamp) == nil {
      guard let row = ground.join.heir(of: stamp.id), let today = ground.meanings[row],
        let before = book.meanings[stamp.print]
      else { continue }
      return Finding(proof, "\(row.qualified) \(today.difference(from: before))")
    }
    return Finding(
      proof, path.rows.isEmpty ? "the path cannot be taken" : "the path takes other rows now")
  }

  /// What a decision says of a rule.
  private func finding(_ proof: Proof, of rule: HouseRule) -> Finding {
    let own = ground.meanings.stamp(of: rule)
    guard proof.others.contains(where: { $0.print == own.print }) else {
      return Finding(proof, "the rule has changed since")
    }
    let now = ground.meanings.flows(of: rule).map { ground.meanings.stamp(of: $0) }
    let known = Set(proof.others.map(\.print))
    if let changed = now.first(where: { !known.contains($0.print) }) {
      return Finding(proof, "`\(changed.id)` has changed since")
    }
    guard now.count + 1 == proof.others.count else {
      return Finding(proof, "it speaks of other flows now")
    }
    return Finding(proof, nil, blames: !proof.isPassed)
  }
}
