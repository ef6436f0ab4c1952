package import FlowModel

/// Requirements and test cases, what they cover, and what proves it.
package struct EvidenceMatrix: Sendable {
  /// A proof of something that is covered.
  package struct Finding: Sendable {
    /// The proof.
    package let proof: Proof
    /// How the meaning has changed since. Nil if it has not.
    package let change: String?
    /// Whether the proof says that it is not so.
    package let blames: Bool

    init(_ proof: Proof, _ change: String?, blames: Bool = false) {
      (self.proof, self.change, self.blames) = (proof, change, blames)
    }

    /// How far it proves something.
    package var status: EvidenceStatus { change != nil ? .stale : blames ? .failed : .fresh }
  }

  /// Something that an entry covers.
  package struct Line: Sendable {
    /// What it is.
    package let item: EvidenceItem
    /// The proofs.
    package let findings: [Finding]

    /// How far it is proven.
    package var status: EvidenceStatus {
      let all = Set(findings.map(\.status))
      return [.failed, .fresh, .stale].first { all.contains($0) } ?? .missing
    }
  }

  /// A requirement or a test case.
  package struct Part: Sendable {
    /// What its author wrote.
    package let entry: EvidenceEntry
    /// What it covers.
    package let lines: [Line]

    /// How far it is proven: as far as the worst of its lines.
    package var status: EvidenceStatus {
      entry.applies ? lines.map(\.status).max() ?? .missing : .notApplicable
    }
  }

  /// What the entries are about.
  package let ground: EvidenceGround
  /// The entries, in the order of their files.
  package let parts: [Part]
  /// The rows that nothing covers, in document order.
  package let uncovered: [Row]
  /// Sentences about rows that have another id now.
  package let notes: [String]
  /// Whether no proof is recorded.
  package let isUnproven: Bool
  /// What rows meant when they were stamped, by fingerprint.
  let meanings: [String: RowMeaning]

  /// Joins entries with proofs.
  ///
  /// - Parameters:
  ///   - kinds: the kinds of proofs that count.
  ///   - flows: the flows in which rows are looked for that nothing covers.
  package init(
    _ entries: [EvidenceEntry], _ links: EvidenceLinks, on ground: EvidenceGround,
    book: ProofBook, counting kinds: Set<Proof.Kind> = Set(Proof.Kind.allCases), in flows: [Flow]
  ) {
    let index = ProofIndex(book, on: ground, counting: kinds)
    self.ground = ground
    notes = links.notes
    isUnproven = book.proofs.isEmpty
    meanings = book.meanings
    var covered: Set<Row> = []
    parts = entries.map { entry in
      let lines = (links.items[entry.id] ?? []).map { item in
        Line(item: item, findings: index.findings(of: item, in: entry.id))
      }
      for line in lines where entry.applies {
        covered.formUnion(ground.rows(of: line.item))
      }
      return Part(entry: entry, lines: lines)
    }
    uncovered = flows.flatMap(\.rows).filter {
      ground.meanings.print(of: $0) != nil && !covered.contains($0)
    }
  }

  /// The parts that are not as they should be.
  package var open: [Part] { parts.filter { $0.status > .fresh } }

  /// The sentence of an item, for people.
  package func words(of item: EvidenceItem) -> String {
    switch item.thing {
    case .row(let row): ground.meanings[row]?.sentence ?? row.text
    case .gone(let stamp): meanings[stamp.print]?.sentence ?? ""
    case .path(let name):
      (ground.path(named: name)?.rows ?? []).map(\.reference).joined(separator: ", ")
    case .rule: ""
    }
  }

  /// Where an item stands: `Flows/UC1.yaml:12`. Empty for what has no place.
  package func place(of item: EvidenceItem) -> String {
    switch item.thing {
    case .row(let row): "\(row.flow.path):\(row.line)"
    case .rule(let name): ground.rule(named: name)?.path ?? ""
    case .gone, .path: ""
    }
  }
}

extension EvidenceGround {
  /// The rows that an item is about.
  package func rows(of item: EvidenceItem) -> [Row] {
    switch item.thing {
    case .row(let row): [row.original]
    case .path(let name): (path(named: name)?.rows ?? []).map(\.original)
    case .gone, .rule: []
    }
  }

  /// The rows and rules that items are about, as a proof of their entry names them.
  package func stamps(of items: [EvidenceItem]) -> (rows: [Stamp], rules: [Stamp]) {
    var rows: [Stamp] = []
    var seen: Set<Stamp> = []
    for item in items {
      for stamp in self.rows(of: item).compactMap({ meanings.stamp(of: $0) })
      where seen.insert(stamp).inserted { rows.append(stamp) }
    }
    let rules = items.compactMap { item -> Stamp? in
      guard case .rule(let name) = item.thing else { return nil }
      return rule(named: name).map { meanings.stamp(of: $0) }
    }
    return (rows, rules)
  }
}

extension EvidenceItem {
  /// The id for people: `UC1:1.2b`, `path UC1 booked`, `rule NAME`.
  package var name: String {
    switch thing {
    case .row(let row): row.original.qualified
    case .gone(let stamp): stamp.id
    case .path(let name): "path \(name)"
    case .rule(let name): "rule \(name)"
    }
  }

  /// The kind of thing, in files.
  package var kind: String {
    switch thing {
    case .row, .gone: "row"
    case .path: "path"
    case .rule: "rule"
    }
  }
}
